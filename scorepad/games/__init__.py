"""The games: pure functions and values, without Flask, database, clock or chance.

The words, one per idea (``docs/architecture.md`` tells who may use this floor):

seat
    a place at the table, 0-based, clockwise; a *player* sits in it
round
    one deal, 1-based; its *cards* are the tricks available in it
bid, trick
    what a seat announced, and what it took
points, total
    of one round, and running over the game
sheet
    the whole record with everything derived from it
standing
    the ranks at the end
edition
    which special cards are in the deck
objection
    a problem, as a value, and the seat it concerns
"""
