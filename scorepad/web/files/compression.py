"""Smaller answers for what is the same for everybody: our own files and the app shell.

Nothing that depends on who asks is compressed, so the length of an answer tells
nothing about what is secret in it.
"""

import gzip
from functools import lru_cache
from http import HTTPStatus

from flask import Flask, Response, request

SMALLEST = 500
TEXT = ("text/", "application/json", "image/svg+xml", "application/manifest+json")
ANONYMOUS = frozenset(
    {"static", "play.shell", "play.words", "judge.page", "rules.page"}
    | {"towers.shell", "towers_rules.page"}
    | {"offline.worker", "offline.manifest"}
)


def attach(app: Flask) -> None:
    """Compress the anonymous answers of *app* for browsers that can read it."""
    app.after_request(_compress)


def _compress(answer: Response) -> Response:
    if request.endpoint not in ANONYMOUS or not _is_text(answer):
        return answer
    answer.vary.add("Accept-Encoding")
    if answer.status_code != HTTPStatus.OK or not request.accept_encodings["gzip"]:
        return answer
    answer.direct_passthrough = False
    body = answer.get_data()
    if len(body) >= SMALLEST:
        answer.set_data(_gzipped(body))
        answer.content_encoding = "gzip"
        answer.headers.pop("ETag", None)
    return answer


def _is_text(answer: Response) -> bool:
    return (answer.mimetype or "").startswith(TEXT)


@lru_cache(maxsize=256)
def _gzipped(body: bytes) -> bytes:
    return gzip.compress(body, compresslevel=9, mtime=0)
