"""Seating: who plays which round, who deals, and which hands are possible."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from scorepad.games.wizard import Objection, Problem, schedule
from scorepad.games.wizard.models import BidMode, Game, Round
from scorepad.games.wizard.schedule import Schedule, Trump


def present_in(game: Game, number: int) -> tuple[int, ...]:
    """Return the seats that play round *number*: joined by then and not gone."""
    if not game.joined and not game.left:
        return tuple(range(len(game.players)))
    first = {each.seat: each.round_ for each in game.joined}
    last = {each.seat: each.after_round for each in game.left}
    return tuple(
        seat
        for seat in range(len(game.players))
        if first.get(seat, 1) <= number <= last.get(seat, number)
    )


def has_all_tricks(round_: Round, present: Sequence[int]) -> bool:
    """Return whether the tricks of all seats *present* are in."""
    taken = dict(enumerate(round_.tricks or ()))
    return all(taken.get(seat) is not None for seat in present)


def rounds_played(game: Game) -> int:
    """Return how many rounds are unwritten, or have all tricks or totals."""
    played = 0
    for number, each in enumerate(game.rounds, 1):
        lines = (each.tricks or (), each.totals or ())
        noted = {seat for line in lines for seat, n in enumerate(line) if n is not None}
        played += each.unwritten or noted.issuperset(present_in(game, number))
    return played


def rounds_that_count(game: Game) -> int:
    """Return the number of rounds that count: the schedule, unless it ended earlier."""
    return game.ended_after or len(game.cards)


def with_rounds(settings: Game, kept: Mapping[int, Round]) -> Game:
    """Return a game with its rounds up to its end; missing rounds are blank."""
    nothing = Round(bids=(None,) * len(settings.players))
    count = rounds_that_count(settings)
    backwards = (n for n in sorted(kept, reverse=True) if n <= count)
    last = next((n for n in backwards if kept[n] != nothing), 0)
    rounds = tuple(kept.get(number, nothing) for number in range(1, last + 1))
    return replace(settings, rounds=rounds)


def start_totals(game: Game) -> tuple[int, ...]:
    """Return the start total of every seat: 0, or what a latecomer was given."""
    given = {each.seat: each.start_total for each in game.joined}
    return tuple(given.get(seat, 0) for seat in range(len(game.players)))


def planned_cards(game: Game) -> tuple[int, ...]:
    """Return the schedule for the seats of round 1."""
    return schedule.cards_per_round(
        game.schedule,
        len(present_in(game, 1)),
        custom=game.planned or game.cards,
        deals=game.deals,
    )


def with_cards(game: Game) -> Game:
    """Return the game with the cards of every round; its table must be valid.

    From where a player joins, hands too large for all present are left out.
    """
    cards = planned = planned_cards(game)
    for number in sorted({each.round_ for each in game.joined}):
        present = len(present_in(game, number))
        most = schedule.largest_hand(max(1, present), game.deck_size)
        before, after = cards[: number - 1], cards[number - 1 :]
        cards = (*before, *(hand for hand in after if hand <= most))
    cut = game.schedule is Schedule.CUSTOM and cards != planned
    return replace(game, cards=cards, planned=planned if cut else None)


def objections_to_deal(game: Game) -> Iterator[Objection]:
    """Yield what prevents the players of round 1 from playing this schedule."""
    players, after = len(game.players), (each.after_round + 1 for each in game.left)
    return schedule.objections_to_table(
        len(present_in(game, 1)) if players in game.deals.seats else players,
        game.schedule,
        custom=game.planned or game.cards,
        edition=game.edition,
        fewest=min(len(present_in(game, number)) for number in (1, *after)),
        deals=game.deals,
    )


def objections_to_presence(game: Game) -> Iterator[Objection]:
    """Yield what prevents these players from joining and leaving.

    Every round that counts needs three players and a hand they can all be dealt.
    """
    present = [len(present_in(game, n)) for n in range(1, len(game.cards) + 1)]
    fewest = min(present[: rounds_that_count(game)], default=0)
    if fewest < game.deals.seats.start:
        yield Objection(Problem.PLAYERS_OUT_OF_RANGE)
    most = (schedule.largest_hand(max(1, seats), game.deck_size) for seats in present)
    if any(hand > limit for hand, limit in zip(game.cards, most, strict=True)):
        yield Objection(Problem.HAND_TOO_LARGE)
    for each in game.joined:
        if each.round_ > len(game.cards):
            yield Objection(Problem.HAND_TOO_LARGE, each.seat)


def trump_without_card(game: Game, number: int) -> Trump | None:
    """Return the trump of a round for which no card is turned up, if it is one."""
    trump = schedule.prescribed_trump(game.schedule, number)
    dealt = len(present_in(game, number)) * game.cards[number - 1]
    return Trump.NONE if trump is None and dealt >= game.deck_size else trump


def objections_to_foresight(game: Game) -> Iterator[Objection]:
    """Yield an objection if Foresight (rule book) begins with more than one card."""
    if game.foresight and game.cards[:1] > (1,):
        yield Objection(Problem.FORESIGHT_CARDS)


def bid_order(dealer: int, present: Collection[int]) -> tuple[int, ...]:
    """Return the seats in bidding order: left of the dealer first, the dealer last."""
    return tuple(sorted(present, key=lambda seat: (seat <= dealer, seat)))


def has_bids(round_: Round | None) -> bool:
    """Return whether any bid of a round is visible; old totals imply that all are."""
    if round_ is None or round_.unwritten:
        return False
    return round_.totals is not None or any(bid is not None for bid in round_.bids)


def is_due(game: Game, round_: Round, present: Collection[int]) -> bool:
    """Return whether saving *round_* reveals the hidden bids."""
    if has_all_tricks(round_, tuple(present)):
        return True
    return game.bid_mode is not BidMode.SECRET and has_bids(round_)


def opened(
    game: Game, round_: Round, sealed: Mapping[int, int], present: Collection[int]
) -> Round:
    """Return *round_* with the *sealed* (hidden) bids by seat; typed ones are late.

    The rules do not say whom ±1 restricts where all bid at once. It is checked after
    the reveal, and accepted if the tricks are in.
    """
    bids = tuple(
        sealed.get(seat, bid) if seat in present else bid
        for seat, bid in enumerate(round_.bids)
    )
    typed = (seat for seat in present if seat not in sealed)
    late = tuple(sorted({*round_.late_bids, *typed})) if sealed else round_.late_bids
    whole = replace(round_, bids=bids, late_bids=late)
    if game.even_bid_rule is None or not has_all_tricks(round_, tuple(present)):
        return whole
    accepted = dict.fromkeys((*round_.accepted, Problem.BIDS_EVEN))
    return replace(whole, accepted=tuple(accepted))
