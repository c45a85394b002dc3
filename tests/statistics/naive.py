"""Random games as people play them."""

from hypothesis import strategies as st

from scorepad.games.wizard.models import EvenBidRule, Game, Round
from scorepad.games.wizard.schedule import Trump


def played_round(chance, seats, cards):
    takers = chance.choices(range(seats), k=cards)
    return Round(
        tuple(chance.randint(0, min(cards, 3)) for _ in range(seats)),
        tuple(takers.count(seat) for seat in range(seats)),
        trump=chance.choice([None, *Trump]),
    )


@st.composite
def games(draw, seats=None, most_rounds=12):
    """Return a game as people play it, stopped somewhere."""
    seats = seats or draw(st.integers(3, 6))
    rounds = draw(st.integers(0, most_rounds))
    chance = draw(st.randoms(use_true_random=True))
    cards = tuple(min(1 + number, 60 // seats) for number in range(most_rounds))
    return Game(
        players=tuple("ABCDEF"[:seats]),
        cards=cards,
        first_dealer=draw(st.integers(0, seats - 1)),
        rounds=tuple(played_round(chance, seats, hand) for hand in cards[:rounds]),
        even_bid_rule=draw(st.sampled_from([None, EvenBidRule()])),
    )
