"""Games in a file of any kind, told apart by its content, and in known exports."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from scorepad.games.documents import NotADocument
from scorepad.games.registry import GAMES, FoundGame, parse_group, read_game
from scorepad.games.wizard.scoring import FORMULAS, HouseScoring
from scorepad.imports.cells import BGG_IDS, day_of, is_wizard, whole
from scorepad.imports.files import content_of
from scorepad.imports.found import FileProblem, Found, Skipped, UnreadableError
from scorepad.imports.games import Noted, about, from_rounds, from_totals
from scorepad.imports.tables import from_tables

_TOWERS = re.compile("wandering towers|wandelnden? türme", re.IGNORECASE)
_SUM = re.compile(r"[-+]?\d{1,6}(?:\s*[-+]\s*\d{1,6})*", re.ASCII)
_OURS = ("scorepad/game", "scorepad/group")


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
        found = _from_bgg(content)
    elif isinstance(content, tuple):
        found = from_tables(content, month_first=month_first, holds=holds)
    elif all(isinstance(x, Mapping) and x.get("format") in _OURS for x in trees):
        found = _from_scorepad(trees)
    elif {"plays", "games", "players"} <= keys:
        found = _from_bgstats(content)
    elif {"app", "game", "players", "rounds"} <= keys:
        found = _from_escalier(content)
    else:
        raise UnreadableError(FileProblem.OTHER_JSON)
    if not found.games and not found.left_out:
        raise UnreadableError(FileProblem.NO_GAMES, found.kind)
    found.ask(known)
    return found


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


def _from_bgstats(tree: Mapping[str, Any]) -> Found:
    """Return the games of Wizard in an export of BG Stats."""
    titles, players, places = (
        {str(each.get("id")): each for each in _list(tree, key)}
        for key in ("games", "players", "locations")
    )
    found = Found("bgstats")
    for play in _list(tree, "plays"):
        title = titles.get(str(play.get("gameRefId")), {})
        place = places.get(str(play.get("locationRefId")), {})
        name = str(title.get("name") or "")
        with found.skipping(name):
            _check_title(str(title.get("bggName") or name), title.get("bggId"))
            if play.get("ignored"):
                raise Skipped("ignored")
            rows = _by_seat(_list(play, "playerScores"), "seatOrder")
            people = (players.get(str(row.get("playerRefId")), {}) for row in rows)
            totals = _totals(rows, (each.get("name") for each in people))
            day, minutes = day_of(str(play.get("playDate"))), play.get("durationMin")
            beside = about(day, whole(minutes), place.get("name"), play.get("comments"))
            found.add(from_totals(totals, beside))
    return found


def _from_bgg(root: Element) -> Found:
    """Return the games of Wizard in an XML file of plays from BoardGameGeek."""
    found = Found("bgg")
    for play in root.iter("play"):
        item = play.find("item")
        title = {} if item is None else item.attrib
        name = title.get("name", "")
        plays = max(1, whole(play.get("quantity")) or 1)
        with found.skipping(name, plays):
            _check_title(name, title.get("objectid"))
            if play.get("incomplete") == "1":
                raise Skipped("incomplete")
            rows = _by_seat([x.attrib for x in play.iter("player")], "startposition")
            totals = _totals(rows, [x.get("name") or x.get("username") for x in rows])
            day, minutes = day_of(str(play.get("date"))), whole(play.get("length"))
            remark = play.findtext("comments")
            beside = about(day, minutes, play.get("location"), remark)
            found.add(from_totals(totals, beside))
            if plays > 1:  # only one of them has its scores noted
                found.skip("no_totals", name, plays - 1)
    return found


def _list(tree: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    found = tree.get(key)
    listed = found if isinstance(found, list) else []
    return [each for each in listed if isinstance(each, dict)]


def _check_title(name: str, number: Any) -> None:
    if not is_wizard(name, number):
        is_towers = str(number) == str(BGG_IDS["towers"]) or _TOWERS.search(name)
        raise Skipped("towers" if is_towers else "other_game")


def _by_seat(rows: list[Any], key: str) -> list[Any]:
    """Return rows in the order of their seats, if each has one of its own."""
    seats = [whole(row.get(key)) for row in rows]
    if None in seats or len({*seats}) < len(seats):
        return rows
    return sorted(rows, key=lambda row: whole(row.get(key)) or 0)


def _totals(rows: Iterable[Any], names: Iterable[Any]) -> dict[str, int]:
    """Return totals by name, or by a number; a score may be ``120+30-10``."""
    totals: dict[str, int] = {}
    for row, name in zip(rows, names, strict=True):
        text = str(row.get("score") or "").replace("\u2212", "-").replace(" ", "")
        own = str(name or "").strip() or "?"
        total = whole(text)
        if _SUM.fullmatch(text):
            total = sum(int(each) for each in re.findall(r"[-+]?\d+", text))
        if total is None:
            raise Skipped("no_totals", "Wizard")
        same = sum(each == own or each.startswith(f"{own} (") for each in totals)
        totals[f"{own} ({same + 1})" if same else own] = total
    return totals


def _from_escalier(tree: Mapping[str, Any]) -> Found:
    """Return the game in a JSON file of Escalier."""
    found, noted = Found("escalier"), []
    game = tree["game"] if isinstance(tree["game"], dict) else {}
    with found.skipping(str(game.get("name") or "")):
        seats = _list(tree, "players")
        seats.sort(key=lambda row: whole(row.get("seat")) or 0)
        start = {str(row.get("name")): whole(row.get("carryIn")) or 0 for row in seats}
        for number, each in enumerate(_list(tree, "rounds"), 1):
            if each.get("status") != "played":
                continue
            results = {str(row.get("player")): row for row in _list(each, "results")}
            for name in start:
                row = results.get(name, {})
                own = Noted(number, name, whole(each.get("cards")))
                own.adjustment = whole(row.get("adjustment")) or 0
                own.dealer = each.get("dealer")
                noted.append(own)
                if not row.get("satOut"):
                    keys = ("bid", "tricks", "points")
                    own.bid, own.tricks, own.points = (whole(row.get(k)) for k in keys)
        said = game.get("scoring") or {}
        keys = ("ptsBid", "ptsTrick", "ptsMiss")
        base, trick, miss = (whole(said.get(key)) or 0 for key in keys)
        kept = trick if said.get("strict") else 0
        formula = HouseScoring(base, trick, miss, trick_when_missed=kept)
        usual = (name for name, each in FORMULAS.items() if each == formula)
        beside = about(day_of(str(game.get("created"))), remark=game.get("name"))
        scoring = next(usual, formula)
        found.add(from_rounds(noted, beside, formula=scoring, start=start))
    return found
