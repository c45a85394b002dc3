"""Where a request comes from, as far as limits need to know."""

import ipaddress

from flask import current_app, request

from scorepad.services.groups.inviting import peppered

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
    if found.version == 4:  # noqa: PLR2004 - the version of the protocol
        return str(found)
    mapped = getattr(found, "ipv4_mapped", None)
    if mapped is not None:
        return str(mapped)
    network = ipaddress.ip_network((int(found), HOME_OF_SIX), strict=False)
    return str(network.network_address)
