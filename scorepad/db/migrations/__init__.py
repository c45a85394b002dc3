"""The schema, step by step. A migration carries its own picture of the tables."""
