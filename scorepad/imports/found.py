"""What was found in a file: games as documents, people, and what was left out."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from typing import Any, Final, NamedTuple, TypeAlias

from scorepad.games.documents import NotADocument
from scorepad.games.names import clean_name, name_key, similar_name
from scorepad.games.registry import GAMES, read_game
from scorepad.games.wizard import ASKABLE
from scorepad.games.wizard.schedule import (
    CLASSIC_DECK,
    SEATS_ALLOWED,
    Schedule,
    cards_per_round,
    schedules_for,
)
from scorepad.imports.problems import FileProblem, FoundColumn, UnreadableError

Document: TypeAlias = dict[str, Any]
"""A game document, as ``docs/game-document.md`` describes it."""

_ASKABLE = frozenset(each.value for each in ASKABLE)
_MOST_ASKED = 200  # names of a file that are compared with each other
MOST_GAMES: Final = 2000


class Omission(StrEnum):
    """Why a game was left out; the value is the key of the sentence."""

    OTHER_GAME = "other_game"
    IGNORED = "ignored"
    INCOMPLETE = "incomplete"
    PLAYERS = "players"
    NO_TOTALS = "no_totals"
    TABLE_SIZE = "table_size"
    TOWERS = "towers"
    INVALID = "invalid"


class LeftOut(NamedTuple):
    """How many games were left out for a reason, and what is known of them."""

    reason: Omission
    name: str
    games: int


class Question(NamedTuple):
    """A name that may be a slip of the pen for a *similar* one."""

    name: str
    similar: str


class Skipped(ValueError):  # noqa: N818 - says what happened
    """A game is left out, for a *reason*."""

    def __init__(self, reason: Omission, name: str = "") -> None:
        super().__init__(reason.value)
        self.reason, self.name = reason, name


class Status(NamedTuple):
    """What Scorepad says of a game beside its document, if it does."""

    finished: bool | None = None
    counts: bool | None = None


@dataclass(slots=True)
class Found:
    """What a file of one *kind* contains: games, each once, with its status.

    *people* and the *questions* about their names are known once all games are.
    """

    kind: str
    columns: tuple[FoundColumn, ...] = ()
    games: list[Document] = field(default_factory=list)
    statuses: list[Status] = field(default_factory=list)
    people: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    _skipped: Counter[tuple[Omission, str]] = field(default_factory=Counter)
    _seen: set[str] = field(default_factory=set)

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """Return which games were left out, and why."""
        return tuple(LeftOut(*what, many) for what, many in self._skipped.items())

    def add(self, document: Document, status: Status = Status()) -> None:  # noqa: B008 - an immutable value
        """Add a game if it is valid, else count it as left out."""
        try:
            document = {**document, "players": _names(document["players"])}
            self._keep(_accepted(document), status)
        except Skipped as skipped:
            self.skip(skipped.reason, skipped.name)
        except NotADocument as refused:
            self.skip(Omission.INVALID, str(refused))

    def add_own(self, document: Document, status: Status = Status()) -> None:  # noqa: B008 - an immutable value
        """Add a game of Scorepad as it is.

        :raises NotADocument: a field is invalid.
        """
        read_game(document)
        self._keep(document, status)

    def _keep(self, document: Document, status: Status) -> None:
        content = json.dumps(document, sort_keys=True)
        if content not in self._seen:
            self._seen.add(content)
            self.games.append(document)
            self.statuses.append(status)
        if len(self.games) > MOST_GAMES:
            raise UnreadableError(FileProblem.TOO_MANY_GAMES)

    def skip(self, reason: Omission, name: str = "", games: int = 1) -> None:
        """Count *games* as left out."""
        self._skipped[reason, name] += games

    def ask(self, known: Iterable[str]) -> None:
        """Set the people, and the questions about names like those *known*."""
        names = [name for game in self.games for name in game["players"]]
        people = {name_key(name): name for name in reversed(names)}
        self.people = tuple(people.values())[::-1]
        times = Counter(map(name_key, names))
        self.questions = tuple(_questions(self.people, times, tuple(known)))


def _accepted(document: Document) -> Document:
    """Return a document in which the table accepts what is unusual.

    :raises NotADocument: a field is invalid.
    :raises Skipped: the game breaks a rule that has no exception.
    """
    word, game = read_game(document)
    rounds = [{**each} for each in document.get("rounds", ())]
    if not rounds:
        return document
    for objection in GAMES[word].answer_for(game)["objections"]:
        problem, number = objection["problem"], objection.get("round")
        if problem not in _ASKABLE or not number:
            raise Skipped(Omission.INVALID, problem)
        accepted = rounds[number - 1].setdefault("accepted", [])
        rounds[number - 1]["accepted"] = [*dict.fromkeys([*accepted, problem])]
    return {**document, "rounds": rounds}


def _names(players: Sequence[Any]) -> list[str]:
    if len(players) not in SEATS_ALLOWED:
        raise Skipped(Omission.TABLE_SIZE)
    names = []
    for name in players:
        try:
            names.append(clean_name(str(name)))
        except ValueError:
            raise Skipped(Omission.PLAYERS, str(name)[:40]) from None
    return names


def _questions(
    people: Sequence[str], games: Counter[str], known: Sequence[str]
) -> Iterable[Question]:
    """Yield names one letter off a known one, or off one with more games."""
    theirs = {name_key(name) for name in known}
    strangers = [name for name in people if name_key(name) not in theirs]
    for name in strangers[:_MOST_ASKED]:
        similar = similar_name(name, known)
        if similar is not None:
            yield Question(name, similar)
    for one, other in combinations(strangers[:_MOST_ASKED], 2):
        if similar_name(one, [other]):
            few, many = sorted((one, other), key=lambda name: games[name_key(name)])
            yield Question(few, many)


def schedule_of(cards: Sequence[int], seats: int) -> Document:
    """Return the settings of a document whose rounds had so many *cards*.

    A standard game that stopped early keeps its schedule.
    """
    for schedule in schedules_for(seats):
        if cards_per_round(schedule, seats) == tuple(cards):
            usual = schedule is Schedule.STANDARD
            return {} if usual else {"schedule": schedule.value}
    if [*cards] == [*range(1, len(cards) + 1)] and len(cards) < CLASSIC_DECK // seats:
        return {"ended_after": len(cards)}
    return {"schedule": Schedule.CUSTOM.value, "cards": [*cards]}
