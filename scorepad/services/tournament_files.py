"""Whole tournaments: as a file, in the document of a group, moved to another group."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import starmap
from typing import Annotated, Final, Literal
from uuid import UUID, uuid4

from annotated_types import MaxLen
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorepad.db import groups, results, tables
from scorepad.db.games import game_words
from scorepad.db.history import Reader, Writer
from scorepad.games import documents, registry
from scorepad.games.documents import Model, NotADocument, Tree
from scorepad.games.names import Name, name_key
from scorepad.games.wizard.schedule import Schedule
from scorepad.services import permissions, requests, seating, sheet_entry, tournaments
from scorepad.tournaments.record import MOST_ENTRIES, Table, Tournament

LARGEST: Final = 5 << 20
"""Bytes of the largest file."""

MOST_TABLES: Final = 3000


@dataclass(frozen=True, slots=True)
class TournamentDocument(Model):
    """A tournament with the *names* of its entries, in order, and its games.

    The ids of the games are in their documents.
    """

    format: Literal["scorepad/tournament"]
    version: Literal[1]
    starts_on: date
    tournament: Tournament
    names: Annotated[tuple[Name, ...], MaxLen(MOST_ENTRIES)]
    games: Annotated[tuple[registry.GameWords, ...], MaxLen(MOST_TABLES)]


def export_tournament(by: Reader, gid: UUID, uuid: UUID) -> TournamentDocument:
    """Return a tournament with everything that opens it again."""
    to = tournaments.load(by, gid, uuid, permissions.Action.SCORE)
    drawn = [UUID(table.game) for table in _begun(to.value)]
    ours = tables.GameRow.group_id == to.group.id, tables.GameRow.uuid.in_(drawn)
    ids = by.session.scalars(select(tables.GameRow.id).where(*ours)).all()
    games = tuple(starmap(game_words, results.load_games(by.session, ids)))
    value, names = replace(to.value, typings=()), tuple(to.names.values())
    about = to.row.season.starts_on, value, names, games
    return TournamentDocument("scorepad/tournament", 1, *about)


def _begun(to: Tournament) -> list[Table]:
    return [table for drawn in to.draws for table in drawn.tables if table.game]


def parse_tournament(source: bytes) -> TournamentDocument:
    """Parse the file of a tournament, or raise NotADocument."""
    found = documents.read(TournamentDocument, documents.checked_size(source, LARGEST))
    to, names = found.tournament, [*map(name_key, found.names)]
    if len({*names}) == len(names) and _is_sound(to, names):
        # Each table has the game of its people, and no game is left.
        by_number = dict(zip((each.number for each in to.entries), names, strict=True))
        begun = _begun(to)
        wanted = {t.game: [by_number[number] for number in t.seats] for t in begun}
        games = [each.document for each in found.games]
        there = {
            each.game.id_: [*map(name_key, each.game.players)]
            for each in games
            if each.word == tables.WIZARD
        }
        if there == wanted and len(wanted) == len(begun) == len(games):
            return found
    raise NotADocument("Parts of the tournament do not belong together.")


def _is_sound(to: Tournament, names: Sequence[str]) -> bool:
    """Return whether the record holds by itself.

    In each draw everyone sits once. It has a start and games, or neither.
    """
    entered = {each.number for each in to.entries}
    named = {*to.further, *(each.number for each in to.penalties)}
    return (
        len(to.entries) == len(entered) == len(names)
        and named <= entered
        and to.schedule is not Schedule.CUSTOM
        and not to.typings
        and all(each.game <= len(to.draws) for each in to.penalties)
        and to.draws == (*to.preliminary, *to.knockout)
        and len(to.preliminary) <= to.games
        and all(each.starts_at for each in to.draws[:-1])
        and all(each.seated <= entered for each in to.draws)
        and all(len(d.seated) == sum(map(len, d.seats)) for d in to.draws)
        and all(
            {t.game is None for t in d.tables} == {not d.starts_at} for d in to.draws
        )
    )


def open_tournament(by: Writer, gid: UUID, found: TournamentDocument) -> UUID:
    """Create the tournament of a file, with its games; return its id.

    The games get new ids, so that a file can be opened beside its tournament.
    """
    ids: dict[str | None, str | None] = {None: None}
    sheets = []
    for words in found.games:
        game, how, new = words.document.game, (words.finished, words.counts), uuid4()
        ids[game.id_] = str(new)
        sheets.append((new, requests.SheetEntry(game, None, *how, imported=True)))
    draws = (
        replace(drawn, tables=tuple(replace(t, game=ids[t.game]) for t in drawn.tables))
        for drawn in found.tournament.draws
    )
    value = replace(found.tournament, draws=tuple(draws))
    with permissions.group_to_change(by, gid, permissions.Action.ARRANGE) as (group, _):
        people = seating.people_by_name(by.session, group, list(found.names))
        players = seating.seat_players(by, group, people)
        if len({each.id for each in players}) < len(players):
            raise NotADocument("Two names are one player of the group.")
        value = _with_players(value, players)
        row = tournaments.put_tournament(by, group, value, found.starts_on)
        if sheets:
            sheet_entry.put_sheets(by, group, sheets, [row.season] * len(sheets))
        tournaments.seal_final(by.session, group.id, value)
        return row.uuid


def _with_players(to: Tournament, players: Iterable[tables.Player]) -> Tournament:
    """Return the tournament with these players as its entries, in order."""
    entries = (
        replace(entry, player=str(player.uuid))
        for entry, player in zip(to.entries, players, strict=True)
    )
    return replace(to, entries=tuple(entries))


@dataclass(frozen=True, slots=True)
class TournamentWords(Model):
    """A tournament in the document of its group, which has its games elsewhere.

    *names* are those of its entries, in order; merged players can have two.
    """

    season: int
    tournament: Tournament
    names: Annotated[tuple[Name, ...], MaxLen(MOST_ENTRIES)]


def _stored(
    session: Session, group: tables.Group
) -> Iterator[tuple[tables.TournamentRow, Tournament, list[tables.Player]]]:
    """Yield the tournaments of a group, oldest first, with the players entered."""
    for row in reversed(tournaments.tournament_rows(session, group)):
        value = replace(documents.read_stored(Tournament, row.document), typings=())
        ids = [UUID(each.player) for each in value.entries]
        people = groups.current_players(session, group, ids)
        yield row, value, [people[id_] for id_ in ids]


def tournaments_of(session: Session, group: tables.Group) -> Iterator[Tree]:
    """Yield the tournaments of a group for its document."""
    for row, value, players in _stored(session, group):
        names = tuple(each.name for each in players)
        yield documents.written(TournamentWords(row.season.number, value, names))


def put_tournaments(
    by: Writer,
    found: Iterable[Tree],
    seasons: Mapping[int, tables.Season],
    people: Mapping[str, tables.Player],
) -> None:
    """Add the tournaments of a group's document, whose seasons and players are there.

    *people* are the players by the keys of their names.
    """
    for tree in found:
        words = documents.read(TournamentWords, tree)
        keys, season = [*map(name_key, words.names)], seasons.get(words.season)
        is_known = season and season.is_tournament and {*keys} <= people.keys()
        if not season or not (is_known and _is_sound(words.tournament, words.names)):
            raise NotADocument("Parts of a tournament do not belong together.")
        value = _with_players(words.tournament, [people[key] for key in keys])
        tournaments.put_row(by, season, value)
        tournaments.seal_final(by.session, season.group_id, value)


def move_tournaments(by: Writer, source: tables.Group, target: tables.Group) -> None:
    """Move the tournaments of a group to another one, which has their games already."""
    for row, value, players in _stored(by.session, source):
        sat = [*dict.fromkeys(players)]
        there = dict(zip(sat, seating.seat_namesakes(by, target, sat), strict=True))
        row.season.number = tournaments.next_season(by.session, target)
        row.group_id = row.season.group_id = target.id
        seated = [there[each] for each in players]
        row.document = documents.written(_with_players(value, seated))
        games = [UUID(table.game) for table in _begun(value)]
        moved = update(tables.AnyGame).where(tables.AnyGame.uuid.in_(games))
        moved = moved.where(tables.AnyGame.group_id == target.id)
        by.session.execute(moved.values(season_id=row.season_id))
        by.session.flush()
