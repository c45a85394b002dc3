"""Filters in the address: the games that are wanted, and one sentence for nonsense."""

from datetime import UTC, date, datetime
from uuid import UUID, uuid4

import pytest
from sqlalchemy import select

from scorepad.rules.wizard.game import Game, Round, Schedule
from scorepad.services.entering import SheetEntry
from scorepad.services.importing import record_sheets
from scorepad.store.db import db
from scorepad.store.history import Stamp
from scorepad.store.tables import Group, Membership, Player
from tests.phone import OURS

THREE = ("Thomas", "Ute", "Kevin")
FOUR = (*THREE, "Anna")


def played(names, day, schedule=Schedule.CUSTOM):
    """A round of one card: everybody bids 0, and the first name takes the trick."""
    nobody = (0,) * len(names)
    return Game(
        players=names,
        cards=(1, 2, 3, 4, 5),
        schedule=schedule,
        ended_after=1,
        played_on=day,
        rounds=(Round(bids=nobody, tricks=(1, *nobody[1:])),),
    )


@pytest.fixture
def three_and_four(app, phone):
    """A game of three, one of four and a short one of three, a day after the other."""
    phone.found_group()
    games = [
        played(THREE, date(2026, 11, 19)),
        played(FOUR, date(2026, 11, 20)),
        played(THREE, date(2026, 11, 20), Schedule.FIRST5),
    ]
    sheets = [(uuid4(), SheetEntry(each, None, finished=True)) for each in games]
    with app.app_context():
        session = db.session()
        device = session.scalars(
            select(Membership.device_id)
            .join(Group, Group.id == Membership.group_id)
            .where(Group.uuid == UUID(phone.group))
        ).one()
        stamp = Stamp(device, datetime.now(UTC))
        record_sheets(session, stamp, UUID(phone.group), sheets)
        ute = session.scalars(select(Player.uuid).where(Player.name == "Ute")).one()
    phone.people["Ute"] = str(ute)
    return [str(uuid) for uuid, _ in sheets]


def pages(phone, **query):
    """The season, all seasons, Ute, and the records; each as text."""
    ute = phone.person("Ute")["id"]
    found = {}
    for name, path in {
        "season": "seasons/1",
        "all": "seasons/all",
        "player": f"players/{ute}",
        "records": "records",
    }.items():
        answer = phone.client.get(f"/g/{phone.group}/{path}", query_string=query)
        assert answer.status_code == 200, (name, answer.status_code)
        found[name] = answer.text
    return found


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ({}, [0, 1, 2]),
        ({"players": 3}, [0, 2]),
        ({"players": "4"}, [1]),
        ({"schedule": "first5"}, [2]),
        ({"since": "2026-11-20"}, [1, 2]),
        ({"until": "2026-11-19"}, [0]),
        ({"since": "2026-11-20", "until": "2026-11-20", "players": 4}, [1]),
        ({"players": "", "schedule": "", "since": "", "until": ""}, [0, 1, 2]),
    ],
)
def test_only_the_games_that_are_wanted_are_shown(phone, three_and_four, query, wanted):
    found = pages(phone, **query)

    for place, game in enumerate(three_and_four):
        for name in ("season", "all", "player"):
            assert (game in found[name]) == (place in wanted), (name, place)
    assert f"<dt>Games</dt><dd>{len(wanted)}" in found["player"]
    assert ("Anna" in found["season"]) == (1 in wanted)
    first = three_and_four[wanted[0]]
    assert first in found["records"]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"players": "2"}, "The number of players cannot be that"),
        ({"players": "many"}, "The number of players cannot be that"),
        ({"schedule": "' OR 1=1"}, "There is no such number of rounds"),
        ({"since": "soon"}, "A date like 2026-11-21"),
        ({"until": "9999-12-31"}, "A date like 2026-11-21"),
        ({"since": "2026-11-20", "until": "2026-11-19"}, "before the first one"),
    ],
)
def test_nonsense_is_told_in_one_sentence(phone, three_and_four, query, sentence):
    for text in pages(phone, **query).values():
        assert text.count('<p class="problem" role="alert">') == 1
        assert sentence in text
    file = f"/g/{phone.group}/seasons/1/standings.csv"
    assert phone.client.get(file, query_string=query).status_code == 404


def test_a_filter_that_nobody_matches_says_so(phone, three_and_four):
    for text in pages(phone, players=6).values():
        assert "No game is like that" in text


def test_the_form_brings_the_rest_of_the_address_along(phone, three_and_four):
    text = pages(phone, by="wins", players=3)["season"]

    form = text[text.index("<details") : text.index("</details>")]
    assert '<input type="hidden" name="by" value="wins">' in form
    assert 'name="players" value' not in form
    assert '<option value="3" selected>' in form
    assert "players=3" in text[text.index("Ranked by") :]


def test_a_file_has_the_games_that_the_page_shows(phone, three_and_four):
    path = f"/g/{phone.group}/seasons/1/standings.csv"

    whole = phone.client.get(path).text
    some = phone.client.get(path, query_string={"players": 3}).text

    assert "Anna" in whole
    assert "Anna" not in some


def test_all_seasons_together(phone, three_and_four):
    dates = {"starts_on": "2026-12-01"}
    phone.client.post(f"/g/{phone.group}/seasons", data=dates, headers=OURS)
    move = f"/g/{phone.group}/games/{three_and_four[0]}/season"
    phone.client.post(move, data={"season": 2}, headers=OURS)

    season = phone.client.get(f"/g/{phone.group}/seasons/1").text
    everything = phone.client.get(f"/g/{phone.group}/seasons/all").text

    assert three_and_four[0] not in season
    assert f"/g/{phone.group}/seasons/all" in season
    assert all(game in everything for game in three_and_four)
    assert "<h1>All seasons</h1>" in everything


def test_a_stranger_finds_no_season_at_all(stranger, phone, three_and_four):
    path = f"/g/{phone.group}/seasons/all"

    assert stranger.client.get(path).status_code == 404
