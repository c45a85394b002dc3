"""Games in a file of any kind, told apart by its content."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from scorepad.games.documents import NotADocument
from scorepad.games.registry import GAMES, parse_group
from scorepad.imports.files import content_of
from scorepad.imports.found import FileProblem, Found, Status, UnreadableError
from scorepad.imports.plays import from_bgg, from_bgstats, from_escalier
from scorepad.imports.tables import from_tables


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
    if isinstance(content, Element):
        found = from_bgg(content)
    elif isinstance(content, tuple):
        found = from_tables(content, month_first=month_first, holds=holds)
    else:
        found = _from_json(content)
    if not found.games and not found.left_out:
        raise UnreadableError(FileProblem.NO_GAMES, found.kind)
    found.ask(known)
    return found


def _from_json(tree: Any) -> Found:
    if isinstance(tree, list) and all(map(_is_ours, tree)):
        return _from_scorepad(tree)
    if not isinstance(tree, Mapping):
        raise UnreadableError(FileProblem.OTHER_JSON)
    if {"plays", "games", "players"} <= tree.keys():
        return from_bgstats(tree)
    if {"game", "players", "rounds"} <= tree.keys() and "app" in tree:
        return from_escalier(tree)
    if _is_ours(tree):
        return _from_scorepad([tree])
    raise UnreadableError(FileProblem.OTHER_JSON)


def _is_ours(tree: Any) -> bool:
    ours = {"scorepad/game", "scorepad/group"}
    return isinstance(tree, Mapping) and tree.get("format") in ours


def _from_scorepad(trees: Sequence[Mapping[str, Any]]) -> Found:
    found = Found("scorepad")
    try:
        for tree in trees:
            if tree["format"] == "scorepad/game":
                found.add_own({**tree})
                continue
            for each in parse_group(json.dumps(tree)).games:
                word, game = each.document
                document = GAMES[word].document_of(game)
                found.add_own(document, Status(each.finished, each.counts))
    except NotADocument as refused:
        problem = FileProblem.DAMAGED_GAME
        raise UnreadableError(problem, detail=str(refused)) from None
    return found
