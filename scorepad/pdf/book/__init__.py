"""A season as a book: what it tells, its pages, and how they are bound."""
