"""The front page: the groups of a device, what is running and what was played last."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.admitting import Action, can, group_and_member
from scorepad.services.other_games.document_words import document_line
from scorepad.services.telling import game_line
from scorepad.store.groups.groups import groups_of
from scorepad.store.play.document_games import recent_documents
from scorepad.store.play.games import recent_games

LATEST = 5


@dataclass(frozen=True, slots=True)
class GroupAtHome:
    """A group as its members see it on the front page.

    *running* and *finished* are lists of games (see ``telling.game_line``), the
    latest first; *scored* are the running ones that this device may keep the score of.
    *others* are those that are not Wizard (see ``document_words.document_line``), and
    *may_score* tells whether it may keep the score of these.
    """

    id_: UUID
    name: str | None
    running: tuple[dict[str, Any], ...]
    finished: tuple[dict[str, Any], ...]
    scored: frozenset[str] = frozenset()
    others: tuple[dict[str, Any], ...] = ()
    may_score: bool = False


def groups_at_home(session: Session, device_id: int | None) -> tuple[GroupAtHome, ...]:
    """The groups of a device with their running and latest games."""
    if device_id is None:
        return ()
    found = []
    for group in groups_of(session, device_id):
        lines = [game_line(game) for game in recent_games(session, group, LATEST)]
        running = tuple(line for line in lines if not line["finished"])
        finished = tuple(line for line in lines if line["finished"])
        _, member = group_and_member(session, device_id, group.uuid, Action.READ)
        scored = frozenset(
            line["id"]
            for line in running
            if can(member, Action.SCORE, UUID(line["id"]))
        )
        others = tuple(map(document_line, recent_documents(session, group, LATEST)))
        found.append(
            GroupAtHome(
                group.uuid,
                group.name,
                running,
                finished,
                scored,
                others,
                may_score=can(member, Action.SCORE),
            )
        )
    return tuple(found)
