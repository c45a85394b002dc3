"""What is printed: blank sheets, sheets of games, cards."""
