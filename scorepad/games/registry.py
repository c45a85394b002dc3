"""The registry of games, and documents of any kind of game and of whole groups."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar
from zoneinfo import available_timezones

from annotated_types import Ge, Le, MaxLen

from scorepad.games import GameResult, documents, towers
from scorepad.games.documents import Context, Model, Read, Tree
from scorepad.games.names import COLOURS, LETTER, PICTURES, Name
from scorepad.games.towers import progress
from scorepad.games.wizard import document as wizard
from scorepad.games.wizard.models import Game as TrickGame

Answer = dict[str, Any]
"""Everything derived from a game, as JSON values.

*finished*, *winners* and *ranks* of its seats, *objections*, and keys of its own.
"""

Game = TypeVar("Game")


class Rules(NamedTuple, Generic[Game]):
    """The functions by which other packages use the rules of a game.

    A game of bids and tricks has a *model*: it is played on the play page and stored
    round by round. Others are stored as their document; *askable* are problems a table
    may accept. *result_of* defaults to the winners and ranks of the answer.
    """

    title: str
    read: Callable[[Tree], Game]
    document_of: Callable[[Game], dict[str, Any]]
    answer_for: Callable[[Game], Answer]
    result_of: Callable[[Game], GameResult] | None = None
    of_seat: Callable[[Game, int], Answer] | None = None
    model: type[TrickGame] | None = None
    askable: frozenset[str] = frozenset()


def of_tricks(model: type[TrickGame], title: str) -> Rules[TrickGame]:
    """Return the rules of a game of bids and tricks, all derived from *model*."""
    return Rules(
        title,
        partial(wizard.read_game, model=model),
        wizard.document_of,
        wizard.answer_for,
        model=model,
    )


GAMES: dict[str, Rules[Any]] = {
    "wizard": of_tricks(TrickGame, "Wizard"),
    "towers": Rules(
        "Wandering Towers",
        towers.read_game,
        towers.document_of,
        progress.answer_for,
        progress.result_of,
        progress.of_seat,
        askable=towers.TOWERS_ASKABLE,
    ),
}
"""The rules by kind of game, the value of the key ``game`` in documents."""


def games_of_tricks() -> dict[str, type[TrickGame]]:
    """Return the models of the games of bids and tricks, by kind."""
    return {word: rules.model for word, rules in GAMES.items() if rules.model}


def kept_as_documents() -> tuple[str, ...]:
    """Return the kinds of games that are stored as their document."""
    return tuple(word for word, rules in GAMES.items() if rules.model is None)


def result_for(rules: Rules[Game], game: Game) -> GameResult:
    """Return the result of a finished *game*."""
    if rules.result_of is not None:
        return rules.result_of(game)
    answer = rules.answer_for(game)
    return GameResult(tuple(answer["winners"]), tuple(answer["ranks"]))


class GameOfKind(NamedTuple):
    """A game of the kind *word*."""

    word: str
    game: Any


class FoundGame(NamedTuple):
    """The *document* of a game to import, and what an export says of it beside."""

    document: dict[str, Any]
    finished: bool | None = None
    counts: bool | None = None


def parse_game(source: str | bytes) -> GameOfKind:
    """Parse a document of any kind of game, or raise NotADocument."""
    return read_game(documents.parse_json(source))


def read_game(tree: object) -> GameOfKind:
    """Read a parsed document of any kind of game, or raise NotADocument."""
    word, others = documents.without_head(tree, *GAMES)
    return GameOfKind(word, GAMES[word].read(others))


LARGEST_GROUP = 200 << 20  # bytes of the largest document of a group
_time_zones = cache(available_timezones)


def _zone(name: str, _: Context) -> str:
    if name in _time_zones():
        return name
    if name == "Etc/Unknown":  # what Chrome sends if it does not know
        return "UTC"
    expected = "a time zone such as Europe/Berlin"
    raise documents.refuse(f"is {documents.shown(name)}", expected)


TimeZone = Annotated[str, Read(_zone)]
_SeasonNumber = Annotated[int, Ge(1), Le(1000)]
_LANGUAGE = documents.matching(
    "[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", "a language such as de"
)


@dataclass(frozen=True, slots=True)
class SeasonWords(Model):
    """A season with its name, dates and ranking."""

    number: _SeasonNumber
    name: Name | None
    starts_on: documents.Day
    ends_on: documents.Day | None
    ranked_by: Literal["par", "average", "share", "wins", "league", "rating"]
    least_games: Annotated[int, Ge(1), Le(1000)]
    is_tournament: bool = False


@dataclass(frozen=True, slots=True)
class PlayerWords(Model):
    """A player of the group, with or without games; older documents have no look."""

    name: Name
    guest: bool
    archived: bool
    colour: Literal[COLOURS] | None = None  # type: ignore[valid-type] # made of data
    picture: Literal[(*PICTURES, LETTER)] | None = None  # type: ignore[valid-type] # made of data


@dataclass(frozen=True, slots=True)
class GameWords(Model):
    """A game, and the number of its season."""

    season: _SeasonNumber
    finished: bool
    counts: bool
    document: Annotated[
        GameOfKind,
        Read(
            lambda tree, _: read_game(tree),
            dict,
            lambda found: GAMES[found.word].document_of(found.game),
        ),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupDocument(Model):
    """A group without devices and history; services read the *tournaments*."""

    format: Literal["scorepad/group"]
    version: documents.Version
    id_: str | None = None
    name: Name | None
    time_zone: TimeZone
    language: Annotated[str, _LANGUAGE]
    seasons: Annotated[tuple[SeasonWords, ...], MaxLen(1000)]
    players: Annotated[tuple[PlayerWords, ...], MaxLen(10_000)]
    tournaments: Annotated[tuple[Any, ...], MaxLen(1000)] = ()
    games: Annotated[tuple[GameWords, ...], MaxLen(100_000)]


def parse_group(source: bytes | str) -> GroupDocument:
    """Parse the document of a group with all its games, or raise NotADocument."""
    found = documents.read(GroupDocument, documents.checked_size(source, LARGEST_GROUP))
    numbers = {each.number for each in found.seasons}
    seen: set[str] = set()
    for at, each in enumerate(found.games):
        id_ = each.document.game.id_
        if each.season not in numbers:
            expected = "the number of a season"
            raise documents.refuse(f"is {each.season}", expected, "games", at, "season")
        if id_ in seen:
            raise documents.refuse(
                "is there twice", "another id", "games", at, "document", "id"
            )
        seen.update([id_] if id_ else [])
    return found
