"""Why nothing can be imported from a file: one sentence for each kind of file."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from scorepad.i18n.languages import msgid


class FoundColumn(NamedTuple):
    """A column of a table, with some of its cells, and what it is taken for.

    *holds* is a meaning such as ``round``, or ``bid:Ann`` with a player's name.
    """

    label: str
    cells: tuple[str, ...]
    holds: str


class FileProblem(StrEnum):
    """Why nothing can be imported, as a sentence; *kind* is of which format it is."""

    TOO_LARGE = msgid("This file is too large; expected at most 5 MB.")
    TOO_MANY_ROWS = msgid("This table is too long; expected at most 20,000 rows.")
    TOO_MANY_GAMES = msgid("This file has too many games; expected at most 2,000.")
    EMPTY = msgid("This file is empty; expected a table or an export.")
    UNSAFE = msgid(
        "This file would unpack into something far larger, so it was not opened."
    )
    UNKNOWN = msgid(
        "This kind of file is not known; expected a score sheet (PDF), a game file "
        "(JSON), a table (CSV, Excel) or an export from BG Stats, BoardGameGeek or "
        "Escalier."
    )
    BROKEN = msgid(
        "This %(kind)s file is damaged; export it again and choose the new file."
    )
    PICTURE = msgid(
        "This is a picture; expected a file with the scores, for example a table (CSV, "
        "Excel)."
    )
    TEXT_DOCUMENT = msgid(
        "This is a text document; copy its table into a spreadsheet and save that as "
        "Excel or CSV."
    )
    SPREADSHEET = msgid(
        "This spreadsheet is in a format that cannot be read; save it as Excel (xlsx) "
        "or CSV."
    )
    LOCKED = msgid(
        "This spreadsheet is protected by a password; save it without one and choose "
        "the new file."
    )
    ARCHIVE = msgid("This is a ZIP archive; unpack it and choose one of its files.")
    WEB_PAGE = msgid(
        "This is a web page; expected the table itself, saved as CSV or Excel, or an "
        "export from BG Stats, BoardGameGeek or Escalier."
    )
    TEXT = msgid(
        "This is text without a table; expected a heading for each column and a row "
        "for each game or round."
    )
    OTHER_JSON = msgid(
        "This JSON file is from another program; expected one from Scorepad, BG Stats "
        "or Escalier."
    )
    OTHER_XML = msgid(
        "This XML file contains no plays; expected the plays of a BoardGameGeek user."
    )
    DAMAGED_GAME = msgid(
        "This Scorepad file is damaged or from a newer version; download it again and "
        "choose the new file."
    )
    NO_GAMES = msgid("This file contains no games of Wizard.")
    NO_COLUMNS = msgid(
        "This table has no known headings; expected one row per player and round with "
        "the columns Round, Player, Bid and Tricks, or one row per game with a column "
        "for each player."
    )


class UnreadableError(ValueError):
    """Nothing can be imported; *found* is what the file seems to be.

    A *detail* is for the author of the program that wrote the file. *columns* are those
    of a table whose headings are not known.
    """

    def __init__(
        self,
        problem: FileProblem,
        found: str = "",
        detail: str = "",
        columns: Sequence[FoundColumn] = (),
    ) -> None:
        super().__init__(problem % {"kind": found})
        self.problem, self.found, self.detail = problem, found, detail
        self.columns = tuple(columns)
