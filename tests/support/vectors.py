"""The recorded examples in ``tests/vectors``."""

import json
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "vectors"


def vectors(name):
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
