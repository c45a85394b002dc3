"""How commands answer: JSON on standard output, one sentence on standard error."""

import json
import sys
from typing import Any

REFUSED = 2
"""Exit status where the words or the file given cannot be understood."""


def print_json(answer: dict[str, Any]) -> None:
    """Print one JSON object on one line, in letters the output can carry."""
    encoding = (sys.stdout.encoding or "").lower()
    print(json.dumps(answer, ensure_ascii=encoding not in {"utf-8", "utf8"}))


def refuse(command: str, sentence: str) -> int:
    """Say why nothing was done; the answer is the exit status."""
    printable = "".join(c if c.isprintable() else "·" for c in sentence)
    print(f"scorepad {command}: {printable}", file=sys.stderr)
    return REFUSED
