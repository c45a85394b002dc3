"""How a service may refuse; nothing has been written when it does."""

import dataclasses
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any


class Fault(StrEnum):
    """Why an entry cannot be stored, beside the problems of the rules."""

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
    GAMES_TOO_MANY = "games_too_many"
    PEOPLE_TOO_MANY = "people_too_many"


class RefusedError(Exception):
    """What was asked for is not done."""


class NotThereError(RefusedError):
    """There is no such thing, or the asker may not know that there is."""


class NotAllowedError(RefusedError):
    """The asker belongs to the group, but the role does not allow this."""


@dataclasses.dataclass(frozen=True, slots=True)
class FieldObjection:
    """A problem with one field of what was sent.

    *problem* is a :class:`~scorepad.games.problems.Problem` or the name of a fault of
    shape; *values* are the words that vary in the sentence about it.
    """

    field: str
    problem: str
    seat: int | None = None
    values: Mapping[str, object] = dataclasses.field(default_factory=dict)


class EntryRefusedError(RefusedError):
    """The entry cannot be right, or is unusual and not yet accepted."""

    def __init__(self, objections: Sequence[FieldObjection]) -> None:
        super().__init__(", ".join(f"{o.field}: {o.problem}" for o in objections))
        self.objections = tuple(objections)


class WrongTimeError(EntryRefusedError):
    """The entry would be right at another time, or under another name.

    *current* is what is stored now, where that is what the entry does not fit.
    """

    def __init__(
        self,
        objections: Sequence[FieldObjection],
        current: Mapping[str, Any] | None = None,
        etag: str | None = None,
    ) -> None:
        super().__init__(objections)
        self.current = current
        self.etag = etag


class CannotMoveError(RefusedError):
    """The other group has this game already, or one person would sit there twice."""


class KeyReusedError(RefusedError):
    """The key came before, with another request."""


@dataclasses.dataclass(frozen=True, slots=True)
class Change:
    """Who changed something last, and when."""

    device_id: int
    name: str | None
    kind: str | None
    at: datetime


class ChangedElsewhereError(RefusedError):
    """Somebody else was faster; *current* is what is stored now, if anything is."""

    def __init__(
        self,
        current: Mapping[str, Any] | None,
        etag: str | None,
        change: Change | None,
    ) -> None:
        super().__init__("changed elsewhere")
        self.current = current
        self.etag = etag
        self.change = change
