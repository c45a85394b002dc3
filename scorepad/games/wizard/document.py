"""The game document of Wizard: the whole record of a game as one JSON object.

``docs/game-document.md`` describes it. The database stores the same keys.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from pydantic_core import to_jsonable_python

from scorepad.games import documents
from scorepad.games.documents import FieldError, Location, NotADocument, Tree
from scorepad.games.wizard import CUSTOM, Objection, Problem, schedule, scoring, seating
from scorepad.games.wizard.models import Game
from scorepad.games.wizard.sheet import sheet_of

HIDDEN = ("planned",)  # fields that are stored, but not part of the document


def parse_document(source: str | bytes) -> Game:
    """Parse a game document strictly; the sheet objects to invalid rounds."""
    _, tree = documents.without_head(documents.parse_json(source), Game.word)
    return read_game(tree)


def read_game(tree: Tree, model: type[Game] = Game) -> Game:
    """Read a document without its head, and fill in the cards; or NotADocument."""
    game = read_settings(tree, model, hidden=HIDDEN, needed=("rounds",))
    if found := [*seating.objections_to_deal(game)]:
        cards = "cards" if game.schedule is schedule.Schedule.CUSTOM else "schedule"
        players = "joined" if game.joined else "players"
        raise NotADocument(*_refused(found, cards=cards, players=players))
    game = seating.with_cards(game)
    if wrong := [*_to_rounds(game, tree), *_to_totals(game)]:
        raise NotADocument(*wrong)
    return game


def read_settings(tree: Tree, model: type[Game], **how: Any) -> Game:
    """Read a game *how* it was sent, without the cards of each round."""
    game = documents.read(model, tree, **how)
    if wrong := [*_to_people(game), *_to_custom(game, tree)]:
        raise NotADocument(*wrong)
    return _with_formula(game)


def _with_formula(game: Game) -> Game:
    return replace(game, scoring=game.formula, formula=None) if game.formula else game


def _to_people(game: Game) -> Iterator[FieldError]:
    """Yield errors: a seat joins after round 1, and leaves after joining."""
    for index, each in enumerate(game.joined):
        if each.round_ == 1:
            expected = "2 or more, as all others were there"
            yield FieldError("is 1", expected, ("joined", index, "round"))
    came = {each.seat: each.round_ for each in game.joined}
    for index, gone in enumerate(game.left):
        if gone.after_round < came.get(gone.seat, 1):
            expected = f"{came[gone.seat]} or more, the round they joined in"
            at = ("left", index, "after_round")
            yield FieldError(f"is {gone.after_round}", expected, at)


def _to_custom(game: Game, tree: Tree) -> Iterator[FieldError]:
    """Yield errors: formula and cards go with a custom scoring and schedule only."""
    for key, of, word, expected in (
        ("formula", "scoring", game.scoring, "an object"),
        ("cards", "schedule", game.schedule, "a list"),
    ):
        is_given = tree.get(key) is not None
        if word == CUSTOM and not is_given:
            found = "is null" if key in tree else "is missing"
            yield FieldError(found, expected, (key,))
        if word != CUSTOM and is_given:
            found = f"does not go with {of} {documents.shown(word.value)}"
            yield FieldError(found, f'{of} "custom"', (key,))


_REFUSED = {
    Problem.PLAYERS_OUT_OF_RANGE: ("leaves too few", "3 in every round"),
    Problem.HAND_TOO_SMALL: ("asks for too few cards", "1 in every round"),
    Problem.HAND_TOO_LARGE: ("asks for too many cards", "enough for all"),
    Problem.VARIANT_NEEDS_3_OR_4_PLAYERS: ("is wrong", "3 or 4 players"),
    Problem.VARIANT_NEEDS_3_TO_6_PLAYERS: ("is wrong", "3 to 6 players"),
    Problem.EDITION_INCOMPLETE: ("is incomplete", "dragon and fairy"),
}
"""What is wrong and what was expected, by problem of a table."""


def _refused(objections: Iterable[Objection], **keys: str) -> Iterator[FieldError]:
    """Yield one error for each objection; *keys* replace fields of the table."""
    for each in objections:
        found, expected = _REFUSED[each.problem]
        key = keys.get(each.problem.field, each.problem.field)
        yield FieldError(found, f"{expected} ({each.problem})", (key,))


def _to_rounds(game: Game, tree: Tree) -> Iterator[FieldError]:
    most = len(game.cards)
    numbers: list[tuple[Location, int | None]] = [(("ended_after",), game.ended_after)]
    for at, gone in enumerate(game.left):
        numbers.append((("left", at, "after_round"), gone.after_round))
    for at, fine in enumerate(game.adjustments):
        numbers.append((("adjustments", at, "round"), fine.round_))
    for place, number in numbers:
        if number is not None and number > most:
            expected = f"a whole number from 1 to {most}"
            yield FieldError(f"is {number}", expected, place)
    keys = {"players": "left"} | ({"cards": "joined"} if game.joined else {})
    yield from _refused(seating.objections_to_presence(game), **keys)
    if len(game.rounds) > most:
        found = f"has {len(game.rounds)} entries"
        yield FieldError(found, f"at most {most} of them", ("rounds",))
    for index, round_ in enumerate(game.rounds):
        # On an old sheet totals replace the tricks.
        is_open = round_.totals is None and not round_.unwritten
        if is_open and "tricks" not in tree["rounds"][index]:
            place = ("rounds", index, "tricks")
            yield FieldError("is missing", "a list or null", place)


def _to_totals(game: Game) -> Iterator[FieldError]:
    if (final := game.final_totals) is not None:
        if len(final) != len(game.players):
            expected = f"one for each of {len(game.players)} players"
            yield FieldError(f"has {len(final)} numbers", expected, ("final_totals",))
        if game.rounds or game.adjustments:
            found = "is given beside rounds or adjustments"
            expected = "final totals alone, with empty rounds"
            yield FieldError(found, expected, ("final_totals",))
    for index, round_ in enumerate(game.rounds):
        totals = round_.totals or ()
        for seat in seating.present_in(game, index + 1):
            if seat < len(totals) and totals[seat] is None:
                at = ("rounds", index, "totals", seat)
                yield FieldError("is null", "the total of a player in this round", at)


def document_of(game: Game) -> Tree:
    """Return the game as a document, without defaults: the inverse of parsing."""
    tree = _with_scoring(game, documents.written(game, in_short=True))
    tree.pop("cards", None)
    tree.pop("planned", None)
    if game.schedule is schedule.Schedule.CUSTOM:
        tree["cards"] = list(game.planned or game.cards)
    rounds = []
    for each in game.rounds:
        round_ = documents.written(each, in_short=True)
        no_tricks = {} if each.totals or each.unwritten else {"tricks": None}
        rounds.append({"bids": round_.pop("bids"), **no_tricks, **round_})
    return {**documents.head_of(game.word), **tree, "rounds": rounds}


def _with_scoring(game: Game, tree: Tree) -> Tree:
    if isinstance(game.scoring, scoring.HouseScoring):
        tree["formula"] = game.scoring.parts
    return tree


def settings_record(game: Game) -> Tree:
    """Return the settings of a game: no players, date and rounds."""
    tree = _with_scoring(game, documents.written(game))
    rare = [key for key in ("planned", "final_totals") if tree[key] is None]
    for key in ("players", "rounds", "id", "played_on", *rare):
        del tree[key]
    return tree


def game_from(model: type[Game], stored: Tree) -> Game:
    """Return a game from its stored settings, with players, date and id among them."""
    return _with_formula(documents.read_stored(model, stored))


def answer_for(game: Game) -> dict[str, Any]:
    """Return everything derived from a game, as JSON values."""
    sheet = sheet_of(game)
    in_first = [(1, each) for each in seating.objections_to_foresight(game)]
    of_row = ("number", "cards", "dealer", "bid_order", "points", "totals")
    answer: Tree = to_jsonable_python(
        {
            "players": sheet.players,
            "schedule": [row.cards for row in sheet.rows],
            "finished": sheet.finished,
            "rounds": [
                {key: getattr(row, key) for key in of_row}
                for row in sheet.rows[: len(game.rounds)]
            ],
            "totals": sheet.totals,
            "ranks": sheet.ranks,
            "winners": sheet.winners,
            "objections": [
                {"round": number, "problem": each.problem, "seat": each.seat}
                for number, each in (*in_first, *sheet.objections)
            ],
        }
    )
    return answer
