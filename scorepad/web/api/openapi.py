"""``GET /api/openapi.json``: the OpenAPI description."""

from functools import cache

from flask import Blueprint, Response, json
from flask.typing import ResponseReturnValue

from scorepad.web.middleware.auth import cookie_name

bp = Blueprint("openapi", __name__)

DESCRIPTION = """\
Phones make the ids, so that a game can begin without a network. Each write carries an
Idempotency-Key made at the tap and says what it has seen: If-None-Match: * for what
is new, If-Match with the ETag for what is changed. An answer of 412 carries what is
stored. A group is entered by its claim, 256 bits known to its devices alone; the
answer sets a cookie that is the device's session. Every answer names the id of the
database (X-Scorepad): after a backup was restored it is another, and what was seen
before has the same revisions and may be something else. Requests that change something
come from the same origin (Sec-Fetch-Site or Origin)."""


@bp.get("/api/openapi.json")
def description() -> ResponseReturnValue:
    """Return the OpenAPI description."""
    return Response(_text(cookie_name()), mimetype="application/json")


@cache
def _text(cookie: str) -> str:
    from scorepad.web.api.schemas import PATHS, SCHEMAS  # noqa: PLC0415 - loads slowly

    return json.dumps(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Scorepad",
                "version": "1",
                "description": DESCRIPTION,
            },
            "paths": PATHS,
            "components": {
                "schemas": SCHEMAS,
                "securitySchemes": {
                    "device": {"type": "apiKey", "in": "cookie", "name": cookie}
                },
            },
        }
    )
