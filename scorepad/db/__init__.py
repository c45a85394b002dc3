"""The database layer: the only package that knows tables."""
