"""The pages that become paper: a blank pad, and the sheet of a game."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from scorepad.rules.wizard.game import Game
from scorepad.rules.wizard.sheet import Sheet
from scorepad.sheets.blank import Blank
from scorepad.sheets.blank_page import page_values
from scorepad.sheets.layout import WIDTH, SheetLayout, sheet_layout
from scorepad.sheets.lettering import forms_for, size_for
from scorepad.sheets.record import Record, record_of
from scorepad.stats.chart import Box, Chart, lay_out
from scorepad.words.dates import format_date
from scorepad.words.figures import MINUS, signed
from scorepad.words.languages import language_of
from scorepad.words.terms import trump_name
from scorepad.words.translations import translations

UNITS_PER_MM = 4
"""How many units of a chart's drawing a millimetre has."""


class Stationery:
    """Writes sheets as HTML with the templates in the folder *templates*.

    The environment is the sheets' own: every value is escaped, an unknown one is an
    error, and nothing of the web is in it. Print the result with
    :class:`scorepad.sheets.press.Press`.
    """

    def __init__(self, templates: Path) -> None:
        self._loader = FileSystemLoader(templates)
        self._environments: dict[str, Environment] = {}

    def blank(self, blank: Blank, *, language: str) -> str:
        """A *blank* sheet on its paper, as often as fits there.

        :raises CannotBePlayed: nobody can play what it asks for.
        """
        values = page_values(blank, language_of(language).tag)
        return self._render("sheets/blank.html", language, **values)

    def completed_sheet(
        self, sheet: Sheet, game: Game, *, language: str, title: str | None = None
    ) -> str:
        """The *sheet* of a *game*, finished or not.

        The *title* is the group's name; without one the date stands there.
        """
        record = record_of(sheet, game)
        date = format_date(game.played_on, language) if game.played_on else None
        layout = _layout(record, sheet, game, title=title, date=date)
        return self._render(
            "sheets/sheet.html",
            language,
            sheet=sheet,
            game=game,
            record=record,
            layout=layout,
            chart=_chart(record, layout, seats=len(sheet.players)),
            title=title,
            date=date,
        )

    def _render(self, template: str, language: str, **values: Any) -> str:
        tag = language_of(language).tag
        return self._environment(tag).get_template(template).render(values)

    def _environment(self, tag: str) -> Environment:
        if tag not in self._environments:
            self._environments[tag] = _environment(self._loader, tag)
        return self._environments[tag]


def _environment(loader: FileSystemLoader, tag: str) -> Environment:
    environment = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.install_gettext_translations(  # type: ignore[attr-defined]  # added by the extension
        translations(tag), newstyle=True
    )
    environment.globals["language"] = tag
    environment.filters.update(
        figure=_figure,
        size_in=_size_in,
        signed=signed,
        forms=lambda text: forms_for(text, tag),
        trump_name=lambda trump: trump_name(trump, tag),
    )
    return environment


def _figure(number: int) -> str:
    """A total: as short as can be, with the real minus."""
    return str(number).replace("-", MINUS)


def _size_in(word: str, width: float, largest: float) -> float:
    """The size in which the head of a narrow column stays on one line."""
    steps = {round(largest * step, 1): 1 for step in (1, 0.92, 0.84, 0.76, 0.68)}
    return size_for(word, width_mm=width, sizes=steps)


def _layout(
    record: Record, sheet: Sheet, game: Game, *, title: str | None, date: str | None
) -> SheetLayout:
    return sheet_layout(
        rounds=len(record.lines),
        names=sheet.players,
        title=title or date or "Score sheet",
        place=" · ".join(filter(None, (date, game.place))),
        winner=" · ".join(sheet.players[seat] for seat in sheet.winners[:2]),
        cards_column=record.shows_cards,
        trump_column=record.shows_trump,
        chart=bool(record.totals),
        key_entries=len(record.marks) + len(record.trumps),
        notes=_notes(record, sheet.players, game),
    )


def _notes(record: Record, players: Sequence[str], game: Game) -> list[str]:
    """About what stands below the chart, to make room for it."""
    adjusted = [
        f"{players[each.seat]} {each.points} {each.reason}{' ' * 20}"
        for each in record.adjustments
    ]
    notes = [f"{' ' * 12}{note}" for _, note in record.notes]
    return [*adjusted, *notes, *([game.remark] if game.remark else [])]


def _chart(record: Record, layout: SheetLayout, *, seats: int) -> Chart | None:
    if not record.totals:
        return None
    box = Box(WIDTH * UNITS_PER_MM, layout.chart * UNITS_PER_MM)
    return lay_out(record.totals, seats=seats, box=box)
