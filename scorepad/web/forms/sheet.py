"""The whole sheet as one form: a box for every bid, trick and total."""

from dataclasses import replace
from typing import Any

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import StringField
from wtforms.form import BaseForm

from scorepad.rules.wizard.game import Adjustment, BidChange, Game, Round, Trump
from scorepad.services.inputs import SheetEntry
from scorepad.services.play.recording import StoredGame
from scorepad.services.play.settling import Place, settled
from scorepad.web.forms.boxes import NumberBox
from scorepad.web.forms.sheet_boxes import (
    NOBODY_KNOWS,
    Holds,
    boxes_for,
    has_totals,
    holds_of,
    numbers_of,
    round_of,
    values_of,
)
from scorepad.web.forms.sheet_people import typed_people
from scorepad.web.forms.sheet_specials import (
    SPARE_CORRECTIONS,
    check_corrections,
    clouds_in,
    corrections_typed,
)


class SheetForm(BaseForm):
    """A sheet as stored, or as somebody sent it back.

    Boxes are named by round and seat: ``r3-b1`` is the bid of seat 1 in round 3,
    ``t`` its tricks, ``w`` the total written on an old sheet, ``a`` the answer to
    what that leaves open. ``f1`` is the final total of seat 1 where nothing else is
    known.
    """

    def __init__(
        self,
        stored: StoredGame,
        holds: Holds | None = None,
        sent: MultiDict[str, str] | None = None,
    ) -> None:
        self.stored = stored
        self.game, self._people_problems = typed_people(stored.game, sent)
        self.holds = holds_of(stored.game) or holds or Holds.TRICKS
        self.seats = range(len(self.game.players))
        self.numbers = numbers_of(self.game, self.holds)
        super().__init__(boxes_for(self.game, self.holds))
        # A page that was open since before such boxes were there says nothing of them.
        self._silent = {name for name in self._fields if sent and name not in sent}
        values = values_of(stored, self.holds) if sent is None else None
        self.process(sent, data=values)

    @property
    def may_change_holds(self) -> bool:
        """Whether nothing is written yet that depends on it."""
        return holds_of(self.game) is None

    def has_totals(self, number: int) -> bool:
        """Whether a round has boxes for totals, and not for tricks."""
        return has_totals(self.game, self.holds, number)

    def plays(self, number: int, seat: int) -> bool:
        """Whether somebody is there in a round; who is not has no boxes in it."""
        return f"r{number}-b{seat}" in self

    def playing(self, number: int) -> list[int]:
        """The seats that have boxes in a round."""
        return [seat for seat in self.seats if self.plays(number, seat)]

    def box(self, number: int, kind: str, seat: int | None = None) -> Any:
        """The box of a seat in a round, or one of the round itself."""
        return self.of_game(f"r{number}-{kind}{'' if seat is None else seat}")

    def of_game(self, name: str) -> Any:
        """A box by its name."""
        return self[name]

    @property
    def seen(self) -> int:
        """The revision that the form was made from; 0 where it does not say."""
        return self.of_game("seen").number or 0

    @property
    def entry(self) -> SheetEntry:
        """The sheet, ready to be recorded."""
        return SheetEntry(
            game=self.typed_game,
            seen=self.seen,
            counts=bool(self.of_game("counts").data),
        )

    @property
    def typed_game(self) -> Game:
        """The game as it was typed; what has no box stays as it is stored."""
        rounds = [self._typed_round(number) for number in self.numbers]
        while rounds and rounds[-1] == self._blank:
            rounds.pop()
        final = [self.of_game(f"f{seat}").number for seat in self._result_seats]
        known = [total for total in final if total is not None]
        game = replace(
            self.game,
            rounds=tuple(rounds),
            final_totals=tuple(known) if known and len(known) == len(final) else None,
            ended_after=_within(
                range(1, len(self.game.cards) + 1), self.of_game("ended")
            ),
            first_dealer=_within(self.seats, self.of_game("dealer")) or 0,
            adjustments=self._corrections,
            played_on=self.of_game("date").day or self.game.played_on,
            place=self.of_game("place").text,
            remark=self.of_game("remark").text,
        )
        return settled(game, self._answers())

    def lay_beside_stored(self) -> dict[str, str]:
        """Name what is stored where something else was typed.

        Rounds that were left wholly empty are filled from what is stored: whoever
        sent the form had not seen them. Sent again, the form replaces what is
        stored now.
        """
        stored = SheetForm(self.stored, self.holds)
        for number in self.numbers:
            if self._typed_round(number) == self._blank:
                for box in self._boxes_of(number):
                    box.data = (
                        stored.of_game(box.name).data if box.name in stored else ""
                    )
        self.of_game("seen").data = stored.of_game("seen").data
        return {
            box.name: stored._text_in(box.name)
            for box in self
            if isinstance(box, StringField)
            and (box.data or "") != stored._text_in(box.name)
        }

    def _text_in(self, name: str) -> str:
        return str(self.of_game(name).data or "") if name in self else ""

    def _boxes_of(self, number: int) -> list[Any]:
        return [box for box in self if box.name.startswith(f"r{number}-")]

    def _typed_round(self, number: int) -> Round:
        stored = round_of(self.game, number)
        totals = self.has_totals(number)
        beside = self._row(number, "w" if totals else "t")
        known = [total for total in beside if total is not None]
        whole = len(known) == len(self.playing(number))
        trump = self.box(number, "trump").data
        return replace(
            stored,
            bids=self._row(number, "b"),
            tricks=None if totals or not known else beside,
            totals=beside if totals and whole else None,
            trump=Trump(trump) if trump in set(Trump) else None,
            void_tricks=self.box(number, "void").number or 0,
            note=self.box(number, "note").text,
            bid_changes=self._changes(number),
            named_by=self._named_by(number, stored),
            later_trump=self._later_trump(number, stored),
            accepted=self.box(number, "ok").data or (),
        )

    @property
    def corrections(self) -> range:
        """The lines for points beside the rounds."""
        return range(len(self.game.adjustments) + SPARE_CORRECTIONS)

    def clouds(self, number: int) -> range:
        """The boxes for bids that moved in a round."""
        return range(clouds_in(self.game, round_of(self.game, number)))

    @property
    def _corrections(self) -> tuple[Adjustment, ...]:
        if "x0-points" in self._silent:
            return self.game.adjustments
        return corrections_typed(self, self.game)

    def _changes(self, number: int) -> tuple[BidChange, ...]:
        if f"r{number}-c0" in self._silent:
            return round_of(self.game, number).bid_changes
        typed = (self.box(number, "c", index).change for index in self.clouds(number))
        return tuple(change for change in typed if change)

    def _named_by(self, number: int, stored: Round) -> int | None:
        name = f"r{number}-by"
        if name not in self or name in self._silent:
            return stored.named_by
        return _within(self.seats, self.of_game(name))

    def _later_trump(self, number: int, stored: Round) -> Trump | None:
        name = f"r{number}-then"
        if name not in self or name in self._silent:
            return stored.later_trump
        typed = self.of_game(name).data
        return Trump(typed) if typed in set(Trump) else None

    def _row(self, number: int, kind: str) -> tuple[int | None, ...]:
        return tuple(
            self.box(number, kind, seat).number if self.plays(number, seat) else None
            for seat in self.seats
        )

    def _answers(self) -> dict[Place, int | None]:
        answers: dict[Place, int | None] = {}
        for number in self.numbers:
            for seat in self.playing(number) if self.has_totals(number) else ():
                box = self.box(number, "a", seat)
                if box.data == NOBODY_KNOWS or box.number is not None:
                    answers[number, seat] = box.number
        return answers

    def validate(self, extra_validators: Any = None) -> bool:
        """Judge the shape: numbers are numbers, and rows of totals are whole."""
        fine = super().validate(extra_validators)
        checks = (
            self._check_rows(),
            self._check_end(),
            self._check_dealer(),
            check_corrections(self, self.game),
        )
        for name, sentence in self._people_problems.items():
            self.of_game(name).errors = [sentence]
        return fine and all(checks) and not self._people_problems

    def _check_dealer(self) -> bool:
        box = self.of_game("dealer")
        if box.typed and _within(self.seats, box) is None:
            box.errors = [_("There is no such seat.")]
        return not box.errors

    def _check_rows(self) -> bool:
        rows = [
            [self.box(number, "w", seat) for seat in self.playing(number)]
            for number in self.numbers
            if self.has_totals(number)
        ]
        result = [self.of_game(f"f{seat}") for seat in self._result_seats]
        gaps = [box for row in [*rows, result] for box in _gaps(row)]
        for box in gaps:
            box.errors = [*box.errors, _("The total is missing here.")]
        return not gaps

    def _check_end(self) -> bool:
        box, rounds = self.of_game("ended"), len(self.game.cards)
        last = box.number if box.number is not None else rounds
        if not 1 <= last <= rounds:
            box.errors = [_("There is no such round.")]
        elif any(
            self._typed_round(number) != self._blank for number in self.numbers[last:]
        ):
            box.errors = [_("Rounds after it are written down: clear them first.")]
        return not box.errors

    @property
    def _blank(self) -> Round:
        return Round(bids=(None,) * len(self.seats))

    @property
    def _result_seats(self) -> range:
        return self.seats if self.holds is Holds.RESULT else range(0)


def _gaps(row: list[NumberBox]) -> list[NumberBox]:
    """The empty boxes of a row that has been begun."""
    empty = [box for box in row if not box.typed]
    return empty if len(empty) < len(row) else []


def _within(possible: range, box: NumberBox) -> int | None:
    return box.number if box.number in possible else None
