"""Validation of entries by the rules, with objections by field, and gaps of sheets."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from scorepad.games.registry import GAMES
from scorepad.games.wizard import ASKABLE, Objection, Problem, seating, validation
from scorepad.games.wizard.models import Game
from scorepad.games.wizard.seating import objections_to_deal, start_totals
from scorepad.games.wizard.sheet import Sheet, sheet_of
from scorepad.services import requests
from scorepad.services.requests import EntryRefusedError, FieldObjection


def beyond(field: str, rounds: int) -> FieldObjection:
    """Return the objection that the schedule has no such round."""
    return FieldObjection(field, "round_range", values={"last": rounds})


def not_at_table(field: str, game: Game, number: int, seat: int) -> FieldObjection:
    """Return the objection that this seat did not play in a round."""
    values = {"name": game.players[seat], "number": number}
    return FieldObjection(field, Problem.NOT_AT_TABLE, seat, values)


def check_bid(game: Game, entry: requests.BidEntry) -> None:
    """Raise EntryRefusedError if round, seat or bid do not fit the game."""
    seat, last = entry.seat, len(game.players) - 1
    if not 1 <= entry.number <= len(game.cards):
        raise EntryRefusedError([beyond("number", len(game.cards))])
    if not 0 <= seat <= last:
        raise requests.refusal("seat", "seat_range", last=last)
    cards, name = game.cards[entry.number - 1], game.players[seat]
    values = {"name": name, "number": entry.number, "bid": entry.bid, "cards": cards}
    if seat not in seating.present_in(game, entry.number):
        raise requests.refusal("seat", Problem.NOT_AT_TABLE, seat, **values)
    if not 0 <= entry.bid <= cards:
        raise requests.refusal("bid", Problem.BID_RANGE, seat, **values)


def check_sheet(game: Game, *, lenient: bool = False) -> Sheet:
    """Check a whole sheet; return it computed.

    A *lenient* check, of an imported sheet, accepts even bids: the ±1 rule depends on
    leader and dealer, and a correction of an earlier round moves both later. It accepts
    trump where none is turned up: the sheet may be older than this rule.

    :raises EntryRefusedError: every objection, by fields like ``rounds/3/bids/2``.
    """
    sheet = sheet_of(game)
    unasked = {Problem.BIDS_EVEN, Problem.NO_TURN_UP} if lenient else set()
    asked = [
        about_round(game, row, objection, within=f"rounds/{row.number}/")
        for row in sheet.rows
        for objection in row.objections
        if objection.problem not in unasked
    ]
    if asked:
        raise EntryRefusedError(asked)
    return sheet


def by_field(
    objection: Objection, values: dict[str, object], within: str = ""
) -> FieldObjection:
    """Return an objection of the rules as one to a field."""
    name, seat = objection.problem.field, objection.seat
    per_seat = seat is not None and name in {"bids", "tricks", "totals"}
    field = f"{within}{name}/{seat}" if per_seat else f"{within}{name}"
    return FieldObjection(field, objection.problem, seat, values)


def about_round(
    game: Game, row: validation.Row, objection: Objection, within: str = ""
) -> FieldObjection:
    """Return an objection to a round, with the placeholders of its message."""
    seat = objection.seat
    taken = sum(tricks for tricks in row.tricks if tricks is not None)
    values: dict[str, object] = {
        "number": row.number,
        "cards": row.cards,
        "void": row.noted.void_tricks,
        "sum": taken + row.noted.void_tricks,
        "expected": row.cards,
    }
    if seat is not None:
        values |= {"name": game.players[seat]}
        values |= {"bid": row.bids[seat], "tricks": row.tricks[seat]}
        if written := game.rounds[row.number - 1].totals:
            values["written"] = written[seat]
    return by_field(objection, values, within)


def objections_to_settings(
    entry: requests.GameEntry, *, stored: Any = None, lenient: bool = False
) -> tuple[FieldObjection, ...]:
    """Return every objection to the settings of a game.

    A document keeps what its *stored* version has. A *lenient* check, of imported or
    older games, accepts what a table may accept: they may be older than the rule.
    """
    if GAMES[entry.word].model is None:
        return tuple(_objections_to_document(entry, stored, lenient=lenient))
    game = entry.game
    table = (by_field(each, {"game": game.word}) for each in objections_to_deal(game))
    if found := (*table, *_objections_to_named_seats(game)):
        return found
    game = seating.with_cards(game)
    unlikely = () if lenient else seating.objections_to_foresight(game)
    values = {"game": game.word, "cards": game.cards[0]}
    presence = (*seating.objections_to_presence(game), *unlikely)
    others = (by_field(each, values) for each in presence)
    return _objections_to_numbers(game) or tuple(others)


def _objections_to_document(
    entry: requests.GameEntry, stored: Any, *, lenient: bool
) -> Iterator[FieldObjection]:
    word, rules = entry.word, GAMES[entry.word]
    unasked = rules.askable if lenient else frozenset()
    known = [] if stored is None else rules.answer_for(stored)["objections"]
    for each in rules.answer_for(entry.game)["objections"]:
        if each in known or each["problem"] in unasked:
            continue
        event = each.get("event")
        at = each.get("field", "final" if event is None else f"events/{event}")
        yield FieldObjection(at, each["problem"], each.get("seat"), {"game": word})


def _objections_to_named_seats(game: Game) -> Iterator[FieldObjection]:
    named = [("first_dealer", game.first_dealer)] if game.players else []
    for key in ("adjustments", "joined", "left"):
        named += [(f"{key}/{i}/seat", e.seat) for i, e in enumerate(getattr(game, key))]
    for field, seat in named:
        if not 0 <= seat < len(game.players):
            values = {"last": len(game.players) - 1}
            yield FieldObjection(field, "seat_range", values=values)


def _objections_to_numbers(game: Game) -> tuple[FieldObjection, ...]:
    last, planned = len(game.cards), len(seating.planned_cards(game))
    ends = [("ended_after", game.ended_after, last)]
    fines, left, joined = game.adjustments, game.left, game.joined
    ends += [(f"adjustments/{i}/round", e.round_, last) for i, e in enumerate(fines)]
    ends += [(f"left/{i}/after_round", e.after_round, last) for i, e in enumerate(left)]
    ends += [(f"joined/{i}/round", e.round_, planned) for i, e in enumerate(joined)]
    return tuple(
        beyond(field, end)
        for field, number, end in ends
        if number is not None and not 1 <= number <= end
    )


Place = tuple[int, int]  # a round number and a seat


def all_objections(game: Game) -> tuple[FieldObjection, ...]:
    """Return everything unusual or impossible on a sheet, accepted or not, by field."""
    try:
        check_sheet(_unaccepted(game))
    except EntryRefusedError as refused:
        found, sheet = refused.objections, sheet_of(game)
        return tuple(_with_expected_total(each, game, sheet) for each in found)
    return ()


def _with_expected_total(
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
    """Return the possible tricks, mostly two, of seats with only bid and total."""
    return {
        (row.number, seat): _possible(row, seat)
        for row in sheet_of(_answered(game, {})).rows[: len(game.rounds)]
        if game.rounds[row.number - 1].totals is not None
        for seat, taken in enumerate(row.tricks)
        if taken is None and row.final_bids[seat] is not None
    }


def with_answers(game: Game, answers: Mapping[Place, int | None]) -> Game:
    """Return the game with the possible *answers*; all unknown ones are accepted."""
    choices = open_tricks(game)
    fitting = {
        place: taken
        for place, taken in answers.items()
        if place in choices and (taken is None or taken in choices[place])
    }
    answered, found = _answered(game, fitting), defaultdict[Any, set[int | None]](set)
    for number, objection in sheet_of(_unaccepted(answered)).objections:
        found[number, objection.problem].add(objection.seat)
    rounds, pairs = [], zip(game.rounds, answered.rounds, strict=True)
    for number, (before, round_) in enumerate(pairs, 1):
        accepted = {each for each in before.accepted if (number, each) in found}
        # Unknown tricks are confirmed seat by seat, not for the whole round.
        accepted.discard(Problem.TRICKS_UNKNOWN)
        unknown = found[number, Problem.TRICKS_UNKNOWN]
        if unknown and all((number, seat) in fitting for seat in unknown):
            accepted.add(Problem.TRICKS_UNKNOWN)
        rounds.append(replace(round_, accepted=tuple(sorted(accepted))))
    return replace(answered, rounds=tuple(rounds))


def _answered(game: Game, answers: Mapping[Place, int | None]) -> Game:
    # Rounds with totals have only these tricks.
    rounds = [*game.rounds]
    for number, each in enumerate(game.rounds, 1):
        if each.totals is not None:
            seats = range(len(each.bids))
            tricks = tuple(answers.get((number, seat)) for seat in seats)
            known = tricks if {*tricks} - {None} else None
            rounds[number - 1] = replace(each, tricks=known)
    return replace(game, rounds=tuple(rounds))


def _possible(row: validation.Row, seat: int) -> tuple[int, ...]:
    bid = row.final_bids[seat]
    points = row.points[seat] if row.points is not None else None
    if bid is None or points is None or points >= 0:
        return tuple(range(row.cards + 1))
    away = -points // 10
    return tuple(n for n in (bid - away, bid + away) if 0 <= n <= row.cards)


def _unaccepted(game: Game) -> Game:
    rounds = (
        replace(each, accepted=tuple(p for p in each.accepted if p not in ASKABLE))
        for each in game.rounds
    )
    return replace(game, rounds=tuple(rounds))
