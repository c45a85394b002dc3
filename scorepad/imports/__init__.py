"""Games in a file of any kind, told apart by its content."""

import json
from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from scorepad.games.documents import NotADocument
from scorepad.games.registry import GAMES, FoundGame, parse_group, read_game
from scorepad.imports import plays
from scorepad.imports.files import content_of
from scorepad.imports.found import FileProblem, Found, UnreadableError
from scorepad.imports.tables import from_tables


def games_in(
    data: bytes,
    known: Sequence[str] = (),
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
    trees: list[Any] = content if isinstance(content, list) else [content]
    keys = content.keys() if isinstance(content, Mapping) else set()
    if isinstance(content, Element):
        found = plays.from_bgg(content)
    elif isinstance(content, tuple):
        found = from_tables(content, month_first=month_first, holds=holds)
    elif all(
        isinstance(each, Mapping) and each.get("format") in _OURS for each in trees
    ):
        found = _from_scorepad(trees)
    elif {"plays", "games", "players"} <= keys:
        found = plays.from_bgstats(content)
    elif {"app", "game", "players", "rounds"} <= keys:
        found = plays.from_escalier(content)
    else:
        raise UnreadableError(FileProblem.OTHER_JSON)
    if not found.games and not found.left_out:
        raise UnreadableError(FileProblem.NO_GAMES, found.kind)
    found.ask(known)
    return found


_OURS = ("scorepad/game", "scorepad/group")


def _from_scorepad(trees: Sequence[Mapping[str, Any]]) -> Found:
    found = Found("scorepad")
    try:
        for tree in trees:
            if tree["format"] == "scorepad/game":
                read_game(tree)
                found.add_own(FoundGame({**tree}))
                continue
            for each in parse_group(json.dumps(tree)).games:
                word, game = each.document
                document = GAMES[word].document_of(game)
                found.add_own(FoundGame(document, each.finished, each.counts))
    except NotADocument as refused:
        problem = FileProblem.DAMAGED_GAME
        raise UnreadableError(problem, detail=str(refused)) from None
    return found
