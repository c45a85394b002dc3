"""The whole sheet as one form: a box for every bid, trick and total."""

import re
from collections.abc import Callable, Iterator, Mapping
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
    lost = _lost_by(wanted, sent)
    return (game, lost) if lost else (wanted, {})


def _problems(game: Game, number: Mapping[str, int | None]) -> dict[str, str]:
    came = {each.seat: each.round_ for each in game.joined}
    found = {
        f"s{seat}": _("The total is missing here.")
        for seat in came
        if number[f"s{seat}"] is None
    }
    found |= {
        f"l{each.seat}": _("A player can’t leave before joining.")
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
    if key in {"joined", "left"} and where:
        return f"{key[0]}{getattr(game, key)[int(where[0])].seat}"
    return f"j{game.joined[0].seat}" if game.joined else "l0"


def _lost_by(game: Game, sent: Mapping[str, str]) -> dict[str, str]:
    late = {each.seat for each in game.joined}
    for key, text in sent.items():
        place = _OF_ROUND.fullmatch(key)
        if place is None or not text.strip():
            continue
        number, seat = int(place[1]), int(place[3] or 0)
        beyond = number > len(game.cards)
        if beyond or (place[3] and seat not in present_in(game, number)):
            said = _("Round %(number)s already has entries. Clear them first.")
            box = f"{'j' if seat in late or beyond else 'l'}{seat}"
            return {box: said % {"number": number}}
    return {}


SPARE_CORRECTIONS = 2  # the number of empty lines for corrections


class Holds(StrEnum):
    """What a sheet contains besides the bids."""

    TRICKS = "tricks"
    TOTALS = "totals"
    RESULT = "result"


Spec = Mapping[str, tuple[str, str]]
"""Boxes by name: the kind of box, and the field of the model that it is for."""

OF_GAME: Spec = {
    "date": ("day", "played_on"),
    "place": ("short", "place"),
    "remark": ("long", "remark"),
    "ended": ("round", "ended_after"),
    "dealer": ("seat", "first_dealer"),
}
OF_ROUND: Spec = {
    "trump": ("trump", "trump"),
    "void": ("number", "void_tricks"),
    "note": ("line", "note"),
    "by": ("seat", "named_by"),
    "then": ("trump", "later_trump"),
}
ONLY_WITH = {"by": Extra.WEREWOLF, "then": Extra.VAMPIRE}
"""Boxes that a round has only if this card is in the deck, or a value is stored."""
OF_CORRECTION: Spec = {
    "seat": ("seat", "seat"),
    "points": ("number", "points"),
    "round": ("round", "round_"),
    "why": ("line", "reason"),
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
        holds: str | None = None,
        sent: MultiDict[str, str] | None = None,
    ) -> None:
        self.stored = stored
        self.game, self._people_problems = typed_people(stored.game, sent)
        self._sent = sent
        chosen = Holds(holds) if holds in set(Holds) else Holds.TRICKS
        self.holds = holds_of(stored.game) or chosen
        self.seats = range(len(self.game.players))
        rounds = 0 if self.holds is Holds.RESULT else len(self.game.cards)
        self.numbers = range(1, rounds + 1)
        self.corrections = range(len(self.game.adjustments) + SPARE_CORRECTIONS)
        self._kinds = self._kinds_of_boxes()
        boxes = tuple(self._boxes())
        super().__init__({name: box for name, box, _value in boxes})
        self.process(sent, data={name: value for name, _box, value in boxes})

    def _kinds_of_boxes(self) -> Mapping[str, Callable[[], Any]]:
        number, rounds = forms.NumberBox, range(1, len(self.game.cards) + 1)
        no_seat, no_round = _("Choose a seat."), _("Enter a round of this game.")
        return {
            "day": forms.DayBox,
            "short": partial(forms.LineBox, most=100),
            "line": partial(forms.LineBox, most=200),
            "long": forms.LineBox,
            "number": number,
            "seat": partial(number, within=self.seats, otherwise=no_seat),
            "round": partial(number, within=rounds, otherwise=no_round),
            "trump": partial(forms.Choice, "", *Trump, default=""),
        }

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
        round_, sent = _round_of(self.game, number), self._sent
        if round_.unwritten if sent is None else f"r{number}-unwritten" in sent:
            return True
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
        yield "seen", forms.NumberBox(), self.stored.row.revision
        yield "counts", BooleanField(), self.stored.row.counts
        for name, (kind, field) in OF_GAME.items():
            yield name, self._kinds[kind](), getattr(kept, field)
        came = {each.seat: each for each in kept.joined}
        left = {each.seat: each.after_round for each in kept.left}
        for seat in self.seats:
            late = came.get(seat)
            yield f"j{seat}", forms.NumberBox(), late and late.round_
            yield f"s{seat}", forms.NumberBox(), late and late.start_total
            yield f"l{seat}", forms.NumberBox(), left.get(seat)
            if self.holds is Holds.RESULT:
                yield f"f{seat}", forms.NumberBox(), _at(kept.final_totals, seat)
        made = dict(enumerate(kept.adjustments))
        for index in self.corrections:
            for name, (kind, field) in OF_CORRECTION.items():
                value = getattr(made.get(index), field, None)
                yield f"x{index}-{name}", self._kinds[kind](), value
        unknown = open_tricks(kept)
        for number in self.numbers:
            yield from self._boxes_of(number, _round_of(kept, number), unknown)

    def _boxes_of(
        self, number: int, kept: Round, unknown: dict[Place, tuple[int, ...]]
    ) -> Boxes:
        start = f"r{number}-"
        for name, (kind, field) in OF_ROUND.items():
            extra, stored = ONLY_WITH.get(name), getattr(kept, field)
            if extra is None or extra in self.game.edition or stored is not None:
                is_usual = stored == getattr(_blank(self.game), field)
                yield start + name, self._kinds[kind](), "" if is_usual else stored
        yield f"{start}unwritten", BooleanField(), kept.unwritten
        yield f"{start}ok", SelectMultipleField(validate_choice=False), kept.accepted
        changes = dict(enumerate(kept.bid_changes))
        for index in self.clouds(number):
            made = changes.get(index)
            text = f"{made.seat}{made.by:+d}" if made else None
            yield f"{start}c{index}", forms.ChangeBox(seats=len(self.seats)), text
        for seat in self.playing(number):
            told = _at(kept.tricks, seat)
            yield f"{start}b{seat}", forms.NumberBox(), kept.bids[seat]
            if not self.has_totals(number):
                yield f"{start}t{seat}", forms.NumberBox(), told
                continue
            gone = Problem.TRICKS_UNKNOWN in kept.accepted and told is None
            is_unknown = gone and (number, seat) in unknown
            answer = forms.NOBODY_KNOWS if is_unknown else told
            yield f"{start}w{seat}", forms.NumberBox(), _at(kept.totals, seat)
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
        while rounds and rounds[-1] == _blank(self.game):
            rounds.pop()
        final = tuple(box.value for box in self._result)
        said = {field: self[name].value for name, (_, field) in OF_GAME.items()}
        said |= {
            "rounds": tuple(rounds),
            "final_totals": final if final and None not in final else None,
            "first_dealer": said["first_dealer"] or 0,
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
        for number in self.numbers:
            if self._typed_round(number) == _blank(self.game):
                for box in self:
                    if box.name.startswith(f"r{number}-"):
                        box.data = stored[box.name].data if box.name in stored else ""
        self["seen"].data = stored["seen"].data
        texts = _texts(stored)
        return {
            name: texts.get(name, "")
            for name, text in _texts(self).items()
            if text != texts.get(name, "")
        }

    def _typed_round(self, number: int) -> Round:
        stored = _round_of(self.game, number)
        totals = self.has_totals(number)
        beside = self._row(number, "w" if totals else "t")
        known = len(beside) - beside.count(None)
        said = {
            field: self.box(number, name).value
            for name, (_, field) in OF_ROUND.items()
            if f"r{number}-{name}" in self
        }
        said["void_tricks"] = said["void_tricks"] or 0
        changes = (self.box(number, "c", index).value for index in self.clouds(number))
        accepted = self.box(number, "ok").data or ()
        return replace(
            stored,
            bids=self._row(number, "b"),
            tricks=None if totals or not known else beside,
            totals=beside if totals and known == len(self.playing(number)) else None,
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
            if points.value and whom.value is not None:
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
        last = self["ended"].value or len(self.game.cards)
        later = map(self._typed_round, self.numbers[last:])
        if any(each != _blank(self.game) for each in later):
            yield "ended", _("Later rounds are already filled in. Clear them first.")
        for row in (self._result, *map(self._written, self.numbers)):
            empty = [box.name for box in row if not (box.data or "").strip()]
            for name in empty if len(empty) < len(row) else ():
                yield name, _("The total is missing here.")
        yield from self._wrong_corrections()
        yield from self._people_problems.items()

    def _wrong_corrections(self) -> Iterator[tuple[str, str]]:
        for index in self.corrections:
            whom, points, _round, why = self._correction(index)
            is_begun = (points.data or "").strip() or why.value
            if is_begun and whom.value is None:
                yield whom.name, _("Choose a seat.")
            if is_begun and not points.value and not points.errors:
                sentence = _("Points are a whole number other than 0, like −20 or 10.")
                yield points.name, sentence

    def _written(self, number: int) -> list[forms.NumberBox]:
        if not self.has_totals(number):
            return []
        return [self.box(number, "w", seat) for seat in self.playing(number)]

    @property
    def _result(self) -> list[forms.NumberBox]:
        seats = self.seats if self.holds is Holds.RESULT else ()
        return [self[f"f{seat}"] for seat in seats]


def differences(
    stored: StoredGame, first: Game, second: Game
) -> dict[str, tuple[str, str]]:
    """Return both texts of each box in which two typings of a *stored* game differ."""
    games = (first, second)
    one, other = (_texts(SheetForm(stored._replace(game=each))) for each in games)
    both = {name: (one.get(name, ""), other.get(name, "")) for name in one | other}
    return {name: texts for name, texts in both.items() if len({*texts}) > 1}


def _texts(form: SheetForm) -> dict[str, str]:
    return {box.name: box.data or "" for box in form if isinstance(box, StringField)}


def _round_of(game: Game, number: int) -> Round:
    return game.rounds[number - 1] if number <= len(game.rounds) else _blank(game)


def _blank(game: Game) -> Round:
    return Round(bids=(None,) * len(game.players))


def _at(row: tuple[int | None, ...] | None, seat: int) -> int | None:
    return None if row is None else row[seat]
