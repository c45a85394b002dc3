"""A player's own phone: chips, a card face down, and everybody's bids."""

import re

from tests.support.invitations import own_phone, post
from tests.support.phone import THREE


def seat(phone, game, query=""):
    return phone.get(f"/games/{game}/seat{query}")


def choose(phone, game, value, *, of=0, number=1, seating=0):
    form = {"round": number, "seat": of, "seating": seating, "bid": value}
    return post(phone, f"/games/{game}/seat", **form)


def phase(page):
    return re.search(r'data-phase="(\w+)"', page.text).group(1)


def chips(page):
    return re.findall(r'name="bid" value="(\d+)"', page.text)


def test_a_bid_is_changed_until_the_last_one_is_in(host):
    game = host.start_game(*THREE, bid_mode="hidden")
    anna = own_phone(host, "Anna")
    choose(anna, game, 1)
    assert chips(seat(anna, game, "?change")) == ["0", "1"]

    choose(anna, game, 0)
    host.bid(game, 1, 1, 1)
    host.bid(game, 1, 2, 1)

    page = seat(anna, game)
    assert phase(page) == "play"
    assert re.findall(r"uncovers\">(\d)<", page.text)[1:] == ["1", "1", "0"]
    assert 0 < int(re.search(r'data-waits="(\d+)"', page.text).group(1)) <= 3000
    assert choose(anna, game, 1).status_code == 303
    assert phase(seat(anna, game)) == "play"


def test_only_the_phone_that_put_a_bid_shows_it_face_down(host):
    game = host.start_game(*THREE, bid_mode="hidden", schedule="reverse")
    anna, second = own_phone(host, "Anna"), own_phone(host, "Anna", "scorekeeper")
    page = seat(anna, game)
    assert (phase(page), len(chips(page))) == ("bid", 21)
    assert choose(anna, game, 17).status_code == 303

    post(host, "/me", player=host.people["Anna"])

    for other in (second, host):
        page = seat(other, game)
        assert phase(page) == "sealed"
        assert "another phone" in page.text
        assert 'class="face"' not in page.text
        assert "?change" not in page.text
        choose(other, game, 0)
    page = seat(anna, game)
    assert (phase(page), chips(page)) == ("sealed", [])
    assert '<span class="face">17</span>' in page.text
    assert "1 of 3 has bid" in page.text


def test_secret_bids_wait_for_the_tricks(host):
    game = host.start_game(*THREE, bid_mode="secret")
    anna = own_phone(host, "Anna")
    choose(anna, game, 1)
    host.bid(game, 1, 1, 0)
    host.bid(game, 1, 2, 0)
    page = seat(anna, game)
    assert phase(page) == "closed"
    assert "?change" not in page.text

    host.save_round(game, 1, [None] * 3, [1, 0, 0])

    page = seat(anna, game)
    assert (phase(page), chips(page)) == ("bid", ["0", "1", "2"])
    assert "Round 1: bid 1, took 1" in page.text
    assert "+30" in page.text


def test_in_open_bidding_the_dealers_barred_bid_is_struck_out(host):
    rule = {"mode": "last_bidder", "min_cards": 1, "zero_always_allowed": False}
    game = host.start_game(*THREE, bid_mode="open", even_bid_rule=rule)
    anna, ute = own_phone(host, "Anna"), own_phone(host, "Ute")
    assert "Ute bids before you." in seat(anna, game).text

    assert "Your turn" in seat(ute, game).text
    choose(ute, game, 1, of=1)
    host.save_round(game, 1, [None, 1, 0])

    page = seat(anna, game).text
    assert re.search(r'value="0" tabindex="-1" disabled', page)
    assert "0 not allowed (±1)" in page
    assert phase(seat(ute, game)) == "play"


def test_numbers_are_silent_until_headphones_are_on(host):
    game = host.start_game(*THREE, bid_mode="hidden")
    anna = own_phone(host, "Anna")

    silent, heard = seat(anna, game).text, seat(anna, game, "?headphones").text

    assert '<div class="chips" aria-hidden="true">' in silent
    assert silent.count('tabindex="-1"') == 2 + len(["main"])
    assert 'aria-hidden="true"' not in heard[heard.index('class="chips') :][:60]
    choose(anna, game, 1)
    sealed = seat(anna, game, "?headphones").text
    assert '<button class="card-back" type="button" aria-hidden="true"' in sealed
