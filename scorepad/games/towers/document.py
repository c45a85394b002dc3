"""The game document of Wandering Towers, described in ``docs/game-document.md``."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from scorepad.games import GameResult
from scorepad.games.documents import (
    HEAD,
    FieldError,
    NotADocument,
    Tree,
    head_of,
    read,
    shown,
    written,
)
from scorepad.games.towers.models import (
    TEAM_TABLES,
    Happening,
    Spell,
    TowersGame,
    TowersProblem,
    potions_each,
    side_of,
    usable_colours,
    wizards_each,
)
from scorepad.games.towers.progress import (
    Progress,
    progress_of,
    ranks,
    remaining,
    rounds_played,
    winners,
)

GAME = "towers"


def read_game(tree: Tree) -> TowersGame:
    """Read a document without its head.

    :raises NotADocument: names every invalid field.
    """
    game = read(TowersGame, tree, {"beside": HEAD}, needed=("events",))
    if wrong := [*_to_table(game), *_to_events(game, tree), *_to_final(game, tree)]:
        raise NotADocument(*wrong)
    return game


def _to_table(game: TowersGame) -> Iterator[FieldError]:
    seats = len(game.players)
    if game.colours and len(game.colours) != seats:
        expected = f"one colour for each of {seats} players"
        yield FieldError(f"has {len(game.colours)} entries", expected, ("colours",))
        return
    wrong = f"cannot be played by {seats} players"
    if not set(game.colours) <= set(usable_colours(seats)):
        problem = TowersProblem.COLOUR_NOT_USABLE
        expected = f"colours with {wizards_each(seats)} wizards ({problem})"
        yield FieldError(wrong, expected, ("colours",), problem)
    if game.teams and seats not in TEAM_TABLES:
        problem = TowersProblem.TEAMS_NEED_4_OR_6
        yield FieldError(wrong, f"4 or 6 players ({problem})", ("teams",), problem)


def _to_events(game: TowersGame, tree: Tree) -> Iterator[FieldError]:
    """Yield errors: *spell* belongs to a cast event only, *to* to a given bottle."""
    goes_with = (
        ("spell", Happening.CAST, f"one of {', '.join(Spell)}"),
        ("to", Happening.GIVEN, f"a whole number from 0 to {len(game.players) - 1}"),
    )
    for index, event in enumerate(game.events):
        said = tree["events"][index]
        for key, needed, expected in goes_with:
            at = ("events", index, key)
            if event.what is needed and getattr(event, key) is None:
                found = "is null" if key in said else "is missing"
                yield FieldError(found, expected, at)
            if event.what is not needed and key in said:
                found = f"does not go with {shown(event.what.value)}"
                yield FieldError(found, shown(needed.value), at)


def _to_final(game: TowersGame, tree: Tree) -> Iterator[FieldError]:
    seats = len(game.players)
    if game.final is None:
        return
    if game.events:
        found = "stands beside events"
        yield FieldError(found, "a result alone, without events", ("final",))
    if len(game.final) != seats:
        expected = f"one standing for each of {seats} players"
        yield FieldError(f"has {len(game.final)} entries", expected, ("final",))
    # Partners hand over bottles: one may have filled more than their own.
    bottles = 2 * potions_each(seats)
    most = {"home": wizards_each(seats), "full": bottles, "spent": bottles}
    for index, standing in enumerate(game.final):
        for key, high in most.items():
            value, at = getattr(standing, key), ("final", index, key)
            expected = f"a whole number from 0 to {high}"
            if key not in tree["final"][index]:
                yield FieldError("is missing", expected, at)
            elif value > high:
                yield FieldError(f"is {value}", expected, at)


def document_of(game: TowersGame) -> Tree:
    """Return the game as a document, without defaults: the inverse of parsing."""
    tree = written(game, leave_out="defaults")
    tree.pop("events", None)
    events = [written(each, leave_out="none") for each in game.events]
    return {**head_of(GAME), **tree, "events": events}


def answer_for(game: TowersGame) -> dict[str, Any]:
    """Return everything derived from a game, as JSON values.

    Winners and ranks are present once the game is over, per seat: partners share them.
    Ranks below the winners are unofficial.
    """
    progress = progress_of(game)
    players, result = len(game.players), _result(progress, game)
    tracked = game.tracks_turns and not progress.over
    return {
        "players": list(game.players),
        "wizards_each": wizards_each(players),
        "potions_each": potions_each(players),
        "standings": [written(each) for each in progress.standings],
        "rounds": rounds_played(progress, game),
        "turn": progress.turn if tracked else None,
        "goal_met": progress.at_goal,
        "still_to_play": list(remaining(progress, game)),
        "finished": progress.over,
        "winners": list(result.winners) if progress.over else [],
        "ranks": list(result.ranks) if progress.over else None,
        "objections": [
            {"event": each.event, "problem": each.problem.value, "seat": each.seat}
            for each in progress.objections
        ],
    }


def result_of(game: TowersGame) -> GameResult:
    """Return the result of a finished game.

    Figures per seat: wizards *home*; bottles *filled*, *spent* and *left*; whether its
    turn *met* the goal, if known; spells *cast*, and each spell by its name.
    """
    return _result(progress_of(game), game)


def _result(progress: Progress, game: TowersGame) -> GameResult:
    seats, sides = range(len(game.players)), game.sides
    won, placed = winners(progress.standings, sides), ranks(progress.standings, sides)
    return GameResult(
        winners=tuple(seat for seat in seats if side_of(seat, sides) in won),
        ranks=tuple(placed[side_of(seat, sides)] for seat in seats),
        sides=sides if game.teams else (),
        start=game.start,
        rounds=rounds_played(progress, game),
        figures=tuple(_figures(seat, progress, game) for seat in seats),
    )


def _figures(seat: int, progress: Progress, game: TowersGame) -> dict[str, int]:
    reached = progress.standings[seat]
    objected = {each.event for each in progress.objections}
    spells = Counter(
        event.spell.value
        for number, event in enumerate(game.events)
        if event.what is Happening.CAST and event.seat == seat and event.spell
        if number not in objected
    )
    return {
        "home": reached.home,
        "filled": reached.filled,
        "spent": reached.spent,
        "left": reached.full,
        "met": int(progress.trigger == seat),
        "cast": spells.total(),
        **spells,
    }


def of_seat(game: TowersGame, seat: int) -> dict[str, Any]:
    """Return colour, standing and events of a seat."""
    events = document_of(game)["events"]
    return {
        "colour": game.colours[seat].value if game.colours else None,
        **written(progress_of(game).standings[seat]),
        "events": [each for each in events if each["seat"] == seat],
    }
