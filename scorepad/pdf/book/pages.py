"""The pages of a book as one HTML document per volume."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from scorepad.i18n.languages import (
    format_date,
    format_number,
    format_percent,
    translations,
)
from scorepad.i18n.terms import record_feat, record_name
from scorepad.pdf import worker
from scorepad.pdf.book.book import (
    CONTENTS,
    RECORDS,
    SIDE,
    STANDINGS,
    Book,
    BookPlayer,
    Volume,
    bookmarks_of,
    rows_of,
    share_of,
)
from scorepad.pdf.completed.page import Copy, values_of
from scorepad.pdf.html import Stationery
from scorepad.pdf.jobs import PrintJob
from scorepad.pdf.paper import PAPERS, Paper
from scorepad.pdf.text_metrics import lines_in, mm_of, size_for
from scorepad.statistics.chart import Box, Chart, lay_out
from scorepad.statistics.predictions import BidPosition, Counts, by_bid, by_cards
from scorepad.statistics.probability import interval_for, is_enough

UNITS_PER_MM = 4
CHART_HEIGHT = 74.0
PLAYERS_CHART = {Paper.A4: 38.0, Paper.LETTER: 26.0}
"""Millimetres that keep everything about a player on one page."""
FEWEST_FOR_A_CHART = 3
BEST_GAMES = 5
MOST_RIVALS = 5
MOST_UNSETTLED = 5

_TITLE_SIZES = {44.0: 1, 38.0: 2, 32.0: 2, 26.0: 3, 20.0: 4}
_HEAD_SIZES = {26.0: 1, 22.0: 1, 18.0: 2}
_TITLE_WIDTH = 134.0


class BookPages(Stationery):
    """Writes books; inherits the rest from sheets."""

    def volume(self, volume: Volume, sheets: Mapping[str, Copy]) -> PrintJob:
        """Return a volume with the *sheets* of its games by part."""
        sizes: dict[str, str] = {}
        drawings: dict[str, str] = {}
        parts = list(self._front(volume))
        for game in volume.games:
            copy = sheets[game.part]
            values = values_of(copy)
            prefix = f"{game.part}-"
            drawings |= self._drawings(copy, values, prefix)
            css = self._written("sheets/sizes.css", copy.language, **values)
            name = sizes.setdefault(css, f"sizes-{len(sizes)}")
            more = {**values, "drawn": prefix, "sizes_name": name}
            parts.append(self._part(volume, game.part, "sheet", **more))
        book = volume.book
        html = self._render(
            "sheets/book/volume.html",
            book.language,
            title=title_of(volume),
            page=PAPERS[book.paper],
            sizes=sizes,
            parts=parts,
        )
        return PrintJob(html=html, drawings=drawings)

    def _front(self, volume: Volume) -> Iterator[Markup]:
        yield self._title(volume)
        rows = tuple(rows_of(volume))
        yield self._part(volume, CONTENTS, "contents", rows=rows)
        if volume.is_first:
            yield self._standings(volume)
            yield self._part(volume, RECORDS, "records")
        for player in volume.players:
            yield self._player(volume, player)

    def _title(self, volume: Volume) -> Markup:
        group, season = volume.book.group, season_of(volume.book)
        name = group or season
        size = size_for(name, width_mm=_TITLE_WIDTH, sizes=_TITLE_SIZES)
        return self._part(
            volume,
            "title",
            "title",
            title_size=size,
            title_width=_balanced(name, size),
            running=" · ".join(filter(None, (group, season))),
        )

    def _standings(self, volume: Volume) -> Markup:
        book = volume.book
        # Averages of the first games vary so much that they would flatten the rest.
        start = min(MOST_UNSETTLED, len(book.race) // 8)
        averages = (each.standing.average for each in book.players)
        return self._part(
            volume,
            STANDINGS,
            "standings",
            chart=_chart(book, book.race[start:], CHART_HEIGHT, lines=len(book.racers)),
            first_game=next(iter(book.race_numbers[start:]), 1),
            decimals=int(any(each and each.denominator > 1 for each in averages)),
        )

    def _player(self, volume: Volume, player: BookPlayer) -> Markup:
        career = player.career
        return self._part(
            volume,
            player.part,
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
            chart=_chart(
                volume.book,
                [(each.total,) for each in player.results],
                PLAYERS_CHART[volume.book.paper],
                lines=1,
            ),
        )

    def _part(self, volume: Volume, part: str, template: str, **values: Any) -> Markup:
        book = volume.book
        return self._written(
            f"sheets/book/{template}.html",
            book.language,
            part=part,
            bookmarks=bookmarks_of(volume).get(part, ()),
            volume=volume,
            book=book,
            season=season_of(book),
            known_parts=volume.parts,
            parts_of={player.name: player.part for player in book.players},
            page=PAPERS[book.paper],
            is_enough=is_enough,
            share_of=share_of,
            **_words(book.language),
            **values,
        )

    def _written(self, template: str, language: str, **values: Any) -> Markup:
        html = self._render(template, language, **values)
        return Markup(html)  # noqa: S704 - a template escaped what is in it


def render_volume(templates: Path, volume: Volume, sheets: Mapping[str, Copy]) -> bytes:
    """Render a volume as PDF in a worker process.

    :raises RenderError: it cannot be rendered.
    """
    return worker.pdf(BookPages(templates).volume(volume, sheets))


def _words(tag: str) -> dict[str, Any]:
    say = translations(tag).gettext
    ranks = (say("1st"), say("2nd"), say("3rd"), say("4th"), say("5th"), say("6th"))
    return {
        "format_date": lambda day, **how: format_date(day, tag, **how),
        "format_number": lambda number, **how: format_number(number, tag, **how),
        "format_percent": lambda share: format_percent(share, tag),
        "record_name": lambda kind: record_name(kind, tag),
        "record_feat": lambda kind, value: record_feat(kind, tag, value),
        "place": lambda rank: ranks[rank - 1] if rank <= len(ranks) else str(rank),
    }


def _balanced(text: str, size: float) -> float:
    lines = lines_in(text, width_mm=_TITLE_WIDTH, points=size)
    least = max(mm_of(word, size, bold=True) for word in text.split())
    width = _TITLE_WIDTH
    while lines > 1 and width - 2 > least:
        if lines_in(text, width_mm=width - 2, points=size) > lines:
            break
        width -= 2
    return width


def title_of(volume: Volume) -> str:
    """Return the title of the PDF: group, season and volume."""
    book, say = volume.book, translations(volume.book.language).gettext
    names = ", ".join(filter(None, (book.group, season_of(book))))
    if volume.count == 1:
        return names
    which = say("Volume %(number)s of %(count)s")
    return f"{names}, {which % {'number': volume.number, 'count': volume.count}}"


def season_of(book: Book) -> str:
    """Return the name of the season, or its number."""
    said = translations(book.language).gettext("Season %(number)s")
    return book.season or said % {"number": book.number}


def _chart(
    book: Book, rows: Sequence[Sequence[int | None]], height: float, *, lines: int
) -> Chart | None:
    if len(rows) < FEWEST_FOR_A_CHART or not lines:
        return None
    width = PAPERS[book.paper].width - 2 * SIDE
    box = Box(round(width * UNITS_PER_MM), round(height * UNITS_PER_MM), left=40)
    # Only some of many games are drawn, so their numbers would be wrong.
    return lay_out(rows, seats=lines, box=box, from_zero=False)._replace(rounds=())


def _situations(player: BookPlayer) -> Mapping[str, Counts]:
    sums = player.career.sums
    found = {place.value: sums.get(("place", place), Counts()) for place in BidPosition}
    return {
        **found,
        "forced": sums.get(("forced",), Counts()),
        "trump": sums.get(("trump", "yes"), Counts()),
        "no_trump": sums.get(("trump", "no"), Counts()),
    }
