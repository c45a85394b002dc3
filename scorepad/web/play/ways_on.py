"""Where the pages of a group lead to play: where this phone may keep the score."""

from uuid import UUID

from flask import Flask, g, url_for

from scorepad.services.permissions import Action, Member, can, member_for
from scorepad.store.db import db
from scorepad.web.middleware.auth import current_device
from scorepad.web.middleware.languages import current_language


def attach(app: Flask) -> None:
    """Let the templates of *app* ask."""
    app.context_processor(
        lambda: {
            "may_score": may_score,
            "may_delete": may_delete,
            "new_game_in": new_game_in,
        },
    )


def may_score(gid: UUID, game: UUID | None = None) -> bool:
    """Whether this device may keep the score of games of a group, or of this *game*.

    :raises NotThereError: the device does not belong to such a group.
    """
    return can(member_now(gid), Action.SCORE, game)


def may_delete(gid: UUID) -> bool:
    """Whether this device may delete any game of a group.

    :raises NotThereError: the device does not belong to such a group.
    """
    return can(member_now(gid), Action.DELETE)


def new_game_in(gid: UUID) -> str:
    """Where a new game begins: in this group if it may be, else in one of its own.

    :raises NotThereError: the device does not belong to such a group.
    """
    shell = url_for("play.shell", lang=current_language().tag)
    return f"{shell}#{gid if may_score(gid) else 'new'}"


def member_now(gid: UUID) -> Member:
    """What this device is in a group; asked once for a page, whatever it lists."""
    members: dict[UUID, Member] = g.setdefault("members", {})
    if gid not in members:
        session, device_id = db.session(), current_device()
        members[gid] = member_for(session, device_id, gid, Action.READ)
    return members[gid]
