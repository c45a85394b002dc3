"""Pages of a group: its people, its phones, ways in, what was deleted."""
