"""Property tests say what is true, not how fast: a busy machine is no failure."""

from hypothesis import settings

settings.register_profile("rules", deadline=None, database=None)
settings.load_profile("rules")
