"""``/api``: JSON in, one service called, JSON out."""
