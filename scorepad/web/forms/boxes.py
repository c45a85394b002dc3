"""Boxes that people type numbers into."""

import re
import unicodedata
from datetime import UTC, date, datetime, timedelta
from typing import Final

from flask_babel import gettext as _
from wtforms import StringField
from wtforms.form import BaseForm
from wtforms.validators import Optional, ValidationError

LEFT_OUT: Final = Optional(strip_whitespace=False)
"""Nothing was chosen. By default a space is nothing as well, but stays what was chosen;
in a box for a number or a day nothing of it stays."""

_NUMBER = re.compile(r"[+-]?[0-9]{1,5}", re.ASCII)


class NumberBox(StringField):
    """A whole number as people type it; empty is no number, and never 0.

    Full-width figures and the real minus sign count as what they look like.
    """

    @property
    def typed(self) -> str:
        """What was typed, in plain figures."""
        text = unicodedata.normalize("NFKC", self.data or "")
        return text.replace("\N{MINUS SIGN}", "-").strip()

    @property
    def number(self) -> int | None:
        """The number, or ``None`` where there is none."""
        return int(self.typed) if _NUMBER.fullmatch(self.typed) else None

    def pre_validate(self, form: BaseForm) -> None:  # noqa: ARG002 - asked for by WTForms
        """Refuse what is neither empty nor a number."""
        if self.typed and self.number is None:
            raise ValidationError(_("A whole number is expected here."))


class LongText(StringField):
    """A line of text that fits its place in the store."""

    most = 1000

    @property
    def text(self) -> str | None:
        """The text with single spaces; ``None`` if nothing is left."""
        return " ".join((self.data or "").split()) or None

    def pre_validate(self, form: BaseForm) -> None:  # noqa: ARG002 - asked for by WTForms
        """Refuse what is too long, or holds characters that are none."""
        text = self.data or ""
        if len(text) > self.most:
            raise ValidationError(
                _("At most %(number)s characters are expected here.", number=self.most)
            )
        if any(unicodedata.category(char) in {"Cs", "Cc"} for char in text.strip()):
            raise ValidationError(_("These are not all characters that can be seen."))


class ShortText(LongText):
    """A short line: the place of a game."""

    most = 100


class NoteText(LongText):
    """A note about one round."""

    most = 200


class DayBox(StringField):
    """A day of the calendar, as browsers send it; empty is no day."""

    EARLIEST = date(1984, 1, 1)
    """The year in which Wizard came out."""

    @property
    def day(self) -> date | None:
        """The day, or ``None`` where there is none."""
        text = (self.data or "").strip()
        try:
            return date.fromisoformat(text) if len(text) == len("2026-11-21") else None
        except ValueError:
            return None

    def pre_validate(self, form: BaseForm) -> None:  # noqa: ARG002 - asked for by WTForms
        """Refuse what is no day, and days on which nobody can have played."""
        # It may be tomorrow already where the game was played.
        latest = datetime.now(UTC).date() + timedelta(days=1)
        if not (self.data or "").strip():
            return
        if self.day is None:
            raise ValidationError(
                _("A day like %(day)s is expected here.", day="2026-11-21")
            )
        if not self.EARLIEST <= self.day <= latest:
            raise ValidationError(_("A day between 1984 and today is expected here."))
