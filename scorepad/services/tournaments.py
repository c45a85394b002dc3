"""Tournaments: set up, enter players, draw, begin games, penalise, reveal.

Whoever may score all games of the group directs its tournaments; owners create them.
"""

import hmac
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid4

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.db.games import find_game
from scorepad.db.groups import raise_revision
from scorepad.db.history import Stamp
from scorepad.db.people import current_players, seasons_of
from scorepad.db.results import scored_seats
from scorepad.db.rounds import rounds_begun
from scorepad.db.tables import GameRow, Group, Player, Season, TournamentRow
from scorepad.games.documents import read_stored, written
from scorepad.games.names import name_key
from scorepad.games.wizard.models import EvenBidRule, Game
from scorepad.services import activity
from scorepad.services.activity import Deed
from scorepad.services.errors import (
    Fault,
    NotAllowedError,
    NotThereError,
    refusal,
)
from scorepad.services.inputs import SheetEntry, valid_name
from scorepad.services.permissions import (
    Action,
    Member,
    group_and_member,
    group_to_change,
)
from scorepad.services.seating import people_by_name, seat_players
from scorepad.services.sheet_entry import put_sheets
from scorepad.services.validation import with_cards
from scorepad.statistics import predictions
from scorepad.tournaments.draw import Field, Quality, draw, quality_of, swapped
from scorepad.tournaments.knockout import final_ranking, qualified, snake, winners
from scorepad.tournaments.record import (
    MOST_ENTRIES,
    Draw,
    Entrant,
    Penalty,
    Results,
    SeatScore,
    Table,
    Tournament,
    next_number,
    with_entry,
    with_last,
)
from scorepad.tournaments.standings import standings

MOST_TOURNAMENTS: Final = 200
LEAST_PLAYERS: Final = 3
EVEN_FROM: Final = 2  # cards; see rules, "Amigo tournament"


TABLE_CODE: Final = re.compile(r"[A-Za-z0-9_-]{40}", re.ASCII)
"""The secret on the card of a table: tournament, table and a part of their HMAC."""

_NAMED = 18  # bytes: an id and the number of a table


def table_code(pepper: str, tournament: UUID, table: int) -> str:
    """Return the secret of a table's card; whoever has it scores the games there."""
    named = tournament.bytes + table.to_bytes(2, "big")
    return urlsafe_b64encode(named + _signature(pepper, named)).decode()


def _signature(pepper: str, named: bytes) -> bytes:
    return hmac.digest(pepper.encode(), b"table" + named, "sha256")[:12]


class TableFound(NamedTuple):
    """The tournament of a card, and the row of the game that its table plays."""

    group: Group
    tournament: UUID
    game: GameRow | None


def find_table(session: Session, code: str, pepper: str) -> TableFound | None:
    """Return what the *code* of a table's card opens, if it is right."""
    said = urlsafe_b64decode(code)
    named, signature = said[:_NAMED], said[_NAMED:]
    if not hmac.compare_digest(signature, _signature(pepper, named)):
        return None
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
    return TableFound(group, uuid, game if isinstance(game, GameRow) else None)


@dataclass
class Loaded:
    """A tournament with its group, the *names* of its entries, and its results.

    *progress* has the rounds written of each table that still plays, by game.
    """

    group: Group
    member: Member
    row: TournamentRow
    value: Tournament
    players: Mapping[int, Player]
    results: Results
    progress: Mapping[str, int]

    @property
    def may_direct(self) -> bool:
        """Return whether this device directs the tournament."""
        return self.member.may(Action.SCORE)

    @cached_property
    def names(self) -> dict[int, str]:
        """Return the names of the entries by their numbers."""
        return {number: player.name for number, player in self.players.items()}

    @property
    def shown_results(self) -> Results:
        """Return the results, without a final that this device may not see yet."""
        final = self.value.final
        if final is None or self.value.revealed or self.may_direct:
            return self.results
        return {game: s for game, s in self.results.items() if game != final.game}

    @cached_property
    def own_number(self) -> int | None:
        """Return the number of this device's player, if it takes part."""
        mine = self.member.player
        return next((n for n, p in self.players.items() if p.uuid == mine), None)

    @property
    def may_enter(self) -> bool:
        """Return whether this device's player could still take part."""
        is_open = len(self.value.draws) < self.value.games
        return is_open and self.own_number is None and self.member.may(Action.PLAY)

    @property
    def is_playing(self) -> bool:
        """Return whether a drawn game is not over yet."""
        last = self.value.draws[-1] if self.value.draws else None
        return last is not None and not all(
            table.game in self.results for table in last.tables
        )


def list_tournaments(
    session: Session, device_id: int | None, gid: UUID
) -> tuple[Group, Member, tuple[TournamentRow, ...]]:
    """Return the tournaments of a group, latest first."""
    group, member = group_and_member(session, device_id, gid, Action.READ)
    return group, member, _all(session, group)


def _all(session: Session, group: Group) -> tuple[TournamentRow, ...]:
    own = select(TournamentRow).where(TournamentRow.group_id == group.id)
    return tuple(session.scalars(own.order_by(TournamentRow.id.desc())))


def _find(session: Session, group: Group, uuid: UUID) -> TournamentRow:
    is_this = TournamentRow.group_id == group.id, TournamentRow.uuid == uuid
    row = session.scalar(select(TournamentRow).where(*is_this))
    if row is None:
        raise NotThereError
    return row


def current_tournament(
    session: Session, device_id: int | None, gid: UUID, today: date
) -> TournamentRow | None:
    """Return the latest tournament of a group, if it began today or yesterday."""
    _, _, found = list_tournaments(session, device_id, gid)
    lately = today - timedelta(days=1)
    return found[0] if found and found[0].season.starts_on >= lately else None


def create(
    session: Session, stamp: Stamp, gid: UUID, wanted: Tournament, day: date
) -> UUID:
    """Create a tournament and its season; return its id."""
    with group_to_change(session, stamp, gid, Action.ARRANGE) as (group, _):
        return put_tournament(session, stamp, group, wanted, day).uuid


def put_tournament(
    session: Session, stamp: Stamp, group: Group, wanted: Tournament, day: date
) -> TournamentRow:
    """Add a tournament and its season in the caller's transaction."""
    if len(_all(session, group)) >= MOST_TOURNAMENTS:
        raise refusal("name", Fault.TOURNAMENTS_TOO_MANY, most=MOST_TOURNAMENTS)
    number = max(each.number for each in seasons_of(session, group)) + 1
    season = Season(
        group_id=group.id,
        number=number,
        name=valid_name(wanted.name),
        starts_on=day,
        ends_on=day,
        is_tournament=True,
    )
    session.add(season)
    session.flush()
    row = TournamentRow(
        group_id=group.id,
        season_id=season.id,
        uuid=uuid4(),
        document=written(wanted),
        changed_by=stamp.device_id,
        changed_at=stamp.at,
    )
    session.add(row)
    raise_revision(session, group.id)
    facts = {"tournament": season.name}
    activity.record(session, group.id, stamp, Deed.TOURNAMENT_CREATED, facts=facts)
    session.flush()
    return row


class TookPart(NamedTuple):
    """A tournament a player took part in; *place* of *players* once it is over."""

    row: TournamentRow
    place: int | None
    players: int


def taken_part(
    session: Session, device_id: int | None, gid: UUID, player: UUID
) -> list[TookPart]:
    """Return the tournaments of a player, latest first."""
    group, member, rows = list_tournaments(session, device_id, gid)
    entered = {
        row: [UUID(e["player"]) for e in row.document["entries"]] for row in rows
    }
    ids = {id_ for all_ in entered.values() for id_ in all_}
    now = current_players(session, group, [*ids])
    same = {id_ for id_ in ids if now[id_].uuid == player}
    found = []
    for row in (row for row, all_ in entered.items() if same.intersection(all_)):
        to = _loaded(session, group, member, row.uuid)
        order = _final_order(to)
        numbers = [n for n, who in to.players.items() if who.uuid == player]
        place = next((order.index(n) + 1 for n in numbers if n in order), None)
        found.append(TookPart(row, place, len(order)))
    return found


def _final_order(to: Loaded) -> list[int]:
    """Return all entries, best first, once the tournament is over and revealed."""
    value = to.value
    is_over = value.revealed or not value.cut
    if to.is_playing or not is_over or len(value.preliminary) < value.games:
        return []
    return final_ranking(value, to.results)


def load(session: Session, device_id: int | None, gid: UUID, uuid: UUID) -> Loaded:
    """Return a tournament of a group."""
    group, member = group_and_member(session, device_id, gid, Action.READ)
    return _loaded(session, group, member, uuid)


def _loaded(session: Session, group: Group, member: Member, uuid: UUID) -> Loaded:
    row = _find(session, group, uuid)
    value = read_stored(Tournament, row.document)
    people = current_players(session, group, [UUID(e.player) for e in value.entries])
    players = {each.number: people[UUID(each.player)] for each in value.entries}
    begun = rounds_begun(session, row.season_id)
    return Loaded(
        group,
        member,
        row,
        value,
        players,
        _results(session, row, players),
        {str(game): rounds for game, rounds in begun.items()},
    )


def _results(
    session: Session, row: TournamentRow, players: Mapping[int, Player]
) -> Results:
    numbers = {player.id: number for number, player in players.items()}
    found = defaultdict(list)
    for seat in scored_seats(session, row.season_id):
        bids = sum(predictions.read(bid).bid for bid in seat.bids.split())
        if seat.player_id in numbers:
            number = numbers[seat.player_id]
            found[str(seat.game)].append(
                SeatScore(number, seat.total or 0, seat.bids_met, bids)
            )
    return {game: tuple(seats) for game, seats in found.items()}


@contextmanager
def _to_change(
    session: Session,
    stamp: Stamp,
    gid: UUID,
    uuid: UUID,
    action: Action = Action.SCORE,
) -> Iterator[Loaded]:
    with group_to_change(session, stamp, gid, action) as (group, member):
        loaded = _loaded(session, group, member, uuid)
        yield loaded
        row = loaded.row
        row.document = written(loaded.value)
        row.revision += 1
        raise_revision(session, loaded.group.id)  # pages of players show places
        row.changed_by, row.changed_at = stamp.device_id, stamp.at


def change_settings(
    session: Session, stamp: Stamp, gid: UUID, uuid: UUID, values: Mapping[str, Any]
) -> None:
    """Change fields of a tournament of which no game is drawn.

    :raises EntryRefusedError: a game is drawn.
    """
    with _to_change(session, stamp, gid, uuid) as to:
        if to.value.draws:
            raise refusal("games", Fault.GAME_BEGUN)
        to.value = replace(to.value, **values)


def state_of(
    session: Session, device_id: int | None, gid: UUID, uuid: UUID, now: datetime
) -> tuple[object, ...]:
    """Return what the hall page depends on, without loading the tournament."""
    group, _ = group_and_member(session, device_id, gid, Action.READ)
    row = _find(session, group, uuid)
    draws = row.document["draws"]
    starts = draws[-1]["starts_at"] if draws else None
    left = starts and max(datetime.fromisoformat(starts) - now, timedelta(0))
    minutes = left and -(-left // timedelta(minutes=1))
    return row.revision, group.revision, rounds_begun(session, row.season_id), minutes


class Newcomer(NamedTuple):
    """A player to enter, and the club they come from."""

    name: str
    club: str = ""


def add_players(
    session: Session, stamp: Stamp, gid: UUID, uuid: UUID, people: Sequence[Newcomer]
) -> None:
    """Enter people, from the next game on; those entered already are left out.

    :raises EntryRefusedError: a name is invalid, or there are too many people.
    """
    cleaned = {name_key(each.name): each for each in reversed(people)}
    cleaned = dict(reversed(cleaned.items()))
    names = [valid_name(each.name) for each in cleaned.values()]
    with _to_change(session, stamp, gid, uuid) as to:
        known = people_by_name(session, to.group, names)
        found = seat_players(session, to.group, stamp, list(known))
        there = {player.id for player in to.players.values()}
        clubs = {
            player.uuid: newcomer.club.strip()
            for player, newcomer in zip(found, cleaned.values(), strict=True)
            if player.id not in there
        }
        _enter(to, list(clubs), list(clubs.values()))


def take_part(session: Session, stamp: Stamp, gid: UUID, uuid: UUID) -> None:
    """Enter the player of this device, from the next game on.

    :raises NotAllowedError: nobody has said whose device it is.
    """
    with _to_change(session, stamp, gid, uuid, Action.PLAY) as to:
        if to.member.player is None:
            raise NotAllowedError
        if to.own_number is None:
            _enter(to, [to.member.player], [""])


def _enter(to: Loaded, players: Sequence[UUID], clubs: Sequence[str]) -> None:
    if len(to.value.entries) + len(players) > MOST_ENTRIES:
        raise refusal("players", Fault.ENTRIES_TOO_MANY, most=MOST_ENTRIES)
    for player, club in zip(players, clubs, strict=True):
        entry = Entrant(
            number=next_number(to.value),
            player=str(player),
            club=club,
            since=to.value.next_game,
        )
        to.value = with_entry(to.value, entry)


def stop_playing(
    session: Session, stamp: Stamp, gid: UUID, uuid: UUID, number: int
) -> None:
    """Let an entry sit in no game that is drawn from now on."""
    with _to_change(session, stamp, gid, uuid) as to:
        entry = _entry(to.value, number)
        until = to.value.next_game - 1
        to.value = with_entry(to.value, replace(entry, until=until))


def play_again(
    session: Session, stamp: Stamp, gid: UUID, uuid: UUID, number: int
) -> None:
    """Let an entry that stopped sit in the games that are drawn from now on."""
    with _to_change(session, stamp, gid, uuid) as to:
        entry = _entry(to.value, number)
        to.value = with_entry(to.value, replace(entry, until=None))


def _entry(to: Tournament, number: int) -> Entrant:
    try:
        return to.entry(number)
    except KeyError:
        raise NotThereError from None


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


def draw_next(session: Session, stamp: Stamp, gid: UUID, uuid: UUID) -> None:
    """Draw the tables of the next game, or again those of a game that has not begun.

    The draw takes long in a large field, so saves do not wait for it. If the tournament
    changes meanwhile, nothing is drawn.

    :raises EntryRefusedError: a table still plays, too few people are there, or the
        tournament changed meanwhile.
    """
    to = load(session, stamp.device_id, gid, uuid)
    if not to.may_direct:
        raise NotAllowedError
    seen = to.row.revision
    session.rollback()
    draws = _with_next(to)
    with _to_change(session, stamp, gid, uuid) as now:
        if now.row.revision != seen:
            raise refusal("draw", Fault.TOURNAMENT_CHANGED)
        now.value = replace(now.value, draws=draws)
        _log(session, stamp, now, Deed.TABLES_DRAWN, number=len(draws))


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
    going_on = (
        winners(value, to.results)
        if value.knockout
        else qualified(value, standings(value, to.results))
    )
    is_over = value.knockout and len(value.knockout[-1].tables) == 1
    if not going_on or is_over:
        raise refusal("draw", Fault.NO_GAME_LEFT)
    return snake(going_on), True


def quality(to: Loaded) -> Quality:
    """Return how good the last draw is."""
    game = len(to.value.draws)
    tables = tuple(table.seats for table in to.value.draws[-1].tables)
    return quality_of(field_of(to, before=game), tables)


def swap(  # noqa: PLR0913, PLR0917 - independent arguments
    session: Session, stamp: Stamp, gid: UUID, uuid: UUID, one: int, other: int
) -> None:
    """Swap two people of a draw whose game has not begun.

    :raises EntryRefusedError: the game has begun.
    """
    with _to_change(session, stamp, gid, uuid) as to:
        last = _not_begun(to)
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


def begin_game(
    session: Session, stamp: Stamp, gid: UUID, uuid: UUID, wait: timedelta
) -> None:
    """Create the games of the tables drawn last, to start after *wait*.

    :raises EntryRefusedError: the game has begun already.
    """
    with _to_change(session, stamp, gid, uuid) as to:
        last = _not_begun(to)
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
        to.value = with_last(to.value, begun)


def _sheet(to: Loaded, table: Table) -> SheetEntry:
    names, value = to.names, to.value
    rule = EvenBidRule(min_cards=EVEN_FROM) if value.even_bid_rule else None
    game = Game(
        players=tuple(names[number] for number in table.seats),
        schedule=value.schedule,
        even_bid_rule=rule,
    )
    return SheetEntry(with_cards(game), None, finished=False, counts=value.counts)


def penalise(
    session: Session, stamp: Stamp, gid: UUID, uuid: UUID, penalty: Penalty
) -> None:
    """Add a penalty.

    :raises NotThereError: there is no such entry or game.
    """
    with _to_change(session, stamp, gid, uuid) as to:
        _entry(to.value, penalty.number)
        if penalty.game > len(to.value.draws):
            raise NotThereError
        to.value = replace(to.value, penalties=(*to.value.penalties, penalty))
        _log_penalty(session, stamp, to, Deed.PENALTY_GIVEN, penalty)


def remove_penalty(
    session: Session, stamp: Stamp, gid: UUID, uuid: UUID, at: int
) -> None:
    """Remove the penalty number *at*, from 0."""
    with _to_change(session, stamp, gid, uuid) as to:
        penalties = to.value.penalties
        if not 0 <= at < len(penalties):
            raise NotThereError
        kept = (*penalties[:at], *penalties[at + 1 :])
        to.value = replace(to.value, penalties=kept)
        _log_penalty(session, stamp, to, Deed.PENALTY_REMOVED, penalties[at])


def _log(
    session: Session, stamp: Stamp, to: Loaded, kind: Deed, **facts: object
) -> None:
    facts["tournament"] = to.value.name
    activity.record(session, to.group.id, stamp, kind, facts=facts)


def _log_penalty(
    session: Session, stamp: Stamp, to: Loaded, kind: Deed, penalty: Penalty
) -> None:
    about, facts = to.players[penalty.number], {"points": penalty.points}
    activity.record(session, to.group.id, stamp, kind, about=about, facts=facts)


def settle(
    session: Session, stamp: Stamp, gid: UUID, uuid: UUID, order: Iterable[int]
) -> None:
    """Store the *order* that a further game gave to equal entries."""
    with _to_change(session, stamp, gid, uuid) as to:
        numbers = tuple(dict.fromkeys(order))
        for number in numbers:
            _entry(to.value, number)
        kept = tuple(each for each in to.value.further if each not in numbers)
        to.value = replace(to.value, further=(*kept, *numbers))


def reveal(session: Session, stamp: Stamp, gid: UUID, uuid: UUID) -> None:
    """Show the result of the final."""
    with _to_change(session, stamp, gid, uuid) as to:
        to.value = replace(to.value, revealed=True)
        _log(session, stamp, to, Deed.RESULT_REVEALED)


def starts_in(drawn: Draw, now: datetime) -> timedelta | None:
    """Return how long until a game starts, ``None`` if it has started or waits."""
    if drawn.starts_at is None:
        return None
    left = datetime.fromisoformat(drawn.starts_at) - now
    return left if left > timedelta(0) else None
