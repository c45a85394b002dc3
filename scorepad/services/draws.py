"""Draws of a tournament: tables with their cards, swaps, and the games that begin."""

import hmac
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID, uuid4

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.db.games import find_game
from scorepad.db.history import Stamp
from scorepad.db.tables import GameRow, Group, TournamentRow
from scorepad.games.documents import read_stored
from scorepad.games.wizard.models import EvenBidRule, Game
from scorepad.services.activity import Deed
from scorepad.services.errors import Fault, NotAllowedError, NotThereError, refusal
from scorepad.services.inputs import SheetEntry
from scorepad.services.sheet_entry import put_sheets
from scorepad.services.tournaments import Loaded, load, log_deed, tournament_to_change
from scorepad.services.validation import with_cards
from scorepad.tournaments.draw import Field, Quality, draw, quality_of, swapped
from scorepad.tournaments.knockout import going_on, snake
from scorepad.tournaments.record import Draw, Table, Tournament, with_last
from scorepad.tournaments.standings import standings

LEAST_PLAYERS: Final = 3
EVEN_FROM: Final = 2  # cards; see rules, "Amigo tournament"


def field_of(to: Loaded, *, before: int) -> Field:
    """Return what the draw of the game *before* which it is depends on."""
    value = to.value
    people = [each.number for each in value.playing(before)]
    earlier = value.draws[: before - 1]
    past = replace(value, draws=earlier)
    places = {
        each.number: each.place for each in standings(past, to.results) if earlier
    }
    last = len(places) + 1
    return Field(
        people,
        {number: places.get(number, last) for number in people},
        {each.number: each.club for each in value.entries},
        [tuple(table.seats for table in drawn.tables) for drawn in earlier],
    )


def _check_draws(to: Loaded, seen: str) -> None:
    if seen and seen != to.value.mark:
        raise refusal("draw", Fault.DRAW_CHANGED)


def draw_next(
    session: Session, stamp: Stamp, gid: UUID, uuid: UUID, seen: str = ""
) -> None:
    """Draw the tables of the next game, or again those of a game that has not begun.

    *seen* is the mark of the draws on the director's page, so that a second tap on an
    old page draws nothing; the same holds for swaps and for the begin.

    The draw takes long in a large field, so saves do not wait for it. If the tournament
    changes meanwhile, nothing is drawn.

    :raises EntryRefusedError: a table still plays, too few people are there, or the
        tournament changed meanwhile.
    """
    to = load(session, stamp.device_id, gid, uuid)
    if not to.may_direct:
        raise NotAllowedError
    _check_draws(to, seen)
    revision = to.row.revision
    session.rollback()
    draws = _with_next(to)
    with tournament_to_change(session, stamp, gid, uuid) as now:
        _check_draws(now, seen)
        if now.row.revision != revision:
            raise refusal("draw", Fault.TOURNAMENT_CHANGED)
        now.value = replace(now.value, draws=draws)
        log_deed(session, stamp, now, Deed.TABLES_DRAWN, number=len(draws))


def _with_next(to: Loaded) -> tuple[Draw, ...]:
    seed = to.value.seed + len(to.value.draws)
    last = to.value.draws[-1] if to.value.draws else None
    if last and last.starts_at is None:
        to.value = replace(to.value, draws=to.value.draws[:-1])
        seed = last.seed + 1
    elif to.is_playing:
        raise refusal("draw", Fault.TABLES_PLAYING)
    tables, knockout = _next_tables(to, seed)
    drawn = Draw(tuple(Table(seats) for seats in tables), seed, knockout)
    return *to.value.draws, drawn


def _next_tables(to: Loaded, seed: int) -> tuple[Sequence[tuple[int, ...]], bool]:
    value, game = to.value, to.value.next_game
    if not value.knockout and game <= value.games:
        field = field_of(to, before=game)
        if len(field.people) < LEAST_PLAYERS:
            raise refusal("draw", Fault.ENTRIES_TOO_FEW)
        return draw(field, seed, value.games - game + 1), False
    people = going_on(value, to.results)
    is_over = value.knockout and len(value.knockout[-1].tables) == 1
    if not people or is_over:
        raise refusal("draw", Fault.NO_GAME_LEFT)
    return snake(people), True


def quality(to: Loaded) -> Quality:
    """Return how good the last draw is."""
    game = len(to.value.draws)
    tables = tuple(table.seats for table in to.value.draws[-1].tables)
    return quality_of(field_of(to, before=game), tables)


def swap(  # noqa: PLR0913, PLR0917 - independent arguments
    session: Session,
    stamp: Stamp,
    gid: UUID,
    uuid: UUID,
    one: int,
    other: int,
    seen: str = "",
) -> None:
    """Swap two people of a draw whose game has not begun.

    :raises EntryRefusedError: the game has begun.
    """
    with tournament_to_change(session, stamp, gid, uuid) as to:
        last = _not_begun(to)
        _check_draws(to, seen)
        seats = swapped(tuple(table.seats for table in last.tables), one, other)
        if {one, other} - {number for table in seats for number in table}:
            raise NotThereError
        tables = tuple(map(Table, seats))
        to.value = with_last(to.value, replace(last, tables=tables))


def _not_begun(to: Loaded) -> Draw:
    last = to.value.draws[-1] if to.value.draws else None
    if last is None or last.starts_at is not None:
        raise refusal("draw", Fault.GAME_BEGUN)
    return last


def begin_game(  # noqa: PLR0913, PLR0917 - independent arguments
    session: Session,
    stamp: Stamp,
    gid: UUID,
    uuid: UUID,
    wait: timedelta,
    seen: str = "",
) -> None:
    """Create the games of the tables drawn last, to start after *wait*.

    :raises EntryRefusedError: the game has begun already.
    """
    with tournament_to_change(session, stamp, gid, uuid) as to:
        last = _not_begun(to)
        _check_draws(to, seen)
        ids = [uuid4() for _ in last.tables]
        sheets = [
            (id_, _sheet(to, table))
            for id_, table in zip(ids, last.tables, strict=True)
        ]
        seasons = [to.row.season] * len(sheets)
        put_sheets(session, to.group, stamp, sheets, seasons)
        tables = tuple(
            replace(table, game=str(id_))
            for id_, table in zip(ids, last.tables, strict=True)
        )
        starts = (stamp.at + wait).isoformat()
        begun = replace(last, tables=tables, starts_at=starts)
        to.value = replace(with_last(to.value, begun), typings=())


def _sheet(to: Loaded, table: Table) -> SheetEntry:
    names, value = to.names, to.value
    rule = EvenBidRule(min_cards=EVEN_FROM) if value.even_bid_rule else None
    game = Game(
        players=tuple(names[number] for number in table.seats),
        schedule=value.schedule,
        even_bid_rule=rule,
    )
    return SheetEntry(with_cards(game), None, finished=False, counts=value.counts)


def starts_in(drawn: Draw, now: datetime) -> timedelta | None:
    """Return how long until a game starts, ``None`` if it has started or waits."""
    if drawn.starts_at is None:
        return None
    left = datetime.fromisoformat(drawn.starts_at) - now
    return left if left > timedelta(0) else None


TABLE_CODE: Final = re.compile(r"[A-Za-z0-9_-]{40}", re.ASCII)
"""The secret on the card of a table: tournament, table and a part of their HMAC."""

NAME_LENGTH: Final = 24
"""How many letters of it name the tournament and the table, and prove nothing."""

_NAMED = 18  # bytes: an id and the number of a table


def table_code(pepper: str, tournament: UUID, table: int) -> str:
    """Return the secret of a table's card, which lets a phone score the games there."""
    named = tournament.bytes + table.to_bytes(2, "big")
    return urlsafe_b64encode(named + _signature(pepper, named)).decode()


def _signature(pepper: str, named: bytes) -> bytes:
    return hmac.digest(pepper.encode(), b"table" + named, "sha256")[:12]


class TableFound(NamedTuple):
    """The tournament and *number* of a table, and the row of its last game."""

    group: Group
    tournament: TournamentRow
    number: int
    game: GameRow | None

    @property
    def plays(self) -> bool:
        """Return whether the table has a game that is not finished."""
        return self.game is not None and self.game.finished_at is None


def find_table(session: Session, code: str, pepper: str) -> TableFound | None:
    """Return what the *code* of a table's card opens, if it is right."""
    said = urlsafe_b64decode(code)
    named, signature = said[:_NAMED], said[_NAMED:]
    if not hmac.compare_digest(signature, _signature(pepper, named)):
        return None
    return table_named(session, code[:NAME_LENGTH])


def table_named(session: Session, name: str) -> TableFound | None:
    """Return the table that the start of a code names, if there is its tournament."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{24}", name, re.ASCII):
        return None
    named = urlsafe_b64decode(name)
    uuid, table = UUID(bytes=named[:16]), int.from_bytes(named[16:], "big")
    is_this = TournamentRow.uuid == uuid, Group.deleted_at.is_(None)
    found = session.execute(
        select(TournamentRow, Group)
        .join(Group, Group.id == TournamentRow.group_id)
        .where(*is_this)
    ).one_or_none()
    if found is None:
        return None
    row, group = found
    draws = read_stored(Tournament, row.document).draws
    begun = [each.tables for each in draws if each.starts_at is not None]
    game = None
    if begun and 1 <= table <= len(begun[-1]):
        wanted = UUID(begun[-1][table - 1].game)
        game = find_game(session, group, wanted)
    return TableFound(group, row, table, game if isinstance(game, GameRow) else None)
