"""What a table agreed on, as the link from its game says it."""

from collections.abc import Iterator

from wtforms import Form, StringField
from wtforms.validators import AnyOf, Optional

from scorepad.rules.wizard.game import BidMode, EvenBidMode, Extra, Schedule, Scoring
from scorepad.words.rulebook import OWN

_MOST_WRITTEN = 200


class RulesForm(Form):
    """Everything may be missing; what is none of ours is left out."""

    schedule = StringField(validators=[Optional(), AnyOf([*Schedule])])
    even = StringField(validators=[Optional(), AnyOf([*EvenBidMode])])
    least = StringField(validators=[Optional(), AnyOf(["2", "4"])])
    zero = StringField(validators=[Optional(), AnyOf(["1"])])
    bids = StringField(validators=[Optional(), AnyOf([*BidMode])])
    foresight = StringField(validators=[Optional(), AnyOf(["1"])])
    scoring = StringField(validators=[Optional(), AnyOf([*Scoring, OWN])])
    edition = StringField()

    @property
    def chosen(self) -> frozenset[str]:
        """Each rule that was chosen, as ``name=value``; so is each extra card."""
        self.validate()
        said = (f"{f.short_name}={f.data}" for f in self if f.data and not f.errors)
        rules = {each for each in said if not each.startswith("edition=")}
        return frozenset({*rules, *(f"edition={extra}" for extra in self._extras())})

    def _extras(self) -> Iterator[Extra]:
        known = set(Extra)
        for name in (self.edition.data or "")[:_MOST_WRITTEN].split(","):
            if name in known:
                yield Extra(name)
