"""What games add up to: results, and lists of games."""
