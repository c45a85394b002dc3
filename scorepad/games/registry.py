"""The games there are. Another one joins them by its line in :data:`GAMES`."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from scorepad.games.documents import (
    Tree,
    parse_json,
    refuse,
    shown,
    without_head,
)
from scorepad.games.results import GameResult
from scorepad.games.towers import document as towers
from scorepad.games.wizard import document as wizard
from scorepad.games.wizard.models import Game as TrickGame

Answer = dict[str, Any]
"""What follows from a game, ready for JSON: whether it is *finished*, the *winners* and
*ranks* of its seats, its list of *objections*, and what else belongs to its rules."""

Game = TypeVar("Game")


@dataclass(frozen=True, slots=True)
class Rules(Generic[Game]):
    """A game as the rest of Scorepad knows it.

    Its document without the head is *read* into a value of these rules, which has its
    *players*, and :attr:`document_of` turns that back. What follows from it is its
    *answer*; how it ended is its *result*, read from the answer where the rules have no
    more to say; :attr:`of_seat` is what it holds of one seat alone. A game of bids and
    tricks has a *model*: it is played on the play page and stored round by round; every
    other one is stored as its document.
    """

    title: str
    read: Callable[[Tree], Game]
    document_of: Callable[[Game], dict[str, Any]]
    answer_for: Callable[[Game], Answer]
    result_of: Callable[[Game], GameResult] | None = None
    of_seat: Callable[[Game, int], Answer] | None = None
    model: type[TrickGame] | None = None


def of_tricks(model: type[TrickGame], title: str) -> Rules[TrickGame]:
    """Return the entry of a game of bids and tricks: all of it follows from *model*."""
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
        towers.answer_for,
        towers.result_of,
        towers.of_seat,
    ),
}
"""What each game plays by, under the word in the key ``game`` of its documents."""


def games_of_tricks() -> dict[str, type[TrickGame]]:
    """The models of the games of bids and tricks, by the words of the games."""
    return {word: rules.model for word, rules in GAMES.items() if rules.model}


def kept_as_documents() -> tuple[str, ...]:
    """The words of the games that are stored as their documents."""
    return tuple(word for word, rules in GAMES.items() if rules.model is None)


def result_for(rules: Rules[Game], game: Game) -> GameResult:
    """How a *game* that is over ended."""
    if rules.result_of is not None:
        return rules.result_of(game)
    answer = rules.answer_for(game)
    return GameResult(tuple(answer["winners"]), tuple(answer["ranks"]))


def answer_to(source: str | bytes) -> Answer:
    """Work out a game document, whatever its game.

    :raises NotADocument: with sentences that say why it is none.
    """
    tree = parse_json(source)
    word = word_of(tree)
    return GAMES[word].answer_for(read_game(tree, word))


def parse_game(source: str | bytes, word: str) -> Any:
    """Read a document of the game called *word* into a value of its rules.

    :raises NotADocument: naming every field that is wrong.
    """
    return read_game(parse_json(source), word)


def read_game(tree: object, word: str) -> Any:
    """Read a document that is parsed already.

    :raises NotADocument: naming every field that is wrong.
    """
    return GAMES[word].read(without_head(tree, word))


def game_in(source: str | bytes) -> str:
    """The word of the game that a document is of.

    :raises NotADocument: it is of none there is.
    """
    return word_of(parse_json(source))


def word_of(tree: object) -> str:
    """The word of the game that a parsed document is of.

    :raises NotADocument: it is of none there is.
    """
    if not isinstance(tree, dict):
        raise refuse(f"is {shown(tree)}", "an object")
    name = tree.get("game")
    if isinstance(name, str) and name in GAMES:
        return name
    found = f"is {shown(name)}" if "game" in tree else "is missing"
    known = " or ".join(shown(game) for game in GAMES)
    raise refuse(found, known, "game")
