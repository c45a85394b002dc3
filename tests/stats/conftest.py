"""Property tests say what is true, not how fast: a busy machine is no failure."""

from hypothesis import settings

settings.register_profile("stats", deadline=None, database=None)
settings.load_profile("stats")
