"""Pure statistics of finished games, and the geometry of their charts."""
