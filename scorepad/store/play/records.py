"""Rows in, values of the rules out, and back."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy.orm import Session

from scorepad.rules.problems import Problem
from scorepad.rules.wizard.game import (
    Adjustment,
    BidChange,
    BidMode,
    Deck,
    EvenBidMode,
    EvenBidRule,
    Extra,
    Game,
    Joined,
    Left,
    Letters,
    Round,
    Schedule,
    Trump,
    scoring_called,
)
from scorepad.store.tables import (
    AdjustmentRow,
    Entry,
    GameRow,
    Player,
    RoundRow,
    Seat,
)

Words = Any
"""What a statement found, by the names of its columns: no object of a session."""


def write_settings(row: GameRow, game: Game) -> None:
    """Put everything of *game* but its players, rounds and date into *row*."""
    rule = game.even_bid_rule
    row.first_dealer = game.first_dealer
    row.schedule = game.schedule.value
    row.cards = list(game.cards)
    row.planned = None if game.planned is None else list(game.planned)
    row.even_bid_mode = rule.mode.value if rule else None
    row.even_bid_min_cards = rule.min_cards if rule else None
    row.even_bid_zero_allowed = rule.zero_always_allowed if rule else None
    row.bid_mode = game.bid_mode.value
    row.edition = sorted(extra.value for extra in game.edition)
    row.foresight = game.foresight
    row.scoring = game.scoring.value
    row.deck = None if game.deck is Deck.PEOPLE else game.deck.value
    row.letters = None if game.letters is Letters.ZN else game.letters.value
    row.ended_after = game.ended_after
    row.place = game.place
    row.remark = game.remark
    row.minutes = game.minutes


def write_adjustments(
    session: Session, row: GameRow, adjustments: Sequence[Adjustment]
) -> None:
    """Replace the adjustments of a game."""
    row.adjustments.clear()
    session.flush()
    row.adjustments.extend(
        AdjustmentRow(
            position=position,
            seat=each.seat,
            points=each.points,
            reason=each.reason,
            round_number=each.round_,
        )
        for position, each in enumerate(adjustments)
    )


def write_seats(
    session: Session, row: GameRow, players: Sequence[Player], game: Game
) -> None:
    """Seat *players* in this order, touching nothing where they already sit so."""
    if [seat.player_id for seat in row.seats] != [each.id for each in players]:
        row.seats.clear()
        session.flush()
        row.seats.extend(
            Seat(seat=seat, player=player) for seat, player in enumerate(players)
        )
    joined = {each.seat: each for each in game.joined}
    left = {each.seat: each.after_round for each in game.left}
    totals = game.final_totals or (None,) * len(players)
    for seat, total in zip(row.seats, totals, strict=True):
        late = joined.get(seat.seat)
        seat.final_total = total
        seat.joined_in = late.round_ if late else None
        seat.start_total = late.start_total if late else None
        seat.left_after = left.get(seat.seat)


def round_columns(round_: Round, winners: Sequence[int] = ()) -> dict[str, Any]:
    """What a row says of a round, beside its seats."""
    return {
        "trump": round_.trump.value if round_.trump else None,
        "named_by": round_.named_by,
        "later_trump": round_.later_trump.value if round_.later_trump else None,
        "dealer": round_.dealer,
        "bid_changes": [{"seat": c.seat, "by": c.by} for c in round_.bid_changes],
        "void_tricks": round_.void_tricks,
        "accepted": [problem.value for problem in round_.accepted],
        "winners": list(winners),
        "note": round_.note,
    }


def entry_columns(round_: Round) -> list[dict[str, Any]]:
    """What a row says of each seat in a round."""
    nothing = (None,) * len(round_.bids)
    lines = (round_.bids, round_.tricks or nothing, round_.totals or nothing)
    return [
        {
            "seat": seat,
            "bid": bid,
            "tricks": tricks,
            "written_total": total,
            "late_bid": seat in round_.late_bids,
        }
        for seat, (bid, tricks, total) in enumerate(zip(*lines, strict=True))
    ]


def round_value(row: RoundRow) -> Round:
    """Read a round that is loaded."""
    return read_round(row, row.entries)


def read_round(row: RoundRow | Words, entries: Sequence[Entry | Words]) -> Round:
    """Read a round: tricks nobody has noted at all are ``None``, totals likewise."""
    return Round(
        bids=tuple(each.bid for each in entries),
        tricks=_unless_empty([each.tricks for each in entries]),
        trump=None if row.trump is None else Trump(row.trump),
        named_by=row.named_by,
        later_trump=None if row.later_trump is None else Trump(row.later_trump),
        dealer=row.dealer,
        bid_changes=tuple(BidChange(**change) for change in row.bid_changes),
        void_tricks=row.void_tricks,
        accepted=tuple(Problem(problem) for problem in row.accepted),
        totals=_unless_empty([each.written_total for each in entries]),
        late_bids=tuple(each.seat for each in entries if each.late_bid),
        note=row.note,
    )


def _unless_empty(line: Sequence[int | None]) -> tuple[int | None, ...] | None:
    return None if line.count(None) == len(line) else tuple(line)


def as_stored(round_: Round) -> Round:
    """A round as it will be read once it is written."""
    seats = range(len(round_.bids))
    return replace(
        round_,
        tricks=_unless_empty(round_.tricks or ()),
        totals=_unless_empty(round_.totals or ()),
        late_bids=tuple(seat for seat in seats if seat in round_.late_bids),
    )


def game_value(row: GameRow) -> Game:
    """Read a game that is loaded, with its rounds."""
    kept = {each.number: round_value(each) for each in row.rounds}
    return with_rounds(settings_value(row), kept)


def with_rounds(settings: Game, kept: Mapping[int, Round]) -> Game:
    """A game with the rounds up to where it ended; gaps become empty rounds."""
    nothing = Round(bids=(None,) * len(settings.players))
    last = settings.ended_after or len(settings.cards)
    rounds = [kept.get(number, nothing) for number in range(1, last + 1)]
    while rounds and rounds[-1] == nothing:
        rounds.pop()
    return replace(settings, rounds=tuple(rounds))


def settings_value(row: GameRow) -> Game:
    """Read a game that is loaded, without its rounds."""
    names = [seat.player.name for seat in row.seats]
    return read_settings(row, names, row.seats, row.adjustments)


def read_settings(
    row: GameRow | Words,
    names: Sequence[str],
    seats: Sequence[Seat | Words],
    adjustments: Sequence[AdjustmentRow | Words],
) -> Game:
    """Read a game without its rounds."""
    totals = tuple(s.final_total for s in seats if s.final_total is not None)
    return Game(
        players=tuple(names),
        cards=tuple(row.cards),
        schedule=Schedule(row.schedule),
        first_dealer=row.first_dealer,
        adjustments=tuple(_adjustment(each) for each in adjustments),
        edition=frozenset(Extra(extra) for extra in row.edition),
        bid_mode=BidMode(row.bid_mode),
        even_bid_rule=_even_bid_rule(row),
        foresight=row.foresight,
        scoring=scoring_called(row.scoring),
        deck=Deck(row.deck or Deck.PEOPLE),
        letters=Letters(row.letters or Letters.ZN),
        ended_after=row.ended_after,
        joined=tuple(
            Joined(each.seat, each.joined_in, each.start_total or 0)
            for each in seats
            if each.joined_in is not None
        ),
        left=tuple(
            Left(each.seat, each.left_after)
            for each in seats
            if each.left_after is not None
        ),
        planned=None if row.planned is None else tuple(row.planned),
        final_totals=totals if len(totals) == len(seats) else None,
        played_on=row.played_on,
        place=row.place,
        minutes=row.minutes,
        remark=row.remark,
        id_=str(row.uuid),
    )


def _adjustment(row: AdjustmentRow | Words) -> Adjustment:
    return Adjustment(row.seat, row.points, row.reason, row.round_number)


def _even_bid_rule(row: GameRow | Words) -> EvenBidRule | None:
    if row.even_bid_mode is None:
        return None
    return EvenBidRule(
        mode=EvenBidMode(row.even_bid_mode),
        min_cards=row.even_bid_min_cards or 1,
        zero_always_allowed=bool(row.even_bid_zero_allowed),
    )
