"""The boxes of a sheet, and what stands in them when it is stored."""

from enum import StrEnum
from typing import Any

from wtforms import BooleanField, Field, StringField
from wtforms.form import BaseForm

from scorepad.rules.problems import ASKABLE, Problem
from scorepad.rules.wizard.game import Game, Round
from scorepad.rules.wizard.presence import present_in
from scorepad.services.play.recording import StoredGame
from scorepad.services.play.settling import open_tricks
from scorepad.web.forms.boxes import DayBox, LongText, NoteText, NumberBox, ShortText
from scorepad.web.forms.sheet_people import people_boxes, people_values
from scorepad.web.forms.sheet_specials import (
    ChangeBox,
    clouds_in,
    correction_boxes,
    correction_values,
    naming_boxes,
    naming_values,
    written,
)

NOBODY_KNOWS = "unknown"


class Holds(StrEnum):
    """What a sheet says beside the bids."""

    TRICKS = "tricks"
    TOTALS = "totals"
    RESULT = "result"


class Acceptances(Field):
    """What the table says was so, although it is unusual."""

    data: tuple[Problem, ...]

    def process_formdata(self, valuelist: list[str]) -> None:
        """Keep what can be accepted at all."""
        self.data = tuple(Problem(each) for each in valuelist if each in ASKABLE)


class AnswerBox(NumberBox):
    """How many tricks it were; or that nobody knows."""

    def pre_validate(self, form: BaseForm) -> None:
        """Allow both."""
        if self.data != NOBODY_KNOWS:
            super().pre_validate(form)


def holds_of(game: Game) -> Holds | None:
    """What the sheet of a game holds; ``None`` as long as nothing is written."""
    if game.final_totals is not None:
        return Holds.RESULT
    if any(round_.totals is not None for round_ in game.rounds):
        return Holds.TOTALS
    if any(round_.tricks is not None for round_ in game.rounds):
        return Holds.TRICKS
    return None


def has_totals(game: Game, holds: Holds, number: int) -> bool:
    """Whether a round is written as totals; one played on a phone has tricks."""
    round_ = round_of(game, number)
    played = round_.totals is None and round_.tricks is not None
    return holds is Holds.TOTALS and not played


def numbers_of(game: Game, holds: Holds) -> range:
    """The numbers of the rounds that have boxes."""
    return range(1, 1 if holds is Holds.RESULT else len(game.cards) + 1)


def boxes_for(game: Game, holds: Holds) -> dict[str, Any]:
    """An empty box for everything on the sheet."""
    seats = range(len(game.players))
    boxes: dict[str, Any] = {
        "seen": NumberBox(),
        "date": DayBox(),
        "place": ShortText(),
        "remark": LongText(),
        "ended": NumberBox(),
        "dealer": NumberBox(),
        "counts": BooleanField(),
        **people_boxes(game),
        **correction_boxes(game),
    }
    for number in numbers_of(game, holds):
        totals = has_totals(game, holds, number)
        boxes[f"r{number}-trump"] = StringField()
        boxes[f"r{number}-void"] = NumberBox()
        boxes[f"r{number}-note"] = NoteText()
        boxes[f"r{number}-ok"] = Acceptances(default=())
        boxes |= naming_boxes(game, number, round_of(game, number))
        for index in range(clouds_in(game, round_of(game, number))):
            boxes[f"r{number}-c{index}"] = ChangeBox()
        for seat in present_in(game, number):
            boxes[f"r{number}-b{seat}"] = NumberBox()
            boxes[f"r{number}-{'w' if totals else 't'}{seat}"] = NumberBox()
            if totals:
                boxes[f"r{number}-a{seat}"] = AnswerBox()
    if holds is Holds.RESULT:
        boxes |= {f"f{seat}": NumberBox() for seat in seats}
    return boxes


def values_of(stored: StoredGame, holds: Holds) -> dict[str, Any]:
    """What stands in the boxes of a sheet that is stored."""
    game = stored.game
    seats = range(len(game.players))
    values: dict[str, Any] = {
        "seen": str(stored.revision),
        "date": game.played_on.isoformat() if game.played_on else "",
        "place": game.place or "",
        "remark": game.remark or "",
        "ended": _text(game.ended_after),
        "dealer": str(game.first_dealer),
        "counts": stored.counts,
        **people_values(game),
        **correction_values(game),
    }
    unknown = open_tricks(game)
    for number in numbers_of(game, holds):
        round_ = round_of(game, number)
        values[f"r{number}-trump"] = round_.trump.value if round_.trump else ""
        values[f"r{number}-void"] = _text(round_.void_tricks or None)
        values[f"r{number}-note"] = round_.note or ""
        values[f"r{number}-ok"] = round_.accepted
        values |= naming_values(number, round_)
        for index, change in enumerate(round_.bid_changes):
            values[f"r{number}-c{index}"] = written(change)
        for seat in seats:
            told = _at(round_.tricks, seat)
            gone = Problem.TRICKS_UNKNOWN in round_.accepted
            open_ = (number, seat) in unknown and told is None
            values[f"r{number}-b{seat}"] = _text(round_.bids[seat])
            values[f"r{number}-t{seat}"] = _text(told)
            values[f"r{number}-w{seat}"] = _text(_at(round_.totals, seat))
            values[f"r{number}-a{seat}"] = (
                NOBODY_KNOWS if open_ and gone else _text(told)
            )
    for seat in seats:
        values[f"f{seat}"] = _text(_at(game.final_totals, seat))
    return values


def round_of(game: Game, number: int) -> Round:
    """A round as stored; blank where nothing is."""
    if number <= len(game.rounds):
        return game.rounds[number - 1]
    return Round(bids=(None,) * len(game.players))


def _at(row: tuple[int | None, ...] | None, seat: int) -> int | None:
    return None if row is None else row[seat]


def _text(number: int | None) -> str:
    return "" if number is None else str(number)
