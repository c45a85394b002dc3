"""The address that phones open, for whatever leaves this page: links, codes, paper."""

from flask import current_app, request


def own_address() -> str:
    """The one that was set, else that of this request, which its sender has chosen."""
    address = str(current_app.config["SETTINGS"].address)
    return address or request.host_url.rstrip("/")
