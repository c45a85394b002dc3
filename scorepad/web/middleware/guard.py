"""One guard for every request that changes something, forms and API alike."""

import ipaddress
import socket
from functools import lru_cache

from flask import Flask, Response, abort, current_app, request

from scorepad.web.sentences import say
from scorepad.words.languages import msgid

NOT_OURS = msgid("This request did not come from a page of this Scorepad.")
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
