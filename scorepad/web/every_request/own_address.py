"""The address that phones open, for whatever leaves this page: links, codes, paper."""

from urllib.parse import urlsplit

from flask import Flask, current_app, request

ONLY_HERE = frozenset({"localhost", "127.0.0.1", "::1"})


def attach(app: Flask) -> None:
    """Let the templates of *app* ask whether others may read along."""
    app.context_processor(lambda: {"is_overheard": is_overheard})


def own_address() -> str:
    """The one that was set, else that of this request, which its sender has chosen."""
    address = str(current_app.config["SETTINGS"].address)
    return address or request.host_url.rstrip("/")


def is_overheard() -> bool:
    """Whether everybody in the network can read this request."""
    host = urlsplit(request.host_url).hostname
    return not request.is_secure and host not in ONLY_HERE
