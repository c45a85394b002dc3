"""The play page is small on its way, and only what is public is compressed."""

import gzip
import re
from urllib.parse import urljoin

from flask import Flask, url_for
from flask.testing import FlaskClient

from scorepad.web.static import scripts_of
from tests.support.phone import Phone

LARGEST_FIRST_LOAD = 60_000
MOST_REQUESTS = 12
LARGEST_LATER_LOAD = 31_000
"""What comes in idle time, once a game runs: not on the way to the first tap."""
LARGEST_FOR_UNSEEN_BIDS = 10_000
GZIP = {"Accept-Encoding": "gzip"}


def beyond_the_first_load(source: str) -> list[str]:
    names = [n for n in scripts_of(source) if n not in scripts_of("js/play/main.js")]
    return [url_for("static", filename=name) for name in names]


def test_the_first_load_of_the_play_page_stays_small(client: FlaskClient) -> None:
    shell = client.get("/play/de", headers=GZIP)
    html = gzip.decompress(shell.data).decode()
    files = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', html))
    scripts = [file for file in files if file.endswith(".js")]
    beside = set(re.findall(r'href="([^"]+\.webmanifest)"', html)) | {"/sw.js"}

    answers = [client.get(file, headers=GZIP) for file in files | beside]
    sizes = [len(answer.data) for answer in answers]

    assert len(scripts) + len(beside) <= 8
    assert len(files | beside) + 1 <= MOST_REQUESTS
    assert len(beside) == 2
    assert {answer.status_code for answer in answers} == {200}
    assert len(shell.data) + sum(sizes) <= LARGEST_FIRST_LOAD


def test_the_first_load_of_the_towers_page_stays_small(client: FlaskClient) -> None:
    shell = client.get("/towers/de", headers=GZIP)
    html = gzip.decompress(shell.data).decode()
    files = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', html))
    sizes = [len(client.get(file, headers=GZIP).data) for file in files]

    assert len([file for file in files if file.endswith(".js")]) == 1
    assert len(shell.data) + sum(sizes) <= LARGEST_FIRST_LOAD


def test_every_module_that_is_imported_is_asked_for_at_once(
    client: FlaskClient,
) -> None:
    html = client.get("/play/en").text
    files = re.findall(r'href="(/static/[^"]+\.js)"', html)

    imported = {
        urljoin(file, name)
        for file in files
        for name in re.findall(r'(?:from ?|import ?)"([^"]+)"', client.get(file).text)
    }

    assert imported
    assert imported < set(files)


def test_what_is_loaded_later_stays_small_too(app: Flask, client: FlaskClient) -> None:
    with app.test_request_context():
        files = beyond_the_first_load("js/lazy/parts.js")
        files.append(url_for("static", filename="dist/css/lazy.css"))
        files.append(url_for("play.words", lang="de"))
    first = client.get("/play/de").text

    answers = [client.get(file, headers=GZIP) for file in files]

    assert {answer.status_code for answer in answers} == {200}
    assert sum(len(answer.data) for answer in answers) <= LARGEST_LATER_LOAD
    assert not any(f'href="{file}"' in first for file in files)


def test_what_only_unseen_bids_need_stays_small_too(
    app: Flask, client: FlaskClient
) -> None:
    with app.test_request_context():
        files = beyond_the_first_load("js/lazy/sealed_seats.js")

    answers = [client.get(file, headers=GZIP) for file in files]

    assert {answer.status_code for answer in answers} == {200}
    assert sum(len(answer.data) for answer in answers) <= LARGEST_FOR_UNSEEN_BIDS


def test_what_depends_on_who_asks_is_never_compressed(phone: Phone) -> None:
    game = phone.start_game()

    answer = phone.get_game(game, **GZIP)

    assert "Content-Encoding" not in answer.headers
