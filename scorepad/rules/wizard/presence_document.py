"""Latecomers and leavers as JSON, read strictly."""

from scorepad.rules.json_fields import Fields, Reader, WrongField, list_of
from scorepad.rules.strict_json import step_into
from scorepad.rules.wizard.game import Joined, Left
from scorepad.rules.wizard.round_document import POINTS

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
