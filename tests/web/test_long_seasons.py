"""Pages of long seasons and large halls: all is drawn, and yet they are small."""

import gzip
import re

import pytest

from scorepad.web.static import scripts_of
from tests.support.clock import clock_off_by
from tests.support.demo import demo_client
from tests.support.director import Director

LONG = "Maximilian-Konstantin von und zu Hohen"
NAMES = ("Ute", "Kevin", "王小明", "Thomas-Alexander", LONG, "Zoë")
MORE_THAN_A_RACE_SHOWS = 70
LARGEST = 40_000
GZIP = {"Accept-Encoding": "gzip", "Accept-Language": "de"}


@pytest.fixture(scope="module")
def visitor(tmp_path_factory):
    """A browser in a group with a long season, and the address of the group."""
    folder = tmp_path_factory.mktemp("season")
    games = ["--games", str(MORE_THAN_A_RACE_SHOWS), "--until", "2026-11-20"]
    client, group = demo_client(folder, *games, "--players", *NAMES)
    return client, f"/g/{group}"


def weight(client, path):
    page = client.get(path, headers=GZIP)
    files = set(re.findall(r'(?:src|href)="(/static/[^"]+\.(?:css|js))"', page.text))
    figures = set(re.findall(r'data-script="(\w+)\.', page.text))
    tree = next(iter(files)).split("/dist/")[0]
    with client.application.app_context():
        needed = scripts_of(*[f"js/pages/{name}.js" for name in figures])
    files |= {f"{tree}/{name}" for name in needed}
    answers = [client.get(file, headers=GZIP) for file in files]
    assert {answer.status_code for answer in (page, *answers)} == {200}
    sent = sum(len(answer.data) for answer in answers)
    return page.text, sent + len(gzip.compress(page.data))


def test_the_pages_of_a_season_and_a_player_with_all_their_charts_stay_small(visitor):
    client, group = visitor
    text, size = weight(client, f"{group}/seasons/1")

    assert text.count("<polyline") == len(NAMES)
    assert 30 < text.count('class="value"') <= 60
    assert size <= LARGEST

    player = re.search(rf'({group}/players/[^"?]+)', text).group(1)
    text, size = weight(client, player)
    assert 'class="calibration"' in text
    assert 'class="heat"' in text
    assert size <= LARGEST


PEOPLE = [f"Maximilian Großmann-Oberländer {number}" for number in range(1, 233)]
LARGEST_HALL = 50_000


def test_the_hall_page_of_232_players_stays_small(phone):
    director = Director(phone, PEOPLE, preset="championship")
    director.draw()
    director.begin(10)
    waiting = director.page("/hall")
    with clock_off_by(minutes=11):
        playing = director.page("/hall")

    assert len(set(re.findall(r"<b>Table (\d+)</b>", playing.text))) == 58
    for page in (waiting, playing):
        assert page.text.count("Großmann") == len(PEOPLE)
        assert len(page.data) <= LARGEST_HALL
