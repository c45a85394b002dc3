"""The whole sheet as one form: a box for every bid, trick and total."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import Any

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, SelectMultipleField, StringField
from wtforms.form import BaseForm

from scorepad.games.wizard import ASKABLE, Problem
from scorepad.games.wizard.models import Adjustment, Game, Joined, Left, Round
from scorepad.games.wizard.schedule import Extra, Trump
from scorepad.games.wizard.seating import present_in, with_cards
from scorepad.services.requests import FieldObjection, GameEntry, SheetEntry
from scorepad.services.stored_games import StoredGame
from scorepad.services.validation import (
    Place,
    objections_to_settings,
    open_tricks,
    settled,
)
from scorepad.web import forms
from scorepad.web.middleware.languages import sentence_about

_OF_ROUND = re.compile(r"r([0-9]{1,2})-([a-z]+)([0-9]{0,2})")
Typed = tuple[Game, dict[str, str]]  # the game as typed, and errors by box


def typed_people(game: Game, sent: Mapping[str, str] | None) -> Typed:
    """Read who came late or left early; if that is wrong or missing, return *game*."""
    seats = range(len(game.players))
    names = [f"{kind}{seat}" for seat in seats for kind in "jsl"]
    if sent is None or not sent.keys() & set(names):
        return game, {}
    number = {name: forms.number_in(sent.get(name)) for name in names}
    joined = tuple(
        Joined(seat, round_, number[f"s{seat}"] or 0)
        for seat in seats
        if (round_ := number[f"j{seat}"]) not in {None, 1}
    )
    left = tuple(
        Left(seat, round_)
        for seat in seats
        if (round_ := number[f"l{seat}"]) is not None
    )
    if (joined, left) == (game.joined, game.left):
        return game, {}
    wanted = replace(game, joined=joined, left=left)
    ended = replace(wanted, ended_after=forms.number_in(sent.get("ended")))
    if problems := _problems(ended, number):
        return game, problems
    wanted = with_cards(wanted)
    lost = dict(_lost_by(wanted, sent))
    return (game, lost) if lost else (wanted, {})


def _problems(game: Game, number: Mapping[str, int | None]) -> dict[str, str]:
    came = {each.seat: each.round_ for each in game.joined}
    found = {
        f"s{seat}": _("The total is missing here.")
        for seat in came
        if number[f"s{seat}"] is None
    }
    found |= {
        f"l{each.seat}": _("Nobody can leave before joining.")
        for each in game.left
        if each.after_round < came.get(each.seat, 1)
    }
    if found:
        return found
    entry = GameEntry(game=replace(game, rounds=()), player_ids=())
    objections = objections_to_settings(entry)
    return {_box(game, each): sentence_about(each) for each in objections}


def _box(game: Game, objection: FieldObjection) -> str:
    key, *where = objection.field.split("/")
    if key == "joined" and where:
        return f"j{game.joined[int(where[0])].seat}"
    if key == "left" and where:
        return f"l{game.left[int(where[0])].seat}"
    return f"j{game.joined[0].seat}" if game.joined else "l0"


def _lost_by(game: Game, sent: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    late = {each.seat for each in game.joined}
    for key, text in sent.items():
        place = _OF_ROUND.fullmatch(key)
        if place is None or not text.strip():
            continue
        number, seat = int(place[1]), int(place[3] or 0)
        beyond = number > len(game.cards)
        if beyond or (place[3] and seat not in present_in(game, number)):
            yield (
                f"{'j' if seat in late or beyond else 'l'}{seat}",
                _(
                    "Round %(number)s already has entries. Clear them first.",
                    number=number,
                ),
            )
            return


_BLANK = Round(bids=())

SPARE_CORRECTIONS = 2  # the number of empty lines for corrections


class Holds(StrEnum):
    """What a sheet contains besides the bids."""

    TRICKS = "tricks"
    TOTALS = "totals"
    RESULT = "result"


Spec = Mapping[str, tuple[Any, str]]
"""Boxes by name: the box's class, and the field of the model that it is for."""

OF_GAME: Spec = {
    "date": (forms.DayBox, "played_on"),
    "place": (partial(forms.LineBox, most=100), "place"),
    "remark": (forms.LineBox, "remark"),
    "ended": (forms.NumberBox, "ended_after"),
    "dealer": (forms.NumberBox, "first_dealer"),
}
_TRUMP = partial(forms.Choice, "", *Trump, default="")
OF_ROUND: Spec = {
    "trump": (_TRUMP, "trump"),
    "void": (forms.NumberBox, "void_tricks"),
    "note": (partial(forms.LineBox, most=200), "note"),
    "by": (forms.NumberBox, "named_by"),
    "then": (_TRUMP, "later_trump"),
}
ONLY_WITH = {"by": Extra.WEREWOLF, "then": Extra.VAMPIRE}
"""Boxes that a round has only if this card is in the deck, or a value is stored."""
OF_CORRECTION: Spec = {
    "seat": (forms.NumberBox, "seat"),
    "points": (forms.NumberBox, "points"),
    "round": (forms.NumberBox, "round_"),
    "why": (partial(forms.LineBox, most=200), "reason"),
}
Boxes = Iterator[tuple[str, Any, object]]  # names, empty boxes, and their stored values


def holds_of(game: Game) -> Holds | None:
    """Return what the sheet of a game contains, or ``None`` if it is empty."""
    if game.final_totals is not None:
        return Holds.RESULT
    if any(each.totals is not None and not each.unwritten for each in game.rounds):
        return Holds.TOTALS
    if any(round_.tricks is not None for round_ in game.rounds):
        return Holds.TRICKS
    return None


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
        stored: StoredGame,
        holds: Holds | None = None,
        sent: MultiDict[str, str] | None = None,
    ) -> None:
        self.stored = stored
        self.game, self._people_problems = typed_people(stored.game, sent)
        self._unwritten = {
            number
            for number in range(1, len(self.game.cards) + 1)
            if (
                _round_of(self.game, number).unwritten
                if sent is None
                else f"r{number}-unwritten" in sent
            )
        }
        self.holds = holds_of(stored.game) or holds or Holds.TRICKS
        self.seats = range(len(self.game.players))
        rounds = 0 if self.holds is Holds.RESULT else len(self.game.cards)
        self.numbers = range(1, rounds + 1)
        self.corrections = range(len(self.game.adjustments) + SPARE_CORRECTIONS)
        boxes = tuple(self._boxes())
        super().__init__({name: box for name, box, _value in boxes})
        self.process(sent, data={name: value for name, _box, value in boxes})

    def __getitem__(self, name: str) -> Any:
        """Return a box by its name."""
        return super().__getitem__(name)

    def box(self, number: int, kind: str, seat: int | None = None) -> Any:
        """Return the box of a seat in a round, or one of the round itself."""
        return self[f"r{number}-{kind}{'' if seat is None else seat}"]

    @property
    def may_change_holds(self) -> bool:
        """Whether no entry depends on what the sheet contains."""
        return holds_of(self.game) is None

    def has_totals(self, number: int) -> bool:
        """Whether a round has boxes for totals; one played on a phone has tricks."""
        if number in self._unwritten:
            return True
        round_ = _round_of(self.game, number)
        played = round_.totals is None and round_.tricks is not None
        return self.holds is Holds.TOTALS and not played

    def playing(self, number: int) -> tuple[int, ...]:
        """Return the seats that have boxes in a round."""
        return present_in(self.game, number)

    def clouds(self, number: int) -> range:
        """Return the indexes of the boxes for changed bids in a round."""
        made, edition = len(_round_of(self.game, number).bid_changes), self.game.edition
        if Extra.CLOUD not in edition:
            return range(made)
        # Witch or Vampire can bring it back.
        comes_back = edition & {Extra.WITCH, Extra.VAMPIRE}
        return range(max(made + 1, 2) if comes_back else max(made, 1))

    def _boxes(self) -> Boxes:
        kept = self.stored.game
        yield "seen", forms.NumberBox(), str(self.stored.row.revision)
        yield "counts", BooleanField(), self.stored.row.counts
        for name, (box, field) in OF_GAME.items():
            yield name, box(), _text(getattr(kept, field))
        came = {each.seat: each for each in kept.joined}
        left = {each.seat: each.after_round for each in kept.left}
        for seat in self.seats:
            late = came.get(seat)
            yield f"j{seat}", forms.NumberBox(), _text(late and late.round_)
            yield f"s{seat}", forms.NumberBox(), _text(late and late.start_total)
            yield f"l{seat}", forms.NumberBox(), _text(left.get(seat))
            if self.holds is Holds.RESULT:
                yield f"f{seat}", forms.NumberBox(), _text(_at(kept.final_totals, seat))
        made = dict(enumerate(kept.adjustments))
        for index in self.corrections:
            for name, (box, field) in OF_CORRECTION.items():
                text = _text(getattr(made.get(index), field, None))
                yield f"x{index}-{name}", box(), text
        unknown = open_tricks(kept)
        for number in self.numbers:
            yield from self._boxes_of(number, _round_of(kept, number), unknown)

    def _boxes_of(
        self, number: int, kept: Round, unknown: dict[Place, tuple[int, ...]]
    ) -> Boxes:
        start = f"r{number}-"
        for name, (box, field) in OF_ROUND.items():
            extra, stored = ONLY_WITH.get(name), getattr(kept, field)
            if extra is None or extra in self.game.edition or stored is not None:
                usual = stored == getattr(_BLANK, field)
                yield start + name, box(), "" if usual else _text(stored)
        yield f"{start}unwritten", BooleanField(), kept.unwritten
        yield f"{start}ok", SelectMultipleField(validate_choice=False), kept.accepted
        changes = dict(enumerate(kept.bid_changes))
        for index in self.clouds(number):
            made = changes.get(index)
            text = f"{made.seat}{made.by:+d}" if made else ""
            yield f"{start}c{index}", forms.ChangeBox(seats=len(self.seats)), text
        for seat in self.playing(number):
            told = _at(kept.tricks, seat)
            yield f"{start}b{seat}", forms.NumberBox(), _text(kept.bids[seat])
            if not self.has_totals(number):
                yield f"{start}t{seat}", forms.NumberBox(), _text(told)
                continue
            gone = Problem.TRICKS_UNKNOWN in kept.accepted and told is None
            answer = (
                forms.NOBODY_KNOWS
                if gone and (number, seat) in unknown
                else _text(told)
            )
            yield f"{start}w{seat}", forms.NumberBox(), _text(_at(kept.totals, seat))
            yield f"{start}a{seat}", forms.AnswerBox(), answer

    @property
    def entry(self) -> SheetEntry:
        """Return the sheet to save; a missing revision counts as 0."""
        return SheetEntry(
            game=self.typed_game,
            seen=self["seen"].value or 0,
            counts=bool(self["counts"].data),
            word=self.game.word,
        )

    @property
    def typed_game(self) -> Game:
        """Return the game as typed; what has no box keeps the stored value."""
        rounds = [self._typed_round(number) for number in self.numbers]
        while rounds and rounds[-1] == self._blank:
            rounds.pop()
        final = [box.value for box in self._result]
        known = tuple(total for total in final if total is not None)
        said = {field: self[name].value for name, (_, field) in OF_GAME.items()}
        said |= {
            "rounds": tuple(rounds),
            "final_totals": known if known and len(known) == len(final) else None,
            "ended_after": _within(range(1, len(self.game.cards) + 1), self["ended"]),
            "first_dealer": _within(self.seats, self["dealer"]) or 0,
            "adjustments": tuple(self._typed_corrections()),
            "played_on": said["played_on"] or self.game.played_on,
        }
        return settled(replace(self.game, **said), self._answers())

    def compare_with_stored(self) -> dict[str, str]:
        """Return the stored values of boxes in which something else was typed.

        Rounds that were sent empty are filled from what is stored: the sender had not
        seen them. Sent again, the form overwrites the stored values.
        """
        stored = SheetForm(self.stored, self.holds)
        texts = {box.name: str(box.data or "") for box in stored}
        for number in self.numbers:
            if self._typed_round(number) == self._blank:
                for box in self:
                    if box.name.startswith(f"r{number}-"):
                        box.data = stored[box.name].data if box.name in stored else ""
        self["seen"].data = stored["seen"].data
        return {
            box.name: texts.get(box.name, "")
            for box in self
            if isinstance(box, StringField)
            and (box.data or "") != texts.get(box.name, "")
        }

    def _typed_round(self, number: int) -> Round:
        stored = _round_of(self.game, number)
        totals = self.has_totals(number)
        beside = self._row(number, "w" if totals else "t")
        known = [total for total in beside if total is not None]
        whole = len(known) == len(self.playing(number))
        said = {
            field: getattr(_BLANK, field) if value is None else value
            for name, (_, field) in OF_ROUND.items()
            if f"r{number}-{name}" in self
            for value in (self.box(number, name).value,)
        }
        if said.get("named_by") not in self.seats:
            said["named_by"] = None if "named_by" in said else stored.named_by
        changes = (self.box(number, "c", index).value for index in self.clouds(number))
        accepted = self.box(number, "ok").data or ()
        return replace(
            stored,
            bids=self._row(number, "b"),
            tricks=None if totals or not known else beside,
            totals=beside if totals and whole else None,
            unwritten=bool(self.box(number, "unwritten").data),
            bid_changes=tuple(change for change in changes if change),
            accepted=tuple(Problem(each) for each in accepted if each in ASKABLE),
            **said,
        )

    def _row(self, number: int, kind: str) -> tuple[int | None, ...]:
        there = self.playing(number)
        return tuple(
            self.box(number, kind, seat).value if seat in there else None
            for seat in self.seats
        )

    def _typed_corrections(self) -> Iterator[Adjustment]:
        for index in self.corrections:
            whom, points, number, why = self._correction(index)
            if points.value and whom.value in self.seats:
                reason = why.value or ""
                yield Adjustment(whom.value, points.value, reason, number.value)

    def _correction(self, index: int) -> list[Any]:
        return [self[f"x{index}-{name}"] for name in OF_CORRECTION]

    def _answers(self) -> dict[Place, int | None]:
        answers: dict[Place, int | None] = {}
        for number in self.numbers:
            for seat in self.playing(number) if self.has_totals(number) else ():
                box = self.box(number, "a", seat)
                if box.data == forms.NOBODY_KNOWS or box.value is not None:
                    answers[number, seat] = box.value
        return answers

    def validate(self, extra_validators: Any = None) -> bool:
        """Check the input: numbers are numbers, and rows of totals are complete."""
        fine = super().validate(extra_validators)
        wrong = dict(self._wrong())
        for name, sentence in wrong.items():
            self[name].errors = [sentence]
        return fine and not wrong

    def _wrong(self) -> Iterator[tuple[str, str]]:
        rounds = len(self.game.cards)
        dealer, ended = self["dealer"], self["ended"]
        if dealer.typed and _within(self.seats, dealer) is None:
            yield "dealer", _("There is no such seat.")
        last = ended.value if ended.value is not None else rounds
        if not 1 <= last <= rounds:
            yield "ended", _("There is no such round.")
        elif any(
            self._typed_round(each) != self._blank for each in self.numbers[last:]
        ):
            yield "ended", _("Later rounds are already filled in. Clear them first.")
        for row in (self._result, *map(self._written, self.numbers)):
            empty = [box.name for box in row if not box.typed]
            for name in empty if len(empty) < len(row) else ():
                yield name, _("The total is missing here.")
        yield from self._wrong_corrections()
        yield from self._people_problems.items()

    def _wrong_corrections(self) -> Iterator[tuple[str, str]]:
        for index in self.corrections:
            whom, points, number, why = self._correction(index)
            is_begun = points.typed or why.value
            if is_begun and whom.value not in self.seats:
                yield whom.name, _("There is no such seat.")
            if is_begun and not points.value and not points.errors:
                sentence = _("Points are a whole number other than 0, like −20 or 10.")
                yield points.name, sentence
            rounds = range(1, len(self.game.cards) + 1)
            if number.typed and number.value not in rounds:
                yield number.name, _("There is no such round.")

    def _written(self, number: int) -> list[forms.NumberBox]:
        if not self.has_totals(number):
            return []
        return [self.box(number, "w", seat) for seat in self.playing(number)]

    @property
    def _result(self) -> list[forms.NumberBox]:
        seats = self.seats if self.holds is Holds.RESULT else ()
        return [self[f"f{seat}"] for seat in seats]

    @property
    def _blank(self) -> Round:
        return Round(bids=(None,) * len(self.seats))


def differences(
    stored: StoredGame, first: Game, second: Game
) -> dict[str, tuple[str, str]]:
    """Return both texts of each box in which two typings of a *stored* game differ."""
    one, other = (
        {box.name: box.data or "" for box in form if isinstance(box, StringField)}
        for game in (first, second)
        for form in [SheetForm(stored._replace(game=game))]
    )
    both = {name: (one.get(name, ""), other.get(name, "")) for name in one | other}
    return {name: texts for name, texts in both.items() if len({*texts}) > 1}


def _round_of(game: Game, number: int) -> Round:
    if number <= len(game.rounds):
        return game.rounds[number - 1]
    return Round(bids=(None,) * len(game.players))


def _at(row: tuple[int | None, ...] | None, seat: int) -> int | None:
    return None if row is None else row[seat]


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _within(possible: range, box: forms.NumberBox) -> int | None:
    return box.value if box.value in possible else None
