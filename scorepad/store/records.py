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


def write_round(row: RoundRow, round_: Round, winners: Sequence[int] = ()) -> None:
    """Put a round into its row; seats keep their entries."""
    for key, value in round_columns(round_, winners).items():
        setattr(row, key, value)
    del row.entries[len(round_.bids) :]
    while len(row.entries) < len(round_.bids):
        row.entries.append(Entry(seat=len(row.entries)))
    for entry, columns in zip(row.entries, entry_columns(round_), strict=True):
        for key, value in columns.items():
            setattr(entry, key, value)


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
    """Read a round: tricks nobody has noted at all are ``None``, totals likewise."""
    tricks = tuple(entry.tricks for entry in row.entries)
    totals = tuple(entry.written_total for entry in row.entries)
    return Round(
        bids=tuple(entry.bid for entry in row.entries),
        tricks=None if all(taken is None for taken in tricks) else tricks,
        trump=None if row.trump is None else Trump(row.trump),
        named_by=row.named_by,
        later_trump=None if row.later_trump is None else Trump(row.later_trump),
        dealer=row.dealer,
        bid_changes=tuple(BidChange(**change) for change in row.bid_changes),
        void_tricks=row.void_tricks,
        accepted=tuple(Problem(problem) for problem in row.accepted),
        totals=None if all(total is None for total in totals) else totals,
        late_bids=tuple(entry.seat for entry in row.entries if entry.late_bid),
        note=row.note,
    )


def game_value(row: GameRow) -> Game:
    """Read a game with the rounds up to where it ended; gaps become empty rounds."""
    kept = {each.number: round_value(each) for each in row.rounds}
    return game_with_rounds(row, kept)


def game_with_rounds(row: GameRow, kept: Mapping[int, Round]) -> Game:
    """The same where the rounds, by their numbers, are read already."""
    nothing = Round(bids=(None,) * len(row.seats))
    last = row.ended_after or len(row.cards)
    rounds = [kept.get(number, nothing) for number in range(1, last + 1)]
    while rounds and rounds[-1] == nothing:
        rounds.pop()
    return replace(settings_value(row), rounds=tuple(rounds))


def settings_value(row: GameRow) -> Game:
    """Read a game without its rounds."""
    totals = tuple(s.final_total for s in row.seats if s.final_total is not None)
    return Game(
        players=tuple(seat.player.name for seat in row.seats),
        cards=tuple(row.cards),
        schedule=Schedule(row.schedule),
        first_dealer=row.first_dealer,
        adjustments=tuple(_adjustment(each) for each in row.adjustments),
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
            for each in row.seats
            if each.joined_in is not None
        ),
        left=tuple(
            Left(each.seat, each.left_after)
            for each in row.seats
            if each.left_after is not None
        ),
        planned=None if row.planned is None else tuple(row.planned),
        final_totals=totals if len(totals) == len(row.seats) else None,
        played_on=row.played_on,
        place=row.place,
        minutes=row.minutes,
        remark=row.remark,
        id_=str(row.uuid),
    )


def _adjustment(row: AdjustmentRow) -> Adjustment:
    return Adjustment(row.seat, row.points, row.reason, row.round_number)


def _even_bid_rule(row: GameRow) -> EvenBidRule | None:
    if row.even_bid_mode is None:
        return None
    return EvenBidRule(
        mode=EvenBidMode(row.even_bid_mode),
        min_cards=row.even_bid_min_cards or 1,
        zero_always_allowed=bool(row.even_bid_zero_allowed),
    )
