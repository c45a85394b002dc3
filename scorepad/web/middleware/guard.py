"""Checks before every request: host, origin, and the rate of form submissions."""

import ipaddress
import socket
from datetime import UTC, datetime
from functools import lru_cache
from urllib.parse import urlsplit
from uuid import UUID

from flask import Flask, Response, abort, current_app, request
from flask_babel import gettext as _
from werkzeug.routing import BaseConverter, IntegerConverter, ValidationError

from scorepad.db.engine import db
from scorepad.db.tables import WIZARD
from scorepad.games.registry import GAMES
from scorepad.services import rate_limits
from scorepad.services.devices import peppered
from scorepad.services.errors import NotThereError
from scorepad.services.permissions import Action, member_for
from scorepad.services.rate_limits import Limit, Writer
from scorepad.web.middleware.auth import current_device

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
OWN_SITES = frozenset({"same-origin", "none"})
FOR_HOSTS = frozenset({"health", "metrics"})  # monitoring, under any host name
LONGEST_HOST = 253
API = "/api/"
HOME_SUFFIXES = (".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")


def attach(app: Flask) -> None:
    """Register what is checked before every request."""
    app.before_request(_check_request)
    app.url_map.converters |= {"int": SmallNumber, "game": GameWord}
    app.context_processor(lambda: {"is_unencrypted": is_unencrypted})


def _check_request() -> Response | None:
    """Check the host, and the origin and rate of what changes something.

    On plain http in a home network browsers send no ``Sec-Fetch-Site``; there the
    ``Origin`` decides. A request with neither is refused.
    """
    config, host = current_app.config, request.host
    if not is_legal_host(host):
        # URLs cannot be built with this host, so there is no error page.
        return Response("The Host header is not the name of a host.\n", 400)
    is_known = (
        is_trusted_host(host, config["TRUSTED_NAMES"])
        or request.blueprint in FOR_HOSTS
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
    is_ours = request.headers.get("Origin") == f"{request.scheme}://{request.host}"
    if (site := request.headers.get("Sec-Fetch-Site")) is not None:
        is_ours = site in OWN_SITES
    if not is_ours:
        abort(403, _("This request did not come from a Scorepad page."))
    if not request.path.startswith(API):
        _count_form()
    return None


@lru_cache(maxsize=256)
def is_legal_host(host: str) -> bool:
    """Whether URLs can be built with this host.

    >>> is_legal_host("pad.local:8000"), is_legal_host("..local")
    (True, False)
    """
    name = _without_port(host)
    try:
        name.encode("idna").decode("idna")
    except UnicodeError:
        return False
    return 0 < len(name) <= LONGEST_HOST


@lru_cache(maxsize=256)
def is_trusted_host(host: str, trusted: tuple[str, ...]) -> bool:
    """Whether Scorepad is served under this host name.

    Without a list: IP addresses (safe from DNS rebinding), this machine, and the names
    of home networks.
    """
    name = _without_port(host)
    if trusted:
        return name in trusted
    return (
        _is_address(name)
        or name in {"localhost", socket.gethostname().lower()}
        or name.endswith(HOME_SUFFIXES)
    )


def _without_port(host: str) -> str:
    name, _, port = host.rpartition(":")
    bare = name if name and port.isdecimal() else host
    return bare.strip("[]").rstrip(".").lower()


@lru_cache(maxsize=256)
def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


HOME_OF_SIX = 64  # the bits of an IPv6 address that identify a household


def client_address() -> str:
    """Return the client's IP address as trusted proxies tell it (IPv6: its network)."""
    return network_of(request.remote_addr or "")


def address_hash() -> str:
    """Return an HMAC of the client's IP address."""
    return _hash_of(request.remote_addr or "", current_app.config["SECRET"])


@lru_cache(maxsize=256)  # a table saves from one address
def _hash_of(address: str, secret: str) -> str:
    return peppered(network_of(address), secret)


def network_of(address: str) -> str:
    """Return an IPv4 address as it is, and the network of an IPv6 address.

    >>> network_of("2001:db8:1:2:3:4:5:6"), network_of("192.168.1.7"), network_of("?")
    ('2001:db8:1:2::', '192.168.1.7', '?')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    network = ipaddress.ip_network((found, HOME_OF_SIX), strict=False)
    return str(found.ipv4_mapped or network.network_address)


ONLY_HERE = frozenset({"localhost", "127.0.0.1", "::1"})


class SmallNumber(IntegerConverter):
    """An integer of at most nine digits, which fits every database."""

    regex = "[0-9]{1,9}"


class GameWord(BaseConverter):
    """The word of a game in the URL of a page; that of Wizard is "games"."""

    weight = 200  # after the parts of seasons, which are in the same place

    def to_python(self, value: str) -> str:
        """Accept only known words."""
        if value not in {"games", *GAMES} - {WIZARD}:
            raise ValidationError
        return value


def own_address() -> str:
    """Return the configured address, or else the host that the request names."""
    address = str(current_app.config["SETTINGS"].address)
    return address or request.host_url.rstrip("/")


def is_unencrypted() -> bool:
    """Whether the connection is unencrypted, so that others can read it."""
    host = urlsplit(request.host_url).hostname
    return not request.is_secure and host not in ONLY_HERE


def _count_form() -> None:
    # Unknown devices can only create or join a group. That is counted elsewhere,
    # because a hall full of phones has one address.
    if (device := current_device()) is not None:
        writer = Writer(device, address_hash(), _own_group(device))
        # Imports may be larger; they have a limit of their own.
        largest = current_app.config["MAX_CONTENT_LENGTH"]
        size = min(request.content_length or 0, largest)
        now = datetime.now(UTC)
        rate_limits.count(db.session(), Limit.FORM, writer, now, size)


def _own_group(device_id: int) -> UUID | None:
    gid: UUID | None = (request.view_args or {}).get("gid")
    try:
        if gid is not None:
            member_for(db.session(), device_id, gid, Action.READ)
    except NotThereError:
        return None
    return gid


def count_action(limit: Limit) -> None:
    """Count an action of the client, or raise ``TooOftenError``; close the session."""
    device = current_device()
    who = address_hash() if device is None else str(device)
    rate_limits.count(db.session(), limit, who, datetime.now(UTC))
    db.session().close()
