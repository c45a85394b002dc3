"""Joining late and leaving early: what is rejected, and what always holds."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scorepad.games.wizard.document import answer_for, document_of, parse_document
from scorepad.games.wizard.models import Game, Joined, Left, Round
from scorepad.games.wizard.schedule import Schedule
from scorepad.games.wizard.seating import present_in, with_cards
from scorepad.games.wizard.sheet import sheet_of
from tests.games import late_model

FOUR = ("Ada", "Ben", "Cleo", "Dov")
PLAIN = {"format": "scorepad/game", "version": 1, "game": "wizard", "players": FOUR}


def test_an_old_sheet_has_no_total_for_who_is_not_there():
    rounds = [
        {"bids": [0, 1, 0, None], "totals": [20, 30, 20, None]},
        {"bids": [1, 0, 1, 0], "totals": [50, 20, 10, 30]},
    ]
    late = [{"seat": 3, "round": 2, "start_total": 10}]
    told = {**PLAIN, "joined": late, "rounds": rounds}

    answer = answer_for(parse_document(json.dumps(told)))

    assert [row["totals"] for row in answer["rounds"]] == [
        [20, 30, 20, None],
        [50, 20, 10, 30],
    ]
    assert answer["objections"] == []


@st.composite
def coming_and_going(draw):
    """A game in which anybody may join late and leave early, with three present."""
    seats = draw(st.integers(4, 6))
    joined, left = [], []
    for seat in draw(st.permutations(range(seats)))[3:]:
        first = draw(st.integers(1, 5))
        if first > 1:
            joined.append(Joined(seat, first, draw(st.integers(-50, 50))))
        if draw(st.booleans()):
            left.append(Left(seat, draw(st.integers(first, 6))))
    schedule = draw(st.sampled_from([Schedule.STANDARD, Schedule.REVERSE]))
    table = Game(
        tuple("ABCDEF"[:seats]), (), schedule, joined=tuple(joined), left=tuple(left)
    )
    game = with_cards(table)
    game = replace(game, first_dealer=draw(st.integers(0, seats - 1)))
    chance = draw(st.randoms(use_true_random=True))
    played = draw(st.integers(0, len(game.cards)))
    rounds = (a_round(chance, game, number) for number in range(1, played + 1))
    return replace(game, rounds=tuple(rounds))


def a_round(chance, game, number):
    present = present_in(game, number)
    cards = game.cards[number - 1]
    takers = chance.choices(present, k=cards)
    seats = range(len(game.players))
    bids = [chance.randint(0, cards) if s in present else None for s in seats]
    tricks = [takers.count(seat) if seat in present else None for seat in seats]
    return Round(tuple(bids), tuple(tricks), dealer=chance.choice([None, *present]))


@given(coming_and_going())
def test_the_rules_and_a_pencil_agree_on_who_comes_and_goes(game):
    told, sheet = document_of(game), sheet_of(game)

    assert late_model.Table(told).cards == list(game.cards)
    answer = answer_for(game)
    pencil = late_model.outcome(told)
    assert {key: answer[key] for key in pencil if key != "rounds"} == {
        key: pencil[key] for key in pencil if key != "rounds"
    }
    assert [{k: r[k] for k in ("points", "totals")} for r in answer["rounds"]] == (
        pencil["rounds"]
    )
    assert [(r.dealer, list(r.present), list(r.bid_order)) for r in sheet.rows] == [
        (deal["dealer"], deal["present"], deal["bid_order"])
        for deal in late_model.deals(told)
    ]
    assert sheet.objections == ()


@given(coming_and_going())
def test_a_game_reads_back_as_it_was_written(game):
    assert parse_document(json.dumps(document_of(game))) == game
