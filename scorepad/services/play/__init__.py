"""A game at the table: its people, its rounds, its bids, and who looks on."""
