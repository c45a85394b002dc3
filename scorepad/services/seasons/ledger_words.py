"""The words in which ledgers are kept: values of the statistics, and back."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from scorepad.rules.wizard.game import AnyScoring, Extra, scoring_called
from scorepad.stats.columns import Had
from scorepad.stats.course import Course
from scorepad.stats.predictions import Counts, Slice, Sums
from scorepad.stats.records import Kind, Mark, Record
from scorepad.stats.sums import PlayerSums
from scorepad.store.seasons.marks import KeptMark
from scorepad.store.seasons.tallies import Tallied

Kinds = Sequence[tuple[AnyScoring, frozenset[Extra], int]]
"""Scorings and editions, and how many finished games there are of each."""

Records = dict[Kind, Record[int]]
"""The records of a season, by the rows of games."""


def results_of(entries: Iterable[Tallied]) -> list[Had[int]]:
    """What those who count have from games."""
    return [
        Had(
            game=each.game_id,
            player=each.player_id,
            total=each.had.total or 0,
            bids_met=each.had.bids_met,
            bids_made=each.had.bids_made,
            rank=each.had.rank or 0,
            winners=each.had.winners,
            possible=each.had.possible,
            league=each.had.league,
            bids=each.had.bids,
        )
        for each in entries
        if each.ranked
    ]


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
        form=tuple((rank, met, made) for rank, met, made in row.form),
        run=row.run,
        longest_run=row.longest_run,
        longest_drought=row.longest_drought,
        steps=[(number, games, points) for number, games, points in row.steps],
    )


def sum_words(sums: PlayerSums[int]) -> dict[str, Any]:
    """Sums in the columns of a row."""
    return {
        **{name: getattr(sums, name) for name in _NUMBERS},
        "totals": {str(total): times for total, times in sums.totals.items()},
        "shares": {str(possible): list(each) for possible, each in sums.shares.items()},
        "predictions": in_words(sums.predictions),
        "met": {str(id_): list(each) for id_, each in sums.met.items()},
    }


def course_words(course: Course) -> dict[str, Any]:
    """A course in the columns of a row."""
    return {
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
    return {" ".join(part): list(each) for part, each in sums.items()}


def predictions_in(kept: Mapping[str, Sequence[int]]) -> dict[Slice, Counts]:
    """Read sums of predictions back."""
    return {_slice(part): Counts._make(numbers) for part, numbers in kept.items()}


@lru_cache(1024)
def _slice(words: str) -> Slice:
    return tuple(words.split(" "))


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


def to_keep(marks: Iterable[Mark]) -> tuple[KeptMark, ...]:
    """Marks as they are kept."""
    return tuple(
        KeptMark(mark.kind.value, mark.value, mark.seats, mark.round_) for mark in marks
    )


def marks_in(kept: Iterable[KeptMark]) -> tuple[Mark, ...]:
    """Read marks back from where they are kept."""
    return tuple(
        Mark(Kind(each.kind), each.value, tuple(each.seats), each.round_)
        for each in kept
    )


def kind_word(scoring: str, edition: str) -> str:
    """What tells one kind of games from another."""
    return f"{scoring}/{edition}"


def kinds_in(kept: Mapping[str, int]) -> Kinds:
    """Read the kinds of games back."""
    return tuple(
        (scoring_called(scoring), frozenset(map(Extra, edition.split())), games)
        for word, games in kept.items()
        for scoring, edition in [word.split("/")]
    )
