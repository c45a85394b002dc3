"""The games there are. Another one joins them by its line in :data:`GAMES`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from scorepad.rules.documents import (
    Tree,
    parse_json,
    refuse,
    shown,
    without_head,
)
from scorepad.rules.results import GameResult
from scorepad.rules.towers import document as towers
from scorepad.rules.wizard import document as wizard

Answer = dict[str, Any]
"""What follows from a game, ready for JSON: whether it is *finished*, the *winners* and
*ranks* of its seats, its list of *objections*, and what else belongs to its rules."""

Game = TypeVar("Game")


@dataclass(frozen=True, slots=True)
class Rules(Generic[Game]):
    """A game as the rest of the house knows it.

    Its document without the head is *read* into a value of these rules, which has its
    *players*, and :attr:`document_of` turns that back. What follows from it is its
    *answer*; how it ended is its *result*, read from the answer where the rules have no
    more to say; :attr:`of_seat` is what it holds of one seat alone. A game with
    *own_tables* has rows of its own for its rounds, every other one is stored as its
    document.
    """

    title: str
    read: Callable[[Tree], Game]
    document_of: Callable[[Game], dict[str, Any]]
    answer_for: Callable[[Game], Answer]
    result_of: Callable[[Game], GameResult] | None = None
    of_seat: Callable[[Game, int], Answer] | None = None
    own_tables: bool = False


GAMES: dict[str, Rules[Any]] = {
    "wizard": Rules(
        "Wizard",
        wizard.read_game,
        wizard.document_of,
        wizard.answer_for,
        own_tables=True,
    ),
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


def kept_as_documents() -> tuple[str, ...]:
    """The words of the games that are stored as their documents."""
    return tuple(word for word, rules in GAMES.items() if not rules.own_tables)


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
