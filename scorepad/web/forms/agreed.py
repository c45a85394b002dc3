"""What a table agreed on beside who plays and how long, as boxes of a form."""

from typing import TypedDict

from flask_babel import gettext as _
from wtforms import BooleanField, Form, SelectMultipleField, StringField
from wtforms.validators import ValidationError

from scorepad.rules.wizard.bids import PRESETS
from scorepad.rules.wizard.game import (
    CUSTOM,
    AnyScoring,
    Deck,
    EvenBidRule,
    Extra,
    HouseScoring,
    Letters,
    Scoring,
)
from scorepad.rules.wizard.table_document import LARGEST
from scorepad.web.forms.boxes import NumberBox
from scorepad.web.forms.choosing import one_of


class Agreed(TypedDict):
    """The same as a game keeps it."""

    edition: frozenset[Extra]
    even_bid_rule: EvenBidRule | None
    foresight: bool
    scoring: AnyScoring
    deck: Deck
    letters: Letters


class AgreedForm(Form):
    """Extra cards, ±1 by the name of its form, scoring, and the deck on the table."""

    edition = SelectMultipleField(validate_choice=False)
    even = StringField(validators=[one_of(*PRESETS)], default="off")
    foresight = BooleanField()
    scoring = StringField(
        validators=[one_of(*Scoring, CUSTOM)], default=Scoring.CLASSIC.value
    )
    base = NumberBox(default="20")
    per_trick = NumberBox(default="10")
    per_miss = NumberBox(default="10")
    kept_zero = NumberBox(default="20")
    deck = StringField(validators=[one_of(*Deck)], default=Deck.PEOPLE.value)
    letters = StringField(validators=[one_of(*Letters)], default=Letters.ZN.value)

    @property
    def formula(self) -> list[NumberBox]:
        """The boxes of a formula of one's own."""
        return [self.base, self.per_trick, self.per_miss, self.kept_zero]

    def validate_foresight(self, field: BooleanField) -> None:
        """Refuse it where the rules do: with extra cards nobody bids so."""
        if field.data and self.edition.data:
            raise ValidationError(_("Not possible: special cards are in the deck."))

    def validate_scoring(self, field: StringField) -> None:
        """Refuse a formula of which a number is none."""
        numbers = [box.number for box in self.formula]
        known = all(number is not None and abs(number) <= LARGEST for number in numbers)
        if field.data == CUSTOM and not known:
            raise ValidationError(
                _("A whole number from −1000 to 1000 is expected in each of these.")
            )

    @property
    def agreed(self) -> Agreed:
        """What the valid form says."""
        own = HouseScoring(*(box.number or 0 for box in self.formula))
        name = self.scoring.data or ""
        return Agreed(
            edition=frozenset(
                each for each in Extra if each in (self.edition.data or ())
            ),
            even_bid_rule=PRESETS[self.even.data or "off"],
            foresight=self.foresight.data,
            scoring=own if name == CUSTOM else Scoring(name),
            deck=Deck(self.deck.data or ""),
            letters=Letters(self.letters.data or ""),
        )

    @property
    def is_plain(self) -> bool:
        """Whether nothing is as it is not at most tables."""
        boxes = (self.even, self.scoring, self.deck, self.letters)
        chosen = self.edition.data or self.foresight.data or self.edition.errors
        return not chosen and all(
            box.data == box.default and not box.errors for box in boxes
        )
