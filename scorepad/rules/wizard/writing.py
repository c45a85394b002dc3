"""Games and what follows from them, as plain values ready for JSON."""

from collections.abc import Mapping
from typing import Any

from scorepad.rules.documents import head_of
from scorepad.rules.wizard.game import Adjustment, Game, Round, Schedule
from scorepad.rules.wizard.records import round_record, settings_record
from scorepad.rules.wizard.sheet import Row, sheet_of

GAME = "wizard"


_USUAL = settings_record(Game(players=(), cards=()))
_USUAL_ROUND = round_record(Round(bids=()))
_NOT_TOLD = ("planned", "winners")
"""What a record has beyond a document."""


def document_of(game: Game) -> dict[str, Any]:
    """The game as a document: the inverse of reading one. Defaults are left out."""
    custom = game.schedule is Schedule.CUSTOM
    record = {
        **settings_record(game),
        "cards": list(game.planned or game.cards) if custom else [],
        "adjustments": [_adjustment(each) for each in game.adjustments],
    }
    occasion = {
        "id": game.id_,
        "played_on": game.played_on and game.played_on.isoformat(),
    }
    return {
        **head_of(GAME),
        "players": list(game.players),
        **_unusual({**occasion, **record}, _USUAL),
        "rounds": [_round(each) for each in game.rounds],
    }


def _unusual(record: Mapping[str, Any], usual: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: each
        for key, each in record.items()
        if each != usual.get(key) and key not in _NOT_TOLD
    }


def _round(round_: Round) -> dict[str, Any]:
    record = round_record(round_)
    old = round_.totals is not None and round_.tricks is None
    always = {key: record[key] for key in ("bids", *(() if old else ("tricks",)))}
    return {**always, **_unusual(record, _USUAL_ROUND)}


def _adjustment(each: Adjustment) -> dict[str, Any]:
    noted = {"seat": each.seat, "points": each.points, "reason": each.reason}
    return noted if each.round_ is None else {**noted, "round": each.round_}


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
