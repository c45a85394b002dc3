"""Pages are small, also of long seasons, and only public responses are compressed."""

import gzip
import re
from urllib.parse import urljoin

import pytest
from flask import url_for

from scorepad.web.static import scripts_of
from tests.support.clock import clock_off_by
from tests.support.demo import demo_client
from tests.support.director import Director

LARGEST_FIRST_LOAD = 60_000
MOST_REQUESTS = 12
LARGEST_LATER_LOAD = 36_000
"""What is loaded in idle time, once a game runs, not before the first tap."""
SMALLEST_PAGE = 4_500
GZIP = {"Accept-Encoding": "gzip"}


def test_the_first_load_of_the_play_pages_stays_small(client):
    for address, beside, scripts in (
        ("/play/de", {"/play/de/app.webmanifest", "/sw.js"}, 6),
        ("/towers/de", set(), 1),
    ):
        shell = client.get(address, headers=GZIP)
        html = gzip.decompress(shell.data).decode()
        files = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', html))
        answers = [client.get(file, headers=GZIP) for file in files | beside]

        assert len([file for file in files if file.endswith(".js")]) <= scripts
        assert len(answers) + 1 <= MOST_REQUESTS
        assert {answer.status_code for answer in answers} == {200}
        sizes = [len(answer.data) for answer in (shell, *answers)]
        assert sum(sizes) <= LARGEST_FIRST_LOAD


def test_our_fonts_are_no_part_of_the_first_load(client):
    shell, page = client.get("/play/en").text, client.get("/how").text
    worker = client.get("/sw.js").text
    (tokens,) = re.findall(r'"(/static/[^"]+/tokens\.css)"', page)
    named = re.findall(r"url\(\"?([^\")]+)", client.get(tokens).text)
    fonts = [urljoin(tokens, name) for name in named]

    assert "data-first-load" in shell
    assert "data-first-load" in client.get("/towers/en").text
    assert ".woff2" not in shell
    assert {client.get(font).mimetype for font in fonts} == {"font/woff2"}
    assert sum(f'href="{font}"' in page for font in fonts) == 3
    assert [font in worker for font in fonts] == ["-ext" not in font for font in fonts]
    assert len(fonts) == 8


def test_the_first_page_of_a_newcomer_is_small_and_nothing_personal_compressed(
    client, phone
):
    answer = client.get("/", headers=GZIP)

    assert len(answer.data) <= SMALLEST_PAGE
    assert "woff2" not in gzip.decompress(answer.data).decode()
    client.set_cookie("some", "1")
    assert "Content-Encoding" not in client.get("/", headers=GZIP).headers
    assert "Content-Encoding" not in phone.get_game(phone.start_game(), **GZIP).headers


def test_what_is_loaded_later_stays_small_too(app, client):
    with app.test_request_context():
        names = {*scripts_of("js/lazy/parts.js")} - {*scripts_of("js/play/main.js")}
        later = [url_for("static", filename=name) for name in names]
        later.append(url_for("static", filename="dist/css/lazy.css"))
        later.append(url_for("play.words", lang="de"))
    first = client.get("/play/de").text

    answers = [client.get(file, headers=GZIP) for file in later]
    assert {answer.status_code for answer in answers} == {200}
    assert sum(len(answer.data) for answer in answers) <= LARGEST_LATER_LOAD
    assert not any(f'href="{file}"' in first for file in later)


LONG = "Maximilian-Konstantin von und zu Hohen"
NAMES = ("Ute", "Kevin", "王小明", "Thomas-Alexander", LONG, "Zoë")
MORE_THAN_A_RACE_SHOWS = 70
LARGEST = 40_000


@pytest.fixture(scope="module")
def visitor(tmp_path_factory):
    """A browser in a group with a long season, and the address of the group."""
    folder = tmp_path_factory.mktemp("season")
    games = ["--games", str(MORE_THAN_A_RACE_SHOWS), "--until", "2026-11-20"]
    client, group = demo_client(folder, *games, "--players", *NAMES)
    return client, f"/g/{group}"


def weight(client, path):
    page = client.get(path, headers={**GZIP, "Accept-Language": "de"})
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
