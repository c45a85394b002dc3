"""Oh Hell: 52 cards, 3 to 7 players, up and down; 10 and the tricks, or nothing."""
