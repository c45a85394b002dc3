"""The games there are. Another one joins them by its line in :data:`GAMES`."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from scorepad.rules.documents import NotADocument
from scorepad.rules.json_fields import shown
from scorepad.rules.strict_json import NotStrictJson, parse_strict
from scorepad.rules.towers import answer as towers_answer
from scorepad.rules.towers import document as towers
from scorepad.rules.wizard import document as wizard

Answer = dict[str, Any]
"""What follows from a game, ready for JSON, with its list of ``objections``."""


def _wizard(source: str | bytes) -> Answer:
    return wizard.answer_for(wizard.parse_document(source))


def _towers(source: str | bytes) -> Answer:
    return towers_answer.answer_for(towers.parse_document(source))


GAMES: Mapping[str, Callable[[str | bytes], Answer]] = MappingProxyType(
    {"wizard": _wizard, "towers": _towers}
)
"""What works out the documents of each game, by the word in their key ``game``."""


def answer_to(source: str | bytes) -> Answer:
    """Work out a game document, whatever its game.

    :raises NotADocument: with one sentence that says why it is none.
    """
    return GAMES[_game_in(source)](source)


def _game_in(source: str | bytes) -> str:
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
