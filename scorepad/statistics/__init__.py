"""Pure sums over finished games, and the geometry of their charts."""
