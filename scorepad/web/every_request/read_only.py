"""Damaged records are read and not written upon until a backup takes their place."""

import os

from flask import Flask, Response, request

from scorepad.services.upkeep.readiness import DAMAGE
from scorepad.web.every_request.errors import refused_for_now
from scorepad.web.every_request.guard import SAFE
from scorepad.web.every_request.refusals import DAMAGED

KEEPS_NOTHING = frozenset({"languages.choose_language"})
RETRY_AFTER_S = 60


def attach(app: Flask) -> None:
    """Let *app* take no write while its records are known to be damaged."""
    sign = str(app.config["SETTINGS"].instance / DAMAGE)
    app.before_request(lambda: _refuse_while_damaged(sign))


def _refuse_while_damaged(sign: str) -> Response | None:
    if request.method in SAFE or request.endpoint in {None, *KEEPS_NOTHING}:
        return None
    if not os.path.exists(sign):  # noqa: PTH110 - with every save, and a Path takes longer
        return None
    return refused_for_now(503, DAMAGED, RETRY_AFTER_S)
