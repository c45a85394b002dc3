"""The ledger of a season: changed by every finished game, in the save that writes it.

Sums are exact after every change. What depends on the order of games goes on with a
game that is later than all others; any other change leaves it stale, and whoever opens
the ledger next works it out (:mod:`scorepad.services.opening`).
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

from sqlalchemy.orm import Session

from scorepad.stats.course import Course
from scorepad.stats.ledger import Result, compare
from scorepad.stats.outcomes import Outcome
from scorepad.stats.packing import counted_apart, sums_of_packed
from scorepad.stats.predictions import Counts, Slice, Sums, numbers_of
from scorepad.stats.race import block_of
from scorepad.stats.records import Kind, Mark, Record, set_records
from scorepad.stats.sums import PlayerSums, moved
from scorepad.store.ledgers import add_ledger, held_ledger, held_players
from scorepad.store.ratings import hold_mark
from scorepad.store.tables import ALL_GAMES, PlayerLedger, SeasonLedger
from scorepad.store.tallies import Tallied

VERSION: Final = 1
"""What is written in the ledger; raised, all of them are written anew."""

Records = dict[Kind, Record[int]]


def begin_ledgers(session: Session, group_id: int, *numbers: int) -> None:
    """Begin the ledgers of seasons that have no game yet."""
    for number in numbers:
        add_ledger(session, group_id, number, version=VERSION)


def enter_change(
    session: Session,
    group_id: int,
    before: Sequence[Tallied],
    after: Sequence[Tallied],
    marks: Sequence[Mark],
) -> None:
    """Take out what a game was *before*, and put in what it is *after*.

    Of its own season or seasons, and of all games. *marks* are the present ones.
    """
    hold_mark(session, group_id)
    for number in sorted({ALL_GAMES, *(each.number for each in (*before, *after))}):
        row = held_ledger(session, group_id, number)
        if row is not None:
            row.changes += 1
            was, now = _within(before, number), _within(after, number)
            if row.version == VERSION:
                _enter(session, row, was, now, marks)
    session.flush()


def _within(entries: Sequence[Tallied], number: int) -> list[Tallied]:
    return [each for each in entries if number in {each.number, ALL_GAMES}]


def _enter(
    session: Session,
    row: SeasonLedger,
    was: Sequence[Tallied],
    now: Sequence[Tallied],
    marks: Sequence[Mark],
) -> None:
    ids = {each.player_id for each in (*was, *now)}
    players = held_players(session, row.number, ids)
    sums: dict[int, PlayerSums[int]] = defaultdict(PlayerSums)
    sums.update({id_: sums_in(each) for id_, each in players.items()})
    whole = _add_up(sums, was, -1, predictions_in(row.predictions))
    whole = _add_up(sums, now, 1, whole)
    row.predictions = in_words(whole)
    courses = {id_: course_in(each) for id_, each in players.items()}
    if not row.stale:
        _go_on(row, courses, was, now, marks)
    for id_ in ids:
        kept = players.get(id_)
        if not sums[id_].listed:
            if kept is not None:
                session.delete(kept)
            continue
        if kept is None:
            kept = PlayerLedger(player_id=id_, number=row.number, group_id=row.group_id)
            session.add(kept)
        for key, value in player_words(sums[id_], courses.get(id_, Course())).items():
            setattr(kept, key, value)


def _add_up(
    sums: dict[int, PlayerSums[int]],
    entries: Sequence[Tallied],
    times: int,
    whole: Sums,
) -> dict[Slice, Counts]:
    """Enter a game for everybody in it; tell the predictions of the whole season."""
    results = results_of(entries)
    for each in entries:
        sums[each.player_id].listed += times * each.listed
    for id_, outcome, bids in results:
        sums[id_].enter(outcome, times)
        sums[id_].foresee(counted_apart(bids), times)
        whole = moved(whole, sums_of_packed(counted_apart(bids)), times)
    compare(sums, results, times)
    return dict(whole)


def _go_on(
    row: SeasonLedger,
    courses: dict[int, Course],
    was: Sequence[Tallied],
    now: Sequence[Tallied],
    marks: Sequence[Mark],
) -> None:
    """Let the order of games go on, or leave it stale."""
    old, new = results_of(was), results_of(now)
    if not old and not new:
        return
    if old or _place(now[0]) <= (row.last_played_on or date.min, row.last_game or 0):
        row.stale = True
        return
    row.games += 1
    row.last_played_on, row.last_game = _place(now[0])
    for id_, outcome, bids in new:
        course = courses.setdefault(id_, Course())
        course.go_on(row.games, outcome, bids, block_of(row.games))
    records = records_in(row.records)
    set_records(records, now[0].game_id, marks)
    row.records = record_words(records)


def _place(each: Tallied) -> tuple[date, int]:
    return each.played_on, each.game_id


def results_of(entries: Sequence[Tallied]) -> list[Result[int]]:
    """What those who count have from a game."""
    return [
        (each.player_id, outcome_of(each), each.had.bids)
        for each in entries
        if each.ranked
    ]


def outcome_of(each: Tallied) -> Outcome:
    """A tally as the statistics take it."""
    had = each.had
    return Outcome(
        total=had.total or 0,
        bids_met=had.bids_met,
        bids_made=had.bids_made,
        winners=had.winners if had.rank == 1 else 0,
        rank=had.rank or 0,
        possible=had.possible,
        league=had.league,
    )


def sums_in(row: Any) -> PlayerSums[int]:
    """Read the sums of a player; rivals only where the row has them."""
    return PlayerSums(
        listed=row.listed,
        games=row.games,
        wins=row.wins,
        shared_wins=row.shared_wins,
        podiums=row.podiums,
        league=row.league,
        bids_met=row.bids_met,
        bids_made=row.bids_made,
        lost_by_one=row.lost_by_one,
        totals={int(total): times for total, times in row.totals.items()},
        shares={
            int(possible): (games, points)
            for possible, (games, points) in row.shares.items()
        },
        predictions=predictions_in(row.predictions),
        met={int(id_): tuple(each) for id_, each in getattr(row, "met", {}).items()},
    )


def course_in(row: Any) -> Course:
    """Read the course of a player."""
    return Course(
        form=tuple((rank, total, possible) for rank, total, possible in row.form),
        run=row.run,
        longest_run=row.longest_run,
        longest_drought=row.longest_drought,
        steps=[(number, games, points) for number, games, points in row.steps],
    )


def player_words(sums: PlayerSums[int], course: Course) -> dict[str, Any]:
    """Sums and course in the columns of a row."""
    return {
        **{name: getattr(sums, name) for name in _NUMBERS},
        "totals": {str(total): times for total, times in sums.totals.items()},
        "shares": {str(possible): list(each) for possible, each in sums.shares.items()},
        "predictions": in_words(sums.predictions),
        "met": {str(id_): list(each) for id_, each in sums.met.items()},
        "form": [list(place) for place in course.form],
        "run": course.run,
        "longest_run": course.longest_run,
        "longest_drought": course.longest_drought,
        "steps": [list(step) for step in course.steps],
    }


_NUMBERS: Final = (
    "listed",
    "games",
    "wins",
    "shared_wins",
    "podiums",
    "league",
    "bids_met",
    "bids_made",
    "lost_by_one",
)


def in_words(sums: Sums) -> dict[str, list[int]]:
    """Sums of predictions as they are kept: slices as words side by side."""
    return {" ".join(part): list(numbers_of(each)) for part, each in sums.items()}


def predictions_in(kept: Mapping[str, Sequence[int]]) -> dict[Slice, Counts]:
    """Read sums of predictions back."""
    return {tuple(part.split(" ")): Counts(*numbers) for part, numbers in kept.items()}


def record_words(records: Records) -> dict[str, list[Any]]:
    """Records as they are kept."""
    return {
        kind.value: [each.game, each.mark.value, each.mark.seats, each.mark.round_]
        for kind, each in records.items()
    }


def records_in(kept: Mapping[str, Sequence[Any]]) -> Records:
    """Read records back."""
    return {
        Kind(kind): Record(game, Mark(Kind(kind), value, tuple(seats), round_))
        for kind, (game, value, seats, round_) in kept.items()
    }
