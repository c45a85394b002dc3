"""The guard of every request: its host, its origin, and how often it may come.

What phones save is counted with the save itself; all the rest is counted here.
"""

import ipaddress
import socket
from datetime import UTC, datetime
from functools import lru_cache
from urllib.parse import urlsplit
from uuid import UUID

from flask import Flask, Response, abort, current_app, request
from werkzeug.routing import IntegerConverter

from scorepad.db.engine import db
from scorepad.i18n.languages import msgid
from scorepad.services import rate_limits
from scorepad.services.devices import peppered
from scorepad.services.errors import NotThereError
from scorepad.services.permissions import Action, member_for
from scorepad.services.rate_limits import Deed, Writer
from scorepad.web.middleware.auth import current_device
from scorepad.web.sentences import say

NOT_OURS = msgid("This request did not come from a Scorepad page.")
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
OWN_SITES = frozenset({"same-origin", "none"})
FOR_HOSTS = frozenset({"health", "metrics"})
"""Blueprints that watchers ask by the address of the machine; they tell of nobody."""
LONGEST_HOST = 253
HOME_SUFFIXES = (".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")


def attach(app: Flask) -> None:
    """Let the guard see every request of *app* before anything else does."""
    app.before_request(_refuse_unknown_host)
    app.before_request(_refuse_foreign_pages)
    app.before_request(_count_form)
    app.url_map.converters["int"] = SmallNumber
    app.context_processor(lambda: {"is_overheard": is_overheard})


def _refuse_unknown_host() -> Response | None:
    config = current_app.config
    if not is_legal_host(request.host):
        # No page can be shown: its addresses cannot be built.
        return Response("The Host header is not the name of a host.\n", 400)
    is_known = (
        request.blueprint in FOR_HOSTS
        or is_trusted_host(request.host, config["TRUSTED_NAMES"])
        # The name the host gave us is ours, whatever else we answer to.
        or request.host_url.rstrip("/") == config["SETTINGS"].address
    )
    if not is_known:
        abort(
            400,
            "This address is not served here; the host may set SCOREPAD_TRUSTED_HOSTS.",
        )
    return None


def _refuse_foreign_pages() -> None:
    if request.method not in SAFE and not comes_from_our_page():
        abort(403, say(NOT_OURS))


def comes_from_our_page() -> bool:
    """Whether the browser says that one of our own pages (or nobody) sent this.

    On plain http in a home network browsers send no ``Sec-Fetch-Site``; there the
    ``Origin`` decides. A request with neither is refused.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in OWN_SITES
    origin = request.headers.get("Origin")
    return origin is not None and origin == request.host_url.rstrip("/")


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


def is_trusted_host(host: str, trusted: tuple[str, ...]) -> bool:
    """Whether this is a name that Scorepad answers to.

    Without a list that is any address (nobody can point a foreign page at an
    address and have the browser send its name), this machine, and home networks.
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


HOME_OF_SIX = 64
"""So many bits of an IPv6 address are one household's; the rest it may choose."""


def asking_address() -> str:
    """The address that asks; of IPv6 the network, since one host has millions.

    What a browser writes into ``X-Forwarded-For`` counts only where proxies are
    trusted (``SCOREPAD_TRUSTED_PROXIES``).
    """
    return network_of(request.remote_addr or "")


def hidden_address() -> str:
    """What is kept of the address that asks: without our secret it tells nobody."""
    return peppered(asking_address(), current_app.config["SECRET_KEY"])


def network_of(address: str) -> str:
    """What stands for an address when tries are counted.

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
    """Nine digits at most: a database counts no further."""

    regex = "[0-9]{1,9}"


def own_address() -> str:
    """The one that was set, else that of this request, which its sender has chosen."""
    address = str(current_app.config["SETTINGS"].address)
    return address or request.host_url.rstrip("/")


def is_overheard() -> bool:
    """Whether everybody in the network can read this request."""
    host = urlsplit(request.host_url).hostname
    return not request.is_secure and host not in ONLY_HERE


API = "/api/"


def _count_form() -> None:
    if request.method in SAFE or request.path.startswith(API):
        return
    # Strangers write nothing but a group or their entry, which are counted where they
    # are made, and a hall full of them comes from one address.
    if (device := current_device()) is not None:
        writer = Writer(device, hidden_address(), _own_group(device))
        # A file to bring in may be larger: of games, another limit is kept.
        largest = current_app.config["MAX_CONTENT_LENGTH"]
        size = min(request.content_length or 0, largest)
        now = datetime.now(UTC)
        rate_limits.count(db.session(), Deed.FORM, writer, now, size)


def _own_group(device_id: int) -> UUID | None:
    """The group of this page; none where the device is a stranger to it."""
    gid: UUID | None = (request.view_args or {}).get("gid")
    try:
        if gid is not None:
            member_for(db.session(), device_id, gid, Action.READ)
    except NotThereError:
        return None
    return gid


def count_deed(deed: Deed) -> None:
    """Count that who asks now does this, and hold nothing of the database afterwards.

    :raises TooOftenError: once too often.
    """
    device = current_device()
    who = hidden_address() if device is None else str(device)
    rate_limits.count(db.session(), deed, who, datetime.now(UTC))
    db.session().close()
