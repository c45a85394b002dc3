"""HTTP: open the door, parse, call one service, answer."""
