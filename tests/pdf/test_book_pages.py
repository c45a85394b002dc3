"""A season book: it contains every player, and every number and link is right."""

from io import BytesIO

import pikepdf
import pypdfium2
import pytest
from PIL import ImageChops

from scorepad.pdf.book import MOST_GAMES, book_volume, render_volume, volumes_of
from scorepad.pdf.html import completed_sheet
from scorepad.pdf.paper import PAPERS, Paper
from scorepad.pdf.renderer import Renderer
from scorepad.statistics.season import SeatResult
from scorepad.web.books import LIMITS
from tests.pdf.conftest import EVERYONE, ink_of, text_of, words_of
from tests.pdf.reading import (
    alone,
    bookmarks_of,
    destinations_of,
    links_of,
    lost_letters,
)
from tests.pdf.seasons import game_id, people_called, season_of, sheets_of
from tests.support.wide import first_of

GAMES = 4
LONG = (
    "Wolfeschlegelsteinhausenbergerdorff-Mai",
    "王" * 40,
    "Donaudampfschifffahrtsverein Wien 1889 e",
)


LOOKS = (("en", Paper.A4), ("ko", Paper.LETTER))


@pytest.fixture(scope="module")
def rendered(read_fonts):
    renderer = Renderer(read_fonts, workers=1, limits=LIMITS)

    def rendered(book, names):
        sheets = sheets_of(book, names)
        return [
            renderer.run(
                render_volume,
                volume,
                {game.id_: sheets[game.id_] for game in volume.games},
                while_waiting=lambda: None,
            )
            for volume in volumes_of(book)
        ]

    yield rendered
    renderer.close()


@pytest.fixture(scope="module")
def season():
    return season_of(EVERYONE, games=GAMES)


@pytest.fixture(scope="module")
def pdf(rendered, season):
    (pdf,) = rendered(season, EVERYONE)
    return pdf


@pytest.fixture(scope="module")
def book(pdf):
    with pikepdf.open(BytesIO(pdf)) as book:
        yield book


def numbers_on(page):
    words = sorted(words_of(page), key=lambda word: word[1])
    return [
        int(word) for _, _, right, _, word in words if right > 185 and word.isdecimal()
    ]


def test_contents_tell_the_page_of_every_part(book, season):
    listed = numbers_on(alone(book, 2))
    named = destinations_of(book)

    players = tuple(str(player.person.id_) for player in season.players)
    parts = ("standings", "records", *players)
    games = tuple(str(game_id(n)) for n in range(GAMES))
    # its own number is at the top
    assert listed == [2, *(named[part] for part in (*parts, *games))]
    assert links_of(book, 2) == set(listed)


def test_every_page_but_the_title_has_its_number_which_leads_to_the_contents(book):
    for page in range(3, len(book.pages) + 1):
        assert numbers_on(alone(book, page))[0] == page
        assert 2 in links_of(book, page)
    assert links_of(book, 1) == set()


def test_bookmarks_are_parts_players_and_games_by_month(book):
    marks = bookmarks_of(book)
    named = destinations_of(book)

    assert [title for level, title, _ in marks if level == 0] == [
        *("Contents", "The standings", "Records and honours", "Players", "Games")
    ]
    assert {title for level, title, _ in marks if level == 1} >= set(EVERYONE)
    games = [at for level, _, at in marks if level == 2]
    assert games == [named[str(game_id(n))] for n in range(GAMES)]


def test_every_player_and_every_letter_is_there(book, pdf):
    text = text_of(pdf)

    assert all(name in text for name in EVERYONE if name != "🧙‍♂️")
    assert lost_letters(pdf) == 0
    assert min(ink_of(alone(book, 2))) > 6


def test_the_sheet_of_a_game_is_the_one_printed_alone(book, pdf, season, pdf_of):
    job = completed_sheet(sheets_of(season, EVERYONE)[game_id(GAMES - 1)])
    at = destinations_of(book)[str(game_id(GAMES - 1))]

    in_book, by_itself = picture(pdf, at), picture(pdf_of(job), 1)

    # All but the line with the page number.
    below = (0, 45, *in_book.size)
    difference = ImageChops.difference(in_book.crop(below), by_itself.crop(below))
    assert difference.point(lambda value: 255 if value > 40 else 0).getbbox() is None


def picture(pdf, page):
    return pypdfium2.PdfDocument(pdf)[page - 1].render(scale=1.5).to_pil().convert("L")


@pytest.mark.parametrize("look", first_of(LOOKS), ids=str)
def test_the_longest_names_have_a_page_each_and_stay_inside_their_rows(rendered, look):
    language, paper = look
    three = season_of(LONG, games=3, group=LONG[2], language=language, paper=paper)
    shared = tuple(SeatResult(each, 100, won=True) for each in people_called(LONG))
    games = tuple(game._replace(seats=shared) for game in three.games)

    (pdf,) = rendered(three._replace(games=games), LONG)

    with pikepdf.open(BytesIO(pdf)) as book:
        # Title, contents, standings, records, a page for everybody and every game.
        assert len(book.pages) == 4 + 3 + 3
        contents, records = alone(book, 2), alone(book, 4)
    champion = [w[4] for w in words_of(records) if w[4].startswith("Donau")]
    assert any(word.endswith(("-", "\u2010")) for word in champion), champion
    left_of_totals = PAPERS[paper].width - 18 - 35
    names = [w for w in words_of(contents) if w[4].startswith(("Wolfe", "王"))]
    assert names
    assert all(name[2] < left_of_totals + 0.5 for name in names)


def test_a_long_season_has_several_volumes_of_about_the_same_length():
    names = ("Ute", "Kevin", "Anna")
    season = season_of(names, games=130)
    volumes = volumes_of(season)

    assert [volume.number for volume in volumes] == list(range(1, len(volumes) + 1))
    assert {volume.count for volume in volumes} == {len(volumes)}
    counts = [len(volume.games) for volume in volumes]
    assert sum(counts) == 130
    assert max(counts) <= MOST_GAMES
    assert max(counts) - min(counts) < 10
    assert [len(volume.players) for volume in volumes] == [3, *(0 for _ in counts[1:])]
    html = book_volume(volumes[1], sheets_of(season, names)).html
    assert f"Season 1, Volume 2 of {len(volumes)}</title>" in html
