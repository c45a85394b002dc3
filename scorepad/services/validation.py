"""Validation of entries by the rules, with objections by field."""

from collections.abc import Iterator, Sequence
from typing import Any

from scorepad.games.registry import GAMES
from scorepad.games.wizard import Objection, Problem, seating
from scorepad.games.wizard.models import Game
from scorepad.games.wizard.schedule import objections_to_table
from scorepad.games.wizard.sheet import Row, Sheet, sheet_of
from scorepad.services.errors import EntryRefusedError, Fault, FieldObjection, refusal
from scorepad.services.inputs import BidEntry, GameEntry

FIELDS = {
    Problem.BID_COUNT: "bids",
    Problem.BID_MISSING: "bids",
    Problem.BID_RANGE: "bids",
    Problem.BIDS_EVEN: "bids",
    Problem.BID_CHANGE_EARLY: "bid_changes",
    Problem.BID_CHANGE_STEP: "bid_changes",
    Problem.BID_CHANGE_RANGE: "bid_changes",
    Problem.VOID_RANGE: "void_tricks",
    Problem.TRICKS_MISSING: "tricks",
    Problem.TRICKS_RANGE: "tricks",
    Problem.TRICKS_SUM: "tricks",
    Problem.TRICKS_UNKNOWN: "totals",
    Problem.TOTAL_MISMATCH: "totals",
    Problem.PLAYERS_OUT_OF_RANGE: "players",
    Problem.HAND_TOO_SMALL: "cards",
    Problem.HAND_TOO_LARGE: "cards",
    Problem.VARIANT_NEEDS_3_OR_4_PLAYERS: "schedule",
    Problem.VARIANT_NEEDS_3_TO_6_PLAYERS: "schedule",
    Problem.EDITION_INCOMPLETE: "edition",
    Problem.NOT_AT_TABLE: "bids",
    Problem.UNWRITTEN_ENTRIES: "bids",
    Problem.NO_TURN_UP: "trump",
    Problem.FORESIGHT_CARDS: "foresight",
}
_PER_SEAT = {"bids", "tricks", "totals"}


def beyond(field: str, rounds: int) -> FieldObjection:
    """Return the objection that the schedule has no such round."""
    return FieldObjection(field, Fault.ROUND_RANGE, values={"last": rounds})


def check_bid(game: Game, entry: BidEntry) -> None:
    """Raise EntryRefusedError if round, seat or bid do not fit the game."""
    seat, last = entry.seat, len(game.players) - 1
    if not 1 <= entry.number <= len(game.cards):
        raise EntryRefusedError([beyond("number", len(game.cards))])
    if not 0 <= seat <= last:
        raise refusal("seat", Fault.SEAT_RANGE, last=last)
    cards, name = game.cards[entry.number - 1], game.players[seat]
    values = {"name": name, "number": entry.number, "bid": entry.bid, "cards": cards}
    if seat not in seating.present_in(game, entry.number):
        raise refusal("seat", Problem.NOT_AT_TABLE, seat, **values)
    if not 0 <= entry.bid <= cards:
        raise refusal("bid", Problem.BID_RANGE, seat, **values)


def check_sheet(game: Game, *, brought: bool = False) -> Sheet:
    """Check a whole sheet; return it computed.

    In a *brought* (imported) sheet even bids are accepted: the ±1 rule depends on
    leader and dealer, and a correction of an earlier round moves both later. So is
    trump where none is turned up: the sheet may be older than this check.

    :raises EntryRefusedError: every objection, by fields like ``rounds/3/bids/2``.
    """
    sheet = sheet_of(game)
    unasked = {Problem.BIDS_EVEN, Problem.NO_TURN_UP} if brought else set()
    asked = [found for found in sheet.objections if found[1].problem not in unasked]
    if asked:
        raise EntryRefusedError(
            [
                by_field(
                    objection,
                    values_of(game, sheet.rows[number - 1], objection.seat),
                    within=f"rounds/{number}/",
                )
                for number, objection in asked
            ]
        )
    return sheet


def by_field(
    objection: Objection, values: dict[str, object], within: str = ""
) -> FieldObjection:
    """Return an objection of the rules as one to a field."""
    name = FIELDS[objection.problem]
    seat = objection.seat
    per_seat = name in _PER_SEAT and seat is not None
    field = f"{within}{name}/{seat}" if per_seat else f"{within}{name}"
    return FieldObjection(field, objection.problem, seat, values)


def values_of(game: Game, row: Row, seat: int | None) -> dict[str, object]:
    """Return the placeholders of a message about a round."""
    taken = [tricks for tricks in row.tricks if tricks is not None]
    values: dict[str, object] = {
        "number": row.number,
        "cards": row.cards,
        "void": row.noted.void_tricks,
        "sum": sum(taken) + row.noted.void_tricks,
        "expected": row.cards,
    }
    if seat is None:
        return values
    written = game.rounds[row.number - 1].totals
    totals = {} if written is None else {"written": _at(written, seat)}
    return {
        **values,
        **totals,
        "name": game.players[seat],
        "bid": _at(row.bids, seat),
        "tricks": _at(row.tricks, seat),
    }


def _at(values: Sequence[int | None], seat: int) -> object:
    return values[seat] if seat < len(values) else None


def objections_to_settings(
    entry: GameEntry, *, stored: Any = None, brought: bool = False
) -> tuple[FieldObjection, ...]:
    """Return every objection to the settings of a game.

    A document keeps what its *stored* version has, and a *brought* (imported or older)
    one what a table may accept: it may be older than the rule.
    """
    if GAMES[entry.word].model is None:
        return tuple(_objections_to_document(entry, stored, brought=brought))
    game = entry.game
    found = [*_objections_to_table(game), *_objections_to_named_seats(game)]
    if found:
        return tuple(found)
    game = with_cards(game)
    unlikely = () if brought else seating.objections_to_foresight(game)
    values = {"game": game.word, "cards": game.cards[0]}
    presence = (*seating.objections_to_presence(game), *unlikely)
    return _objections_to_numbers(game) or tuple(
        by_field(each, values) for each in presence
    )


def _objections_to_document(
    entry: GameEntry, stored: Any, *, brought: bool
) -> Iterator[FieldObjection]:
    word, rules = entry.word, GAMES[entry.word]
    unasked = rules.askable if brought else frozenset()
    known = [] if stored is None else rules.answer_for(stored)["objections"]
    for each in rules.answer_for(entry.game)["objections"]:
        if each in known or each["problem"] in unasked:
            continue
        event = each.get("event")
        at = each.get("field", "final" if event is None else f"events/{event}")
        yield FieldObjection(at, each["problem"], each.get("seat"), {"game": word})


def _objections_to_table(game: Game) -> Iterator[FieldObjection]:
    players, first = len(game.players), len(seating.present_in(game, 1))
    for each in objections_to_table(
        first if players in game.deals.seats else players,
        game.schedule,
        custom=game.planned or game.cards,
        edition=game.edition,
        fewest=seating.fewest_present(game),
        deals=game.deals,
    ):
        yield by_field(each, {"game": game.word})


def _objections_to_named_seats(game: Game) -> Iterator[FieldObjection]:
    named = [("first_dealer", game.first_dealer)] if game.players else []
    for key in ("adjustments", "joined", "left"):
        named += [(f"{key}/{i}/seat", e.seat) for i, e in enumerate(getattr(game, key))]
    for field, seat in named:
        if not 0 <= seat < len(game.players):
            values = {"last": len(game.players) - 1}
            yield FieldObjection(field, Fault.SEAT_RANGE, values=values)


def with_cards(game: Game) -> Game:
    """Return the game with the cards of every round; its table must be valid."""
    return seating.with_hands(game, seating.planned_cards(game))


def _objections_to_numbers(game: Game) -> tuple[FieldObjection, ...]:
    last, planned = len(game.cards), len(seating.planned_cards(game))
    rounds: list[tuple[str, int | None, int]] = [
        ("ended_after", game.ended_after, last)
    ]
    for i, given in enumerate(game.adjustments):
        rounds.append((f"adjustments/{i}/round", given.round_, last))
    for i, left in enumerate(game.left):
        rounds.append((f"left/{i}/after_round", left.after_round, last))
    for i, joined in enumerate(game.joined):
        rounds.append((f"joined/{i}/round", joined.round_, planned))
    return tuple(
        beyond(field, end)
        for field, number, end in rounds
        if number is not None and not 1 <= number <= end
    )
