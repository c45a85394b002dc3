"""A game and its rounds as the JSON that phones are told and the store keeps.

What is read here was written here: it is trusted.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scorepad.rules.problems import Problem
from scorepad.rules.wizard.game import (
    CUSTOM,
    Adjustment,
    AnyScoring,
    BidChange,
    BidMode,
    Deck,
    EvenBidMode,
    EvenBidRule,
    Extra,
    Game,
    HouseScoring,
    Joined,
    Left,
    Letters,
    Round,
    Schedule,
    Scoring,
    Trump,
)
from scorepad.rules.wizard.table_document import scoring_as_json

Record = Mapping[str, Any]


def settings_record(game: Game) -> dict[str, Any]:
    """Everything of a game but its players, its date and its rounds."""
    rule = game.even_bid_rule
    rare = {"planned": game.planned, "final_totals": game.final_totals}
    return {
        "first_dealer": game.first_dealer,
        "schedule": game.schedule.value,
        "cards": list(game.cards),
        "even_bid_rule": rule
        and {
            "mode": rule.mode.value,
            "min_cards": rule.min_cards,
            "zero_always_allowed": rule.zero_always_allowed,
        },
        "bid_mode": game.bid_mode.value,
        "edition": sorted(extra.value for extra in game.edition),
        "foresight": game.foresight,
        **scoring_as_json(game.scoring),
        "deck": None if game.deck is Deck.PEOPLE else game.deck.value,
        "letters": None if game.letters is Letters.ZN else game.letters.value,
        "adjustments": [
            {"seat": e.seat, "points": e.points, "reason": e.reason, "round": e.round_}
            for e in game.adjustments
        ],
        "ended_after": game.ended_after,
        "joined": [
            {"seat": e.seat, "round": e.round_, "start_total": e.start_total}
            for e in game.joined
        ],
        "left": [{"seat": e.seat, "after_round": e.after_round} for e in game.left],
        "place": game.place,
        "remark": game.remark,
        "minutes": game.minutes,
        **{key: list(each) for key, each in rare.items() if each is not None},
    }


def game_from(settings: Record, players: Sequence[str], **about: Any) -> Game:
    """A game without its rounds; *about* are its date and its id."""
    rule = settings["even_bid_rule"]
    return Game(
        players=tuple(players),
        cards=tuple(settings["cards"]),
        schedule=Schedule(settings["schedule"]),
        first_dealer=settings["first_dealer"],
        adjustments=tuple(
            Adjustment(e["seat"], e["points"], e["reason"], e["round"])
            for e in settings["adjustments"]
        ),
        edition=frozenset(map(Extra, settings["edition"])),
        bid_mode=BidMode(settings["bid_mode"]),
        even_bid_rule=rule and EvenBidRule(**{**rule, "mode": _mode(rule)}),
        foresight=settings["foresight"],
        scoring=_scoring(settings),
        deck=Deck(settings["deck"] or Deck.PEOPLE),
        letters=Letters(settings["letters"] or Letters.ZN),
        ended_after=settings["ended_after"],
        joined=tuple(
            Joined(e["seat"], e["round"], e["start_total"]) for e in settings["joined"]
        ),
        left=tuple(Left(**each) for each in settings["left"]),
        planned=_line(settings.get("planned")),
        final_totals=_line(settings.get("final_totals")),
        place=settings["place"],
        minutes=settings["minutes"],
        remark=settings["remark"],
        **about,
    )


def _mode(rule: Record) -> EvenBidMode:
    return EvenBidMode(rule["mode"])


def _scoring(settings: Record) -> AnyScoring:
    if settings["scoring"] == CUSTOM:
        return HouseScoring(**settings["formula"])
    return Scoring(settings["scoring"])


def _line(values: Sequence[Any] | None) -> tuple[Any, ...] | None:
    return None if values is None else tuple(values)


def round_record(round_: Round, winners: Sequence[int] = ()) -> dict[str, Any]:
    """A round; *winners* are the tricks tapped so far. What is rare may be absent."""
    rare = {
        "named_by": round_.named_by,
        "later_trump": round_.later_trump and round_.later_trump.value,
        "totals": None if round_.totals is None else list(round_.totals),
        "late_bids": list(round_.late_bids) or None,
    }
    return {
        "bids": list(round_.bids),
        "tricks": None if round_.tricks is None else list(round_.tricks),
        "trump": round_.trump and round_.trump.value,
        "dealer": round_.dealer,
        "bid_changes": [{"seat": c.seat, "by": c.by} for c in round_.bid_changes],
        "void_tricks": round_.void_tricks,
        "accepted": [problem.value for problem in round_.accepted],
        "winners": list(winners),
        "note": round_.note,
        **{key: each for key, each in rare.items() if each is not None},
    }


def round_from(record: Record) -> Round:
    """A round without its *winners*."""
    trump, later = record["trump"], record.get("later_trump")
    return Round(
        bids=tuple(record["bids"]),
        tricks=_line(record["tricks"]),
        trump=None if trump is None else Trump(trump),
        dealer=record["dealer"],
        bid_changes=tuple(BidChange(**each) for each in record["bid_changes"]),
        void_tricks=record["void_tricks"],
        accepted=tuple(map(Problem, record["accepted"])),
        totals=_line(record.get("totals")),
        late_bids=tuple(record.get("late_bids", ())),
        note=record["note"],
        named_by=record.get("named_by"),
        later_trump=None if later is None else Trump(later),
    )
