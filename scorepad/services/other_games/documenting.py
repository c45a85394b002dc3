"""Saving a game that is stored as its document, as a phone at the table does."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.games import GAMES
from scorepad.services.errors import (
    Change,
    ChangedElsewhereError,
    EntryRefusedError,
    FieldObjection,
    NotThereError,
)
from scorepad.services.idempotency import once, whoever_scores
from scorepad.services.inputs import Attempt, GameAddress, Person
from scorepad.services.other_games.document_words import (
    document_state,
    game_of_row,
)
from scorepad.services.other_games.document_writing import (
    DocumentEntry,
    new_document,
    put_document,
)
from scorepad.services.permissions import Action, group_for, hold_to_fill
from scorepad.services.play.deleting import check_deletion, is_beyond_return
from scorepad.services.play.keeping import change_of, deletion_of, season_of
from scorepad.services.play.seating import ids_now, people_by_name
from scorepad.services.telling import deletion_words
from scorepad.store.db import write_transaction
from scorepad.store.groups.devices import hold_device
from scorepad.store.groups.people import seasons_of
from scorepad.store.play.document_games import (
    find_document,
    find_document_revision,
    raise_document,
)
from scorepad.store.play.history import Answer, Stamp
from scorepad.store.tables import (
    DocumentGame,
    Group,
    Season,
)


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A stored game: a *game* of the rules of its *word*, and what they do not know.

    *seasons* are those of its group, the first one first.
    """

    word: str
    game: Any
    document: dict[str, Any]
    answer: dict[str, Any]
    people: tuple[Person, ...]
    played_on: date
    season: Season
    seasons: tuple[Season, ...]
    revision: int
    finished: bool
    counts: bool
    deleted: bool
    change: Change


def save_document(
    session: Session, attempt: Attempt, address: GameAddress, entry: DocumentEntry
) -> Answer:
    """Create a game or replace all of it.

    :raises NotThereError: the device does not belong to such a group, or what should
        change is not there.
    :raises KeyReusedError: the key came with another request.
    :raises EntryRefusedError: it cannot have happened (:class:`WrongTimeError`: not
        now, or not under this name).
    :raises ChangedElsewhereError: it was changed since it was seen.
    """
    return once(
        session,
        attempt,
        whoever_scores(session, attempt, address.group),
        lambda group: _save(session, attempt, address, group, entry),
    )


def save_new_document(
    session: Session, stamp: Stamp, address: GameAddress, word: str, game: Any
) -> dict[str, Any] | None:
    """Save a game that came from a file; its people are found by their names.

    Where something is under this id already, nothing is saved: its document without
    the id is told.

    :raises NotThereError: the device does not belong to such a group.
    """
    with write_transaction(session):
        group = group_for(session, stamp.device_id, address.group, Action.SCORE)
        hold_device(session, stamp.device_id)
        hold_to_fill(session, group)
        row = find_document(session, group, address.game)
        if row is not None:
            there = GAMES[row.game].document_of(game_of_row(row))
            return {key: each for key, each in there.items() if key != "id"}
        names = GAMES[word].document_of(game)["players"]
        people = people_by_name(session, group, names)
        entry = DocumentEntry(word, game, tuple(uuid for uuid, _ in people))
        row = new_document(session, group, stamp, address, entry)
        put_document(session, group, row, stamp, entry)
        session.commit()
        return None


def state_of_document(
    session: Session, device_id: int | None, address: GameAddress, word: str
) -> dict[str, Any]:
    """A whole game, for whoever may read it.

    :raises NotThereError: the device does not belong to a group with such a game.
    """
    group = group_for(session, device_id, address.group, Action.READ)
    row = document_for(session, group, address.game, word)
    told = document_state(row, season_of(session, row))
    return {**told, **deletion_words(deletion_of(session, row), device_id)}


def revision_of_document(
    session: Session, device_id: int | None, address: GameAddress, word: str
) -> int:
    """The revision of a game alone, for phones that only ask whether it moved on.

    :raises NotThereError: the device does not belong to a group with such a game.
    """
    group = group_for(session, device_id, address.group, Action.READ)
    revision = find_document_revision(session, group, address.game, word)
    if revision is None:
        raise NotThereError
    return revision


def stored_document(
    session: Session, device_id: int | None, address: GameAddress, word: str
) -> StoredDocument:
    """A stored game with what follows from it, for whoever may read it.

    :raises NotThereError: the device does not belong to a group with such a game.
    """
    group = group_for(session, device_id, address.group, Action.READ)
    row = document_for(session, group, address.game, word)
    rules, game = GAMES[row.game], game_of_row(row)
    return StoredDocument(
        word=row.game,
        game=game,
        document=rules.document_of(game),
        answer=rules.answer_for(game),
        people=tuple(Person(s.player.uuid, s.player.name) for s in row.seats),
        played_on=row.played_on,
        season=season_of(session, row),
        seasons=seasons_of(session, group),
        revision=row.revision,
        finished=row.finished_at is not None,
        counts=row.counts,
        deleted=row.deleted_at is not None,
        change=change_of(session, row),
    )


def document_for(
    session: Session, group: Group, uuid: UUID, word: str, *, hold: bool = False
) -> DocumentGame:
    """Load a game of *group*; *hold* it where it is going to change.

    :raises NotThereError: the group has no such game of that *word*.
    """
    row = find_document(session, group, uuid, hold=hold)
    if row is None or row.game != word or word not in GAMES:
        raise NotThereError
    return row


def objections_to_game(word: str, game: Any) -> list[FieldObjection]:
    """Everything that cannot have happened, by the field that says it did."""
    return [
        FieldObjection(_field(each), each["problem"], each.get("seat"), {"game": word})
        for each in GAMES[word].answer_for(game)["objections"]
    ]


def _field(objection: dict[str, Any]) -> str:
    event = objection.get("event")
    return str(objection.get("field", "final" if event is None else f"events/{event}"))


def _save(
    session: Session,
    attempt: Attempt,
    address: GameAddress,
    group: Group,
    entry: DocumentEntry,
) -> Answer:
    hold_to_fill(session, group)
    entry = replace(entry, player_ids=ids_now(session, group, entry.player_ids))
    row = find_document(session, group, address.game, hold=True)
    if row is None and attempt.seen is not None:
        raise NotThereError
    if row is not None and (row.game != entry.word or is_beyond_return(session, row)):
        raise NotThereError
    if entry.deleted:
        check_deletion(session, attempt.stamp.device_id, address.group, row)
    if objections := objections_to_game(entry.word, entry.game):
        raise EntryRefusedError(objections)
    if row is None:
        row, status = new_document(session, group, attempt.stamp, address, entry), 201
    else:
        _expect(session, row, attempt)
        status = 200
    put_document(session, group, row, attempt.stamp, entry)
    told = document_state(row, season_of(session, row))
    return Answer(status, told, str(row.revision))


def _expect(session: Session, row: DocumentGame, attempt: Attempt) -> None:
    """Count the write if nobody changed the game since it was seen."""
    seen = attempt.seen
    if seen is None or not raise_document(session, row, attempt.stamp, seen=seen):
        raise ChangedElsewhereError(
            document_state(row, season_of(session, row)),
            str(row.revision),
            change_of(session, row),
        )
