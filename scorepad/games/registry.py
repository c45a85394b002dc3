"""The registry of games; a new game adds its line to :data:`GAMES`."""

from collections.abc import Callable
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from scorepad.games import GameResult
from scorepad.games.documents import Tree, parse_json, refuse, shown, without_head
from scorepad.games.towers import models, progress
from scorepad.games.wizard import document as wizard
from scorepad.games.wizard.models import Game as TrickGame

Answer = dict[str, Any]
"""Everything derived from a game, as JSON values.

*finished*, *winners* and *ranks* of its seats, *objections*, and keys of its own.
"""

Game = TypeVar("Game")


class Rules(NamedTuple, Generic[Game]):
    """The functions by which other packages use the rules of a game.

    *read* converts a document without its head into a value with *players*;
    :attr:`document_of` is the inverse. *result_of* defaults to the winners and ranks of
    the *answer*; :attr:`of_seat` returns the data about one seat. A game of bids and
    tricks has a *model*: it is played on the play page and stored round by round.
    Others are stored as their document.
    """

    title: str
    read: Callable[[Tree], Game]
    document_of: Callable[[Game], dict[str, Any]]
    answer_for: Callable[[Game], Answer]
    result_of: Callable[[Game], GameResult] | None = None
    of_seat: Callable[[Game, int], Answer] | None = None
    model: type[TrickGame] | None = None


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
        models.read_game,
        models.document_of,
        progress.answer_for,
        progress.result_of,
        progress.of_seat,
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


def parse_game(source: str | bytes) -> GameOfKind:
    """Parse a document of any kind of game.

    :raises NotADocument: names every invalid field.
    """
    return read_game(parse_json(source))


def read_game(tree: object) -> GameOfKind:
    """Read a parsed document of any kind of game.

    :raises NotADocument: names every invalid field.
    """
    if not isinstance(tree, dict):
        raise refuse(f"is {shown(tree)}", "an object")
    word = tree.get("game")
    if not isinstance(word, str) or word not in GAMES:
        found = f"is {shown(word)}" if "game" in tree else "is missing"
        raise refuse(found, " or ".join(map(shown, GAMES)), "game")
    return GameOfKind(word, GAMES[word].read(without_head(tree, word)))
