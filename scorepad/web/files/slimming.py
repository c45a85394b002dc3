"""Our scripts and styles as a browser needs them: joined, without comments and blanks.

On disk they stay as people wrote them, those of others untouched beside their licence.
Names are left alone, so that an error in a browser still names a place in the source.
"""

from pathlib import Path

from rcssmin import cssmin
from rjsmin import jsmin

from scorepad.web.files.joining import script


def slim(path: Path) -> bytes:
    """The content of *path* as it is served."""
    if path.suffix == ".js":
        return _encoded(jsmin(script(path)))
    if path.suffix == ".css":
        return _encoded(cssmin(path.read_text("utf-8")))
    return path.read_bytes()


def _encoded(text: object) -> bytes:
    return str(text).encode()
