"""Migrations of the schema; each has its own definition of the tables."""
