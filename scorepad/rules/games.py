"""The games there are. Another one joins them by its line in :data:`GAMES`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from scorepad.rules.documents import NotADocument, parse_as
from scorepad.rules.json_fields import Fields, shown
from scorepad.rules.results import Result
from scorepad.rules.strict_json import NotStrictJson, parse_strict
from scorepad.rules.towers import document as towers
from scorepad.rules.towers import result as towers_result
from scorepad.rules.wizard import document as wizard

Answer = dict[str, Any]
"""What follows from a game, ready for JSON: whether it is *finished*, the *winners* and
*ranks* of its seats, its list of *objections*, and what else belongs to its rules."""

Game = TypeVar("Game")


@dataclass(frozen=True, slots=True)
class Rules(Generic[Game]):
    """A game as the rest of the house knows it.

    Its *document* has the *keys* beside those of every document; it is *read* into a
    value of these rules, and :attr:`document_of` turns that back. What follows from it
    is its *answer*; how it ended is its *result*, read from the answer where the rules
    have no more to say; :attr:`of_seat` is what it holds of one seat alone. A game with
    *own_tables* is stored by services of its own, every other one as its document.
    """

    title: str
    keys: tuple[str, ...]
    read: Callable[[Fields], Game]
    document_of: Callable[[Game], dict[str, Any]]
    answer_for: Callable[[Game], Answer]
    result_of: Callable[[Game], Result] | None = None
    of_seat: Callable[[Game, int], Answer] | None = None
    own_tables: bool = False


GAMES: dict[str, Rules[Any]] = {
    "wizard": Rules(
        "Wizard",
        wizard.KEYS,
        wizard.read_game,
        wizard.document_of,
        wizard.answer_for,
        own_tables=True,
    ),
    "towers": Rules(
        "Wandering Towers",
        towers.KEYS,
        towers.read_game,
        towers.document_of,
        towers_result.answer_for,
        towers_result.result_of,
        towers_result.of_seat,
    ),
}
"""What each game plays by, under the word in the key ``game`` of its documents."""


def kept_as_documents() -> tuple[str, ...]:
    """The words of the games that are stored as their documents."""
    return tuple(word for word, rules in GAMES.items() if not rules.own_tables)


def result_for(rules: Rules[Game], game: Game) -> Result:
    """How a *game* that is over ended."""
    if rules.result_of is not None:
        return rules.result_of(game)
    answer = rules.answer_for(game)
    return Result(tuple(answer["winners"]), tuple(answer["ranks"]))


def answer_to(source: str | bytes) -> Answer:
    """Work out a game document, whatever its game.

    :raises NotADocument: with one sentence that says why it is none.
    """
    word = game_in(source)
    return GAMES[word].answer_for(parse_game(source, word))


def parse_game(source: str | bytes, word: str) -> Any:
    """Read a document of the game called *word* into a value of its rules.

    :raises NotADocument: naming the field, and what was expected.
    """
    rules = GAMES[word]
    return parse_as(source, word, rules.keys, rules.read)


def game_in(source: str | bytes) -> str:
    """The word of the game that a document is of.

    :raises NotADocument: it is of none there is.
    """
    try:
        tree = parse_strict(source)
    except NotStrictJson as wrong:
        raise NotADocument(str(wrong)) from None
    if not isinstance(tree, dict):
        raise NotADocument(f"The document is {shown(tree)}; expected an object.")
    name = tree.get("game")
    if isinstance(name, str) and name in GAMES:
        return name
    found = f"is {shown(name)}" if "game" in tree else "is missing"
    known = " or ".join(shown(game) for game in GAMES)
    raise NotADocument(f"game {found}; expected {known}.")
