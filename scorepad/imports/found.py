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
from scorepad.games.problems import ASKABLE
from scorepad.games.registry import GAMES, read_game
from scorepad.games.wizard.schedule import (
    CLASSIC_DECK,
    Schedule,
    cards_per_round,
    schedules_for,
)

Document: TypeAlias = dict[str, Any]
"""A game document, as ``docs/game-document.md`` describes it."""

_ASKABLE = frozenset(each.value for each in ASKABLE)
MOST_GAMES: Final = 2000


class Omission(StrEnum):
    """Why a game was left out; the value is the key of the sentence."""

    OTHER_GAME = "other_game"
    IGNORED = "ignored"
    INCOMPLETE = "incomplete"
    PLAYERS = "players"
    NO_TOTALS = "no_totals"
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
class Collection:
    """Games while they are collected from a file, each once, with its status."""

    kind: str
    games: list[Document] = field(default_factory=list)
    statuses: list[Status] = field(default_factory=list)
    skipped: Counter[tuple[Omission, str]] = field(default_factory=Counter)
    _seen: set[str] = field(default_factory=set)

    def add(self, document: Document) -> None:
        """Add a game if it is valid, else count it as left out."""
        try:
            document = {**document, "players": _names(document["players"])}
            self.add_own(_accepted(document))
        except Skipped as skipped:
            self.skip(skipped.reason, skipped.name)
        except NotADocument as refused:
            self.skip(Omission.INVALID, str(refused))

    def add_own(self, document: Document, status: Status = Status()) -> None:  # noqa: B008 - an immutable value
        """Add a game of Scorepad as it is.

        :raises NotADocument: a field is invalid.
        """
        read_game(document)
        content = json.dumps(document, sort_keys=True)
        if content not in self._seen:
            self._seen.add(content)
            self.games.append(document)
            self.statuses.append(status)

    def skip(self, reason: Omission, name: str = "") -> None:
        """Count a game as left out."""
        self.skipped[reason, name] += 1


def _accepted(document: Document) -> Document:
    """Return a document in which the table accepts what is unusual.

    :raises NotADocument: a field is invalid.
    :raises Skipped: the game breaks a rule that has no exception.
    """
    word, game = read_game(document)
    rounds = [{**each} for each in document.get("rounds", ())]
    for objection in GAMES[word].answer_for(game)["objections"]:
        problem, number = objection["problem"], objection.get("round")
        if problem not in _ASKABLE or not number:
            raise Skipped(Omission.INVALID, problem)
        accepted = rounds[number - 1].setdefault("accepted", [])
        rounds[number - 1]["accepted"] = [*dict.fromkeys([*accepted, problem])]
    return {**document, "rounds": rounds} if rounds else document


def _names(players: Sequence[Any]) -> list[str]:
    names = []
    for name in players:
        try:
            names.append(clean_name(str(name)))
        except ValueError:
            raise Skipped(Omission.PLAYERS, str(name)[:40]) from None
    return names


@dataclass(frozen=True, slots=True)
class Found:
    """All that a file contains, *kind* says of which program."""

    kind: str
    games: tuple[Document, ...]
    statuses: tuple[Status, ...]
    people: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    questions: tuple[Question, ...]


def found_in(collected: Collection, known: Iterable[str] = ()) -> Found:
    """Return what was collected, with questions about names like those *known*."""
    names = [name for game in collected.games for name in game["players"]]
    people = tuple({name_key(name): name for name in reversed(names)}.values())[::-1]
    return Found(
        collected.kind,
        tuple(collected.games),
        tuple(collected.statuses),
        people,
        tuple(LeftOut(*what, games) for what, games in collected.skipped.items()),
        tuple(_questions(people, Counter(map(name_key, names)), tuple(known))),
    )


def _questions(
    people: Sequence[str], games: Counter[str], known: Sequence[str]
) -> Iterable[Question]:
    """Yield names one letter off a known one, or off one with more games."""
    theirs = {name_key(name) for name in known}
    for one, other in combinations(people, 2):
        if similar_name(one, [other]) and not {name_key(one), name_key(other)} & theirs:
            few, many = sorted((one, other), key=lambda name: games[name_key(name)])
            yield Question(few, many)
    for name in people:
        similar = similar_name(name, known)
        if similar is not None:
            yield Question(name, similar)


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
