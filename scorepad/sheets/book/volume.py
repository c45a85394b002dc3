"""A book is printed in volumes, so that no process needs more than 450 MB."""

from dataclasses import dataclass
from math import ceil

from scorepad.sheets.book.book import Book, BookGame, BookPlayer

MOST_GAMES = 60
MOST_ELEMENTS = 12_000
"""WeasyPrint needs 24 kB for an element of HTML, and 90 MB for itself."""
_PLAYER, _SHEET, _CELL = 420, 80, 3.3
"""Elements of a player's page, of a sheet without its grid, and of a cell of it."""


@dataclass(frozen=True, slots=True)
class Volume:
    """PDF *number* of *count* that make a book: some of its *players* and *games*.

    The first one also has the standings and the records.
    """

    book: Book
    number: int
    count: int
    players: tuple[BookPlayer, ...]
    games: tuple[BookGame, ...]

    @property
    def is_first(self) -> bool:
        """Whether standings and records are in it."""
        return self.number == 1

    @property
    def parts(self) -> frozenset[str]:
        """The pages of players and sheets that links can lead to."""
        players = {player.part for player in self.players}
        return frozenset(players | {game.part for game in self.games})


def volumes_of(book: Book) -> tuple[Volume, ...]:
    """The volumes of a book, all of about the same size."""
    sizes = {player.part: float(_PLAYER) for player in book.players}
    for game in book.games:
        size = _SHEET + _CELL * game.rounds * len(game.seats)
        sizes[game.part] = max(size, MOST_ELEMENTS / MOST_GAMES)
    total = sum(sizes.values())
    count = max(1, ceil(total / MOST_ELEMENTS))
    number_of: dict[str, int] = {}
    before = 0.0
    for part, size in sizes.items():
        number_of[part] = int(count * (before + size / 2) / total)
        before += size
    return tuple(
        Volume(
            book,
            number + 1,
            count,
            tuple(each for each in book.players if number_of[each.part] == number),
            tuple(each for each in book.games if number_of[each.part] == number),
        )
        for number in range(count)
    )
