"""Boxes for what few sheets have: bids that a Cloud moved, points beside the rounds."""

import re
from collections.abc import Iterator
from typing import Any

from flask_babel import gettext as _
from wtforms import StringField
from wtforms.form import BaseForm
from wtforms.validators import ValidationError

from scorepad.rules.wizard.game import Adjustment, BidChange, Extra, Game, Round
from scorepad.web.forms.boxes import NoteText, NumberBox

SPARE_CORRECTIONS = 2
"""Empty lines below the corrections that there are."""
_CHANGE = re.compile(r"(\d)([+-])1", re.ASCII)


class ChangeBox(StringField):
    """Whose bid moved, and which way: ``2+1`` is seat 2, up by one."""

    @property
    def change(self) -> BidChange | None:
        """The change, or ``None`` where nothing was chosen."""
        found = _CHANGE.fullmatch(self.data or "")
        return BidChange(int(found[1]), int(f"{found[2]}1")) if found else None

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse what none of the choices says."""
        game: Game = form.game  # type: ignore[attr-defined] # the form knows its game
        if self.data and (not self.change or self.change.seat >= len(game.players)):
            raise ValidationError(_("There is no such seat."))


def written(change: BidChange) -> str:
    """What stands in the box of a change."""
    return f"{change.seat}{change.by:+d}"


def clouds_in(game: Game, round_: Round) -> int:
    """How many boxes for changes a round has.

    Those it needs; where a Cloud is in the deck one, and another one only where Witch
    or Vampire can bring it back.
    """
    made = len(round_.bid_changes)
    if Extra.CLOUD not in game.edition:
        return made
    comes_back = game.edition & {Extra.WITCH, Extra.VAMPIRE}
    return max(made + 1, 2) if comes_back else max(made, 1)


def naming_boxes(game: Game, number: int, round_: Round) -> dict[str, Any]:
    """Who named trump, and what it became, where Werewolf and Vampire are in."""
    boxes: dict[str, Any] = {}
    if Extra.WEREWOLF in game.edition or round_.named_by is not None:
        boxes[f"r{number}-by"] = NumberBox()
    if Extra.VAMPIRE in game.edition or round_.later_trump is not None:
        boxes[f"r{number}-then"] = StringField()
    return boxes


def naming_values(number: int, round_: Round) -> dict[str, str]:
    """What stands in these boxes."""
    by, then = round_.named_by, round_.later_trump
    return {
        f"r{number}-by": "" if by is None else str(by),
        f"r{number}-then": then.value if then else "",
    }


def correction_boxes(game: Game) -> dict[str, Any]:
    """Four boxes for each correction: whom, how many, in which round, and why."""
    boxes: dict[str, Any] = {}
    for index in range(len(game.adjustments) + SPARE_CORRECTIONS):
        boxes[f"x{index}-seat"] = NumberBox()
        boxes[f"x{index}-points"] = NumberBox()
        boxes[f"x{index}-round"] = NumberBox()
        boxes[f"x{index}-why"] = NoteText()
    return boxes


def correction_values(game: Game) -> dict[str, str]:
    """What stands in these boxes."""
    values = {}
    for index, each in enumerate(game.adjustments):
        values[f"x{index}-seat"] = str(each.seat)
        values[f"x{index}-points"] = str(each.points)
        values[f"x{index}-round"] = "" if each.round_ is None else str(each.round_)
        values[f"x{index}-why"] = each.reason
    return values


def corrections_typed(form: Any, game: Game) -> tuple[Adjustment, ...]:
    """The corrections as typed; a line without points is none."""
    return tuple(
        Adjustment(
            seat=form[f"x{index}-seat"].number or 0,
            points=form[f"x{index}-points"].number,
            reason=form[f"x{index}-why"].text or "",
            round_=form[f"x{index}-round"].number,
        )
        for index in _lines(form)
        if form[f"x{index}-points"].number
        and form[f"x{index}-seat"].number in range(len(game.players))
    )


def check_corrections(form: Any, game: Game) -> bool:
    """Say what is missing in a line that has been begun."""
    fine = True
    for index in _lines(form):
        whom, points, number, why = (
            form[f"x{index}-{kind}"] for kind in ("seat", "points", "round", "why")
        )
        if (points.typed or why.text) and whom.number not in range(len(game.players)):
            whom.errors = [_("There is no such seat.")]
        if not points.number and not points.errors and (why.text or points.typed):
            points.errors = [
                _("Points are a whole number other than 0, like −20 or 10.")
            ]
        if number.typed and number.number not in range(1, len(game.cards) + 1):
            number.errors = [_("There is no such round.")]
        fine = fine and not (whom.errors or points.errors or number.errors)
    return fine


def _lines(form: Any) -> Iterator[int]:
    index = 0
    while f"x{index}-points" in form:
        yield index
        index += 1
