"""Tournaments: create, load, change the settings, penalise, order ties, reveal.

Anyone who may score all games of the group directs its tournaments; owners create them.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cached_property, wraps
from typing import Any, Final
from uuid import UUID, uuid4

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorepad.db.games import rounds_begun
from scorepad.db.groups import current_players, raise_revision, seasons_of
from scorepad.db.history import Reader, Writer
from scorepad.db.results import scored_seats
from scorepad.db.tables import AnyGame, Group, Player, Season, TournamentRow
from scorepad.games.documents import read_stored, written
from scorepad.services import activity, permissions, requests
from scorepad.services.activity import LogEvent
from scorepad.services.permissions import Action, Member
from scorepad.statistics import predictions
from scorepad.tournaments.record import Draw, Penalty, Results, SeatScore, Tournament
from scorepad.tournaments.standings import final_ranking, is_over, ties

MOST_TOURNAMENTS: Final = 200


@dataclass
class Loaded:
    """A tournament with its group, the *names* of its entries, and its results.

    *progress* has the rounds written of each table that still plays, by game. *by*
    is set while the tournament is changed.
    """

    group: Group
    member: Member
    row: TournamentRow
    value: Tournament
    players: Mapping[int, Player]
    progress: Mapping[str, int]
    results: Results
    by: Writer = field(init=False)

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
        tables = self.value.draws[-1].tables if self.value.draws else ()
        return not all(table.game in self.results for table in tables)

    def log(self, kind: LogEvent, about: Player | None = None, **facts: object) -> None:
        """Add what the director did to the activity log."""
        facts["tournament"] = self.value.name
        activity.record(self.by, self.group.id, kind, about=about, facts=facts)


def tournament_rows(session: Session, group: Group) -> tuple[TournamentRow, ...]:
    """Return the tournaments of a group, latest first."""
    own = select(TournamentRow).where(TournamentRow.group_id == group.id)
    return tuple(session.scalars(own.order_by(TournamentRow.id.desc())))


def _find(session: Session, group: Group, uuid: UUID) -> TournamentRow:
    found = select(TournamentRow).filter_by(group_id=group.id, uuid=uuid)
    if (row := session.scalar(found)) is None:
        raise requests.NotThereError
    return row


def current_tournament(by: Reader, gid: UUID) -> TournamentRow | None:
    """Return the latest tournament of a group, if it began today or yesterday."""
    group = permissions.group_for(by, gid, Action.READ)
    found = tournament_rows(by.session, group)
    yesterday = group.day_of(by.at) - timedelta(days=1)
    return found[0] if found and found[0].season.starts_on >= yesterday else None


def create(by: Writer, gid: UUID, wanted: Tournament) -> UUID:
    """Create a tournament and its season, which begins today; return its id."""
    with permissions.group_to_change(by, gid, Action.ARRANGE) as (group, _):
        return put_tournament(by, group, wanted, group.day_of(by.at)).uuid


def put_tournament(by: Writer, group: Group, to: Tournament, on: date) -> TournamentRow:
    """Add a tournament and its season in the caller's transaction."""
    if len(tournament_rows(by.session, group)) >= MOST_TOURNAMENTS:
        raise requests.refusal("name", "tournaments_too_many", most=MOST_TOURNAMENTS)
    season = Season(
        group_id=group.id,
        number=next_season(by.session, group),
        name=requests.valid_name(to.name),
        starts_on=on,
        ends_on=on,
        is_tournament=True,
    )
    by.session.add(season)
    by.session.flush()
    row = put_row(by, season, to)
    raise_revision(by.session, group.id)
    facts = {"tournament": season.name}
    activity.record(by, group.id, "tournament_created", facts=facts)
    by.session.flush()
    return row


def next_season(session: Session, group: Group) -> int:
    """Return the number of the next season of a group."""
    return max(each.number for each in seasons_of(session, group)) + 1


def put_row(by: Writer, season: Season, value: Tournament) -> TournamentRow:
    """Add the row of a tournament to its season."""
    row = TournamentRow(
        group_id=season.group_id,
        season_id=season.id,
        uuid=uuid4(),
        document=written(value),
        changed_by=by.device_id,
        changed_at=by.at,
    )
    by.session.add(row)
    return row


def taken_part(
    by: Reader, gid: UUID, player: UUID
) -> list[tuple[TournamentRow, int | None, int]]:
    """Return the tournaments of a player, latest first.

    Once one is over, with the place among how many players.
    """
    group, member = permissions.group_and_member(by, gid, Action.READ)
    rows = tournament_rows(by.session, group)
    entered = [{UUID(e["player"]) for e in row.document["entries"]} for row in rows]
    now = current_players(by.session, group, [*set().union(*entered)])
    same = {id_ for id_, who in now.items() if who.uuid == player}
    found = []
    for row in (row for row, ids in zip(rows, entered, strict=True) if ids & same):
        to = _loaded(by.session, group, member, row.uuid)
        value, results = to.value, to.results
        is_shown = is_over(value, results) and (value.revealed or not value.final)
        order = final_ranking(value, results) if is_shown else []
        people = [to.players[number].uuid for number in order]
        place = people.index(player) + 1 if player in people else None
        found.append((row, place, len(order)))
    return found


def load(by: Reader, gid: UUID, uuid: UUID, action: Action = Action.READ) -> Loaded:
    """Return a tournament of a group in which this device may do *action*."""
    group, member = permissions.group_and_member(by, gid, action)
    return _loaded(by.session, group, member, uuid)


def _loaded(session: Session, group: Group, member: Member, uuid: UUID) -> Loaded:
    row = _find(session, group, uuid)
    value = read_stored(Tournament, row.document)
    people = current_players(session, group, [UUID(e.player) for e in value.entries])
    players = {each.number: people[UUID(each.player)] for each in value.entries}
    begun = rounds_begun(session, row.season_id)
    progress = {str(game): rounds for game, rounds in begun.items()}
    # By table, since merged players may have two numbers.
    numbers = {
        (table.game, players[number].id): number
        for drawn in value.draws
        for table in drawn.tables
        for number in table.seats
    }
    found = defaultdict[str, list[SeatScore]](list)
    for seat in scored_seats(session, row.season_id):
        bids = sum(predictions.numbers_in(bid)[1] for bid in seat.bids.split())
        if number := numbers.get((str(seat.game), seat.player_id)):
            score = SeatScore(number, seat.total or 0, seat.bids_met, bids)
            found[str(seat.game)].append(score)
    results = {game: tuple(seats) for game, seats in found.items()}
    return Loaded(group, member, row, value, players, progress, results)


@contextmanager
def lock_tournament(
    by: Writer, gid: UUID, uuid: UUID, action: Action = Action.SCORE
) -> Iterator[Loaded]:
    """Lock a tournament's group for one transaction, and store its new value."""
    with permissions.group_to_change(by, gid, action) as (group, member):
        to = _loaded(by.session, group, member, uuid)
        to.by = by
        yield to
        seal_final(by.session, group.id, to.value)
        to.row.document = written(to.value)
        to.row.revision += 1
        raise_revision(by.session, group.id)  # pages of players show places
        to.row.changed_by, to.row.changed_at = by.device_id, by.at


def in_transaction(change: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a function that changes a tournament, which it locks and stores."""

    @wraps(change)
    def changed(by: Writer, gid: UUID, uuid: UUID, **values: Any) -> Any:
        with lock_tournament(by, gid, uuid) as to:
            return change(to, **values)

    return changed


def seal_final(session: Session, group_id: int, to: Tournament) -> None:
    """Seal the game of the final, or no longer once its result is revealed."""
    if to.final and to.final.game:
        is_this = AnyGame.group_id == group_id, AnyGame.uuid == UUID(to.final.game)
        sealing = update(AnyGame).where(*is_this).values(sealed=not to.revealed)
        session.execute(sealing.execution_options(synchronize_session=False))


def state_of(by: Reader, gid: UUID, uuid: UUID) -> tuple[object, ...]:
    """Return what the hall page depends on, without loading the tournament."""
    group, _ = permissions.group_and_member(by, gid, Action.READ)
    row = _find(by.session, group, uuid)
    last = [read_stored(Draw, each) for each in row.document["draws"][-1:]]
    minutes = [each.minutes_left(by.at) for each in last]
    begun = rounds_begun(by.session, row.season_id)
    return row.revision, group.revision, begun, minutes


@in_transaction
def change_settings(to: Loaded, values: Mapping[str, Any]) -> None:
    """Change fields of a tournament; all but *typed_twice* until a game is drawn."""
    if to.value.draws and values.keys() != {"typed_twice"}:
        raise requests.refusal("games", "game_begun")
    to.value = replace(to.value, **values)


@in_transaction
def penalise(to: Loaded, penalty: Penalty) -> None:
    """Add a penalty."""
    if penalty.number not in to.players or not 1 <= penalty.game <= to.value.begun:
        raise requests.NotThereError
    if penalty.number not in to.value.draws[penalty.game - 1].seated:
        raise requests.refusal("number", "not_seated")
    to.value = replace(to.value, penalties=(*to.value.penalties, penalty))
    to.log("penalty_given", to.players[penalty.number], points=penalty.points)


@in_transaction
def remove_penalty(to: Loaded, at: int) -> None:
    """Remove the penalty number *at*, from 0."""
    penalties = [*to.value.penalties]
    if at >= len(penalties):
        raise requests.NotThereError
    removed = penalties.pop(at)
    to.value = replace(to.value, penalties=tuple(penalties))
    to.log("penalty_removed", to.players[removed.number], points=removed.points)


@in_transaction
def order_tied(to: Loaded, order: Iterable[int]) -> None:
    """Store the *order* that a further game gave to equal entries."""
    numbers = tuple(dict.fromkeys(order))
    tied = [{e.number for e in tie} for tie in ties(to.value, to.results)]
    if {*numbers} not in tied:
        raise requests.refusal("order", "tournament_changed")
    kept = tuple(each for each in to.value.further if each not in numbers)
    to.value = replace(to.value, further=(*kept, *numbers))


@in_transaction
def reveal(to: Loaded) -> None:
    """Show the result of the final."""
    to.value = replace(to.value, revealed=True)
    to.log("result_revealed")
