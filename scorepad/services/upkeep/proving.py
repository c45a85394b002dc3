"""Is everything as it was saved? What people wrote down, held against its history."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.games import GAMES
from scorepad.services.other_games.document_words import document_record
from scorepad.services.telling import game_record, round_record
from scorepad.services.upkeep.recounting import (
    NOT_OURS,
    KeptFigures,
    is_tallied,
    kept_figures,
    wrong_sums,
)
from scorepad.store.play.played_games import as_played_round
from scorepad.store.tables import DocumentGame, GameRow, RoundRow
from scorepad.store.upkeep.faults import FAULTS, is_damage
from scorepad.store.upkeep.seals import (
    broken_seals,
    complaints_of,
    count_games,
    look_at_one_moment,
    merged_players,
    newest_documents,
    newest_states,
    some_document_rows,
    some_game_rows,
)

AT_ONCE = 50
ALTERED = "what is stored is not what was saved"
UNREADABLE = "what is stored cannot be read"
NOT_ITS_OWN = "the figures kept to be shown at once are not those of the games"
Told = Callable[[int, int], None]
"""Called with how many games are done, and of how many."""


@dataclass(frozen=True, slots=True)
class Damage:
    """Something is not as it was saved: *what* the database says, or where it is.

    Without a *number*, or with 0, it concerns the game itself. *mends* what is worked
    out again from what people wrote down, which is as it was saved.
    """

    what: str
    game: UUID | None = None
    number: int | None = None
    group: UUID | None = None
    mends: bool = False


def damages(
    session: Session, told: Told = lambda _done, _all: None
) -> Iterator[Damage]:
    """Everything that is not as it was saved; nothing, if all is well.

    The file as SQLite sees it, the seal of each kept state, each game and round as
    stored against the last state in its history, and the figures that are kept against
    those that follow from the games.
    """
    yield from _as_far_as_read(session, _complaints)
    yield from _as_far_as_read(session, _broken)
    yield from _as_far_as_read(session, lambda read: _altered(read, told))
    yield from _as_far_as_read(session, _altered_documents)
    yield from _as_far_as_read(session, _wrong_sums)


def _as_far_as_read(
    session: Session, look: Callable[[Session], Iterator[Damage]]
) -> Iterator[Damage]:
    """What a look finds; that it cannot read on is damage as well."""
    look_at_one_moment(session)
    try:
        yield from look(session)
    except (*FAULTS, *NOT_OURS) as fault:
        if isinstance(fault, FAULTS) and not is_damage(fault):
            raise
        yield Damage(UNREADABLE)


def _complaints(session: Session) -> Iterator[Damage]:
    return map(Damage, complaints_of(session))


def _broken(session: Session) -> Iterator[Damage]:
    for game, number in broken_seals(session):
        yield Damage("a kept state was altered", game, number)


def _altered(session: Session, told: Told) -> Iterator[Damage]:
    """What is stored of every game, some at a time; nobody's save waits for all."""
    whole, done, last = count_games(session), 0, 0
    while rows := some_game_rows(session, after=last, at_most=AT_ONCE):
        states = newest_states(session, [row.id for row in rows])
        merged = merged_players(session)
        figures = kept_figures(session, rows)
        _let_go(session)
        for row in rows:
            damage = [*_altered_of(row, states, merged)]
            yield from damage or _wrong_figures(row, figures)
        done, last = done + len(rows), rows[-1].id
        told(done, max(done, whole))


def _altered_documents(session: Session) -> Iterator[Damage]:
    last = 0
    while rows := some_document_rows(session, after=last, at_most=AT_ONCE):
        states = newest_documents(session, [row.id for row in rows])
        merged = merged_players(session)
        _let_go(session)
        for row in rows:
            yield from _altered_document(row, states.get(row.id), merged)
        last = rows[-1].id


def _let_go(session: Session) -> None:
    """Keep what was read, and let others write."""
    session.expunge_all()
    look_at_one_moment(session)


def _wrong_figures(row: GameRow, kept: KeptFigures | None) -> Iterator[Damage]:
    if not is_tallied(row, kept):
        yield Damage(NOT_ITS_OWN, row.uuid, mends=True)


def _wrong_sums(session: Session) -> Iterator[Damage]:
    for group, of in wrong_sums(session):
        yield Damage(f"{of}: {NOT_ITS_OWN}", group=group, mends=True)


def _altered_of(
    row: GameRow,
    states: Mapping[tuple[int, int], tuple[int, str]],
    merged: Mapping[str, str],
) -> Iterator[Damage]:
    try:
        for number in _altered_parts(row, states, merged):
            yield Damage(ALTERED, row.uuid, number)
    except NOT_OURS:
        yield Damage(UNREADABLE, row.uuid)


def _altered_document(
    row: DocumentGame, state: tuple[int, str] | None, merged: Mapping[str, str]
) -> Iterator[Damage]:
    try:
        if state is None or not _is_document_as_kept(row, *state, merged):
            yield Damage(ALTERED, row.uuid)
    except NOT_OURS:
        yield Damage(UNREADABLE, row.uuid)


def _is_document_as_kept(
    row: DocumentGame, revision: int, body: str, merged: Mapping[str, str]
) -> bool:
    kept = _as_merged(body, merged)
    return (
        row.game in GAMES  # by its word, which no history has
        and row.revision >= revision  # a new name counts, and no history tells of it
        and _agree(kept, document_record(row))
    )


def _altered_parts(
    row: GameRow,
    states: Mapping[tuple[int, int], tuple[int, str]],
    merged: Mapping[str, str],
) -> Iterator[int]:
    settings = states.get((row.id, 0))
    if settings is None or not _agree(
        _as_merged(settings[1], merged), game_record(row)
    ):
        yield 0
    rounds = {each.number: each for each in row.rounds}
    kept = {number for game, number in states if game == row.id and number}
    for number in sorted(kept | rounds.keys()):
        stored, state = rounds.get(number), states.get((row.id, number))
        if stored is None or state is None or not _is_as_kept(stored, *state):
            yield number


def _is_as_kept(row: RoundRow, revision: int, body: str) -> bool:
    kept = json.loads(body)
    kept.pop("seating", None)  # the table's, not the round's
    return row.revision == revision and _agree(kept, round_record(as_played_round(row)))


def _as_merged(body: str, merged: Mapping[str, str]) -> dict[str, Any]:
    """Settings with those who turned out to be somebody else as they are called now."""
    settings: dict[str, Any] = json.loads(body)
    people = [merged.get(each, each) for each in settings["players"]]
    return {**settings, "players": people, "started_at": _begun(settings)}


def _begun(settings: Mapping[str, Any]) -> str | None:
    """When the game began; up to 0.1 a state told it in the zone of who sent it."""
    told = settings.get("started_at")
    return told and datetime.fromisoformat(told).astimezone(UTC).isoformat()


def _agree(kept: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether both say the same; what only one of them knows must be nothing."""
    as_kept = json.loads(json.dumps(now))
    return all(kept[key] == as_kept[key] for key in kept.keys() & as_kept.keys()) and (
        not any({**kept, **as_kept}[key] for key in kept.keys() ^ as_kept.keys())
    )
