"""What to know about a blank sheet before it is printed, in calm sentences."""

from collections.abc import Iterator

from flask_babel import gettext as _
from flask_babel import ngettext

from scorepad.sheets.blank.columns import Kind
from scorepad.sheets.blank.layout import ROW_LEAST, ROW_LEAST_LARGE, BlankLayout
from scorepad.sheets.blank.wanted import Blank


def notes_on(blank: Blank, layout: BlankLayout) -> tuple[str, ...]:
    """Everything in which the paper differs from what was asked for."""
    return tuple(_notes(blank, layout))


def _notes(blank: Blank, layout: BlankLayout) -> Iterator[str]:
    least = f"{ROW_LEAST_LARGE if blank.large else ROW_LEAST:g}"
    if layout.per_page < blank.per_page:
        yield ngettext(
            "Only %(num)s sheet goes on a page: rows to write in need %(mm)s mm.",
            "Only %(num)s sheets go on a page: rows to write in need %(mm)s mm.",
            layout.per_page,
            mm=least,
        )
    if len(layout.parts) > 1:
        yield ngettext(
            "A sheet takes %(num)s page: rows to write in need %(mm)s mm.",
            "A sheet takes %(num)s pages: rows to write in need %(mm)s mm.",
            len(layout.parts),
            mm=least,
        )
    if layout.left_out:
        columns = ", ".join(_column_names()[kind] for kind in reversed(layout.left_out))
        yield _("There is no room for these columns: %(columns)s.", columns=columns)
    pages = layout.pages(blank.copies)
    if pages != blank.copies:
        sheets = pages // len(layout.parts) * layout.per_page
        yield _(
            "%(sheets)s on %(pages)s.",
            sheets=ngettext("%(num)s sheet", "%(num)s sheets", sheets),
            pages=ngettext("%(num)s page", "%(num)s pages", pages),
        )


def _column_names() -> dict[Kind, str]:
    return {
        Kind.TRUMP: _("Trump"),
        Kind.BIDS: _("Bids"),
        Kind.BOMB: _("Bomb"),
        Kind.CLOUD: _("Cloud"),
    }
