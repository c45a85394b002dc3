"""Games in a file of any kind, told apart by its content."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final, NamedTuple
from xml.etree.ElementTree import Element

from scorepad.games.documents import NotADocument
from scorepad.games.names import clean_name, name_key, similar_name
from scorepad.games.registry import GAMES, parse_group, read_game
from scorepad.games.wizard import ASKABLE
from scorepad.games.wizard.schedule import SEATS_ALLOWED
from scorepad.imports.files import FileProblem, FoundColumn, UnreadableError, content_of
from scorepad.imports.games import Document, NotedGame, Omission, Skipped
from scorepad.imports.plays import from_bgg, from_bgstats, from_escalier
from scorepad.imports.tables import from_tables

_ASKABLE = frozenset(each.value for each in ASKABLE)
_MOST_ASKED = 200  # names of a file that are compared with each other
MOST_GAMES: Final = 2000


class LeftOut(NamedTuple):
    """How many games were left out for a reason, and what is known of them."""

    reason: Omission
    name: str
    games: int


class Question(NamedTuple):
    """A name that may be a slip of the pen for a *similar* one."""

    name: str
    similar: str


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
    columns: Sequence[FoundColumn] = ()
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

    def add(self, noted: NotedGame) -> None:
        """Add a game if it is valid, else count it as left out."""
        try:
            document = noted.make()
            document["players"] = _names(document["players"])
            document = _accepted(document)
        except Skipped as skipped:
            self._skipped[skipped.reason, skipped.name or noted.name] += noted.times
        except NotADocument as refused:
            self._skipped[Omission.INVALID, str(refused)] += 1
        except (KeyError, TypeError, AttributeError, ValueError):
            self._skipped[Omission.INVALID, noted.name] += 1
        else:
            self.keep(document, Status(counts=noted.counts))

    def keep(self, document: Document, status: Status) -> None:
        """Add a valid game."""
        content = json.dumps(document, sort_keys=True)
        if content not in self._seen:
            self._seen.add(content)
            self.games.append(document)
            self.statuses.append(status)
        if len(self.games) > MOST_GAMES:
            raise UnreadableError(FileProblem.TOO_MANY_GAMES)

    def ask(self, known: Iterable[str]) -> None:
        """Set the people, and the questions about names like those *known*."""
        names = [name for game in self.games for name in game["players"]]
        people = {name_key(name): name for name in reversed(names)}
        self.people = tuple(people.values())[::-1]
        times = Counter(map(name_key, names))
        self.questions = tuple(_questions(self.people, times, tuple(known)))


def games_in(
    data: bytes,
    known: Iterable[str] = (),
    *,
    month_first: bool | None = None,
    holds: Sequence[str] = (),
) -> Found:
    """Return the games in a file; *known* are the names of a group's people.

    *month_first* is how dates with slashes are read that may mean two days; *holds*,
    what the columns of a table hold, if that was chosen by hand.

    :raises UnreadableError: nothing in it can be imported.
    """
    content = content_of(data)
    noted: Iterable[NotedGame] = ()
    if isinstance(content, Element):
        found, noted = Found("bgg"), from_bgg(content)
    elif isinstance(content, tuple):
        columns, noted = from_tables(content, month_first=month_first, holds=holds)
        found = Found("table", columns)
    elif {"plays", "games", "players"} <= _keys_of(content):
        found, noted = Found("bgstats"), from_bgstats(content)
    elif {"app", "game", "players", "rounds"} <= _keys_of(content):
        found, noted = Found("escalier"), from_escalier(content)
    else:
        found = _from_scorepad(content if isinstance(content, list) else [content])
    for each in noted:
        found.add(each)
    if not found.games and not found.left_out:
        raise UnreadableError(FileProblem.NO_GAMES)
    found.ask(known)
    return found


def _keys_of(tree: Any) -> set[str]:
    return {*tree} if isinstance(tree, Mapping) else set()


def _from_scorepad(trees: Sequence[Any]) -> Found:
    found = Found("scorepad")
    try:
        for tree in trees:
            said = tree.get("format") if isinstance(tree, Mapping) else None
            if said == "scorepad/game":
                read_game(tree)
                found.keep({**tree}, Status())
            elif said == "scorepad/group":
                for each in parse_group(json.dumps(tree)).games:
                    word, game = each.document
                    document = GAMES[word].document_of(game)
                    found.keep(document, Status(each.finished, each.counts))
            else:
                raise UnreadableError(FileProblem.UNKNOWN)
    except NotADocument as refused:
        raise UnreadableError(FileProblem.BROKEN, detail=str(refused)) from None
    return found


def _accepted(document: Document) -> Document:
    """Return a document in which the table accepts what is unusual."""
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
