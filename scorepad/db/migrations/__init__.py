"""Migrations of older databases; new ones get the tables as they are now."""
