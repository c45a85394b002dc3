"""What a book is called, and its bookmarks."""

from collections.abc import Sequence
from dataclasses import replace

from scorepad.sheets.book.book import Book, BookGame
from scorepad.sheets.book.contents import (
    CONTENTS,
    GAMES_NAME,
    PLAYERS_NAME,
    RECORDS,
    RECORDS_NAME,
    SIDE,
    STANDINGS,
    STANDINGS_NAME,
    months_of,
    winners_of,
)
from scorepad.sheets.book.pages import season_of
from scorepad.sheets.book.plan import Bookmark, BoundPart
from scorepad.words.dates import format_date
from scorepad.words.translations import msgid, translations

CONTENTS_NAME = msgid("Contents")

_POINTS_PER_MM = 72 / 25.4
NUMBER_TOP = 6.6 * _POINTS_PER_MM
"""Points from the edge of the paper: above everything that a sheet has."""
_SHEETS_SIDE = 13.0


def title_of(book: Book) -> str:
    """What viewers call it: the group and its season."""
    return ", ".join(filter(None, (book.group, season_of(book))))


def with_margins(book: Book, parts: Sequence[BoundPart]) -> tuple[BoundPart, ...]:
    """The *parts* with their page numbers above the right end of what is written."""
    games = {game.part for game in book.games}
    return tuple(
        replace(
            part,
            number_right=(_SHEETS_SIDE if part.name in games else SIDE)
            * _POINTS_PER_MM,
        )
        for part in parts
    )


def bookmarks_of(book: Book) -> tuple[Bookmark, ...]:
    """Its parts, the players, and the games by month and day."""
    say = translations(book.language).gettext
    players = tuple(Bookmark(each.name, each.part) for each in book.players)
    months = tuple(
        Bookmark(month, games[0].part, tuple(_bookmark(game, book) for game in games))
        for month, games in months_of(book).items()
    )
    return (
        Bookmark(say(CONTENTS_NAME), CONTENTS),
        Bookmark(say(STANDINGS_NAME), STANDINGS),
        Bookmark(say(RECORDS_NAME), RECORDS),
        *(
            Bookmark(say(name), entries[0].target, entries)
            for name, entries in ((PLAYERS_NAME, players), (GAMES_NAME, months))
            if entries
        ),
    )


def _bookmark(game: BookGame, book: Book) -> Bookmark:
    day = format_date(game.played_on, book.language, short=True)
    return Bookmark(f"{day} · {winners_of(game)}", game.part)
