"""Reasons why a service rejects a request; nothing has been written then."""

import dataclasses
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from scorepad.games.wizard.models import Game


class Fault(StrEnum):
    """Faults of an entry beyond the problems that the rules of a game know."""

    SEAT_RANGE = "seat_range"
    ROUND_RANGE = "round_range"
    WINNERS_TOO_MANY = "winners_too_many"
    NAME_TWICE = "name_twice"
    NAME_TAKEN = "name_taken"
    PLAYER_TWICE = "player_twice"
    SEATS_FIXED = "seats_fixed"
    SEATS_CHANGED = "seats_changed"
    CARDS_FIXED = "cards_fixed"
    GAME_DELETED = "game_deleted"
    GAME_OVER = "game_over"
    BIDS_SEALED = "bids_sealed"
    BID_SEALED = "bid_sealed"
    BIDS_CLOSED = "bids_closed"
    BIDS_REVEALED = "bids_revealed"
    BID_ENTERED = "bid_entered"
    SEASON_BACKWARDS = "season_backwards"
    SEASON_OVERLAPS = "season_overlaps"
    LAST_OWNER = "last_owner"
    SAT_TOGETHER = "sat_together"
    CANNOT_MOVE = "cannot_move"
    GAMES_TOO_MANY = "games_too_many"
    LINKS_TOO_MANY = "links_too_many"
    PEOPLE_TOO_MANY = "people_too_many"
    TOURNAMENTS_TOO_MANY = "tournaments_too_many"
    ENTRIES_TOO_MANY = "entries_too_many"
    ENTRIES_TOO_FEW = "entries_too_few"
    TABLES_PLAYING = "tables_playing"
    NO_GAME_LEFT = "no_game_left"
    GAME_BEGUN = "game_begun"
    NOT_SEATED = "not_seated"
    DRAW_CHANGED = "draw_changed"
    TOURNAMENT_CHANGED = "tournament_changed"
    SHEET_UNFINISHED = "sheet_unfinished"
    TYPED_HERE = "typed_here"


class RefusedError(Exception):
    """A request was rejected."""


class NotThereError(RefusedError):
    """The resource does not exist, or the device may not know that it does."""


class NotAllowedError(RefusedError):
    """The device belongs to the group, but its role does not permit the action."""


class SealedError(RefusedError):
    """The game is the final of a tournament, whose result is not revealed yet."""


@dataclasses.dataclass(frozen=True, slots=True)
class FieldObjection:
    """A problem with one field of an entry.

    *problem* is a :class:`~scorepad.games.wizard.Problem`, a :class:`Fault` or
    another fault of shape; *values* fill the placeholders of its message.
    """

    field: str
    problem: str
    seat: int | None = None
    values: Mapping[str, object] = dataclasses.field(default_factory=dict)


class EntryRefusedError(RefusedError):
    """The entry is impossible, or unusual and not yet accepted.

    *current* and *etag* are the stored version if the entry does not fit it.
    """

    def __init__(
        self,
        objections: Sequence[FieldObjection],
        current: Mapping[str, Any] | None = None,
        etag: str | None = None,
    ) -> None:
        super().__init__(", ".join(f"{o.field}: {o.problem}" for o in objections))
        self.objections = tuple(objections)
        self.current, self.etag = current, etag


def refusal(
    field: str, problem: str, seat: int | None = None, **values: object
) -> EntryRefusedError:
    """Return the error for one objection; *values* fill the placeholders."""
    return EntryRefusedError([FieldObjection(field, problem, seat, values)])


class WrongTimeError(EntryRefusedError):
    """The entry conflicts with the current state, such as a bid after the reveal."""


class TypedDifferentlyError(RefusedError):
    """The second typing of a paper sheet differs from the first, which is *sheet*."""

    def __init__(self, sheet: Game) -> None:
        super().__init__("typed differently")
        self.sheet = sheet


def conflict(field: str, fault: Fault) -> WrongTimeError:
    """Return the error that only the current state forbids something."""
    return WrongTimeError([FieldObjection(field, fault)])


class KeyReusedError(RefusedError):
    """The idempotency key was used for another request."""


@dataclasses.dataclass(frozen=True, slots=True)
class Change:
    """The last change of something: by which device, and when."""

    device_id: int
    name: str | None
    kind: str | None
    at: datetime


class ChangedElsewhereError(RefusedError):
    """An edit conflict; *current* and *etag* are the stored version, if any."""

    def __init__(
        self, current: Mapping[str, Any] | None, etag: str | None, change: Change | None
    ) -> None:
        super().__init__("changed elsewhere")
        self.current, self.etag, self.change = current, etag, change
