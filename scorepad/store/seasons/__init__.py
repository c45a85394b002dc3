"""What games add up to: ledgers, tallies, ratings, and lists of games."""
