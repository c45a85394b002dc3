"""Wandering Towers: the record of a game, its document, and what is in the box."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Annotated, Any, Final, NamedTuple

from annotated_types import Ge, Le, MaxLen

from scorepad.games import Occasion, documents
from scorepad.games.documents import FieldError, Model, Seat, Tree, each_once
from scorepad.games.names import Names, players_of

GAME = "towers"

SEATS_ALLOWED: Final = range(2, 7)  # how many people can play
TEAM_TABLES = (4, 6)  # players who can form teams of two; partners sit opposite
MOST_EVENTS: Final = 1000  # far more than any game has: some hundred turns at most
MOST_ROUNDS: Final = 200
HIGHEST_COST: Final = 6  # as many as the most bottles a player has
_MOST_BOTTLES = 2 * HIGHEST_COST


class TowersProblem(StrEnum):
    """A reason to object; the value is also the message key and the name in JSON."""

    PLAYERS_OUT_OF_RANGE = "players_out_of_range"
    TEAMS_NEED_4_OR_6 = "teams_need_4_or_6"
    COLOUR_NOT_USABLE = "colour_not_usable"
    WIZARDS_RANGE = "wizards_range"
    POTIONS_RANGE = "potions_range"
    SPELL_NOT_IN_PLAY = "spell_not_in_play"
    SPELL_UNPAID = "spell_unpaid"
    TURN_ORDER = "turn_order"
    NOT_A_PARTNER = "not_a_partner"
    NOTHING_TO_GIVE = "nothing_to_give"
    AFTER_THE_END = "after_the_end"
    SPELL_AGAIN = "spell_again"
    TWO_HOME = "two_home"


TOWERS_ASKABLE = frozenset({TowersProblem.SPELL_AGAIN, TowersProblem.TWO_HOME})
"""Unusual but possible problems, stored once the table accepts them."""


class TowersObjection(NamedTuple):
    """A problem with its event (from 0), if any, and its seat."""

    event: int | None
    problem: TowersProblem
    seat: int | None = None


class Colour(StrEnum):
    """The colours of the wizards, those with the most wizards first."""

    BLUE = "blue"
    YELLOW = "yellow"
    RED = "red"
    GREEN = "green"
    ORANGE = "orange"
    PURPLE = "purple"


class Spell(StrEnum):
    """The spells of the box; *other* stands for promotional ones."""

    ADVANCE_WIZARD = "advance_wizard"
    ADVANCE_TOWER = "advance_tower"
    SWAP_TOWER = "swap_tower"
    HEADWIND_WIZARD = "headwind_wizard"
    HEADWIND_TOWER = "headwind_tower"
    NUDGE_RAVENSKEEP = "nudge_ravenskeep"
    PIGGYBACK = "piggyback"
    FREE_WIZARD = "free_wizard"
    OTHER = "other"


_COST_ONE = (Spell.ADVANCE_TOWER, Spell.SWAP_TOWER, Spell.HEADWIND_TOWER, Spell.OTHER)
COSTS: Mapping[Spell, int] = dict.fromkeys(Spell, 2) | dict.fromkeys(_COST_ONE, 1)
"""Full bottles that each spell costs by default.

The box shows only icons; Piggyback's is from an implementation that dropped it.
"""


class Happening(StrEnum):
    """The kind of an event; *turn_over* only if the table tracks turns."""

    HOME = "home"
    FILLED = "filled"
    CAST = "cast"
    GIVEN = "given"
    TURN_OVER = "turn_over"


@dataclass(frozen=True, slots=True)
class Event(Model):
    """An event of a *seat*; *to* is the partner who received one full bottle."""

    what: Happening
    seat: Seat
    spell: Spell | None = None
    to: Seat | None = None
    accepted: bool = False


_USUAL: Any = None


@dataclass(frozen=True, slots=True)
class SpellInPlay(Model):
    """A spell on the table, with its cost there."""

    spell: Spell
    cost: Annotated[int, Ge(1), Le(HIGHEST_COST)] = _USUAL

    def __post_init__(self) -> None:  # noqa: D105 - fills in what was left out
        if self.cost is _USUAL:
            object.__setattr__(self, "cost", COSTS[self.spell])


BASE_GAME: Final = (SpellInPlay(Spell.ADVANCE_WIZARD), SpellInPlay(Spell.ADVANCE_TOWER))
"""The two spells of a first game."""


@dataclass(frozen=True, slots=True)
class TowersStanding(Model):
    """Wizards and bottles of a player or team; *spent* ones were filled before."""

    home: Annotated[int, Ge(0), Le(HIGHEST_COST)]
    full: Annotated[int, Ge(0), Le(_MOST_BOTTLES)]
    spent: Annotated[int, Ge(0), Le(_MOST_BOTTLES)]

    def __add__(self, other: "TowersStanding") -> "TowersStanding":
        """Return what both have together."""
        home, full = self.home + other.home, self.full + other.full
        return TowersStanding(home, full, self.spent + other.spent)

    @property
    def filled(self) -> int:
        """Return the bottles that count for the goal: full and spent ones."""
        return self.full + self.spent


@dataclass(frozen=True, slots=True)
class TowersGame(Occasion):
    """A game as written down; seats count from 0, clockwise.

    *last_turn* (whose turn met the goal) and *rounds* are asked if turns are not
    tracked. *final* has one standing per seat if only the result is known.
    """

    players: Annotated[
        Names, players_of(SEATS_ALLOWED, TowersProblem.PLAYERS_OUT_OF_RANGE)
    ]
    colours: Annotated[tuple[Colour, ...], MaxLen(len(Colour)), each_once()] = ()
    start: Seat = 0
    teams: bool = False
    master: bool = False
    tracks_turns: bool = False
    spells: Annotated[tuple[SpellInPlay, ...], each_once("spell")] = BASE_GAME
    events: Annotated[tuple[Event, ...], MaxLen(MOST_EVENTS)] = ()
    final: Annotated[tuple[TowersStanding, ...], MaxLen(max(SEATS_ALLOWED))] | None = (
        None
    )
    last_turn: Seat | None = None
    rounds: Annotated[int, Ge(1), Le(MOST_ROUNDS)] | None = None
    finished: bool = False

    def cost_of(self, spell: Spell | None) -> int | None:
        """Return the cost of a spell in full bottles; ``None`` if it is not in play."""
        return next((each.cost for each in self.spells if each.spell is spell), None)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Return the seats that win together: each alone, or two opposite ones."""
        players = len(self.players)
        if not self.teams:
            return tuple((seat,) for seat in range(players))
        return tuple((seat, seat + players // 2) for seat in range(players // 2))


WIZARDS_EACH: Final = {2: 5, 3: 4, 4: 4, 5: 3, 6: 3}
POTIONS_EACH: Final = {2: 6, 3: 5, 4: 5, 5: 4, 6: 4}
"""How many wizards each player brings home and bottles they fill, by players."""


def usable_colours(players: int) -> tuple[Colour, ...]:
    """Return the colours of which the box has enough wizards for one player."""
    in_box = zip(Colour, (5, 5, 4, 4, 3, 3), strict=True)
    return tuple(colour for colour, has in in_box if has >= WIZARDS_EACH[players])


def partner_of(seat: int, players: int) -> int:
    """Return the seat opposite, in a game of teams."""
    return (seat + players // 2) % players


def turn_order(players: int, start: int) -> tuple[int, ...]:
    """Return all seats clockwise, beginning with *start*."""
    return tuple((start + step) % players for step in range(players))


CAPACITY = (3, 3, 3, 2, 2, 2, 1, 1, 1)  # wizards on each tower, clockwise, at set-up
SHIELDED = (1, 3, 5, 7, 9)  # numbers of the start towers with a raven shield


def placement(players: int, start: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats of the wizards on each tower, placed in turn from *start* on."""
    queue = iter(turn_order(players, start) * WIZARDS_EACH[players])
    return tuple(tuple(islice(queue, room)) for room in CAPACITY)


def read_game(tree: Tree) -> TowersGame:
    """Read a document without its head, or raise NotADocument."""
    game = documents.read(TowersGame, tree, needed=("events",))
    if wrong := [*_to_table(game), *_to_events(game), *_to_final(game)]:
        raise documents.NotADocument(*wrong)
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
        expected = f"colours with {WIZARDS_EACH[seats]} wizards ({problem})"
        yield FieldError(wrong, expected, ("colours",), problem)
    if game.teams and seats not in TEAM_TABLES:
        problem = TowersProblem.TEAMS_NEED_4_OR_6
        yield FieldError(wrong, f"4 or 6 players ({problem})", ("teams",), problem)


def _to_events(game: TowersGame) -> Iterator[FieldError]:
    goes_with = (
        ("spell", Happening.CAST, f"one of {', '.join(Spell)}"),
        ("to", Happening.GIVEN, f"a whole number from 0 to {len(game.players) - 1}"),
    )
    for index, event in enumerate(game.events):
        for key, needed, expected in goes_with:
            at, said = ("events", index, key), getattr(event, key)
            if event.what is needed and said is None:
                yield FieldError("is missing", expected, at)
            if event.what is not needed and said is not None:
                found = f"does not go with {documents.shown(event.what.value)}"
                yield FieldError(found, documents.shown(needed.value), at)


def _to_final(game: TowersGame) -> Iterator[FieldError]:
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
    bottles = 2 * POTIONS_EACH[seats]
    most = {"home": WIZARDS_EACH[seats], "full": bottles, "spent": bottles}
    for index, standing in enumerate(game.final):
        for key, high in most.items():
            if (value := getattr(standing, key)) > high:
                expected = f"a whole number from 0 to {high}"
                yield FieldError(f"is {value}", expected, ("final", index, key))


def document_of(game: TowersGame) -> Tree:
    """Return the game as a document, without defaults: the inverse of parsing."""
    tree = documents.written(game, in_short=True)
    # One by one, since defaults of events are left out only then.
    events = [documents.written(each, in_short=True) for each in game.events]
    return {**documents.head_of(GAME), **tree, "events": events}
