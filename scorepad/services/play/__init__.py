"""A game at the table: its people, its rounds, its bids, and who looks on.

Whatever takes a device raises :class:`NotThereError` where this belongs to no group
with such a game, and :class:`NotAllowedError` where it may not do that with it; what
takes an attempt raises :class:`KeyReusedError`.
"""
