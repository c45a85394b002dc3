"""Backups, whole databases that move, what is erased, and what tells of damage."""
