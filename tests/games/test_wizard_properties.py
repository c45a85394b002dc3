"""Properties of every game, not only of recorded ones."""

import json
from contextlib import suppress
from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from scorepad.games.documents import NotADocument
from scorepad.games.wizard.document import answer_for, document_of, parse_document
from scorepad.games.wizard.models import PRESETS, Adjustment, Game, Joined, Left, Round
from scorepad.games.wizard.schedule import SEATS_ALLOWED, Extra, Trump, schedules_for
from scorepad.games.wizard.scoring import Scoring, points, tricks_from_totals
from scorepad.games.wizard.seating import (
    objections_to_presence,
    planned_cards,
    present_in,
    trump_without_card,
    with_cards,
)
from scorepad.games.wizard.sheet import row_of, sheet_of
from scorepad.games.wizard.tricks import (
    COPIES,
    FOUR_SUITS,
    JESTER,
    WIZARD,
    Card,
    Kind,
    suit_led,
    trick_outcome,
)
from tests.games import late_model

DECK = [
    *(Card(Kind.NUMBER, suit, value) for suit in FOUR_SUITS for value in range(1, 14)),
    *[WIZARD] * COPIES[Kind.WIZARD],
    *[JESTER] * COPIES[Kind.JESTER],
]
SEATS = st.sampled_from(SEATS_ALLOWED)
RULES = st.sampled_from([rule for rule in PRESETS.values() if rule is not None])


def points_for(bid, tricks):
    return points(Scoring.CLASSIC, bid=bid, tricks=tricks, cards=0)


def played_round(chance, cards, seats, present):
    """Return a round with a seat or a Bomb for every trick, valid by construction."""
    takers = chance.choices([*present, None], k=cards)
    there = [seat if seat in present else None for seat in range(seats)]
    return Round(
        tuple(s if s is None else chance.randint(0, cards) for s in there),
        tuple(s if s is None else takers.count(s) for s in there),
        trump=chance.choice([None, *Trump]),
        dealer=chance.choice([None, None, *present]),
        void_tricks=takers.count(None),
        note=chance.choice([None, "Ute spilled her tea"]),
    )


@st.composite
def games(draw, seats=None):
    """Return a game as it was played; from the fourth seat on people come and go."""
    seats = seats or draw(SEATS)
    joined, left = [], []
    for seat in range(3, seats) if draw(st.booleans()) else ():
        first = draw(st.integers(1, 5))
        if first > 1:
            joined.append(Joined(seat, first, draw(st.integers(-50, 50))))
        if draw(st.booleans()):
            left.append(Left(seat, draw(st.integers(first, 5))))
    first = seats - len(joined)
    table = with_cards(
        Game(
            tuple("ABCDEFGH"[:seats]),
            schedule=draw(st.sampled_from(schedules_for(first))),
            first_dealer=draw(st.integers(0, seats - 1)),
            joined=tuple(joined),
            left=tuple(left),
            edition=draw(st.frozensets(st.sampled_from([Extra.BOMB, Extra.CLOUD]))),
            foresight=draw(st.booleans()),
            remark=draw(st.none() | st.text("abc\n😀", max_size=9)),
        )
    )
    assume(not any(objections_to_presence(table)))
    assume(all(each.after_round <= len(table.cards) for each in left))
    played = draw(st.integers(0, len(table.cards)))
    chance = draw(st.randoms(use_true_random=True))
    rounds = []
    for number, cards in enumerate(table.cards[:played], 1):
        new = played_round(chance, cards, seats, present_in(table, number))
        no_card = trump_without_card(table, number) is Trump.NONE
        rounds.append(replace(new, trump=None) if no_card else new)
    fine = st.builds(
        Adjustment,
        seat=st.integers(0, seats - 1),
        points=st.integers(-100, 100),
        reason=st.sampled_from(["", "talking"]),
        round_=st.none() | st.integers(1, len(table.cards)),
    )
    fines = tuple(draw(st.lists(fine, max_size=3)))
    return replace(table, rounds=tuple(rounds), adjustments=fines)


@given(games(), RULES)
def test_a_game_that_was_played_is_never_objected_to_and_read_back(game, rule):
    sheet = sheet_of(game)
    bound = replace(game, even_bid_rule=rule)

    assert sheet.objections == ()
    assert sheet.finished == (len(game.rounds) == len(game.cards))
    numbers = range(1, len(game.cards) + 1)
    rows = tuple(row_of(bound, number) for number in numbers)
    assert rows == sheet_of(bound).rows, "a row alone is that of the sheet"
    assert parse_document(json.dumps(document_of(game))) == game


@given(games())
def test_the_rules_and_a_pencil_agree_on_every_game(game):
    told = {**document_of(game), "cards": [*planned_cards(game)]}
    answer = answer_for(game)
    assert json.loads(json.dumps(answer)) == answer

    pencil = late_model.outcome(told)

    assert late_model.Table(told).cards == list(game.cards)
    kept = ("points", "totals")
    answer["rounds"] = [{key: row[key] for key in kept} for row in answer["rounds"]]
    assert {key: answer[key] for key in pencil} == pencil
    assert [
        (row.dealer, list(row.present), list(row.bid_order))
        for row in sheet_of(game).rows
    ] == [
        (deal["dealer"], deal["present"], deal["bid_order"])
        for deal in late_model.deals(told)
    ]


@given(st.randoms(use_true_random=True), SEATS, st.integers(1, 10))
def test_an_old_sheet_never_contradicts_what_was_played(chance, seats, cards):
    round_ = played_round(chance, cards, seats, range(seats))
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


@given(st.data(), SEATS, st.sampled_from([None, *FOUR_SUITS]))
def test_every_trick_is_won_by_a_card_that_no_other_beats(data, seats, trump):
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
OF_GAMES = [
    *("players", "rounds", "cards", "schedule", "edition", "even_bid_rule"),
    *("adjustments", "final_totals", "ended_after", "played_on", "joined", "id"),
]
OF_ROUNDS = ["bids", "tricks", "totals", "bid_changes", "dealer", "accepted"]


@given(
    games().filter(lambda game: game.rounds),
    st.sampled_from(OF_GAMES),
    st.sampled_from(OF_ROUNDS),
    JSON | st.lists(st.none() | st.integers(), min_size=3, max_size=6),
)
def test_a_spoilt_document_or_round_is_refused_and_never_breaks(game, key, own, value):
    whole = document_of(game)
    *rounds, last = whole["rounds"]
    for spoilt in ({key: value}, {"rounds": [*rounds, {**last, own: value}]}):
        with suppress(NotADocument):
            json.dumps(answer_for(parse_document(json.dumps(whole | spoilt))))
