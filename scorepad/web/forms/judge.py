"""What the judge's page sends: the case so far, and one tap."""

import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import urlencode

from wtforms import Form, StringField

from scorepad.rules.wizard.game import Deck, Letters, Trump
from scorepad.rules.wizard.schedule import SEATS_ALLOWED
from scorepad.web.forms.choosing import one_of
from scorepad.web.play.judging_steps import (
    UNFINISHED,
    Ask,
    Case,
    Tray,
    cleared,
    undone,
    with_card,
    without_card,
)
from scorepad.words.cards import FACES

MOST_WRITTEN = 300
"""Letters; more cards than these hold were never in a hand."""
_BETWEEN = re.compile(r"[\s,;+]+")
_AMERICAN = re.compile(rf"([♣♥♦♠])\ufe0f?({'|'.join(FACES)})")
_LETTERS = {"♣": "B", "♥": "G", "♦": "R", "♠": "Y"}


class JudgeForm(Form):
    """The case as an address holds it; of the taps at most one is sent."""

    ask = StringField(validators=[one_of(*Ask)], default=Ask.TRICK)
    trump = StringField(validators=[one_of("", *Trump)], default="")
    seats = StringField(validators=[one_of("", *map(str, SEATS_ALLOWED))], default="")
    played = StringField(default="")
    hand = StringField(default="")
    into = StringField(validators=[one_of(*Tray)], default=Tray.PLAYED)
    deck = StringField(validators=[one_of("", *Deck)], default="")
    letters = StringField(validators=[one_of("", *Letters)], default="")
    begun = StringField(validators=[one_of("", *UNFINISHED)], default="")
    add = StringField()
    drop = StringField()
    undo = StringField()
    clear = StringField()

    @property
    def case(self) -> Case:
        """The case before the tap.

        :raises NoCardError: a card is none.
        """
        return Case(
            ask=Ask(self.ask.data or ""),
            trump=Trump(self.trump.data) if self.trump.data else None,
            seats=int(self.seats.data) if self.seats.data else None,
            played=_names(self.played.data),
            hand=_names(self.hand.data),
            into=Tray(self.into.data or ""),
            begun=self.begun.data or "",
            deck=Deck(self.deck.data or Deck.PEOPLE),
            letters=Letters(self.letters.data) if self.letters.data else None,
        )

    @property
    def has_tap(self) -> bool:
        """Whether something was tapped."""
        return any(self[name].data is not None for name in _TAPS)

    def after_tap(self, case: Case) -> Case:
        """The *case* after the tap.

        :raises NoCardError: what was tapped is no card.
        """
        if self.add.data is not None:
            return with_card(case, "".join(_names(self.add.data)))
        if self.undo.data is not None:
            return undone(case)
        if self.clear.data is not None:
            return cleared(case)
        tray, _, place = (self.drop.data or "").partition("-")
        if tray not in set(Tray) or not re.fullmatch("[0-9]{1,2}", place):
            return case
        return without_card(case, Tray(tray), int(place))

    @property
    def sentence(self) -> str:
        """The first thing that is wrong."""
        return next(str(error) for field in self for error in field.errors)


_TAPS = ("add", "drop", "undo", "clear")


def query_of(case: Case) -> str:
    """The address of a case: only what was said."""
    return urlencode(list(_said(case)))


def _said(case: Case) -> Iterator[tuple[str, str]]:
    every = {
        "ask": case.ask if case.is_about_a_hand else None,
        "trump": case.trump,
        "seats": case.seats,
        "played": " ".join(case.played),
        "hand": " ".join(case.hand),
        "into": case.into if case.into is Tray.HAND else None,
        "begun": case.begun,
        "deck": None if case.deck is Deck.PEOPLE else case.deck,
        "letters": case.letters,
    }
    return ((name, str(value)) for name, value in every.items() if value)


def _names(text: str | None) -> tuple[str, ...]:
    """Names as people write them: small letters and full-width ones count as well.

    >>> _names("b7, ♠10 ♥a")
    ('B7', 'Y9', 'G13')
    """
    plain = unicodedata.normalize("NFKC", (text or "")[:MOST_WRITTEN]).upper()
    return tuple(_own_name(name) for name in _BETWEEN.split(plain) if name)


def _own_name(name: str) -> str:
    """The name of a number on an American deck as it is on the other one."""
    found = _AMERICAN.fullmatch(name)
    return f"{_LETTERS[found[1]]}{FACES.index(found[2]) + 1}" if found else name
