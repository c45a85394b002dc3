"""The season as a picture: in the size for sharing, and cached."""

import re
import struct
from datetime import date
from fractions import Fraction
from uuid import uuid4

import pytest

from scorepad.games.names import Person
from scorepad.pdf.html import HEIGHT, WIDTH, Poster, season_picture
from scorepad.statistics.season import RankedBy, Standing
from tests.web.test_exports import play

LONG = "Maximilian-Konstantin von und zu Hohen"


def picture(phone, query="", **headers):
    path = f"/g/{phone.group}/seasons/1/picture.png{query}"
    return phone.client.get(path, headers=headers)


def size_of(png):
    assert png.startswith(b"\x89PNG")
    return struct.unpack(">II", png[16:24])


def html_of(poster, language="en"):
    return season_picture(poster, language=language).html


def texts(html):
    body = html[html.index("<body>") :]
    return [text.strip() for text in re.findall(r">([^<>]+)<", body) if text.strip()]


@pytest.fixture
def poster():
    return Poster(
        group="Friday <Wizards>",
        season="Season 1",
        starts_on=date(2026, 1, 4),
        ends_on=None,
        ranked_by=RankedBy.AVERAGE,
        standings=tuple(
            Standing(Person(uuid4(), name), rank, games=2, average=Fraction(average))
            for name, rank, average in (
                *(("Ute", 1, 284), ("王小明", 1, 284), ("Tom", 1, 284)),
                (LONG, 3, 196),
            )
        ),
        people=("Ute", "王小明", "Tom", LONG),
        rows=((200, None, 100, 50), (210, 300, 100, 40)),
        games=2,
    )


def test_it_has_the_size_that_messengers_show(phone, renderer):
    for _ in range(3):
        play(phone)

    answer = picture(phone)

    assert answer.mimetype == "image/png"
    assert size_of(answer.data) == (WIDTH, HEIGHT)
    assert answer.headers["Content-Disposition"].startswith("inline; filename=season.")


def test_the_same_picture_is_not_sent_again(phone, renderer):
    play(phone)
    first = picture(phone)

    again = picture(phone, **{"If-None-Match": first.headers["ETag"]})
    play(phone)
    later = picture(phone, **{"If-None-Match": first.headers["ETag"]})

    assert (again.status_code, again.data) == (304, b"")
    assert later.status_code == 200
    assert later.headers["ETag"] != first.headers["ETag"]


def test_names_share_their_step_and_are_text(poster):
    html = html_of(poster)

    assert "Friday &lt;Wizards&gt;" in html
    said = texts(html)
    # Two of three on the first step, the third one as a number; nobody is second.
    assert said.count("Ute") == 2
    assert said.count("Tom") == 1
    assert "+1" in said
    assert [each for each in said if each in ("1", "2", "3")] == ["1", "3"]
    assert "2 games" in said[-2]


def test_the_page_leads_to_its_picture_once_somebody_is_ranked(phone):
    phone.found_group()
    season = f"/g/{phone.group}/seasons/1"
    assert "picture.png" not in phone.client.get(season).text

    play(phone)

    assert f'href="{season}/picture.png?by=wins"' in (
        phone.client.get(f"{season}?by=wins").text
    )
