"""The place of a page in the navigation, and redirects from old paths."""

from collections.abc import Sequence
from typing import Final, NamedTuple
from urllib.parse import quote
from uuid import UUID

from flask import Blueprint, Flask, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.db.engine import db
from scorepad.db.groups import GroupInUse, groups_in_use
from scorepad.services.errors import NotThereError
from scorepad.web.middleware.auth import current_device, group_or_404
from scorepad.web.play import member_now

PLACES: Final = {
    "play": "home live seat tables sheet towers paper imports",
    "season": "seasons players games documents",
    "print": "blanks printing books cards towers_sheets",
    "group": "people invites join signup",
}
"""The four main places, each with the blueprints of its pages."""

NEW_ADDRESSES: Final = {
    "/home": "/",
    "/paper": "/type-in",
    "/paper/file": "/type-in/file",
    "/g/<uuid:gid>/safe": "/g/{gid}/recovery",
}
"""The new path of each old rule: the old ones are in printed QR codes."""

bp = Blueprint("navigation", __name__)


class GroupOfPage(NamedTuple):
    """The group that a page belongs to."""

    gid: UUID
    name: str | None


def attach(app: Flask) -> None:
    """Tell every template where its page is."""
    app.context_processor(lambda: {"group_of_page": group_of_page, "tab": _tab()})


def _tab() -> str | None:
    found = (tab for tab, bps in PLACES.items() if request.blueprint in bps.split())
    return next(found, None)


def group_of_page() -> GroupOfPage | None:
    """Return the group of this page, if this device may see it.

    A page of no group belongs to the device's last one, but not one that is the same
    for everybody: such a page is cached by its language.
    """
    values = request.view_args or {}
    gid = values.get("gid") or g.get("home_of")
    if gid is None:
        last = () if "lang" in values or _tab() is None else _own_groups()
        return next((GroupOfPage(group.uuid, group.name) for group, *_ in last), None)
    try:
        return GroupOfPage(gid, group_or_404(gid).name)
    except NotThereError:
        return None


@bp.get("/season", defaults={"page": "seasons.current"})
@bp.get("/group", defaults={"page": "people.show"})
@bp.get("/me", defaults={"page": "navigation.mine"})
def of_own_group(page: str) -> ResponseReturnValue:
    """Redirect to a page of the group that was active last, or home without a group."""
    found = _own_groups()
    return redirect(url_for(page, gid=found[0][0].uuid) if found else "/")


def _own_groups() -> Sequence[GroupInUse]:
    """Return the groups of this device, the one that was active last first."""
    return groups_in_use(db.session(), current_device())


@bp.get("/g/<uuid:gid>/mine")
def mine(gid: UUID) -> ResponseReturnValue:
    """Redirect to the page of this device's player, or ask who that is."""
    player = member_now(gid).player
    if player is None:
        return redirect(url_for("join.who", gid=gid))
    return redirect(url_for("players.show", gid=gid, player=player))


def redirect_old_path(**parts: object) -> ResponseReturnValue:
    """Redirect from an old path to the new one, with the same query."""
    path = NEW_ADDRESSES[str(request.url_rule)].format(**parts)
    query = quote(request.query_string, safe="=&%+")
    return redirect(f"{path}?{query}" if query else path)


for rule in NEW_ADDRESSES:
    bp.add_url_rule(rule, view_func=redirect_old_path)
