"""Addresses: our own, those of clients as limits count them, and numbers in paths."""

import ipaddress
from urllib.parse import urlsplit

from flask import Flask, current_app, request
from werkzeug.routing import IntegerConverter

from scorepad.services.groups.devices import peppered

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


def attach(app: Flask) -> None:
    """Take numbers in paths, and let templates ask whether others may read along."""
    app.url_map.converters["int"] = SmallNumber
    app.context_processor(lambda: {"is_overheard": is_overheard})


def own_address() -> str:
    """The one that was set, else that of this request, which its sender has chosen."""
    address = str(current_app.config["SETTINGS"].address)
    return address or request.host_url.rstrip("/")


def is_overheard() -> bool:
    """Whether everybody in the network can read this request."""
    host = urlsplit(request.host_url).hostname
    return not request.is_secure and host not in ONLY_HERE
