"""What games add up to: ledgers, standings, ratings, careers and records."""
