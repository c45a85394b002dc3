"""The table inside the game document: who plays when, and which cards are dealt."""

from dataclasses import replace
from typing import Any

from scorepad.rules.documents import players_of
from scorepad.rules.json_fields import (
    Fields,
    Reader,
    WrongField,
    distinct,
    list_of,
    maybe,
    one_of,
    shown,
    whole_number,
)
from scorepad.rules.problems import Problem
from scorepad.rules.strict_json import step_into
from scorepad.rules.wizard.game import (
    CUSTOM,
    AnyScoring,
    Extra,
    Game,
    HouseScoring,
    Joined,
    Left,
    Schedule,
    Scoring,
)
from scorepad.rules.wizard.presence import (
    objections_to_presence,
    present_in,
    with_hands,
)
from scorepad.rules.wizard.schedule import (
    SEATS_ALLOWED,
    cards_per_round,
    deck_size,
    largest_hand,
    objections_to_table,
)

MOST_POINTS = 100_000
POINTS = whole_number(-MOST_POINTS, MOST_POINTS)

_MOST = 12


def joined_of(seat: Reader[int], number: Reader[int]) -> Reader[tuple[Joined, ...]]:
    """A reader for everybody who joined, each seat once."""

    def one(value: object, path: str) -> Joined:
        fields = Fields(value, path, ("seat", "round", "start_total"))
        found = Joined(
            fields.required("seat", seat),
            fields.required("round", number),
            fields.required("start_total", POINTS),
        )
        if found.round_ == 1:
            where = fields.path_of("round")
            raise WrongField(where, "is 1", "2 or more, as all others were there")
        return found

    def read(value: object, path: str) -> tuple[Joined, ...]:
        found = list_of(one, longest=_MOST)(value, path)
        _refuse_seats_twice([each.seat for each in found], path)
        return found

    return read


def left_of(
    seat: Reader[int], number: Reader[int], joined: tuple[Joined, ...]
) -> Reader[tuple[Left, ...]]:
    """A reader for everybody who left, each seat once, and after they *joined*."""
    came = {each.seat: each.round_ for each in joined}

    def one(value: object, path: str) -> Left:
        fields = Fields(value, path, ("seat", "after_round"))
        found = Left(
            fields.required("seat", seat), fields.required("after_round", number)
        )
        if found.after_round < came.get(found.seat, 1):
            where = fields.path_of("after_round")
            first = f"{came[found.seat]} or more, the round they joined in"
            raise WrongField(where, f"is {found.after_round}", first)
        return found

    def read(value: object, path: str) -> tuple[Left, ...]:
        found = list_of(one, longest=_MOST)(value, path)
        _refuse_seats_twice([each.seat for each in found], path)
        return found

    return read


def _refuse_seats_twice(seats: list[int], path: str) -> None:
    for index, seat in enumerate(seats):
        if seat in seats[:index]:
            where = step_into(step_into(path, index), "seat")
            raise WrongField(where, f"is {seat} again", "every seat once")


MOST_ROUNDS = 60
"""In a custom schedule; the longest ready-made one has 39."""

_PLAYERS = players_of(SEATS_ALLOWED, Problem.PLAYERS_OUT_OF_RANGE)
_EDITION = distinct(list_of(one_of(Extra), longest=len(Extra)))


def read_table(fields: Fields) -> Game:
    """Read who plays from when to when, and every hand that is dealt; no rounds yet."""
    players = fields.required("players", _PLAYERS)
    seat = whole_number(0, len(players) - 1)
    number = whole_number(1, MOST_ROUNDS)
    joined = fields.optional("joined", joined_of(seat, number), ())
    left = fields.optional("left", left_of(seat, number, joined), ())
    game = Game(
        players,
        cards=(),
        schedule=fields.optional("schedule", one_of(Schedule), Schedule.STANDARD),
        edition=frozenset(fields.optional("edition", _EDITION, ())),
        joined=joined,
        left=left,
    )
    first = len(present_in(game, 1))
    if first not in SEATS_ALLOWED:
        raise _too_few("joined", f"leaves {first} players in round 1")
    planned = read_cards(fields, game.schedule, first, game.edition)
    game = with_hands(game, planned)
    ended = maybe(whole_number(1, len(game.cards)))
    game = replace(game, ended_after=fields.optional("ended_after", ended, None))
    _check_presence(game)
    return game


def _check_presence(game: Game) -> None:
    for index, each in enumerate(game.left):
        if each.after_round > len(game.cards):
            path = f"left[{index}].after_round"
            rounds = f"a whole number from 1 to {len(game.cards)}"
            raise WrongField(path, f"is {each.after_round}", rounds)
    for objection in objections_to_presence(game):
        if objection.problem is Problem.PLAYERS_OUT_OF_RANGE:
            raise _too_few("left", "leaves too few players in a round that counts")
        found = "names a round in which no hand is left to deal"
        expected = f"a round that can be dealt ({objection.problem})"
        raise WrongField("joined", found, expected)


def _too_few(path: str, found: str) -> WrongField:
    return WrongField(path, found, f"at least 3 ({Problem.PLAYERS_OUT_OF_RANGE})")


def read_cards(
    fields: Fields, schedule: Schedule, seats: int, edition: frozenset[Extra]
) -> tuple[int, ...]:
    """Read the cards of every round, which only a custom schedule lists itself."""
    custom = None
    if schedule is Schedule.CUSTOM:
        custom = fields.required("cards", list_of(whole_number(), longest=MOST_ROUNDS))
    elif fields.has("cards"):
        found = f"does not go with schedule {shown(schedule.value)}"
        raise WrongField(fields.path_of("cards"), found, 'schedule "custom"')
    objections = objections_to_table(seats, schedule, custom=custom, edition=edition)
    if objections:
        problem = objections[0].problem
        key, found, expected = _table_sentence(problem, schedule, seats, edition)
        raise WrongField(fields.path_of(key), found, f"{expected} ({problem})")
    return cards_per_round(schedule, seats, custom=custom)


def _table_sentence(
    problem: Problem, schedule: Schedule, seats: int, edition: frozenset[Extra]
) -> tuple[str, str, str]:
    """The field a problem of the table is about, what it is, what was expected."""
    most = largest_hand(seats, deck_size(edition))
    hands = f"1 to {most} cards in every round for {seats} players"
    key = "cards" if schedule is Schedule.CUSTOM else "schedule"
    return {
        Problem.HAND_TOO_SMALL: (key, "deals too few cards", hands),
        Problem.HAND_TOO_LARGE: (key, "deals too many cards", hands),
        Problem.VARIANT_NEEDS_3_OR_4_PLAYERS: (
            "schedule",
            f"is {shown(schedule.value)} for {seats} players",
            "3 or 4 players",
        ),
        Problem.EDITION_INCOMPLETE: (
            "edition",
            "has only one of dragon and fairy",
            "both or neither",
        ),
    }[problem]


SCORING_KEYS = ("scoring", "formula")
LARGEST = 1000

_FORMULA_KEYS = ("base", "per_trick", "per_miss", "kept_zero")
_NUMBER = whole_number(-LARGEST, LARGEST)


def read_scoring(fields: Fields) -> AnyScoring:
    """Read ``scoring``, and the ``formula`` that goes with a custom one."""
    name = fields.optional("scoring", _name, Scoring.CLASSIC.value)
    if name == CUSTOM:
        return fields.required("formula", _formula)
    if fields.optional("formula", _nothing, default=False):
        found = f"does not go with scoring {shown(name)}"
        raise WrongField(fields.path_of("formula"), found, 'scoring "custom"')
    return Scoring(name)


def scoring_as_json(scoring: AnyScoring) -> dict[str, Any]:
    """The same two fields of a *scoring*; without a formula it is ``None``."""
    if isinstance(scoring, Scoring):
        return {"scoring": scoring.value, "formula": None}
    formula = {key: getattr(scoring, key) for key in _FORMULA_KEYS}
    return {"scoring": CUSTOM, "formula": formula}


def _name(value: object, path: str) -> str:
    names = [*(scoring.value for scoring in Scoring), CUSTOM]
    if isinstance(value, str) and value in names:
        return value
    raise WrongField(path, f"is {shown(value)}", f"one of {', '.join(names)}")


def _nothing(value: object, _path: str) -> bool:
    return value is not None


def _formula(value: object, path: str) -> HouseScoring:
    """A kept zero is worth the base where nothing else is said."""
    fields = Fields(value, path, _FORMULA_KEYS)
    base = fields.required("base", _NUMBER)
    return HouseScoring(
        base=base,
        per_trick=fields.required("per_trick", _NUMBER),
        per_miss=fields.required("per_miss", _NUMBER),
        kept_zero=fields.optional("kept_zero", _NUMBER, base),
    )
