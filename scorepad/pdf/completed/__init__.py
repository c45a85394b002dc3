"""The sheet of a game: contents, layout and drawing."""
