"""How large cards are, on which paper, in which language; and the key they carry."""

from wtforms import StringField

from scorepad.sheets.cards import CardSize
from scorepad.sheets.paper import Paper
from scorepad.web.forms.books import BookForm
from scorepad.web.forms.choosing import one_of


class CardForm(BookForm):
    """A card for those who are in already."""

    size = StringField(
        validators=[one_of(*(each.value for each in CardSize))],
        default=CardSize.WALLET.value,
    )

    @property
    def chosen(self) -> dict[str, str]:
        """The choices as an address holds them."""
        return {**super().chosen, "size": self.size.data or ""}

    @property
    def card(self) -> tuple[Paper, CardSize]:
        """The choices as cards know them."""
        return Paper(self.paper.data or ""), CardSize(self.size.data or "")


class KeyCardForm(CardForm):
    """A card that lets in whoever has it."""

    claim = StringField()

    @property
    def key(self) -> str:
        """The key, as it is printed: an address may stand before it."""
        return (self.claim.data or "").strip().rpartition("#")[2]
