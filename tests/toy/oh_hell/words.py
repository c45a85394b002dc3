"""What Oh Hell is called."""

TITLE = "Oh Hell"
