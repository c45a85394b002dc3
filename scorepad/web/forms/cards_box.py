"""A list of numbers of cards, as people type it."""

import re

from flask_babel import gettext as _
from wtforms.form import BaseForm
from wtforms.validators import ValidationError

from scorepad.web.forms.boxes import NumberBox

MOST_ROUNDS = 60
_BETWEEN = re.compile(r"[\s,;、/·]+")
_RANGE = re.compile(r"(\d{1,2})(?:[-–](\d{1,2}))?")


class CardsBox(NumberBox):
    """Cards per round: ``1 3 5``, ``1,3,5``, ``1-5``, and down again: ``1-5 4-1``."""

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards of every round; empty where nothing, or not only that, is typed."""
        parts = [_RANGE.fullmatch(part) for part in _BETWEEN.split(self.typed) if part]
        found = [
            number
            for part in parts
            if part
            for number in _counted(int(part[1]), int(part[2] or part[1]))
        ]
        return tuple(found) if all(parts) and len(found) <= MOST_ROUNDS else ()

    @property
    def canonical(self) -> str:
        """The same list in its plainest spelling."""
        return " ".join(map(str, self.cards))

    def pre_validate(self, form: BaseForm) -> None:  # noqa: ARG002 - asked for by WTForms
        """Refuse what is neither empty nor such a list."""
        if self.typed and not self.cards:
            raise ValidationError(
                _("A list like %(cards)s is expected here.", cards="1 2 3 5 8")
            )


def _counted(first: int, last: int) -> range:
    return range(first, last + 1) if first <= last else range(first, last - 1, -1)
