"""What the first answers would have to wait for, done before anybody asks."""

from typing import Final
from uuid import UUID

from flask import Flask
from sqlalchemy.orm import configure_mappers

from scorepad.commands.serving.sweeping import sweep_seldom

LOOKED_AT_BY_MANY: Final = (
    "base.html",
    "head.html",
    "symbols.svg",
    "game/live.html",
    "game/now.html",
    "game/countdown.html",
    "charts/marks.html",
    "charts/totals.svg",
)
NOWHERE: Final = UUID(int=0)


def warm_up(app: Flask) -> None:
    """Get ready what a crowd that looks on asks for first, all at once.

    To be done before anybody can connect, or the first of them wait for it.
    """
    configure_mappers()
    for name in LOOKED_AT_BY_MANY:
        app.jinja_env.get_template(name)
    visitor = app.test_client()
    visitor.set_cookie("s", "nobody")
    visitor.get(f"/g/{NOWHERE}/games/{NOWHERE}/live")
    sweep_seldom()
