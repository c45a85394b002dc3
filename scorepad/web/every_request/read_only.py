"""Damaged records are read and not written upon until a backup takes their place."""

import os

from flask import Flask, Response, request

from scorepad.services.upkeep.readiness import DAMAGE
from scorepad.web.every_request.errors import problem
from scorepad.web.every_request.guard import SAFE
from scorepad.web.sentences import say
from scorepad.words.translations import msgid

DAMAGED = msgid(
    "Nothing can be saved now: the records are damaged, and whoever runs Scorepad"
    " has to put a backup back. Until then the phones keep what they have noted."
)
KEEPS_NOTHING = frozenset({"languages.choose_language"})
RETRY_AFTER_S = "60"


def attach(app: Flask) -> None:
    """Let *app* take no write while its records are known to be damaged."""
    sign = str(app.config["SETTINGS"].instance / DAMAGE)
    app.before_request(lambda: _refuse_while_damaged(sign))


def _refuse_while_damaged(sign: str) -> Response | None:
    if request.method in SAFE or request.endpoint in {None, *KEEPS_NOTHING}:
        return None
    if not os.path.exists(sign):  # noqa: PTH110 - with every save, and a Path takes longer
        return None
    answer = problem(503, say(DAMAGED))
    answer.headers["Retry-After"] = RETRY_AFTER_S
    return answer
