"""Games from the exports of BG Stats, BoardGameGeek and Escalier."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple
from xml.etree.ElementTree import Element

from scorepad.games.wizard.scoring import HouseScoring, Scoring
from scorepad.imports.cells import day_of, whole
from scorepad.imports.found import (
    Document,
    FileProblem,
    Found,
    Omission,
    Skipped,
    UnreadableError,
    about,
)
from scorepad.imports.games import (
    NotedRound,
    NotedSeat,
    result_document,
    round_document,
)

BGG_ID: Final = "1465"
"""The number of Wizard at boardgamegeek.com."""

TOWERS_ID: Final = "355483"
"""The number of Wandering Towers there."""

_TITLE = re.compile(r"wizard(?: ?\(.*\))?", re.IGNORECASE)
_TOWERS = re.compile("wandering towers|wandelnden? türme", re.IGNORECASE)
_SUM = re.compile(r"[-+]?\d{1,6}(?:\s*[-+]\s*\d{1,6})*", re.ASCII)


def is_wizard(name: Any, number: Any = None) -> bool:
    """Return whether this is Wizard in other programs; *number* is BoardGameGeek's."""
    return str(number) == BGG_ID or bool(_TITLE.fullmatch(str(name).strip()))


class TitledPlay(NamedTuple):
    """A play of any game: *number* is BoardGameGeek's, *scores* have seat, name, score.

    One of *quantity* plays has the scores. *own_name* is what people call the game.
    """

    name: str
    number: Any
    scores: Iterable[tuple[Any, Any, Any]]
    beside: Document
    left_out: Omission | None = None
    quantity: int = 1
    own_name: str = ""


def _add_plays(found: Found, plays: Iterable[TitledPlay]) -> Found:
    for play in plays:
        omission = play.left_out
        if not is_wizard(play.name, play.number):
            is_towers = str(play.number) == TOWERS_ID or _TOWERS.search(play.name)
            omission = Omission.TOWERS if is_towers else Omission.OTHER_GAME
        name = play.own_name or play.name
        if omission:
            found.skip(omission, name, play.quantity)
            continue
        _add(found, name, partial(_document, play))
        if play.quantity > 1:
            found.skip(Omission.NO_TOTALS, name, play.quantity - 1)
    return found


def _document(play: TitledPlay) -> Document:
    """Return a play; of several people without a name, each gets a number."""
    scores, totals = [*play.scores], dict[str, int]()
    seats = [whole(seat) for seat, _, _ in scores]
    if None not in seats and len({*seats}) == len(seats):
        scores.sort(key=lambda score: whole(score[0]) or 0)
    for _, name, score in scores:
        total, own = _total(score), str(name or "").strip() or "?"
        if total is None:
            raise Skipped(Omission.NO_TOTALS, "Wizard")
        same = sum(each == own or each.startswith(f"{own} (") for each in totals)
        totals[f"{own} ({same + 1})" if same else own] = total
    return result_document(totals, play.beside)


def _total(score: Any) -> int | None:
    """Return a total; people also write ``120+30-10``."""
    text = str(score or "").replace("\u2212", "-").replace(" ", "")
    if not _SUM.fullmatch(text):
        return whole(text)
    return sum(int(each) for each in re.findall(r"[-+]?\d+", text))


def _list(tree: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    found = tree.get(key)
    return [each for each in found if isinstance(each, dict)] if found else []


def from_bgstats(tree: Mapping[str, Any]) -> Found:
    """Return the games of Wizard in an export of BG Stats."""
    titles = {each.get("id"): each for each in _list(tree, "games")}
    names = {each.get("id"): each.get("name") for each in _list(tree, "players")}
    places = {each.get("id"): each.get("name") for each in _list(tree, "locations")}

    def read(play: Mapping[str, Any]) -> TitledPlay:
        title = titles.get(play.get("gameRefId"), {})
        rows = (
            (row.get("seatOrder"), names.get(row.get("playerRefId")), row.get("score"))
            for row in _list(play, "playerScores")
        )
        day, minutes = day_of(str(play.get("playDate"))), whole(play.get("durationMin"))
        place = places.get(play.get("locationRefId"))
        return TitledPlay(
            str(title.get("bggName") or title.get("name") or ""),
            title.get("bggId"),
            rows,
            about(day, minutes, place, play.get("comments")),
            Omission.IGNORED if play.get("ignored") else None,
            own_name=str(title.get("name") or ""),
        )

    return _add_plays(Found("bgstats"), map(read, _list(tree, "plays")))


def from_bgg(root: Element) -> Found:
    """Return the games of Wizard in an XML file of plays from BoardGameGeek."""
    if root.find(".//plays") is None and root.tag != "plays":
        raise UnreadableError(FileProblem.OTHER_XML)
    return _add_plays(Found("bgg"), map(_play_of_bgg, root.iter("play")))


def _play_of_bgg(play: Element) -> TitledPlay:
    item = play.find("item")
    title = {} if item is None else item.attrib
    rows = (
        (
            row.get("startposition"),
            row.get("name") or row.get("username"),
            row.get("score"),
        )
        for row in play.iter("player")
    )
    day, minutes = day_of(str(play.get("date"))), whole(play.get("length"))
    remark = play.findtext("comments")
    return TitledPlay(
        title.get("name", ""),
        title.get("objectid"),
        rows,
        about(day, minutes, play.get("location"), remark),
        Omission.INCOMPLETE if play.get("incomplete") == "1" else None,
        max(1, whole(play.get("quantity")) or 1),
    )


def from_escalier(tree: Mapping[str, Any]) -> Found:
    """Return the game in a JSON file of Escalier."""
    found = Found("escalier")
    name = str(tree.get("game", {}).get("name") or "")
    _add(found, name, partial(_escalier, tree))
    return found


def _escalier(tree: Mapping[str, Any]) -> Document:
    game = tree["game"]
    seats = sorted(
        _list(tree, "players"), key=lambda each: whole(each.get("seat")) or 0
    )
    names = [str(each.get("name")) for each in seats]
    rounds = [
        _escalier_round(each, names)
        for each in _list(tree, "rounds")
        if each.get("status") == "played"
    ]
    start = {str(each.get("name")): whole(each.get("carryIn")) or 0 for each in seats}
    beside = about(day_of(str(game.get("created"))), remark=game.get("name"))
    scoring = _escalier_scoring(game.get("scoring") or {})
    return round_document(rounds, beside, scoring=scoring, start=start)


def _escalier_round(each: Mapping[str, Any], names: Sequence[str]) -> NotedRound:
    results = {str(row.get("player")): row for row in _list(each, "results")}
    entries = {}
    for name in names:
        row = results.get(name, {})
        adjustment = whole(row.get("adjustment")) or 0
        gained = whole(row.get("points"))
        if row.get("satOut"):
            entries[name] = NotedSeat(adjustment=adjustment)
        else:
            entries[name] = NotedSeat(
                whole(row.get("bid")),
                whole(row.get("tricks")),
                None if gained is None else gained - adjustment,
                adjustment,
            )
    number, cards = whole(each.get("number")) or 1, whole(each.get("cards"))
    return NotedRound(number, cards, None, each.get("dealer"), entries)


def _escalier_scoring(said: Mapping[str, Any]) -> HouseScoring | Scoring:
    bid, trick, miss = (
        whole(said.get(f"pts{each}")) or 0 for each in ("Bid", "Trick", "Miss")
    )
    is_strict = bool(said.get("strict"))
    if (bid, trick, miss, is_strict) == (20, 10, 10, False):
        return Scoring.CLASSIC
    kept = trick if is_strict else 0
    return HouseScoring(bid, trick, miss, trick_when_missed=kept)


def _add(found: Found, name: str, make: Callable[[], Document]) -> None:
    try:
        document = make()
    except Skipped as skipped:
        found.skip(skipped.reason, skipped.name or name)
    except (KeyError, TypeError, AttributeError, ValueError):
        found.skip(Omission.INVALID, name)
    else:
        found.add(document)
