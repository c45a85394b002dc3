"""Games and what follows from them, as plain values ready for JSON."""

from typing import Any

from scorepad.rules.documents import head_of, without_defaults
from scorepad.rules.wizard.game import (
    Adjustment,
    BidMode,
    Deck,
    EvenBidRule,
    Game,
    Joined,
    Left,
    Letters,
    Round,
    Schedule,
    Scoring,
)
from scorepad.rules.wizard.sheet import Row, sheet_of
from scorepad.rules.wizard.table_document import scoring_as_json

GAME = "wizard"


def document_of(game: Game) -> dict[str, Any]:
    """The game as a document: the inverse of reading one. Defaults are left out."""
    custom = game.schedule is Schedule.CUSTOM
    optional = {
        "id": game.id_,
        "played_on": game.played_on and game.played_on.isoformat(),
        "first_dealer": game.first_dealer or None,
        "schedule": _unless(game.schedule, Schedule.STANDARD),
        "cards": list(game.planned or game.cards) if custom else None,
        "edition": sorted(game.edition),
        "bid_mode": _unless(game.bid_mode, BidMode.OPEN),
        "even_bid_rule": game.even_bid_rule and _rule(game.even_bid_rule),
        "foresight": game.foresight or None,
        "adjustments": [_adjustment(each) for each in game.adjustments],
        **(scoring_as_json(game.scoring) if game.scoring != Scoring.CLASSIC else {}),
        "deck": _unless(game.deck, Deck.PEOPLE),
        "letters": _unless(game.letters, Letters.ZN),
        "ended_after": game.ended_after,
        "joined": [joined_as_json(each) for each in game.joined],
        "left": [left_as_json(each) for each in game.left],
        "place": game.place,
        "minutes": game.minutes,
        "remark": game.remark,
        "final_totals": game.final_totals and list(game.final_totals),
    }
    return {
        **head_of(GAME),
        "players": list(game.players),
        **without_defaults(optional),
        "rounds": [_round(each) for each in game.rounds],
    }


def answer_for(game: Game) -> dict[str, Any]:
    """What follows from a game: points, totals, ranks, winners and objections.

    ``schedule`` lists the cards of every round that counts; ``rounds`` has those
    that were noted, with ``null`` for what is not known yet.
    """
    sheet = sheet_of(game)
    return {
        "players": list(sheet.players),
        "schedule": [row.cards for row in sheet.rows],
        "finished": sheet.finished,
        "rounds": [_answered(row) for row in sheet.rows[: len(game.rounds)]],
        "totals": list(sheet.totals),
        "ranks": list(sheet.ranks),
        "winners": list(sheet.winners),
        "objections": [
            {"round": number, "problem": each.problem.value, "seat": each.seat}
            for number, each in sheet.objections
        ],
    }


def _answered(row: Row) -> dict[str, Any]:
    return {
        "number": row.number,
        "cards": row.cards,
        "dealer": row.dealer,
        "bid_order": list(row.bid_order),
        "points": None if row.points is None else list(row.points),
        "totals": None if row.totals is None else list(row.totals),
    }


def _round(round_: Round) -> dict[str, Any]:
    old = round_.totals is not None
    tricks = None if round_.tricks is None else list(round_.tricks)
    optional = {
        "totals": list(round_.totals or ()) if old else None,
        "trump": round_.trump and round_.trump.value,
        "named_by": round_.named_by,
        "later_trump": round_.later_trump and round_.later_trump.value,
        "dealer": round_.dealer,
        "bid_changes": [{"seat": c.seat, "by": c.by} for c in round_.bid_changes],
        "void_tricks": round_.void_tricks or None,
        "accepted": [problem.value for problem in round_.accepted],
        "late_bids": list(round_.late_bids),
        "note": round_.note,
    }
    return {
        "bids": list(round_.bids),
        **({} if old and tricks is None else {"tricks": tricks}),
        **without_defaults(optional),
    }


def joined_as_json(each: Joined) -> dict[str, int]:
    """A latecomer as the game document says it."""
    return {
        "seat": each.seat,
        "round": each.round_,
        "start_total": each.start_total,
    }


def left_as_json(each: Left) -> dict[str, int]:
    """Somebody who went home, as the game document says it."""
    return {"seat": each.seat, "after_round": each.after_round}


def _rule(rule: EvenBidRule) -> dict[str, Any]:
    return {
        "mode": rule.mode.value,
        "min_cards": rule.min_cards,
        "zero_always_allowed": rule.zero_always_allowed,
    }


def _adjustment(each: Adjustment) -> dict[str, Any]:
    noted = {"seat": each.seat, "points": each.points, "reason": each.reason}
    return noted if each.round_ is None else {**noted, "round": each.round_}


def _unless(value: str, default: str) -> str | None:
    return None if value == default else str(value)
