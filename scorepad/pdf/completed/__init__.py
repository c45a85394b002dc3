"""The sheet of a game: what it shows, cell by cell, and where that stands."""
