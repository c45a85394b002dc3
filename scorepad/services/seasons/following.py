"""What depends on the order of games: form, runs, the race, records.

A game later than all others goes on from where these stand. One that ends after others
that began later, and a change of one of the last games, go back to where it belongs and
on again from there: the *tail* of a season knows how all stood before each of its last
games. Any other change leaves the season stale, and whoever opens its ledger next works
it out (:mod:`scorepad.services.seasons.opening`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from sqlalchemy.orm import Session

from scorepad.services.seasons.ledger_words import (
    course_in,
    marks_in,
    record_words,
    records_in,
    results_of,
)
from scorepad.stats.columns import Had, columns_of
from scorepad.stats.course import Course
from scorepad.stats.records import Mark, set_records
from scorepad.store.seasons.ledgers import held_players
from scorepad.store.seasons.marks import marks_of_game
from scorepad.store.seasons.tallies import Tallied, tallies_of_game
from scorepad.store.tables import PlayerLedger, SeasonLedger

LONGEST_TAIL: Final = 12
"""So many games can be gone back."""

At = tuple[date, int]
"""Where a game is among others: by its day, then by its row."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A game to be entered: where, what everybody has from it, and its marks."""

    at: At
    results: Sequence[Had[int]]
    marks: Sequence[Mark]


def follow(  # noqa: PLR0913, PLR0917 - a season, its players, and a game before and after
    session: Session,
    row: SeasonLedger,
    held: dict[int, PlayerLedger],
    was: Sequence[Tallied],
    now: Sequence[Tallied],
    marks: Sequence[Mark],
) -> dict[int, Course]:
    """Let a season follow a game that *was* something and is something *now*.

    Tells the courses that changed. *held* are the players of that game, and afterwards
    all of those. *marks* are the present ones.
    """
    old, new = results_of(was), results_of(now)
    if row.stale or not (old or new):
        return {}
    places = [_at(each[0]) for each, had in ((was, old), (now, new)) if had]
    later = _games_from(row, min(places))
    if later is None:
        _give_up(row)
        return {}
    others = [each for each in later if each[1] != (was or now)[0].game_id]
    turns = [_turn_again(session, each) for each in others]
    if new:
        turns.append(Turn(_at(now[0]), new, marks))
    courses = _courses(session, row, held, later, turns)
    _go_back(row, courses, later)
    for turn in sorted(turns, key=lambda each: each.at):
        _go_on(row, courses, turn)
    _settle(row)
    return courses


def _at(each: Tallied) -> At:
    return each.played_on, each.game_id


def _read_at(kept: Sequence[Any]) -> At:
    return date.fromisoformat(kept[0]), kept[1]


def _games_from(row: SeasonLedger, place: At) -> list[Sequence[Any]] | None:
    """The games of the tail from a place on; ``None`` if it does not reach there."""
    if place > (row.last_played_on or date.min, row.last_game or 0):
        return []
    is_whole = len(row.tail) == row.games
    if not is_whole and (not row.tail or place < _read_at(row.tail[0])):
        return None
    return [each for each in row.tail if _read_at(each) >= place]


def _turn_again(session: Session, kept: Sequence[Any]) -> Turn:
    game = kept[1]
    results = results_of(tallies_of_game(session, game))
    marks = marks_in(marks_of_game(session, game) or ())
    return Turn(_read_at(kept), results, marks)


def _courses(
    session: Session,
    row: SeasonLedger,
    held: dict[int, PlayerLedger],
    later: Iterable[Sequence[Any]],
    turns: Iterable[Turn],
) -> dict[int, Course]:
    """The courses of everybody who is in one of these games."""
    ids = {int(id_) for _, _, before, _ in later for id_ in before}
    ids |= {had.player for turn in turns for had in turn.results}
    if not ids <= held.keys():
        held.update(held_players(session, row.number, ids.difference(held)))
    return {id_: course_in(held[id_]) if id_ in held else Course() for id_ in ids}


def _go_back(
    row: SeasonLedger, courses: dict[int, Course], later: Sequence[Sequence[Any]]
) -> None:
    for _, _, before, records in reversed(later):
        for id_, words in before.items():
            courses[int(id_)] = _as_before(courses[int(id_)], words)
        row.records = records
    row.tail = row.tail[: len(row.tail) - len(later)]
    row.games -= len(later)


def _go_on(row: SeasonLedger, courses: dict[int, Course], turn: Turn) -> None:
    day, game = turn.at
    players = [had.player for had in turn.results]
    before = {str(id_): _kept_before(courses[id_]) for id_ in players}
    tail = [*row.tail, [day.isoformat(), game, before, row.records]]
    row.tail = tail[-LONGEST_TAIL:]
    row.games += 1
    for had in turn.results:
        courses[had.player].go_on([row.games], columns_of([had]))
    records = records_in(row.records)
    set_records(records, game, turn.marks)
    row.records = record_words(records)


def _settle(row: SeasonLedger) -> None:
    if row.tail:
        row.last_played_on, row.last_game = _read_at(row.tail[-1])
    elif row.games:
        _give_up(row)  # nobody knows which game is the last one now
    else:
        row.last_played_on = row.last_game = None


def _give_up(row: SeasonLedger) -> None:
    row.stale, row.tail = True, []


def _kept_before(course: Course) -> list[Any]:
    """What it takes to take the next game of a course out again."""
    last = list(course.steps[-1]) if course.steps else None
    runs = course.run, course.longest_run, course.longest_drought
    return [[list(each) for each in course.form], *runs, len(course.steps), last]


def _as_before(course: Course, kept: Sequence[Any]) -> Course:
    form, run, longest_run, longest_drought, count, last = kept
    return Course(
        form=tuple((rank, met, made) for rank, met, made in form),
        run=run,
        longest_run=longest_run,
        longest_drought=longest_drought,
        # Of a block of games only the last step is kept, so it may have been another.
        steps=[*course.steps[: count - 1], tuple(last)] if count else [],
    )
