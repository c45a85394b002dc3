"""What was found in a file: games, people, what was left out, or why it has none."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from scorepad.games.documents import NotADocument
from scorepad.games.names import Unsure, clean_name, name_key, unsure_name
from scorepad.games.registry import GAMES, FoundGame, read_game
from scorepad.games.wizard import ASKABLE
from scorepad.games.wizard.schedule import SEATS_ALLOWED
from scorepad.i18n.languages import msgid

Document: TypeAlias = dict[str, Any]  # of a game, see docs/game-document.md
_MOST_ASKED = 200  # names of a file that are compared with each other
MOST_GAMES: Final = 2000


class FoundColumn(NamedTuple):
    """A column of a table, with some of its cells, and what it is taken for.

    *holds* is a meaning such as ``round``, or ``bid:Ann`` with a player's name.
    """

    label: str
    cells: tuple[str, ...]
    holds: str


class FileProblem(StrEnum):
    """Why nothing can be imported, as a sentence; *kind* is the format of the file."""

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


@dataclass(eq=False)
class UnreadableError(Exception):
    """Nothing can be imported; *found* is what the file seems to be.

    A *detail* is for the author of the program that wrote the file. *columns* are those
    of a table whose headings are not known.
    """

    problem: FileProblem
    found: str = ""
    detail: str = ""
    columns: tuple[FoundColumn, ...] = ()

    def __str__(self) -> str:
        """Return the sentence about the file."""
        return self.problem % {"kind": self.found}


_Unfit = Literal["other_game", "towers", "ignored", "incomplete", "invalid"]
Omission = _Unfit | Literal["players", "table_size", "no_totals"]
"""Why a game was left out: the key of the sentence about it."""


class LeftOut(NamedTuple):
    """How many games were left out for a reason, and what is known of them."""

    reason: Omission
    name: str
    games: int


@dataclass(eq=False)
class Skipped(ValueError):  # noqa: N818 - says what happened
    """A game is left out, for a *reason*."""

    reason: Omission
    name: str = ""


@dataclass(slots=True)
class Found:
    """What a file of one *kind* contains: games, each once, and what was left out.

    *people* and the *questions* about their names are known once all games are.
    """

    kind: str
    columns: tuple[FoundColumn, ...] = ()
    games: list[FoundGame] = field(default_factory=list)
    people: tuple[str, ...] = ()
    questions: tuple[Unsure, ...] = ()
    _skipped: Counter[tuple[Omission, str]] = field(default_factory=Counter)
    _seen: set[str] = field(default_factory=set)

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """Return which games were left out, and why."""
        return tuple(LeftOut(*what, many) for what, many in self._skipped.items())

    def skip(self, reason: Omission, name: str = "", games: int = 1) -> None:
        """Count *games* as left out."""
        self._skipped[reason, name] += games

    @contextmanager
    def skipping(self, name: str = "", games: int = 1) -> Iterator[None]:
        """Count so many *games* as left out if they cannot be read or are invalid."""
        try:
            yield
        except Skipped as skipped:
            self.skip(skipped.reason, skipped.name or name, games)
        except NotADocument as refused:
            self.skip("invalid", str(refused), games)
        except (KeyError, TypeError, AttributeError, ValueError):
            self.skip("invalid", name, games)

    def add(self, document: Document, *, counts: bool | None = None) -> None:
        """Add a game of another program; the table accepts what is unusual in it.

        :raises Skipped: it has too few or too many players, or a wrong name.
        :raises NotADocument: it is invalid in another way.
        """
        if len(document["players"]) not in SEATS_ALLOWED:
            raise Skipped("table_size")
        names = []
        for name in map(str, document["players"]):
            try:
                names.append(clean_name(name))
            except ValueError:
                raise Skipped("players", name[:40]) from None
        document = {**document, "players": names}
        word, game = read_game(document)
        rounds = [{**each} for each in document.get("rounds", ())]
        for objection in GAMES[word].answer_for(game)["objections"] if rounds else ():
            problem, number = objection["problem"], objection.get("round")
            if problem not in ASKABLE or not number:
                raise Skipped("invalid", problem)
            accepted = rounds[number - 1].get("accepted", [])
            rounds[number - 1]["accepted"] = [*dict.fromkeys([*accepted, problem])]
        self.add_own(FoundGame({**document, "rounds": rounds}, None, counts))

    def add_own(self, game: FoundGame) -> None:
        """Add a valid game as it is."""
        content = json.dumps(game.document, sort_keys=True)
        if content not in self._seen:
            self._seen.add(content)
            self.games.append(game)
        if len(self.games) > MOST_GAMES:
            raise UnreadableError(FileProblem.TOO_MANY_GAMES)

    def ask(self, known: Sequence[str]) -> None:
        """Set the people, and the questions about names like those *known*.

        They are names one letter off a known one, or off one with more games.
        """
        names = [name for game in self.games for name in game.document["players"]]
        people = {name_key(name): name for name in reversed(names)}
        self.people = tuple(people.values())[::-1]
        games = Counter(map(name_key, names))
        theirs = {*map(name_key, known)}
        strangers = [name for name in self.people if name_key(name) not in theirs]
        found = (unsure_name([name], known) for name in strangers[:_MOST_ASKED])
        questions = [each for each in found if each]
        for pair in combinations(strangers[:_MOST_ASKED], 2):
            if unsure_name(pair[:1], pair[1:]):
                few, many = sorted(pair, key=lambda name: games[name_key(name)])
                questions.append(Unsure(few, many))
        self.questions = tuple(questions)
