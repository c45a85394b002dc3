"""The play page is small, and only public responses are compressed."""

import gzip
import re
from urllib.parse import urljoin

from flask import url_for

from scorepad.web.static import scripts_of

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
