"""Properties of every game, not only of recorded ones."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scorepad.games.documents import NotADocument
from scorepad.games.wizard.document import answer_for, document_of, parse_document
from scorepad.games.wizard.models import PRESETS, Adjustment, Game, Round
from scorepad.games.wizard.schedule import (
    SEATS_ALLOWED,
    Extra,
    Trump,
    cards_per_round,
    schedules_for,
)
from scorepad.games.wizard.scoring import Scoring, points
from scorepad.games.wizard.seating import trump_without_card
from scorepad.games.wizard.sheet import row_of, sheet_of
from scorepad.games.wizard.tricks import (
    COPIES,
    JESTER,
    WIZARD,
    Card,
    Kind,
    Suit,
    suit_led,
    trick_outcome,
)
from scorepad.games.wizard.validation import tricks_from_totals

DECK = [
    *(Card(Kind.NUMBER, suit, value) for suit in Suit for value in range(1, 14)),
    *[WIZARD] * COPIES[Kind.WIZARD],
    *[JESTER] * COPIES[Kind.JESTER],
]
SEATS = st.sampled_from(SEATS_ALLOWED)
RULES = st.sampled_from([rule for rule in PRESETS.values() if rule is not None])


def points_for(bid, tricks):
    return points(Scoring.CLASSIC, bid=bid, tricks=tricks, cards=0)


@st.composite
def played_rounds(draw, seats, cards):
    """Return a seat for every trick, valid by construction."""
    return a_played_round(draw(st.randoms(use_true_random=True)), seats, cards)


def a_played_round(chance, seats, cards):
    takers = chance.choices([*range(seats), None], k=cards)
    return Round(
        tuple(chance.randint(0, cards) for _ in range(seats)),
        tuple(takers.count(seat) for seat in range(seats)),
        trump=chance.choice([None, *Trump]),
        dealer=chance.choice([None, None, *range(seats)]),
        void_tricks=takers.count(None),
        note=chance.choice([None, "Ute spilled her tea"]),
    )


def with_possible_trump(**values):
    """Return a game without trump in rounds for which no card is turned up."""
    game = Game(**values)
    certain = (trump_without_card(game, n + 1) for n in range(len(game.rounds)))
    pairs = zip(game.rounds, certain, strict=True)
    return replace(
        game,
        rounds=tuple(
            replace(each, trump=None if trump is Trump.NONE else each.trump)
            for each, trump in pairs
        ),
    )


@st.composite
def games(draw, seats=None):
    seats = seats or draw(SEATS)
    schedule = draw(st.sampled_from(schedules_for(seats)))
    cards = cards_per_round(schedule, seats)
    played = draw(st.integers(0, len(cards)))
    chance = draw(st.randoms(use_true_random=True))
    fine = st.builds(
        Adjustment,
        seat=st.integers(0, seats - 1),
        points=st.integers(-100, 100),
        reason=st.sampled_from(["", "talking"]),
        round_=st.none() | st.integers(1, len(cards)),
    )
    return with_possible_trump(
        players=tuple("ABCDEFGH"[:seats]),
        cards=cards,
        schedule=schedule,
        first_dealer=draw(st.integers(0, seats - 1)),
        rounds=tuple(a_played_round(chance, seats, hand) for hand in cards[:played]),
        adjustments=tuple(draw(st.lists(fine, max_size=3))),
        edition=draw(st.frozensets(st.sampled_from([Extra.BOMB, Extra.CLOUD]))),
        foresight=draw(st.booleans()),
        remark=draw(st.none() | st.text("abc\n😀", max_size=9)),
    )


@given(games())
def test_a_game_that_was_really_played_is_never_objected_to(game):
    sheet = sheet_of(game)

    assert sheet.objections == ()
    assert sheet.finished == (len(game.rounds) == len(game.cards))


@given(games(), RULES)
def test_a_row_alone_is_that_of_the_sheet(game, rule):
    game = replace(game, even_bid_rule=rule)

    numbers = range(1, len(game.cards) + 1)
    rows = tuple(row_of(game, number) for number in numbers)

    assert rows == sheet_of(game).rows


@given(games())
def test_a_document_reads_back_as_the_game_it_was_written_from(game):
    assert parse_document(json.dumps(document_of(game))) == game
    assert json.loads(json.dumps(answer_for(game))) == answer_for(game)


@given(st.data(), SEATS, st.integers(1, 10))
def test_an_old_sheet_never_contradicts_what_was_played(data, seats, cards):
    round_ = data.draw(played_rounds(seats, cards))
    steps = [points_for(b, t) for b, t in zip(round_.bids, round_.tricks, strict=True)]

    worked = tricks_from_totals(
        round_.bids,
        steps=steps,
        cards=cards,
        void_tricks=round_.void_tricks,
        known=[None] * seats,
        scoring=Scoring.CLASSIC,
    )

    assert list(worked.points) == steps
    for found, taken in zip(worked.tricks, round_.tricks, strict=True):
        assert found in {None, taken}


@given(st.data(), SEATS, st.sampled_from([None, *Suit]))
def test_every_trick_is_won_by_a_card_nobody_beats(data, seats, trump):
    trick = data.draw(st.permutations(DECK))[:seats]

    won = trick[trick_outcome(trick, trump).strongest]

    led = suit_led(trick)
    for card in trick:
        if won.kind is Kind.NUMBER:
            assert card.kind is not Kind.WIZARD
            assert won.suit in {trump, led}
            assert trump in {None, won.suit} or card.suit is not trump
            assert card.suit is not won.suit or card.value <= won.value
        if won.kind is Kind.JESTER:
            assert card.kind is Kind.JESTER


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4)
    ),
    max_leaves=12,
)
KEYS = st.sampled_from(
    [
        *("players", "rounds", "cards", "schedule", "edition", "even_bid_rule"),
        *("adjustments", "final_totals", "ended_after", "played_on", "joined", "id"),
    ]
)


@given(games(), KEYS, JSON)
def test_a_spoilt_document_is_refused_and_never_breaks(game, key, value):
    assert_refused_or_read(json.dumps({**document_of(game), key: value}))


@given(
    games().filter(lambda game: game.rounds),
    st.sampled_from(["bids", "tricks", "totals", "bid_changes", "dealer", "accepted"]),
    JSON | st.lists(st.none() | st.integers(), min_size=3, max_size=6),
)
def test_a_spoilt_round_is_refused_and_never_breaks(game, key, value):
    spoilt = document_of(game)
    spoilt["rounds"][-1][key] = value

    assert_refused_or_read(json.dumps(spoilt))


def assert_refused_or_read(text):
    try:
        game = parse_document(text)
    except NotADocument:
        return
    json.dumps(answer_for(game))
