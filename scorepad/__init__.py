"""Scorepad: keep score of Wizard, print the sheet, see the season."""

from typing import Any


def create_app() -> Any:
    """Return the application for the settings, for ``flask --app scorepad``."""
    # Imported here, because ``scorepad score`` should load only the rules.
    from scorepad.cli.database import open_app  # noqa: PLC0415 - score loads only the rules
    from scorepad.settings import read_settings  # noqa: PLC0415 - score loads only the rules

    return open_app(read_settings())
