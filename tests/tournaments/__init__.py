"""Tournaments: the draw, the standings and the knock-out stage."""
