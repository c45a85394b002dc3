"""The pages of a book that are no game's sheet, ready for the press."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from scorepad.pdf.jobs import PrintJob
from scorepad.sheets.book.book import Book, BookPlayer, share_of
from scorepad.sheets.book.contents import SIDE, Row, contents_pages
from scorepad.sheets.html import Stationery
from scorepad.sheets.lettering import lines_in, mm_of, size_for
from scorepad.sheets.paper import PAPERS, Paper
from scorepad.stats.chart import Box, Chart, lay_out
from scorepad.stats.intervals import interval_for, is_enough
from scorepad.stats.predictions import Counts, Place, by_bid, by_cards
from scorepad.words.dates import format_date
from scorepad.words.figures import format_number, format_percent
from scorepad.words.records import record_feat, record_name
from scorepad.words.translations import translations

UNITS_PER_MM = 4
CHART_HEIGHT = 74.0
PLAYERS_CHART = {Paper.A4: 38.0, Paper.LETTER: 26.0}
"""Millimetres: everything of a player shall stand on one page."""
FEWEST_FOR_A_CHART = 3
BEST_GAMES = 5
MOST_RIVALS = 5
RANKS = 6
MOST_UNSETTLED = 5

_TITLE_SIZES = {44.0: 1, 38.0: 2, 32.0: 2, 26.0: 3, 20.0: 4}
_HEAD_SIZES = {26.0: 1, 22.0: 1, 18.0: 2}
_TITLE_WIDTH = 134.0


class BookPages(Stationery):
    """Writes the pages of books; everything else is as for sheets."""

    def digits(self) -> PrintJob:
        """The digits that page numbers are made of."""
        return PrintJob(html=self._render("sheets/book/digits.html", "en"))

    def title(self, book: Book) -> PrintJob:
        """The title page."""
        name = book.group or season_of(book)
        size = size_for(name, width_mm=_TITLE_WIDTH, sizes=_TITLE_SIZES)
        width = _balanced(name, size)
        return self._page(book, "title", title_size=size, title_width=width)

    def contents(self, book: Book, pages: Mapping[str, int]) -> tuple[PrintJob, ...]:
        """The contents, one job per page; *pages* tells where every part begins."""
        return tuple(
            self._contents_page(book, rows, pages, is_first=number == 0)
            for number, rows in enumerate(contents_pages(book))
        )

    def standings(self, book: Book) -> PrintJob:
        """Who stands where, and how they came there."""
        return self._page(
            book,
            "standings",
            chart=_race(book),
            first_game=_first_game(book),
            decimals=_decimals(book),
        )

    def records(self, book: Book) -> PrintJob:
        """Honours of the season and the records of its games."""
        return self._page(book, "records")

    def player(self, book: Book, player: BookPlayer) -> PrintJob:
        """Everything that the season says of one player."""
        career = player.career
        return self._page(
            book,
            "player",
            player=player,
            career=career,
            results=career.results,
            head_size=size_for(
                player.name, width_mm=_TITLE_WIDTH - 4, sizes=_HEAD_SIZES
            ),
            met=interval_for(career.predictions.met, career.predictions.made),
            by_bid=by_bid(career.sums),
            by_cards=by_cards(career.sums),
            situations=_situations(player),
            duels=career.duels[:MOST_RIVALS],
            best=sorted(player.results, key=lambda each: -each.total)[:BEST_GAMES],
            chart=_totals(book, player),
        )

    def _contents_page(
        self,
        book: Book,
        rows: Sequence[Row],
        pages: Mapping[str, int],
        *,
        is_first: bool,
    ) -> PrintJob:
        return self._page(book, "contents", rows=rows, pages=pages, is_first=is_first)

    def _page(self, book: Book, template: str, **values: Any) -> PrintJob:
        html = self._render(
            f"sheets/book/{template}.html",
            book.language,
            book=book,
            season=season_of(book),
            parts_of={player.name: player.part for player in book.players},
            page=PAPERS[book.paper],
            side=SIDE,
            is_enough=is_enough,
            share_of=share_of,
            **_Words(book.language).all,
            **values,
        )
        return PrintJob(html=html)


class _Words:
    """What templates say in the language of a book."""

    def __init__(self, tag: str) -> None:
        self._tag = tag

    @cached_property
    def all(self) -> Mapping[str, Any]:
        tag = self._tag
        return {
            "format_date": lambda day, **how: format_date(day, tag, **how),
            "format_number": lambda number, **how: format_number(number, tag, **how),
            "format_percent": lambda share: format_percent(share, tag),
            "record_name": lambda kind: record_name(kind, tag),
            "record_feat": lambda kind, value: record_feat(kind, tag, value),
            "place": lambda rank: _place(rank, tag),
        }


def _balanced(text: str, size: float) -> float:
    """A width in which *text* breaks into lines of about the same length."""
    lines = lines_in(text, width_mm=_TITLE_WIDTH, points=size)
    least = max(mm_of(word, size, bold=True) for word in text.split())
    width = _TITLE_WIDTH
    while lines > 1 and width - 2 > least:
        if lines_in(text, width_mm=width - 2, points=size) > lines:
            break
        width -= 2
    return width


def season_of(book: Book) -> str:
    """What the season is called, or its number."""
    said = translations(book.language).gettext("Season %(number)s")
    return book.season or said % {"number": book.number}


def _place(rank: int, tag: str) -> str:
    say = translations(tag).gettext
    names = (say("1st"), say("2nd"), say("3rd"), say("4th"), say("5th"), say("6th"))
    return names[rank - 1] if rank <= RANKS else str(rank)


def _race(book: Book) -> Chart | None:
    settled = book.race[_unsettled(book) :]
    return _chart(book, settled, CHART_HEIGHT, lines=len(book.racers))


def _first_game(book: Book) -> int:
    """The number of the game after which the drawn race begins."""
    numbers = book.race_numbers[_unsettled(book) :]
    return numbers[0] if numbers else 1


def _unsettled(book: Book) -> int:
    """So many games at first say more of luck; their averages would dwarf all later."""
    return min(MOST_UNSETTLED, len(book.race) // 8)


def _totals(book: Book, player: BookPlayer) -> Chart | None:
    rows = [(each.total,) for each in player.results]
    return _chart(book, rows, PLAYERS_CHART[book.paper], lines=1)


def _chart(
    book: Book, rows: Sequence[Sequence[int | None]], height: float, *, lines: int
) -> Chart | None:
    if len(rows) < FEWEST_FOR_A_CHART or not lines:
        return None
    width = PAPERS[book.paper].width - 2 * SIDE
    box = Box(round(width * UNITS_PER_MM), round(height * UNITS_PER_MM), left=40)
    # Of many games only some are drawn, so their numbers would be wrong.
    return replace(lay_out(rows, seats=lines, box=box, from_zero=False), rounds=())


def _decimals(book: Book) -> int:
    return 1 if any(_broken(each.standing.average) for each in book.players) else 0


def _broken(average: Fraction | None) -> bool:
    return average is not None and average.denominator > 1


def _situations(player: BookPlayer) -> Mapping[str, Counts]:
    sums = player.career.sums
    found = {place.value: sums.get(("place", place), Counts()) for place in Place}
    return {
        **found,
        "forced": sums.get(("forced",), Counts()),
        "trump": sums.get(("trump", "yes"), Counts()),
        "no_trump": sums.get(("trump", "no"), Counts()),
    }
