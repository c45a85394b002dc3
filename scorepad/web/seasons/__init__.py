"""Pages of what games add up to: standings, players, records, books, tables as CSV."""
