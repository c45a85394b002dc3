"""Response headers, the device's cookie, and the id of the database."""

import logging
import secrets
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, current_app, g, request
from werkzeug.http import parse_cookie
from werkzeug.wrappers import Response as BaseResponse

from scorepad.db.engine import db
from scorepad.db.faults import FAULTS
from scorepad.db.schema import find_database_id

DATABASE_HEADER: Final = "X-Scorepad"
_KEPT: Final = "scorepad_database_id"


def current_database_id() -> str:
    """Return the cached id, or an empty string if the database is unavailable."""
    kept: str = current_app.extensions.get(_KEPT, "")
    if not kept:
        with suppress(*FAULTS):
            kept = current_app.extensions[_KEPT] = find_database_id(db.engine) or ""
    return kept


def knows_another_database() -> bool:
    """Whether the request names the id of another database."""
    named = request.headers.get(DATABASE_HEADER, "")
    return bool(named) and named != (current_database_id() or named)


COOKIE_LASTS: Final = timedelta(days=400)  # the longest that browsers keep one
LONGEST_TOKEN: Final = 100


def cookie_name() -> str:
    """Return the cookie's name: with ``__Host-`` over https, which requires that."""
    return "__Host-s" if request.is_secure else "s"


def sent_token() -> str:
    """Return the device's token in the request, or nothing if it is too long."""
    token = parse_cookie(request.environ).get(cookie_name(), "")
    return token if len(token) <= LONGEST_TOKEN else ""


def keep_cookie(answer: BaseResponse, name: str, value: str, path: str = "/") -> None:
    """Set a long-lived cookie that scripts cannot read."""
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
    """Return a response that no browser stores."""
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
"""Lasts a year. It holds for every port of a host, so it is not sent if Scorepad has
its own authority: phones fetch the certificate from the same host by http."""
FIXED = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # With no-referrer, forms on plain http would send "Origin: null", which the
    # guard could not tell from a foreign page.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def attach(app: Flask) -> None:
    """Add the headers to every response."""
    app.after_request(_add_headers)
    over_https = [] if app.config["SETTINGS"].authority else [HTTPS_ONLY]
    app.wsgi_app = _with_fixed(  # type: ignore[assignment, method-assign] # Flask's documented way
        app.wsgi_app, over_https
    )


def _with_fixed(
    answers: WSGIApplication, over_https: list[tuple[str, str]]
) -> WSGIApplication:
    """Add the constant headers last, where it costs least, and to a 304 none."""
    fixed = [*FIXED.items()]

    def answered(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        def begin(status: str, more: list[tuple[str, str]], *error: Any) -> Any:
            if status.startswith(NOTHING_NEW):
                return start(status, more, *error)
            # Known only now, after the trusted proxies were evaluated.
            secure = over_https if environ["wsgi.url_scheme"] == "https" else []
            return start(status, more + fixed + secure, *error)

        try:
            return answers(environ, begin)
        except Exception:
            number = secrets.token_hex(4)
            log.exception("error %s", number)
            said = f"Something went wrong here (number {number}).\n"
            return not_stored(said, 500, mimetype="text/plain")(environ, begin)

    return answered


def _add_headers(answer: Response) -> Response:
    headers = answer.headers
    if (kept := headers.get("Cache-Control")) is None:
        headers.add("Cache-Control", "private, no-cache")
    if kept is None or "immutable" not in kept:
        others = headers.get("Vary")
        headers["Vary"] = f"{others}, Cookie" if others else "Cookie"
    # A URL that names the language has one content for everybody.
    if answer.mimetype == "text/html" and "lang" not in (request.view_args or {}):
        answer.vary.add("Accept-Language")
    if request.path.startswith("/api/"):
        # Tells our 200 from that of a captive portal.
        headers.add(DATABASE_HEADER, current_database_id())
    # Browsers keep the cookie of a device that comes back.
    if token := g.get("device_token"):
        keep_cookie(answer, cookie_name(), token)
    return answer
