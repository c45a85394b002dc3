"""A group, its players, and the devices that may come in."""
