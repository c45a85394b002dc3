"""What games add up to: standings, ratings, careers and records."""
