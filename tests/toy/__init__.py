"""A game that is not part of Scorepad: how another one plugs in."""
