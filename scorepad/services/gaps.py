"""Gaps of an old score sheet, and the answers of the people who played."""

from collections.abc import Mapping
from dataclasses import replace

from scorepad.games.wizard import ASKABLE, Problem
from scorepad.games.wizard.models import Game, Round
from scorepad.games.wizard.seating import start_totals
from scorepad.games.wizard.sheet import Row, Sheet, sheet_of
from scorepad.services.errors import EntryRefusedError, FieldObjection
from scorepad.services.validation import check_sheet

Place = tuple[int, int]  # a round number and a seat


def all_objections(game: Game) -> tuple[FieldObjection, ...]:
    """Return everything unusual or impossible on a sheet, accepted or not, by field."""
    try:
        check_sheet(_unaccepted(game))
    except EntryRefusedError as refused:
        sheet = sheet_of(game)
        return tuple(_with_reckoning(each, game, sheet) for each in refused.objections)
    return ()


def _with_reckoning(
    objection: FieldObjection, game: Game, sheet: Sheet
) -> FieldObjection:
    # Adds what a written total should have been, ``None`` if no number of tricks leads
    # to it, and the total above.
    if objection.problem != Problem.TOTAL_MISMATCH or objection.seat is None:
        return objection
    number, seat = int(objection.field.split("/")[1]), objection.seat
    row = sheet.rows[number - 1]
    points = None if row.points is None else row.points[seat]
    given = (e for e in game.adjustments if (e.seat, e.round_) == (seat, number))
    above = sum(each.points for each in given)
    before = game.rounds[number - 2].totals if number > 1 else None
    if before is None and number > 1:
        before = sheet.rows[number - 2].totals or sheet.totals
    written = None if before is None else before[seat]
    above += start_totals(game)[seat] if written is None else written
    expected = None if points is None else above + points
    values = {**objection.values, "expected": expected, "above": above}
    return replace(objection, values=values)


def open_tricks(game: Game) -> dict[Place, tuple[int, ...]]:
    """Return the possible tricks of every seat with a bid and a total but no tricks.

    A miss costs the same over and under the bid, so usually two numbers remain.
    """
    sheet = sheet_of(_unanswered(game))
    return {
        (row.number, seat): _possible(row, seat)
        for row in sheet.rows[: len(game.rounds)]
        if game.rounds[row.number - 1].totals is not None
        for seat, taken in enumerate(row.tricks)
        if taken is None and row.final_bids[seat] is not None
    }


def settled(game: Game, answers: Mapping[Place, int | None]) -> Game:
    """Return the game with the possible *answers*; ``None`` is an unknown number.

    A round of which every open number stays unknown is accepted as it is.
    """
    choices = open_tricks(game)
    fitting = {
        place: taken
        for place, taken in answers.items()
        if place in choices and (taken is None or taken in choices[place])
    }
    rounds = [
        _answered(round_, number, fitting)
        for number, round_ in enumerate(_unanswered(game).rounds, 1)
    ]
    return _with_true_acceptances(game, replace(game, rounds=tuple(rounds)), fitting)


def _answered(round_: Round, number: int, answers: Mapping[Place, int | None]) -> Round:
    if round_.totals is None:
        return round_
    tricks = tuple(answers.get((number, seat)) for seat in range(len(round_.bids)))
    return replace(round_, tricks=None if set(tricks) == {None} else tricks)


def _with_true_acceptances(
    asked: Game, game: Game, answers: Mapping[Place, int | None]
) -> Game:
    found: dict[int, dict[Problem, set[int | None]]] = {}
    for number, objection in sheet_of(_unaccepted(game)).objections:
        seats = found.setdefault(number, {}).setdefault(objection.problem, set())
        seats.add(objection.seat)
    rounds = []
    for number, round_ in enumerate(game.rounds, 1):
        here = found.get(number, {})
        accepted = [each for each in asked.rounds[number - 1].accepted if each in here]
        open_ = here.get(Problem.TRICKS_UNKNOWN, set())
        # Unknown tricks are confirmed seat by seat, not for the whole round.
        settled_ = open_ and all(
            seat is not None and (number, seat) in answers for seat in open_
        )
        kept = {each for each in accepted if each is not Problem.TRICKS_UNKNOWN}
        unknown = {Problem.TRICKS_UNKNOWN} if settled_ else set()
        rounds.append(replace(round_, accepted=tuple(sorted(kept | unknown))))
    return replace(game, rounds=tuple(rounds))


def _possible(row: Row, seat: int) -> tuple[int, ...]:
    bid = row.final_bids[seat]
    points = row.points[seat] if row.points is not None else None
    if bid is None or points is None or points >= 0:
        return tuple(range(row.cards + 1))
    away = -points // 10
    return tuple(n for n in (bid - away, bid + away) if 0 <= n <= row.cards)


def _unanswered(game: Game) -> Game:
    rounds = (r if r.totals is None else replace(r, tricks=None) for r in game.rounds)
    return replace(game, rounds=tuple(rounds))


def _unaccepted(game: Game) -> Game:
    kept = [tuple(p for p in r.accepted if p not in ASKABLE) for r in game.rounds]
    rounds = zip(game.rounds, kept, strict=True)
    return replace(game, rounds=tuple(replace(r, accepted=a) for r, a in rounds))
