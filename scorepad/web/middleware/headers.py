"""The headers of every answer, errors included, and the id of the database.

A request that names another id has seen nothing of this database: the same revision
may be something else here.
"""

import logging
import secrets
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, current_app, request
from werkzeug.wrappers import Response as BaseResponse

from scorepad.db.engine import db
from scorepad.db.faults import FAULTS
from scorepad.db.schema import find_database_id

DATABASE_HEADER: Final = "X-Scorepad"
_KEPT: Final = "scorepad_database_id"


def current_database_id() -> str:
    """Return the id, or nothing while the database is away.

    It stays the same while a server runs: nothing is restored meanwhile.
    """
    kept: str = current_app.extensions.get(_KEPT, "")
    if not kept:
        with suppress(*FAULTS):
            kept = current_app.extensions[_KEPT] = find_database_id(db.engine) or ""
    return kept


def knows_another_database() -> bool:
    """Whether the request speaks of what another database holds."""
    named = request.headers.get(DATABASE_HEADER, "")
    return bool(named) and named != (current_database_id() or named)


COOKIE_LASTS: Final = timedelta(days=400)
"""As long as browsers keep any."""


def keep_cookie(answer: BaseResponse, name: str, value: str, path: str = "/") -> None:
    """Let this browser keep a cookie with the *answer*, which no script can read."""
    answer.set_cookie(
        name,
        value,
        max_age=COOKIE_LASTS,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
        path=path,
    )


def not_stored(
    body: str, status: int = 200, *, mimetype: str = "text/html"
) -> Response:
    """Answer with what is shown once, and kept by no browser."""
    answer = Response(body, status, mimetype=mimetype)
    answer.headers["Cache-Control"] = "no-store"
    return answer


CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; manifest-src 'self'; worker-src 'self'; font-src 'self';"
    " base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
    " require-trusted-types-for 'script'; trusted-types sw"
)

log = logging.getLogger(__name__)

NOTHING_NEW = "304"
HTTPS_ONLY = ("Strict-Transport-Security", "max-age=31536000")
"""For a year. It holds for every port of a name, so it is not sent where Scorepad has
its own authority: there phones fetch the certificate from the same name by http."""
FIXED = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # no-referrer would make forms on a plain home network send "Origin: null", and
    # the guard could no longer tell them from a foreign page.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def attach(app: Flask) -> None:
    """Add the headers to every answer of *app*."""
    app.after_request(_add_headers)
    over_https = [] if app.config["SETTINGS"].authority else [HTTPS_ONLY]
    app.wsgi_app = _with_fixed(  # type: ignore[assignment, method-assign] # Flask's documented way
        app.wsgi_app, over_https
    )


def _with_fixed(
    answers: WSGIApplication, over_https: list[tuple[str, str]]
) -> WSGIApplication:
    """Put the fixed headers to the others at the very end, where it costs nothing.

    "Nothing new" has no page they could protect: the one that is known keeps its own.
    """
    fixed = [*FIXED.items()]

    def answered(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        def begin(status: str, more: list[tuple[str, str]], *error: Any) -> Any:
            if status.startswith(NOTHING_NEW):
                return start(status, more, *error)
            # Known by now: proxies that are trusted have had their say.
            secure = over_https if environ["wsgi.url_scheme"] == "https" else []
            return start(status, more + fixed + secure, *error)

        try:
            return answers(environ, begin)
        except Exception as error:
            return _failed(error)(environ, begin)

    return answered


def _failed(error: Exception) -> Response:
    """The response where Flask itself or an error handler has failed."""
    number = secrets.token_hex(4)
    log.error("error %s", number, exc_info=error)
    said = f"Something went wrong here (number {number}).\n"
    return not_stored(said, 500, mimetype="text/plain")


def _add_headers(answer: Response) -> Response:
    kept = answer.headers.setdefault("Cache-Control", "private, no-cache")
    if "immutable" not in kept:
        others = answer.headers.get("Vary")
        answer.headers["Vary"] = f"{others}, Cookie" if others else "Cookie"
    if request.path.startswith("/api/"):
        # A hotel's log-in page also answers 200; it does not know this header.
        answer.headers[DATABASE_HEADER] = current_database_id()
    return answer
