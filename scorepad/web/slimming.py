"""Our scripts and styles as a browser needs them: without comments and wide blanks.

On disk they stay as people wrote them, those of others untouched beside their licence.
Names are left alone, so that an error in a browser still names a place in the source.
"""

from pathlib import Path

from rcssmin import cssmin
from rjsmin import jsmin

SLIMMERS = {".js": jsmin, ".css": cssmin}


def slim(path: Path) -> bytes:
    """The content of *path* as it is served."""
    content = path.read_bytes()
    slimmer = SLIMMERS.get(path.suffix)
    return bytes(slimmer(content)) if slimmer else content
