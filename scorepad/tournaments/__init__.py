"""Tournaments: their record, the draw, the standings and the knock-out stage; pure."""
