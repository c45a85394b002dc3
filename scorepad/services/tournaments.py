"""Tournaments: create, load, change the settings, penalise, settle ties, reveal.

Anyone who may score all games of the group directs its tournaments; owners create them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid4

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorepad.db.groups import raise_revision
from scorepad.db.history import Stamp
from scorepad.db.people import current_players, seasons_of
from scorepad.db.results import scored_seats
from scorepad.db.rounds import rounds_begun
from scorepad.db.tables import AnyGame, Group, Player, Season, TournamentRow
from scorepad.games.documents import read_stored, written
from scorepad.services import activity
from scorepad.services.activity import Deed
from scorepad.services.errors import (
    Fault,
    NotThereError,
    refusal,
)
from scorepad.services.inputs import valid_name
from scorepad.services.permissions import (
    Action,
    Member,
    group_and_member,
    group_to_change,
)
from scorepad.statistics import predictions
from scorepad.tournaments.knockout import final_ranking, ties
from scorepad.tournaments.record import (
    Entrant,
    Penalty,
    Results,
    SeatScore,
    Tournament,
)

MOST_TOURNAMENTS: Final = 200


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
    row = put_row(session, stamp, season, wanted)
    raise_revision(session, group.id)
    facts = {"tournament": season.name}
    activity.record(session, group.id, stamp, Deed.TOURNAMENT_CREATED, facts=facts)
    session.flush()
    return row


def put_row(
    session: Session, stamp: Stamp, season: Season, value: Tournament
) -> TournamentRow:
    """Add the row of a tournament to its season."""
    row = TournamentRow(
        group_id=season.group_id,
        season_id=season.id,
        uuid=uuid4(),
        document=written(value),
        changed_by=stamp.device_id,
        changed_at=stamp.at,
    )
    session.add(row)
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
        _results(session, row, value, players),
        {str(game): rounds for game, rounds in begun.items()},
    )


def _results(
    session: Session,
    row: TournamentRow,
    value: Tournament,
    players: Mapping[int, Player],
) -> Results:
    # By table, since merged players may have two numbers.
    numbers = {
        (table.game, players[number].id): number
        for drawn in value.draws
        for table in drawn.tables
        for number in table.seats
    }
    found = defaultdict(list)
    for seat in scored_seats(session, row.season_id):
        bids = sum(predictions.read(bid).bid for bid in seat.bids.split())
        if number := numbers.get((str(seat.game), seat.player_id)):
            found[str(seat.game)].append(
                SeatScore(number, seat.total or 0, seat.bids_met, bids)
            )
    return {game: tuple(seats) for game, seats in found.items()}


@contextmanager
def tournament_to_change(
    session: Session,
    stamp: Stamp,
    gid: UUID,
    uuid: UUID,
    action: Action = Action.SCORE,
) -> Iterator[Loaded]:
    """Lock a tournament's group for one transaction, and store its new value."""
    with group_to_change(session, stamp, gid, action) as (group, member):
        loaded = _loaded(session, group, member, uuid)
        yield loaded
        seal_final(session, group.id, loaded.value)
        row = loaded.row
        row.document = written(loaded.value)
        row.revision += 1
        raise_revision(session, loaded.group.id)  # pages of players show places
        row.changed_by, row.changed_at = stamp.device_id, stamp.at


def seal_final(session: Session, group_id: int, to: Tournament) -> None:
    """Seal the game of the final, or no longer once its result is revealed."""
    if to.final and to.final.game:
        is_this = AnyGame.group_id == group_id, AnyGame.uuid == UUID(to.final.game)
        sealing = update(AnyGame).where(*is_this).values(sealed=not to.revealed)
        session.execute(sealing.execution_options(synchronize_session=False))


def change_settings(
    session: Session, stamp: Stamp, gid: UUID, uuid: UUID, values: Mapping[str, Any]
) -> None:
    """Change fields of a tournament; all but *typed_twice* until a game is drawn.

    :raises EntryRefusedError: a game is drawn.
    """
    with tournament_to_change(session, stamp, gid, uuid) as to:
        if to.value.draws and values.keys() != {"typed_twice"}:
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


def entry_or_404(to: Tournament, number: int) -> Entrant:
    """Return an entry, or raise ``NotThereError``."""
    try:
        return to.entry(number)
    except KeyError:
        raise NotThereError from None


def penalise(
    session: Session, stamp: Stamp, gid: UUID, uuid: UUID, penalty: Penalty
) -> None:
    """Add a penalty.

    :raises NotThereError: there is no such entry or game.
    :raises EntryRefusedError: the player does not play that game.
    """
    with tournament_to_change(session, stamp, gid, uuid) as to:
        entry_or_404(to.value, penalty.number)
        if penalty.game > len(to.value.draws):
            raise NotThereError
        tables = to.value.draws[penalty.game - 1].tables
        if not any(penalty.number in table.seats for table in tables):
            raise refusal("number", Fault.NOT_SEATED)
        to.value = replace(to.value, penalties=(*to.value.penalties, penalty))
        _log_penalty(session, stamp, to, Deed.PENALTY_GIVEN, penalty)


def remove_penalty(
    session: Session, stamp: Stamp, gid: UUID, uuid: UUID, at: int
) -> None:
    """Remove the penalty number *at*, from 0."""
    with tournament_to_change(session, stamp, gid, uuid) as to:
        penalties = to.value.penalties
        if not 0 <= at < len(penalties):
            raise NotThereError
        kept = (*penalties[:at], *penalties[at + 1 :])
        to.value = replace(to.value, penalties=kept)
        _log_penalty(session, stamp, to, Deed.PENALTY_REMOVED, penalties[at])


def log_deed(
    session: Session, stamp: Stamp, to: Loaded, kind: Deed, **facts: object
) -> None:
    """Add a deed of the director to the activity log."""
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
    """Store the *order* that a further game gave to equal entries.

    :raises EntryRefusedError: they are not all the players of a tie.
    """
    with tournament_to_change(session, stamp, gid, uuid) as to:
        numbers = tuple(dict.fromkeys(order))
        tied = [{e.number for e in tie} for tie in ties(to.value, to.results)]
        if {*numbers} not in tied:
            raise refusal("order", Fault.TOURNAMENT_CHANGED)
        kept = tuple(each for each in to.value.further if each not in numbers)
        to.value = replace(to.value, further=(*kept, *numbers))


def reveal(session: Session, stamp: Stamp, gid: UUID, uuid: UUID) -> None:
    """Show the result of the final."""
    with tournament_to_change(session, stamp, gid, uuid) as to:
        to.value = replace(to.value, revealed=True)
        log_deed(session, stamp, to, Deed.RESULT_REVEALED)
