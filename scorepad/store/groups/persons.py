"""Everything that says who a player is, and what people wrote in their own words."""

import json
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Select, select, tuple_, update
from sqlalchemy.orm import Session, lazyload

from scorepad.store.groups.forgotten import Person
from scorepad.store.tables import (
    Device,
    DocumentGame,
    DocumentSeat,
    GameRow,
    Group,
    Membership,
    Merge,
    Player,
    RememberedAnswer,
    RoundRow,
    Seat,
)


def everybody_who_is(session: Session, ids: Iterable[int]) -> tuple[Player, ...]:
    """These players, by their rows, and all who are the same people.

    Those who turned out to be them, and who they are where games were moved from or
    to, over however many steps.
    """
    found: set[int] = set()
    more = set(ids)
    while more:
        found |= more
        into = select(Merge.into_id).where(Merge.player_id.in_(more))
        from_ = select(Merge.player_id).where(Merge.into_id.in_(more))
        more = {*session.scalars(into), *session.scalars(from_)} - found
    people = select(Player).where(Player.id.in_(found))
    return tuple(session.scalars(people.order_by(Player.id)))


def players_named(session: Session, people: Iterable[Person]) -> tuple[Player, ...]:
    """Players by the ids of their groups and their own."""
    ids = tuple_(Group.uuid, Player.uuid).in_(list(people))
    found = select(Player).join(Group, Group.id == Player.group_id).where(ids)
    return tuple(session.scalars(found.order_by(Player.id)))


def name_keys_of(session: Session, group_id: int) -> set[str]:
    """What every player of a group is called, as keys."""
    keys = select(Player.name_key).where(Player.group_id == group_id)
    return set(session.scalars(keys))


def answers_about(session: Session, player: Player) -> tuple[RememberedAnswer, ...]:
    """The kept answers in which a player is named, by the id that stands beside it.

    Of the player's group alone: in another one the same id may be somebody else's.
    """
    answers = select(RememberedAnswer).where(
        RememberedAnswer.group_id == player.group_id,
        RememberedAnswer.body.contains(str(player.uuid), autoescape=True),
    )
    return tuple(session.scalars(answers))


def let_go_of_devices(session: Session, player: Player) -> None:
    """Let no device be this player's any more."""
    session.execute(
        update(Membership)
        .where(Membership.player_id == player.id)
        .values(player_id=None)
    )


def devices_of(session: Session, player: Player) -> tuple[Device, ...]:
    """The devices that said they are this player's."""
    mine = select(Device).join(Membership, Membership.device_id == Device.id)
    found = mine.where(Membership.player_id == player.id).order_by(Device.id)
    return tuple(session.scalars(found))


def rows_at(session: Session, player: Player) -> tuple[GameRow, ...]:
    """The games at which a player sat, deleted ones too, without their rounds."""
    games = select(GameRow).join(Seat, Seat.game_id == GameRow.id)
    found = games.where(Seat.player_id == player.id).options(lazyload(GameRow.rounds))
    return tuple(session.scalars(found.order_by(GameRow.played_on, GameRow.id)))


def documents_at(
    session: Session, player: Player
) -> tuple[tuple[DocumentGame, int], ...]:
    """The games kept as documents at which a player sat, and in which seat."""
    games = select(DocumentGame, DocumentSeat.seat).join(
        DocumentSeat, DocumentSeat.game_id == DocumentGame.id
    )
    found = games.where(DocumentSeat.player_id == player.id).order_by(DocumentGame.id)
    return tuple((row, seat) for row, seat in session.execute(found))


class Text(NamedTuple):
    """Something that was written into a game; other games have a *word*."""

    word: str | None
    game: UUID
    played_on: date
    text: str


def texts_of(session: Session, group: Group) -> Iterator[Text]:
    """All remarks, places, reasons and notes of games that are not deleted."""
    for row in session.execute(_alive(group, GameRow, GameRow.settings)):
        reasons = [each["reason"] for each in row.settings["adjustments"]]
        for text in filter(None, [row.settings["place"], row.settings["remark"]]):
            yield Text(None, row.uuid, row.played_on, text)
        for text in filter(None, reasons):
            yield Text(None, row.uuid, row.played_on, text)
    note = RoundRow.body["note"].as_string()
    notes = _alive(group, GameRow, note.label("note")).join(
        RoundRow, RoundRow.game_id == GameRow.id
    )
    for row in session.execute(notes.where(note.is_not(None))):
        yield Text(None, row.uuid, row.played_on, row.note)
    told = (DocumentGame.game, DocumentGame.document)
    for row in session.execute(_alive(group, DocumentGame, *told)):
        words = json.dumps(row.document, ensure_ascii=False)
        yield Text(row.game, row.uuid, row.played_on, words)


def _alive(
    group: Group, games: type[GameRow | DocumentGame], *columns: Any
) -> Select[Any]:
    wanted = games.group_id == group.id, games.deleted_at.is_(None)
    return select(games.uuid, games.played_on, *columns).where(*wanted)
