"""The table inside the game document: who plays when, and which cards are dealt."""

from dataclasses import replace

from scorepad.rules.documents import players_of
from scorepad.rules.json_fields import (
    Fields,
    WrongField,
    distinct,
    list_of,
    maybe,
    one_of,
    shown,
    whole_number,
)
from scorepad.rules.problems import Problem
from scorepad.rules.wizard.game import Extra, Game, Schedule
from scorepad.rules.wizard.presence import (
    objections_to_presence,
    present_in,
    with_hands,
)
from scorepad.rules.wizard.presence_document import joined_of, left_of
from scorepad.rules.wizard.schedule import (
    SEATS_ALLOWED,
    cards_per_round,
    deck_size,
    largest_hand,
    objections_to_table,
)

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
