"""What games add up to: standings, ratings, careers and records.

Every function raises ``NotThereError`` where the device is not of the group, or there
is no such season or player.
"""
