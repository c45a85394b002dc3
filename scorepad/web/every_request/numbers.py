"""Numbers in addresses: nothing here is counted as far as a database cannot."""

from flask import Flask
from werkzeug.routing import IntegerConverter


class SmallNumber(IntegerConverter):
    """Nine digits at most; with more there is no such address."""

    regex = "[0-9]{1,9}"


def attach(app: Flask) -> None:
    """Let the addresses of *app* hold no other numbers."""
    app.url_map.converters["int"] = SmallNumber
