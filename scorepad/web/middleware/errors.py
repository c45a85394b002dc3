"""Responses to all errors: ``problem+json`` below ``/api``, otherwise a page."""

import json
import logging
import os
import secrets
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from math import ceil
from typing import Any, Final

from flask import Flask, Response, current_app, g, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.exceptions import HTTPException, default_exceptions

from scorepad.db.faults import FAULTS, cause_at, is_passing
from scorepad.services import rate_limits, requests, signups
from scorepad.web.middleware import languages

TYPE: Final = "urn:problem-type:scorepad:"  # a reason follows
SIGNUPS: Final = {"code": "signup_code_needed", "closed": "signups_closed"}
"""Reasons by the setting ``SCOREPAD_SIGNUPS``."""

log = logging.getLogger(__name__)

ASK_AGAIN_S = 60
SOON_S = 30  # shorter waits, in seconds, are not shown on a page


def attach(app: Flask) -> None:
    """Register the handlers of all errors."""
    handlers: dict[type[Exception], Callable[[Any], ResponseReturnValue]] = {
        requests.NotThereError: _not_there,
        requests.NotAllowedError: lambda _error: problem(
            403, _("This device can only view.")
        ),
        requests.SealedError: lambda _error: problem(
            403, _("The final is sealed until the director reveals the result.")
        ),
        requests.EntryRefusedError: _entry_refused,
        requests.KeyReusedError: lambda _error: problem(
            422, "This Idempotency-Key came with another request; use a new one."
        ),
        requests.ChangedElsewhereError: _changed_elsewhere,
        rate_limits.TooOftenError: lambda error: refused_for_now(
            429, f"too_many_{error.limit}", error.wait.total_seconds()
        ),
        signups.SignupRefusedError: lambda _error: refused_for_now(
            403, SIGNUPS[app.config["SETTINGS"].signups], ASK_AGAIN_S
        ),
        HTTPException: _http_error,
        **dict.fromkeys((*FAULTS, OSError), _fault),
        Exception: _unexpected,
    }
    for error, handler in handlers.items():
        app.register_error_handler(error, handler)


def problem(
    status: int,
    detail: str,
    *,
    etag: str | None = None,
    page: Mapping[str, Any] | None = None,
    **more: Any,
) -> Response:
    """Return an error as JSON with *more*, or as a page with the values *page*."""
    if request.path.startswith("/api/"):
        kind, title = "application/problem+json", HTTPStatus(status).phrase
        body = {"type": "about:blank", "title": title, "status": status}
        text = json.dumps({**body, "detail": detail, **more}, ensure_ascii=False)
    else:
        kind, values = "text/html", {"status": status, "detail": detail, **(page or {})}
        try:
            text = render_template("error.html", **values)
        except Exception:
            # An error page must not fail, whatever is broken.
            log.exception("error page")
            text = default_exceptions[status](detail).get_body()
    answer = Response(text, status, mimetype=kind)
    if etag is not None:
        answer.set_etag(etag)
    return answer


def refused_for_now(status: int, reason: str, seconds: float) -> Response:
    """Return a temporary error with ``Retry-After``."""
    g.refusal = reason
    page: dict[str, Any] = {"refusal": reason}
    if status == HTTPStatus.TOO_MANY_REQUESTS and seconds >= SOON_S:
        # A script shows the end of the wait in local time.
        until = datetime.now(UTC) + timedelta(seconds=seconds)
        page |= {"minutes": ceil(seconds / 60), "until": until.isoformat()}
    detail = languages.sentence_of(reason)
    answer = problem(status, detail, page=page, type=TYPE + reason)
    answer.headers["Retry-After"] = str(max(1, ceil(seconds)))
    return answer


def _not_there(_error: Exception) -> ResponseReturnValue:
    asked = request.view_args or {}
    gid, game = asked.get("gid"), asked.get("uuid")
    if gid is None or request.path.startswith("/api/"):
        return problem(404, _("This page does not exist."))
    # The same whether they exist or not.
    shell = "towers.shell" if "/towers/" in request.path else "play.shell"
    tag = languages.current_language()
    back = url_for(shell, lang=tag, _anchor=f"{gid}/{game}") if game else None
    nothing = _("There is nothing here for this device.")
    return problem(404, nothing, page={"is_of_group": True, "back": back})


def _entry_refused(error: requests.EntryRefusedError) -> ResponseReturnValue:
    objections = [
        {
            "field": each.field,
            "problem": str(each.problem),
            "seat": each.seat,
            "expected": languages.sentence_about(each),
        }
        for each in error.objections
    ]
    first = str(objections[0]["expected"])
    if not isinstance(error, requests.WrongTimeError):
        return problem(422, first, objections=objections)
    now = {} if error.current is None else {"current": error.current}
    return problem(409, first, etag=error.etag, objections=objections, **now)


def _changed_elsewhere(error: requests.ChangedElsewhereError) -> ResponseReturnValue:
    said = _("This was changed elsewhere in the meantime.")
    return problem(412, said, etag=error.etag, current=error.current, **error.change)


def _http_error(error: HTTPException) -> ResponseReturnValue:
    if error.code is None or error.code < HTTPStatus.BAD_REQUEST:
        return error
    if error.code == HTTPStatus.NOT_FOUND:
        return _not_there(error)
    # Werkzeug's description is in English only; a page has a sentence of its own.
    is_ours = error.description != type(error).description
    is_shown = is_ours or request.path.startswith("/api/")
    answer = problem(error.code, (error.description or error.name) if is_shown else "")
    kept = ("Allow", "Retry-After")
    answer.headers.extend(each for each in error.get_headers() if each[0] in kept)
    return answer


def _fault(error: Exception) -> ResponseReturnValue:
    if not is_passing(error):
        return _unexpected(error)
    cause = cause_at(current_app.config["SETTINGS"].instance, error)
    # The message of the error could contain paths or data.
    number = error.errno if isinstance(error, OSError) else None
    why = os.strerror(number) if number else type(error).__name__
    log.warning("%s: %s", cause, why)
    return refused_for_now(503, cause, 1)


def _unexpected(error: Exception) -> ResponseReturnValue:
    # The number leads the host to the traceback, which is only in the log.
    number = secrets.token_hex(4)
    current_app.logger.error("error %s", number, exc_info=error)
    said = _("Something went wrong (error %(number)s).", number=number)
    return problem(500, said, id=number)
