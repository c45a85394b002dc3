"""A game that is not part of Scorepad, to test adding one."""
