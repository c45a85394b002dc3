"""What keeps a game from being started, or from being set like this."""

from collections.abc import Iterable, Iterator

from scorepad.rules.wizard.game import SEATS_ALLOWED, Game
from scorepad.rules.wizard.schedule import objections_to_table
from scorepad.rules.wizard.seating import (
    objections_to_presence,
    planned_cards,
    present_in,
    with_hands,
)
from scorepad.services.errors import Fault, FieldObjection
from scorepad.services.inputs import GameEntry
from scorepad.services.validation import beyond, by_field


def objections_to_settings(entry: GameEntry) -> tuple[FieldObjection, ...]:
    """Everything that keeps a game from being started or set like this."""
    game = entry.game
    found = [*_objections_to_table(game), *_objections_to_named_seats(game)]
    if found:
        return tuple(found)
    game = with_cards(game)
    presence = objections_to_presence(game)
    return _objections_to_numbers(game) or tuple(by_field(e, {}) for e in presence)


def _objections_to_table(game: Game) -> Iterator[FieldObjection]:
    """The table that begins, and no more people than can ever sit there."""
    players, first = len(game.players), len(present_in(game, 1))
    for each in objections_to_table(
        first if players in SEATS_ALLOWED else players,
        game.schedule,
        custom=game.planned or game.cards,
        edition=game.edition,
    ):
        yield by_field(each, {})


def _objections_to_named_seats(game: Game) -> Iterator[FieldObjection]:
    named = [("first_dealer", game.first_dealer)] if game.players else []
    for key in ("adjustments", "joined", "left"):
        named += [(f"{key}/{i}/seat", e.seat) for i, e in enumerate(getattr(game, key))]
    for field, seat in named:
        if not 0 <= seat < len(game.players):
            values = {"last": len(game.players) - 1}
            yield FieldObjection(field, Fault.SEAT_RANGE, values=values)


def with_cards(game: Game) -> Game:
    """Fill in the cards of every round; the table must be possible."""
    return with_hands(game, planned_cards(game))


def _objections_to_numbers(game: Game) -> tuple[FieldObjection, ...]:
    """What names a round that the schedule does not have."""
    rounds = [("ended_after", game.ended_after)]
    rounds += [
        (f"adjustments/{i}/round", e.round_) for i, e in enumerate(game.adjustments)
    ]
    rounds += [
        (f"left/{i}/after_round", e.after_round) for i, e in enumerate(game.left)
    ]
    planned = len(planned_cards(game))
    late = [(f"joined/{i}/round", each.round_) for i, each in enumerate(game.joined)]
    return (
        *_beyond_all(rounds, len(game.cards)),
        *_beyond_all(late, planned),
    )


def _beyond_all(
    rounds: Iterable[tuple[str, int | None]], last: int
) -> Iterator[FieldObjection]:
    for field, number in rounds:
        if number is not None and not 1 <= number <= last:
            yield beyond(field, last)
