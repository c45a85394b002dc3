"""Draws of a tournament: tables with their cards, swaps, and the games that begin."""

import hmac
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import replace
from datetime import timedelta
from typing import Final, NamedTuple
from uuid import UUID, uuid4

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.db.games import find_game
from scorepad.db.history import Writer
from scorepad.db.tables import GameRow, Group, TournamentRow
from scorepad.games.documents import read_stored
from scorepad.games.wizard.models import EvenBidRule, Game
from scorepad.services.activity import Deed
from scorepad.services.errors import Fault, NotAllowedError, NotThereError, refusal
from scorepad.services.inputs import SheetEntry
from scorepad.services.sheet_entry import put_sheets
from scorepad.services.tournaments import Loaded, in_transaction, load, lock_tournament
from scorepad.services.validation import with_cards
from scorepad.tournaments.draw import Field, Quality, Tables, draw, quality_of, swapped
from scorepad.tournaments.knockout import going_on, snake
from scorepad.tournaments.record import LEAST_PLACES, Draw, Table, Tournament
from scorepad.tournaments.standings import standings

EVEN_FROM: Final = 2  # cards; see rules, "Amigo tournament"


def field_of(to: Loaded, *, before: int) -> Field:
    """Return what the draw of the game *before* which it is depends on."""
    value = to.value
    people = [each.number for each in value.playing(before)]
    earlier = value.draws[: before - 1]
    found = standings(replace(value, draws=earlier), to.results) if earlier else ()
    places = {each.number: each.place for each in found}
    return Field(
        people,
        {number: places.get(number, len(places) + 1) for number in people},
        {each.number: each.club for each in value.entries},
        [drawn.seats for drawn in earlier],
    )


def _check_draws(to: Loaded, seen: str) -> None:
    if seen and seen != to.value.mark:
        raise refusal("draw", Fault.DRAW_CHANGED)


def draw_next(by: Writer, gid: UUID, uuid: UUID, seen: str = "") -> None:
    """Draw the tables of the next game, or again those of a game that has not begun.

    *seen* is the mark of the draws on the director's page, so that a second tap on an
    old page draws nothing; the same holds for swaps and for the begin.

    The draw takes long in a large field, so saves do not wait for it. If the tournament
    changes meanwhile, nothing is drawn.

    :raises EntryRefusedError: a table still plays, too few people are there, or the
        tournament changed meanwhile.
    """
    to = load(by, gid, uuid)
    if not to.may_direct:
        raise NotAllowedError
    _check_draws(to, seen)
    revision = to.row.revision
    by.session.rollback()
    draws = _with_next(to)
    with lock_tournament(by, gid, uuid) as now:
        if now.row.revision != revision:
            raise refusal("draw", Fault.TOURNAMENT_CHANGED)
        now.value = replace(now.value, draws=draws)
        now.log(Deed.TABLES_DRAWN, number=len(draws))


def _with_next(to: Loaded) -> tuple[Draw, ...]:
    seed = to.value.seed + len(to.value.draws)
    if to.value.is_drawn:
        seed = to.value.draws[-1].seed + 1
        to.value = replace(to.value, draws=to.value.draws[:-1])
    elif to.is_playing:
        raise refusal("draw", Fault.TABLES_PLAYING)
    tables, knockout = _next_tables(to, seed)
    return *to.value.draws, Draw(tuple(map(Table, tables)), seed, knockout)


def _next_tables(to: Loaded, seed: int) -> tuple[Tables, bool]:
    value, game = to.value, to.value.next_game
    if not value.knockout and game <= value.games:
        field = field_of(to, before=game)
        if len(field.people) < LEAST_PLACES:
            raise refusal("draw", Fault.ENTRIES_TOO_FEW)
        return draw(field, seed, value.games - game + 1), False
    people = going_on(value, to.results)
    if not people or value.final:
        raise refusal("draw", Fault.NO_GAME_LEFT)
    return snake(people), True


def quality(to: Loaded) -> Quality:
    """Return how good the last draw is."""
    draws = to.value.draws
    return quality_of(field_of(to, before=len(draws)), draws[-1].seats)


@in_transaction
def swap(to: Loaded, one: int, other: int, seen: str = "") -> int:
    """Swap two people of a draw whose game has not begun; return its old repeats.

    :raises EntryRefusedError: the game has begun.
    """
    last = _not_begun(to, seen)
    repeats = quality(to).repeats
    if not {one, other} <= last.seated:
        raise NotThereError
    tables = tuple(map(Table, swapped(last.seats, one, other)))
    draws = *to.value.draws[:-1], replace(last, tables=tables)
    to.value = replace(to.value, draws=draws)
    return repeats


def _not_begun(to: Loaded, seen: str) -> Draw:
    if not to.value.is_drawn:
        raise refusal("draw", Fault.GAME_BEGUN)
    _check_draws(to, seen)
    return to.value.draws[-1]


@in_transaction
def begin_game(to: Loaded, wait: timedelta, seen: str = "") -> None:
    """Create the games of the tables drawn last, to start after *wait*.

    :raises EntryRefusedError: the game has begun already.
    """
    last = _not_begun(to, seen)
    games = {uuid4(): table for table in last.tables}
    sheets = [(id_, _sheet(to, table)) for id_, table in games.items()]
    seasons = [to.row.season] * len(sheets)
    put_sheets(to.by, to.group, sheets, seasons)
    tables = tuple(replace(table, game=str(id_)) for id_, table in games.items())
    starts = (to.by.at + wait).isoformat()
    draws = *to.value.draws[:-1], replace(last, tables=tables, starts_at=starts)
    to.value = replace(to.value, draws=draws, typings=())


def _sheet(to: Loaded, table: Table) -> SheetEntry:
    value, players = to.value, tuple(to.names[number] for number in table.seats)
    rule = EvenBidRule(min_cards=EVEN_FROM) if value.even_bid_rule else None
    game = Game(players=players, schedule=value.schedule, even_bid_rule=rule)
    return SheetEntry(with_cards(game), None, finished=False, counts=value.counts)


TABLE_CODE: Final = re.compile(r"[A-Za-z0-9_-]{40}", re.ASCII)
"""The secret on the card of a table: tournament, table and a part of their HMAC."""

NAME_LENGTH: Final = 24
"""How many letters of it name the tournament and the table, and prove nothing."""


def table_code(pepper: str, tournament: UUID, table: int) -> str:
    """Return the secret of a table's card, which lets a phone score the games there."""
    named = tournament.bytes + table.to_bytes(2, "big")
    signature = hmac.digest(pepper.encode(), b"table" + named, "sha256")[:12]
    return urlsafe_b64encode(named + signature).decode()


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
    found = table_named(session, code[:NAME_LENGTH])
    right = table_code(pepper, found.tournament.uuid, found.number) if found else ""
    return found if hmac.compare_digest(code, right) else None


def table_named(session: Session, name: str) -> TableFound | None:
    """Return the table that the start of a code names, if there is its tournament."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{24}", name, re.ASCII):
        return None
    named = urlsafe_b64decode(name)
    uuid, table = UUID(bytes=named[:16]), int.from_bytes(named[16:], "big")
    found = session.execute(
        select(TournamentRow, Group)
        .join(Group, Group.id == TournamentRow.group_id)
        .where(TournamentRow.uuid == uuid, Group.deleted_at.is_(None))
    ).one_or_none()
    if found is None:
        return None
    row, group = found
    draws = read_stored(Tournament, row.document).draws
    begun = [each.tables for each in draws if each.starts_at is not None]
    game = None
    if begun and 1 <= table <= len(begun[-1]):
        game = find_game(session, group, UUID(begun[-1][table - 1].game))
    return TableFound(group, row, table, game if isinstance(game, GameRow) else None)
