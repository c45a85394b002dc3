"""Who plays in a tournament, its draws, and the cards of its tables."""

import hmac
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
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
from scorepad.games.names import name_key
from scorepad.games.wizard.models import PRESETS, Game
from scorepad.games.wizard.seating import with_cards
from scorepad.services import permissions, requests, seating, sheet_entry, tournaments
from scorepad.tournaments import record
from scorepad.tournaments.draw import Field, Quality, draw, quality_of
from scorepad.tournaments.standings import going_on, snake, standings


@tournaments.in_transaction
def add_players(to: tournaments.Loaded, people: Sequence[tuple[str, str]]) -> None:
    """Enter people, from the next game on; those entered already get their new clubs.

    *people* are names with clubs, which may be empty.

    :raises EntryRefusedError: two of them have the same name.
    """
    names: dict[str, str] = {}
    for name, _ in people:
        if name_key(name) in names:
            raise requests.refusal("players", "name_twice", name=name)
        names[name_key(name)] = requests.valid_name(name)
    known = seating.people_by_name(to.by.session, to.group, [*names.values()])
    found = seating.seat_players(to.by, to.group, list(known))
    clubs = {p.uuid: club.strip() for p, (_, club) in zip(found, people, strict=True)}
    entries = (
        replace(each, club=clubs.pop(to.players[each.number].uuid, "") or each.club)
        for each in to.value.entries
    )
    to.value = replace(to.value, entries=tuple(entries))
    _enter(to, clubs)


def take_part(by: Writer, gid: UUID, uuid: UUID) -> None:
    """Enter the player of this device, from the next game on."""
    with tournaments.lock_tournament(by, gid, uuid, permissions.Action.PLAY) as to:
        if to.member.player is None:
            raise requests.NotAllowedError
        if to.own_number is None:
            _enter(to, {to.member.player: ""})


def _enter(to: tournaments.Loaded, clubs: Mapping[UUID, str]) -> None:
    """Enter the players of *clubs*; numbers are never used again."""
    if len(to.value.entries) + len(clubs) > record.MOST_ENTRIES:
        raise requests.refusal("players", "entries_too_many", most=record.MOST_ENTRIES)
    first, since = max(to.players, default=0) + 1, to.value.begun + 1
    new = (
        record.Entrant(number, str(player), club, since)
        for number, (player, club) in enumerate(clubs.items(), first)
    )
    to.value = replace(to.value, entries=(*to.value.entries, *new))


@tournaments.in_transaction
def set_playing(to: tournaments.Loaded, number: int, *, plays: bool) -> None:
    """Include an entry in all games drawn from now on, or leave it out of them."""
    if number not in to.players:
        raise requests.NotThereError
    until = None if plays else to.value.begun
    entries = (
        replace(each, until=until) if each.number == number else each
        for each in to.value.entries
    )
    to.value = replace(to.value, entries=tuple(entries))


def field_of(to: tournaments.Loaded, *, before: int) -> Field:
    """Return what the draw of the game *before* which it is depends on."""
    value = to.value
    people = [each.number for each in value.playing(before)]
    earlier = value.draws[: before - 1]
    found = standings(replace(value, draws=earlier), to.results) if earlier else ()
    known = {each.number: each.place for each in found}
    places = {number: known.get(number, len(known) + 1) for number in people}
    clubs = {each.number: each.club for each in value.entries}
    return Field(people, places, clubs, [drawn.seats for drawn in earlier])


def _check_draws(to: tournaments.Loaded, seen: str) -> None:
    if seen and seen != to.value.mark:
        raise requests.refusal("draw", "draw_changed")


def draw_next(by: Writer, gid: UUID, uuid: UUID, seen: str = "") -> None:
    """Draw the tables of the next game, or again those of a game that has not begun.

    *seen* is the mark of the draws on the director's page, so that a second tap on an
    old page draws nothing; the same holds for swaps and for the begin. Saves do not
    wait for the draw of a large field; if the tournament changes meanwhile, it fails.
    """
    to = tournaments.load(by, gid, uuid, permissions.Action.SCORE)
    _check_draws(to, seen)
    revision = to.row.revision
    by.session.rollback()
    draws = _with_next(to)
    with tournaments.lock_tournament(by, gid, uuid) as now:
        if now.row.revision != revision:
            raise requests.refusal("draw", "tournament_changed")
        now.value = replace(now.value, draws=draws)
        now.log("tables_drawn", number=len(draws))


def _with_next(to: tournaments.Loaded) -> tuple[record.Draw, ...]:
    seed = to.value.seed + len(to.value.draws)
    if to.value.is_drawn:
        seed = to.value.draws[-1].seed + 1
        to.value = replace(to.value, draws=to.value.draws[:-1])
    elif to.is_playing:
        raise requests.refusal("draw", "tables_playing")
    value, game = to.value, len(to.value.draws) + 1
    knockout = value.knockout != () or game > value.games
    if not knockout:
        field = field_of(to, before=game)
        if len(field.people) < record.LEAST_PLACES:
            raise requests.refusal("draw", "entries_too_few")
        tables = draw(field, seed, value.games - game + 1)
    else:
        people = () if value.final else going_on(value, to.results)
        if not people:
            raise requests.refusal("draw", "no_game_left")
        tables = snake(people)
    return *value.draws, record.Draw(tuple(map(record.Table, tables)), seed, knockout)


def quality(to: tournaments.Loaded) -> Quality:
    """Return how good the last draw is."""
    draws = to.value.draws
    return quality_of(field_of(to, before=len(draws)), draws[-1].seats)


@tournaments.in_transaction
def swap(to: tournaments.Loaded, one: int, other: int, seen: str = "") -> int:
    """Swap two people of a draw whose game has not begun; return its old repeats."""
    last = _not_begun(to, seen)
    repeats = quality(to).repeats
    if not {one, other} <= last.seated:
        raise requests.NotThereError
    seat = {one: other, other: one}
    swapped = ([seat.get(each, each) for each in seats] for seats in last.seats)
    tables = tuple(record.Table(tuple(seats)) for seats in swapped)
    draws = *to.value.draws[:-1], replace(last, tables=tables)
    to.value = replace(to.value, draws=draws)
    return repeats


def _not_begun(to: tournaments.Loaded, seen: str) -> record.Draw:
    if not to.value.is_drawn:
        raise requests.refusal("draw", "game_begun")
    _check_draws(to, seen)
    return to.value.draws[-1]


@tournaments.in_transaction
def begin_game(to: tournaments.Loaded, wait: timedelta, seen: str = "") -> None:
    """Create the games of the tables drawn last, to start after *wait*."""
    last = _not_begun(to, seen)
    value, tables, sheets = to.value, [], []
    rule = PRESETS["championship_2015"] if value.even_bid_rule else None
    for table in last.tables:
        id_, players = uuid4(), tuple(to.names[number] for number in table.seats)
        game = Game(players=players, schedule=value.schedule, even_bid_rule=rule)
        whole = with_cards(game)
        entry = requests.SheetEntry(whole, None, finished=False, counts=value.counts)
        sheets.append((id_, entry))
        tables.append(replace(table, game=str(id_)))
    sheet_entry.put_sheets(to.by, to.group, sheets, [to.row.season] * len(sheets))
    begun = replace(last, tables=tuple(tables), starts_at=to.by.at + wait)
    to.value = replace(value, draws=(*value.draws[:-1], begun), typings=())


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
    draws = read_stored(record.Tournament, row.document).draws
    begun = [each.tables for each in draws if each.starts_at is not None]
    game = None
    if begun and 1 <= table <= len(begun[-1]):
        game = find_game(session, group, UUID(begun[-1][table - 1].game))
    return TableFound(group, row, table, game if isinstance(game, GameRow) else None)
