"""Checks before every request (host, origin, rate of forms), and headers after it."""

import ipaddress
import logging
import secrets
import socket
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, abort, current_app, g, request
from flask_babel import gettext as _
from werkzeug.routing import BaseConverter, IntegerConverter, ValidationError

from scorepad.db import faults, tables
from scorepad.db.engine import db
from scorepad.db.schema import find_database_id
from scorepad.games.registry import GAMES
from scorepad.services import devices, rate_limits, requests
from scorepad.services.rate_limits import Limit
from scorepad.web.middleware import auth
from scorepad.web.static import PUBLIC, in_gzip, not_stored

log = logging.getLogger(__name__)

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
API = "/api/"
ONLY_HERE = frozenset({"localhost", "127.0.0.1", "::1"})
HOME_SUFFIXES = (".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")


def attach(app: Flask) -> None:
    """Check every request, and add the headers to every response."""
    app.before_request(_check_request)
    app.after_request(_add_headers)
    app.wsgi_app = _with_fixed(app)  # type: ignore[assignment, method-assign] # Flask's documented way
    app.url_map.converters |= {"int": SmallNumber, "game": GameWord}
    app.add_template_global(is_unencrypted)


def _check_request() -> Response | None:
    """Check the host, and the origin and rate of what changes something.

    On plain http in a home network browsers send no ``Sec-Fetch-Site``; there the
    ``Origin`` decides. A request with neither is refused.
    """
    config, host = current_app.config, request.host
    if (is_trusted := is_trusted_host(host, config["TRUSTED_NAMES"])) is None:
        # URLs cannot be built with this host, so there is no error page.
        return Response("The Host header is not the name of a host.\n", 400)
    is_known = (
        is_trusted
        or request.blueprint == "health"  # for monitoring, under any name
        # The configured address is always accepted.
        or request.host_url.rstrip("/") == config["SETTINGS"].address
    )
    if not is_known:
        abort(
            400,
            "This address is not served here; the host may set SCOREPAD_TRUSTED_HOSTS.",
        )
    if request.method in SAFE:
        return None
    if (site := request.headers.get("Sec-Fetch-Site")) is not None:
        is_ours = site in {"same-origin", "none"}
    else:
        is_ours = request.headers.get("Origin") == f"{request.scheme}://{host}"
    if not is_ours:
        abort(403, _("This request did not come from a Scorepad page."))
    if not request.path.startswith(API):
        _count_form()
    return None


@lru_cache(maxsize=256)  # every request needs it
def is_trusted_host(host: str, trusted: tuple[str, ...]) -> bool | None:
    """Return whether Scorepad is served under a host name; ``None`` if it is no name.

    Without a list: IP addresses (safe from DNS rebinding), this machine, and the names
    of home networks.
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        if not name.encode("idna").decode("idna"):
            return None
    except ValueError:
        return None
    if trusted:
        return name in trusted
    with suppress(ValueError):
        return bool(ipaddress.ip_address(name))
    own = {"localhost", socket.gethostname().lower()}
    return name in own or name.endswith(HOME_SUFFIXES)


def address_hash() -> str:
    """Return an HMAC of the client's IP address, as trusted proxies tell it."""
    return _hash_of(request.remote_addr or "", current_app.config["SECRET"])


@lru_cache(maxsize=256)  # every save needs it
def _hash_of(address: str, secret: str) -> str:
    return devices.hmac_of(network_of(address), secret)


def network_of(address: str) -> str:
    """Return an IPv4 address as it is, and the network of an IPv6 address.

    >>> network_of("2001:db8:1:2:3:4:5:6"), network_of("192.168.1.7"), network_of("?")
    ('2001:db8:1:2::', '192.168.1.7', '?')
    """
    with suppress(ValueError):
        found = ipaddress.IPv6Address(address)
        # 64 bits of an IPv6 address identify a household.
        network = ipaddress.ip_network((found, 64), strict=False)
        return str(found.ipv4_mapped or network.network_address)
    return address


class SmallNumber(IntegerConverter):
    """An integer of at most nine digits, which fits every database."""

    regex = "[0-9]{1,9}"


class GameWord(BaseConverter):
    """The word of a game in the URL of a page; that of Wizard is "games"."""

    weight = 200  # after the parts of seasons, which are in the same place

    def to_python(self, value: str) -> str:
        """Accept only known words."""
        if value not in {"games", *GAMES} - {tables.WIZARD}:
            raise ValidationError
        return value


def own_address() -> str:
    """Return the configured address, or else the host that the request names."""
    return str(current_app.config["SETTINGS"].address) or request.host_url.rstrip("/")


def is_unencrypted() -> bool:
    """Whether the connection is unencrypted, so that others can read it."""
    host = urlsplit(request.host_url).hostname
    return not request.is_secure and host not in ONLY_HERE


def _count_form() -> None:
    # Unknown devices can only create or join a group. That is counted elsewhere,
    # because a hall full of phones has one address.
    if (device := auth.current_device()) is None:
        return
    group: UUID | None = None
    with suppress(requests.NotThereError):
        if gid := (request.view_args or {}).get("gid"):
            group = auth.group_or_404(gid).uuid
    writer = requests.Sender(device, address_hash(), group)
    # Imports may be larger; they have a limit of their own.
    size = min(request.content_length or 0, current_app.config["MAX_CONTENT_LENGTH"])
    rate_limits.count(db.session(), Limit.FORM, writer, datetime.now(UTC), size)


def count_action(limit: Limit) -> None:
    """Count an action of the client, or raise ``TooOftenError``; close the session."""
    device = auth.current_device()
    who = address_hash() if device is None else str(device)
    rate_limits.count(db.session(), limit, who, datetime.now(UTC))
    db.session().close()


DATABASE_HEADER: Final = "X-Scorepad"
_KEPT: Final = "scorepad_database_id"


def current_database_id() -> str:
    """Return the cached id, or an empty string if the database is unavailable."""
    kept: str = current_app.extensions.get(_KEPT, "")
    if not kept:
        with suppress(*faults.FAULTS):
            kept = current_app.extensions[_KEPT] = find_database_id(db.engine) or ""
    return kept


def knows_another_database() -> bool:
    """Whether the request names the id of another database."""
    named = request.headers.get(DATABASE_HEADER, "")
    return bool(named) and named != (current_database_id() or named)


HTTPS_ONLY = ("Strict-Transport-Security", "max-age=31536000")
"""Lasts a year. It holds for every port of a host, so it is not sent if Scorepad has
its own authority: phones fetch the certificate from the same host by http."""
FIXED = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; manifest-src 'self'; worker-src 'self'; font-src 'self';"
        " base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
        " require-trusted-types-for 'script'; trusted-types sw"
    ),
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # With no-referrer, forms on plain http would send "Origin: null", which the
    # guard could not tell from a foreign page.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def _with_fixed(app: Flask) -> WSGIApplication:
    """Add the constant headers last, where it costs least, and to a 304 none."""
    answers, fixed = app.wsgi_app, [*FIXED.items()]
    over_https = [] if app.config["SETTINGS"].authority else [HTTPS_ONLY]

    def answered(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        def begin(status: str, more: list[tuple[str, str]], *error: Any) -> Any:
            if status.startswith("304"):
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
    if "immutable" not in headers.setdefault("Cache-Control", "private, no-cache"):
        answer.vary.add("Cookie")
    # A URL that names the language has the same content for everyone.
    if answer.mimetype == "text/html" and "lang" not in (request.view_args or {}):
        answer.vary.add("Accept-Language")
    if request.path.startswith(API):
        # Tells our 200 from that of a captive portal.
        headers.add(DATABASE_HEADER, current_database_id())
    # Browsers keep the cookie of a device that comes back.
    if token := g.get("device_token"):
        auth.keep_cookie(answer, auth.cookie_name(), token)
    is_public = (request.blueprint or request.endpoint) in PUBLIC
    return in_gzip(answer) if is_public else answer
