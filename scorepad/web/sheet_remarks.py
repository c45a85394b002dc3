"""What there is to say about a sheet that was typed, round by round."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.rules.problems import ASKABLE, Problem
from scorepad.services.refusing import FieldObjection
from scorepad.services.settling import all_objections
from scorepad.web.forms.sheet import SheetForm
from scorepad.web.forms.sheet_boxes import NOBODY_KNOWS
from scorepad.web.sentences import sentence_about

_PLACE = re.compile(r"rounds/(\d+)/([a-z_]+)(?:/(\d+))?")
_KINDS = {"bids": "b", "bid_changes": "b", "tricks": "t", "totals": "w"}


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence, and the box it is about.

    *asks* is for what is merely unusual: the table may say that it was so; then it
    is *accepted* and nothing is wrong any more.
    """

    problem: str
    sentence: str
    box: str
    asks: bool = False
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class Remarks:
    """All remarks: by round, and on what is not of a round (number 0)."""

    by_round: dict[int, tuple[Remark, ...]]

    def on(self, number: int) -> tuple[Remark, ...]:
        """What there is to say about a round; 0 for the game itself."""
        return self.by_round.get(number, ())

    @property
    def wrong(self) -> tuple[tuple[int, Remark], ...]:
        """What keeps the sheet from being saved, with the number of its round."""
        return tuple(
            (number, remark)
            for number, remarks in sorted(self.by_round.items())
            for remark in remarks
            if not remark.accepted
        )

    @property
    def boxes(self) -> dict[str, str]:
        """Which boxes are wrong, each with the round whose remarks say why."""
        return {remark.box: f"remarks-{number}" for number, remark in self.wrong}


def remarks_on(
    form: SheetForm, more: tuple[FieldObjection, ...] | None = None
) -> Remarks:
    """Collect everything about a form: its shape, what the rules say, and *more*."""
    found: dict[int, list[Remark]] = {}
    for number, remark in (*_on_shape(form), *_on_rounds(form), *_on_game(more or ())):
        here = found.setdefault(number, [])
        if remark not in here:
            here.append(remark)
    return Remarks({number: tuple(remarks) for number, remarks in found.items()})


def _on_shape(form: SheetForm) -> Iterator[tuple[int, Remark]]:
    for box in form:
        of_round = re.match(r"r(\d+)-", box.name)
        number = int(of_round[1]) if of_round else 0
        for error in box.errors:
            yield number, Remark("shape", str(error), box.name)


def _on_rounds(form: SheetForm) -> Iterator[tuple[int, Remark]]:
    game = form.typed_game
    for objection in all_objections(game):
        place = _PLACE.fullmatch(objection.field)
        if place is None:
            continue
        number, problem = int(place[1]), Problem(objection.problem)
        box = _box(form, number, place[2], objection)
        accepted = problem in game.rounds[number - 1].accepted
        if form[box].errors or _is_answered(form, problem, box):
            continue
        asks = problem in ASKABLE and problem is not Problem.TRICKS_UNKNOWN
        yield (
            number,
            Remark(problem.value, sentence_about(objection), box, asks, accepted),
        )


def _is_answered(form: SheetForm, problem: Problem, box: str) -> bool:
    """Whether somebody said already that nobody knows the tricks of this seat."""
    open_ = problem is Problem.TRICKS_UNKNOWN
    return open_ and form.of_game(box).data == NOBODY_KNOWS


def _on_game(more: tuple[FieldObjection, ...]) -> Iterator[tuple[int, Remark]]:
    for objection in more:
        if not _PLACE.fullmatch(objection.field):
            problem = str(objection.problem)
            yield 0, Remark(problem, sentence_about(objection), objection.field)


def _box(form: SheetForm, number: int, field: str, objection: FieldObjection) -> str:
    """The box that an objection is about: the row's first where it is about the row."""
    if field == "void_tricks":
        return f"r{number}-void"
    kind = _KINDS[field]
    if form.has_totals(number) and kind == "t":
        kind = "w"
    if objection.problem == Problem.TRICKS_UNKNOWN:
        kind = "a"
    return f"r{number}-{kind}{objection.seat or 0}"
