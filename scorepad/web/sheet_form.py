"""The whole sheet as one form: a box for every bid, trick and total."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import Any

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, SelectMultipleField
from wtforms.form import BaseForm

from scorepad.games.documents import Model, schema_of
from scorepad.games.wizard import ASKABLE, Problem, schedule, seating
from scorepad.games.wizard.models import Adjustment, BidChange, Game, Holds, Round
from scorepad.services import stored_games, validation
from scorepad.web import forms

Typed = tuple[Game, dict[str, str]]
"""A game as typed, and errors by box."""

UNKNOWN = "unknown"  # the answer about tricks that are not known

Spec = Mapping[str, tuple[str, str]]
"""Boxes by name: the kind of box, and the field of the model that it is for.

A *text* has as many characters as its field accepts.
"""

OF_GAME: Spec = {
    "date": ("day", "played_on"),
    "place": ("text", "place"),
    "remark": ("text", "remark"),
    "ended": ("round", "ended_after"),
    "dealer": ("seat", "first_dealer"),
}
OF_ROUND: Spec = {
    "trump": ("trump", "trump"),
    "void": ("number", "void_tricks"),
    "note": ("text", "note"),
    "by": ("seat", "named_by"),
    "then": ("trump", "later_trump"),
}
ONLY_WITH = {"by": schedule.Extra.WEREWOLF, "then": schedule.Extra.VAMPIRE}
"""Boxes that a round has only if this card is in the deck, or a value is stored."""
OF_CORRECTION: Spec = {
    "seat": ("seat", "seat"),
    "points": ("number", "points"),
    "round": ("round", "round_"),
    "why": ("text", "reason"),
}
Boxes = Iterator[tuple[str, Any, object]]  # names, empty boxes, and their stored values


class SheetForm(BaseForm):
    """A sheet as stored, or as it was sent.

    Boxes are named by round and seat: ``r3-b1`` is the bid of seat 1 in round 3, ``t``
    its tricks, ``w`` the total written on an old sheet, ``a`` the answer to a question
    about it. ``r3-unwritten`` is ticked for an unwritten round. ``f1`` is the final
    total of seat 1 if only that is known. ``j1`` is the round in which the seat joined,
    ``s1`` its total at the start, ``l1`` its last round. Boxes that were not sent, as
    by a page opened before an update, keep the stored value.
    """

    def __init__(
        self,
        stored: stored_games.StoredGame,
        holds: str | None = None,
        sent: MultiDict[str, str] | None = None,
        people: Typed | None = None,
    ) -> None:
        self.stored = stored
        unchanged: Typed = (stored.game, {})
        self.game, self._wrong_people = people or unchanged
        self._sent = sent
        chosen = Holds(holds) if holds in set(Holds) else Holds.TRICKS
        self.holds = stored.game.holds or chosen
        self.seats = range(len(self.game.players))
        is_result = self.holds is Holds.RESULT
        self.numbers = range(1, 1 if is_result else len(self.game.cards) + 1)
        self._scored = self.seats if is_result else ()
        lines = len(self.game.adjustments) + 2  # the last ones are empty
        self.corrections = range(min(lines, max_length(Game, "adjustments")))
        number, rounds = forms.NumberBox, range(1, len(self.game.cards) + 1)
        no_seat, no_round = _("Choose a seat."), _("Enter a round of this game.")
        self._kinds: Mapping[str, Callable[[], Any]] = {
            "day": forms.DayBox,
            "number": number,
            "seat": partial(number, within=self.seats, otherwise=no_seat),
            "round": partial(number, within=rounds, otherwise=no_round),
            "trump": partial(forms.Choice, "", *schedule.Trump, default=""),
        }
        boxes = tuple(self._boxes())
        super().__init__({name: box for name, box, _value in boxes})
        self.process(sent, data={name: value for name, _box, value in boxes})

    def __getitem__(self, name: str) -> Any:
        """Return a box by its name."""
        return super().__getitem__(name)

    def box(self, number: int, kind: str, seat: int | None = None) -> Any:
        """Return the box of a seat in a round, or one of the round itself."""
        return self[f"r{number}-{kind}{'' if seat is None else seat}"]

    def has_totals(self, number: int) -> bool:
        """Whether a round has boxes for totals; one played on a phone has tricks."""
        round_, sent = _round_of(self.game, number), self._sent
        if round_.unwritten if sent is None else f"r{number}-unwritten" in sent:
            return True
        played = round_.totals is None and round_.tricks is not None
        return self.holds is Holds.TOTALS and not played

    def playing(self, number: int) -> tuple[int, ...]:
        """Return the seats that have boxes in a round."""
        return seating.present_in(self.game, number)

    def clouds(self, number: int) -> range:
        """Return the indexes of the boxes for changed bids in a round."""
        made, edition = len(_round_of(self.game, number).bid_changes), self.game.edition
        if schedule.Extra.CLOUD not in edition:
            return range(made)
        # Witch or Vampire can bring it back.
        comes_back = edition & {schedule.Extra.WITCH, schedule.Extra.VAMPIRE}
        boxes = max(made + 1, 2) if comes_back else max(made, 1)
        return range(min(boxes, max_length(Round, "bid_changes")))

    def _boxes(self) -> Boxes:
        kept, number = self.stored.game, forms.NumberBox
        yield "seen", number(), self.stored.row.revision
        yield "counts", BooleanField(), self.stored.row.counts
        yield from self._boxes_for(OF_GAME, "", type(kept), kept)
        came = {each.seat: each for each in kept.joined}
        left = {each.seat: each.after_round for each in kept.left}
        for seat in self.seats:
            late = came.get(seat)
            yield f"j{seat}", number(), late and late.round_
            yield f"s{seat}", number(), late and late.start_total
            yield f"l{seat}", number(), left.get(seat)
            if seat in self._scored:
                yield f"f{seat}", number(), _at(kept.final_totals, seat)
        for index, made in zip_longest(self.corrections, kept.adjustments):
            yield from self._boxes_for(OF_CORRECTION, f"x{index}-", Adjustment, made)
        for at in self.numbers:
            yield from self._boxes_of(at, _round_of(kept, at))

    def _boxes_for(
        self, spec: Spec, start: str, model: type[Model], kept: object
    ) -> Boxes:
        for name, (kind, field) in spec.items():
            extra, stored = ONLY_WITH.get(name), getattr(kept, field, None)
            if extra is None or extra in self.game.edition or stored is not None:
                if kind == "text":
                    box = forms.LineBox(most=max_length(model, field))
                else:
                    box = self._kinds[kind]()
                is_empty = stored is None or (kind == "number" and stored == 0)
                yield start + name, box, "" if is_empty else stored

    def _boxes_of(self, number: int, kept: Round) -> Boxes:
        start, box = f"r{number}-", forms.NumberBox
        yield from self._boxes_for(OF_ROUND, start, Round, kept)
        yield f"{start}unwritten", BooleanField(), kept.unwritten
        yield f"{start}ok", SelectMultipleField(validate_choice=False), kept.accepted
        made = [f"{each.seat}{each.by:+d}" for each in kept.bid_changes]
        known = [f"{seat}{by}" for seat in self.seats for by in ("+1", "-1")]
        for index, text in zip_longest(self.clouds(number), made, fillvalue=""):
            yield f"{start}c{index}", forms.Choice("", *known), text
        for seat in self.playing(number):
            bid, tricks = kept.bids[seat], _at(kept.tricks, seat)
            yield f"{start}b{seat}", box(), bid
            if self.has_totals(number):
                answer = "" if tricks is None else str(tricks)
                is_accepted = Problem.TRICKS_UNKNOWN in kept.accepted
                if tricks is None and bid is not None and is_accepted:
                    answer = UNKNOWN
                choices = range(self.game.cards[number - 1] + 1)
                yield f"{start}w{seat}", box(), _at(kept.totals, seat)
                # If it is not sent, its question was not asked, and it is dropped.
                stored = answer if self._sent is None else ""
                yield f"{start}a{seat}", forms.Choice("", UNKNOWN, *choices), stored
            else:
                yield f"{start}t{seat}", box(), tricks

    @property
    def typed_game(self) -> Game:
        """Return the game as typed; what has no box keeps the stored value."""
        rounds = [self._typed_round(number) for number in self.numbers]
        while rounds and rounds[-1] == _blank(self.game):
            rounds.pop()
        final = tuple(self[f"f{seat}"].value for seat in self._scored)
        fines = [self._values(OF_CORRECTION, f"x{at}-") for at in self.corrections]
        answers = {
            (number, seat): None if answer == UNKNOWN else answer
            for number in filter(self.has_totals, self.numbers)
            for seat in self.playing(number)
            if (answer := self.box(number, "a", seat).value) is not None
        }
        values = self._values(OF_GAME)
        values |= {
            "rounds": tuple(rounds),
            "final_totals": final if final and None not in final else None,
            "first_dealer": values["first_dealer"] or 0,
            "adjustments": tuple(
                Adjustment(**{**each, "reason": each["reason"] or ""})
                for each in fines
                if each["points"] and each["seat"] is not None
            ),
            "played_on": values["played_on"] or self.game.played_on,
        }
        return validation.with_answers(replace(self.game, **values), answers)

    def _values(self, spec: Spec, start: str = "") -> dict[str, Any]:
        return {
            field: self[start + name].value
            for name, (_, field) in spec.items()
            if start + name in self
        }

    def fill_unseen(self) -> "SheetForm":
        """Fill rounds that were sent empty from what is stored; return that.

        The sender had not seen them. Sent again, the form overwrites stored values.
        """
        stored = SheetForm(self.stored, self.holds)
        for number in self.numbers:
            if self._typed_round(number) == _blank(self.game):
                for box in self:
                    if box.name.startswith(f"r{number}-"):
                        box.data = stored[box.name].data if box.name in stored else ""
        self["seen"].data = stored["seen"].data
        return stored

    def _typed_round(self, number: int) -> Round:
        totals = self.has_totals(number)
        beside = self._row(number, "w" if totals else "t")
        known = len(beside) - beside.count(None)
        values = self._values(OF_ROUND, f"r{number}-")
        values["void_tricks"] = values["void_tricks"] or 0
        changes = (self.box(number, "c", index).value for index in self.clouds(number))
        accepted = self.box(number, "ok").data or ()
        return replace(
            _round_of(self.game, number),
            bids=self._row(number, "b"),
            tricks=None if totals or not known else beside,
            totals=beside if totals and known == len(self.playing(number)) else None,
            unwritten=bool(self.box(number, "unwritten").data),
            bid_changes=tuple(BidChange(int(c[0]), int(c[1:])) for c in changes if c),
            accepted=tuple(Problem(each) for each in accepted if each in ASKABLE),
            **values,
        )

    def _row(self, number: int, kind: str) -> tuple[int | None, ...]:
        there = self.playing(number)
        return tuple(
            self.box(number, kind, seat).value if seat in there else None
            for seat in self.seats
        )

    def validate(self, extra_validators: Any = None) -> bool:
        """Check the input: numbers are numbers, and rows of totals are complete."""
        fine = super().validate(extra_validators)
        wrong = dict(self._wrong())
        for name, sentence in wrong.items():
            self[name].errors = [sentence]
        return fine and not wrong

    def _wrong(self) -> Iterator[tuple[str, str]]:
        last = self["ended"].value or len(self.game.cards)
        later = map(self._typed_round, self.numbers[last:])
        if any(each != _blank(self.game) for each in later):
            yield "ended", _("Later rounds are already filled in. Clear them first.")
        rows = (
            [self.box(number, "w", seat) for seat in self.playing(number)]
            for number in filter(self.has_totals, self.numbers)
        )
        for row in ([self[f"f{seat}"] for seat in self._scored], *rows):
            empty = [box.name for box in row if not (box.data or "").strip()]
            for name in empty if len(empty) < len(row) else ():
                yield name, _("The total is missing here.")
        for index in self.corrections:
            whom, points, _round, why = (self[f"x{index}-{n}"] for n in OF_CORRECTION)
            is_begun = (points.data or "").strip() or why.value
            if is_begun and whom.value is None:
                yield whom.name, _("Choose a seat.")
            if is_begun and not points.value and not points.errors:
                sentence = _("Points are a whole number other than 0, like −20 or 10.")
                yield points.name, sentence
        yield from self._wrong_people.items()


def max_length(model: type[Model], field: str) -> int:
    """Return how many characters or items a field may have, by its ``MaxLen``."""
    schema = schema_of(model)["properties"][field]
    limits = schema.get("anyOf", [schema])[0]
    most: int = limits.get("maxLength") or limits["maxItems"]
    return most


def _round_of(game: Game, number: int) -> Round:
    return game.rounds[number - 1] if number <= len(game.rounds) else _blank(game)


def _blank(game: Game) -> Round:
    return Round(bids=(None,) * len(game.players))


def _at(row: tuple[int | None, ...] | None, seat: int) -> int | None:
    return None if row is None else row[seat]
