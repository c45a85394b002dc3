"""The game document of Wandering Towers, read and written.

``docs/game-document.md`` describes it.
"""

from dataclasses import replace
from typing import Any

from scorepad.rules.documents import (
    head_of,
    parse_as,
    players_of,
    read_occasion,
    without_defaults,
)
from scorepad.rules.json_fields import (
    Fields,
    Reader,
    WrongField,
    distinct,
    flag,
    list_of,
    maybe,
    one_of,
    shown,
    whole_number,
)
from scorepad.rules.towers.ending import Standing
from scorepad.rules.towers.game import (
    BASE_GAME,
    COSTS,
    HIGHEST_COST,
    Event,
    Game,
    Happening,
    Spell,
    SpellInPlay,
)
from scorepad.rules.towers.problems import Problem
from scorepad.rules.towers.table import (
    SEATS_ALLOWED,
    Colour,
    objections_to_table,
    potions_each,
    wizards_each,
)

GAME = "towers"

MOST_EVENTS = 1000
"""Beyond any evening; a game has some hundred turns at most."""

MOST_ROUNDS = 200

KEYS = (
    *("colours", "start", "teams", "master", "tracks_turns", "spells", "events"),
    *("final", "last_turn", "rounds", "finished"),
)
_PLAYERS = players_of(SEATS_ALLOWED, Problem.PLAYERS_OUT_OF_RANGE)
_COLOURS = distinct(list_of(one_of(Colour), longest=len(Colour)))


def parse_document(source: str | bytes) -> Game:
    """Read a game document, strictly.

    What cannot be a document is refused here; what cannot have happened is kept, and
    :func:`scorepad.rules.towers.progress.progress_of` objects to it.

    :raises NotADocument: naming the field, and what was expected.
    """
    return parse_as(source, GAME, KEYS, read_game)


def document_of(game: Game) -> dict[str, Any]:
    """The game as a document: the inverse of reading one. Defaults are left out."""
    optional = {
        "id": game.id_,
        "played_on": game.played_on and game.played_on.isoformat(),
        "colours": [colour.value for colour in game.colours],
        "start": game.start or None,
        "teams": game.teams or None,
        "master": game.master or None,
        "tracks_turns": game.tracks_turns or None,
        "spells": _spells_as_json(game.spells),
        "final": game.final and [_standing_as_json(each) for each in game.final],
        "last_turn": game.last_turn,
        "rounds": game.rounds,
        "finished": game.finished or None,
        "place": game.place,
        "minutes": game.minutes,
        "remark": game.remark,
    }
    return {
        **head_of(GAME),
        "players": list(game.players),
        **without_defaults(optional),
        "events": [event_as_json(each) for each in game.events],
    }


def read_game(fields: Fields) -> Game:
    """Read what is a document of this game already, by its fields."""
    players = fields.required("players", _PLAYERS)
    seat = whole_number(0, len(players) - 1)
    rounds = maybe(whole_number(1, MOST_ROUNDS))
    game = Game(
        players,
        colours=fields.optional("colours", _COLOURS, ()),
        start=fields.optional("start", seat, 0),
        teams=fields.optional("teams", flag, default=False),
        master=fields.optional("master", flag, default=False),
        tracks_turns=fields.optional("tracks_turns", flag, default=False),
        spells=fields.optional("spells", _spells, BASE_GAME),
        final=fields.optional("final", maybe(_final_of(len(players))), None),
        last_turn=fields.optional("last_turn", maybe(seat), None),
        rounds=fields.optional("rounds", rounds, None),
        finished=fields.optional("finished", flag, default=False),
        **read_occasion(fields),
    )
    _check_table(game, fields)
    events = list_of(_event_of(seat), longest=MOST_EVENTS)
    game = replace(game, events=fields.required("events", events))
    if game.final is not None and game.events:
        path = fields.path_of("final")
        raise WrongField(path, "stands beside events", "a result alone, without events")
    return game


def _check_table(game: Game, fields: Fields) -> None:
    seats = len(game.players)
    if game.colours and len(game.colours) != seats:
        found = f"has {len(game.colours)} entries"
        expected = f"one colour for each of {seats} players"
        raise WrongField(fields.path_of("colours"), found, expected)
    for objection in objections_to_table(seats, teams=game.teams, colours=game.colours):
        key, expected = {
            Problem.COLOUR_NOT_USABLE: (
                "colours",
                f"colours with {wizards_each(seats)} wizards",
            ),
            Problem.TEAMS_NEED_4_OR_6: ("teams", "4 or 6 players"),
        }[objection.problem]
        found = f"cannot be played by {seats} players"
        named = f"{expected} ({objection.problem})"
        raise WrongField(fields.path_of(key), found, named, objection.problem)


def _spells(value: object, path: str) -> tuple[SpellInPlay, ...]:
    found = list_of(_spell, longest=len(Spell))(value, path)
    kinds = [each.spell for each in found]
    if len(set(kinds)) != len(kinds):
        raise WrongField(path, "names a spell twice", "every spell once")
    return found


def _spell(value: object, path: str) -> SpellInPlay:
    fields = Fields(value, path, ("spell", "cost"))
    spell = fields.required("spell", one_of(Spell))
    cost = whole_number(1, HIGHEST_COST)
    return SpellInPlay(spell, fields.optional("cost", cost, COSTS[spell]))


def _final_of(seats: int) -> Reader[tuple[Standing, ...]]:
    read_all = list_of(_standing_of(seats), longest=seats)

    def read(value: object, path: str) -> tuple[Standing, ...]:
        found = read_all(value, path)
        if len(found) != seats:
            expected = f"one standing for each of {seats} players"
            raise WrongField(path, f"has {len(found)} entries", expected)
        return found

    return read


def _standing_of(seats: int) -> Reader[Standing]:
    # Partners hand bottles over: one of them may have filled more than their own.
    most = 2 * potions_each(seats)

    def read(value: object, path: str) -> Standing:
        fields = Fields(value, path, ("home", "full", "spent"))
        return Standing(
            home=fields.required("home", whole_number(0, wizards_each(seats))),
            full=fields.required("full", whole_number(0, most)),
            spent=fields.required("spent", whole_number(0, most)),
        )

    return read


def _event_of(seat: Reader[int]) -> Reader[Event]:
    def read(value: object, path: str) -> Event:
        fields = Fields(value, path, ("what", "seat", "spell", "to"))
        what = fields.required("what", one_of(Happening))
        return Event(
            what,
            fields.required("seat", seat),
            spell=_only_with(Happening.CAST, what, fields, "spell", one_of(Spell)),
            to=_only_with(Happening.GIVEN, what, fields, "to", seat),
        )

    return read


def _only_with(
    needed: Happening, what: Happening, fields: Fields, key: str, read: Reader[Any]
) -> Any:
    if what is needed:
        return fields.required(key, read)
    if fields.has(key):
        found = f"does not go with {shown(what.value)}"
        raise WrongField(fields.path_of(key), found, f'"{needed}"')
    return None


def _spells_as_json(spells: tuple[SpellInPlay, ...]) -> list[dict[str, Any]] | None:
    if spells == BASE_GAME:
        return None
    return [{"spell": each.spell.value, "cost": each.cost} for each in spells]


def _standing_as_json(each: Standing) -> dict[str, int]:
    return {"home": each.home, "full": each.full, "spent": each.spent}


def event_as_json(each: Event) -> dict[str, Any]:
    """An event as the document has it."""
    optional = {"spell": each.spell and each.spell.value, "to": each.to}
    return {
        "what": each.what.value,
        "seat": each.seat,
        **without_defaults(optional),
    }
