"""The judge: who takes a trick, and which cards may be played."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from http import HTTPStatus

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import StringField

from scorepad.games.wizard import tricks
from scorepad.games.wizard.cards import Card, Suit, parse_card, parse_held
from scorepad.games.wizard.models import Deck, Letters
from scorepad.games.wizard.schedule import SEATS_ALLOWED, Trump
from scorepad.i18n import terms
from scorepad.web.forms import ChoiceForm, choice
from scorepad.web.middleware.languages import say
from scorepad.web.static import compressed, scripts_of

UNFINISHED = ("J7", "C9", "SH", "VA", "VAJ7", "VAC9", "VASH")
"""Cards whose player still has to announce, declare or copy something."""
MOST_WRITTEN = 300  # the longest input, in characters; no hand needs more
_BLANKS = re.compile(r"[\s,;+]+")
_AMERICAN = re.compile(rf"([♣♥♦♠])\ufe0f?({'|'.join(terms.FACES)})")
_LETTERS = {"♣": "B", "♥": "G", "♦": "R", "♠": "Y"}
_DROP = re.compile(r"(played|hand)-([0-9]{1,2})")


class NoCardError(ValueError):
    """The text is not the name of a card."""


class CardNames(StringField):
    """Short names of cards, separated by blanks."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read names in any case, with full-width characters or of an American deck."""
        for typed in valuelist[:1]:
            text = unicodedata.normalize("NFKC", typed[:MOST_WRITTEN]).upper()
            self.names = [_original(name) for name in _BLANKS.split(text) if name]

    @property
    def names(self) -> list[str]:
        """The names."""
        return (self.data or "").split()

    @names.setter
    def names(self, names: list[str]) -> None:
        self.data = " ".join(names)

    def cards(self, parse: Callable[[str], Card]) -> tuple[Card, ...]:
        """Return the cards; :class:`NoCardError` if one does not exist."""
        found = []
        for name in self.names:
            try:
                found.append(parse(name))
            except ValueError:
                raise NoCardError(name) from None
        return tuple(found)


def _original(name: str) -> str:
    """Return the name on the original deck.

    >>> _original("♠10"), _original("B7")
    ('Y9', 'B7')
    """
    american = _AMERICAN.fullmatch(name)
    if american is None:
        return name
    return f"{_LETTERS[american[1]]}{terms.FACES.index(american[2]) + 1}"


class JudgeForm(ChoiceForm):
    """A question, and the button that was tapped, if any.

    *deck* and *letters* are what is printed on the cards; without *letters*, none are
    shown. *begun* is an unfinished card.
    """

    ask = choice("trick", "play", default="trick")
    trump = choice("", *Trump, default="")
    seats = choice("", *map(str, SEATS_ALLOWED), default="")
    played = CardNames(default="")
    hand = CardNames(default="")
    into = choice("played", "hand", default="played")
    deck = choice("", *Deck, default="")
    letters = choice("", *Letters, default="")
    begun = choice("", *UNFINISHED, default="")
    add = CardNames()
    drop = StringField()
    undo = StringField()
    clear = StringField()

    @property
    def is_about_a_hand(self) -> bool:
        """Whether the question is which cards may be played."""
        return self.ask.data == "play"

    @property
    def lying(self) -> tuple[Card, ...]:
        """The cards on the table; :class:`NoCardError` if one does not exist."""
        return self.played.cards(parse_card)

    @property
    def held(self) -> tuple[Card, ...]:
        """The cards in the hand; :class:`NoCardError` if one does not exist."""
        return self.hand.cards(parse_held)

    @property
    def objections(self) -> tuple[tricks.CardObjection, ...]:
        """Every reason why the cards cannot be on the table like that."""
        lying, held = self.lying, self.held
        return tricks.objections_to_cards(
            lying,
            held if self.is_about_a_hand else (),
            seats=int(self.seats.data or tricks.MOST_SEATS),
            asks_to_play=self.is_about_a_hand,
        )

    @property
    def verdict(self) -> tricks.Verdict | None:
        """Return who takes the trick, or ``None`` without cards or trump."""
        trump = self.trump.data
        if self.is_about_a_hand or not self.played.data or not trump:
            return None
        suit = None if trump == Trump.NONE else Suit(trump)
        return tricks.verdict_on(self.lying, suit, seats=int(self.seats.data or 0))

    @property
    def ruling(self) -> tricks.Ruling | None:
        """Return which cards may be played, or ``None`` without a hand."""
        if not self.is_about_a_hand or not self.hand.data:
            return None
        return tricks.ruling_on(self.lying, self.held)

    def tap(self) -> bool:
        """Do what the tapped button says; return whether one was tapped."""
        drop = _DROP.fullmatch(self.drop.data or "")
        if self.add.data is not None:
            self._add("".join(self.add.names))
        elif self.undo.data is not None:
            # An unfinished card, or else the last one.
            if not self.begun.data:
                self._tray.names = self._tray.names[:-1]
            self.begun.data = ""
        elif self.clear.data is not None:
            self.played.data = self.hand.data = self.begun.data = ""
            self.into.data = "played"
        elif drop:
            tray = self.hand if drop[1] == "hand" else self.played
            place = int(drop[2])
            tray.names = [*tray.names[:place], *tray.names[place + 1 :]]
        buttons = (self.add, self.undo, self.clear, self.drop)
        is_tapped = any(button.data is not None for button in buttons)
        for button in buttons:
            button.data = None
        return is_tapped

    def _add(self, more: str) -> None:
        name = f"{self.begun.data}{more}"
        # The Vampire copied a Shapeshifter: its player declares what it is.
        if self.begun.data == "VASH":
            name = f"VA{more}"
        is_begun = name in UNFINISHED and self._tray is self.played
        if not is_begun:
            self._tray.names = [*self._tray.names, name]
        self.begun.data = name if is_begun else ""

    @property
    def _tray(self) -> CardNames:
        # Only a question about a hand has one.
        is_held = self.is_about_a_hand and self.into.data == "hand"
        return self.hand if is_held else self.played


bp = Blueprint("judge", __name__)

LONGEST_SHOWN = 20

_SCRIPT = "js/judge/main.js"


@bp.get("/judge/<language:lang>")
@compressed
def page(lang: str) -> ResponseReturnValue:
    """Show the judge's answer to the question in the URL, after the tap."""
    form = JudgeForm(request.args)
    if not form.validate():
        return _page(lang, JudgeForm(), form.sentence)
    try:
        is_tapped, objections = form.tap(), form.objections
    except NoCardError as error:
        return _page(lang, JudgeForm(), no_card=str(error)[:LONGEST_SHOWN])
    if objections:
        return _page(lang, JudgeForm(), objection=objections[0])
    if is_tapped:
        return redirect(f"{url_for('judge.page', lang=lang)}?{form.query}")
    return _page(lang, form)


def _page(
    lang: str,
    case: JudgeForm,
    problem: str = "",
    objection: tricks.CardObjection | None = None,
    no_card: str | None = None,
) -> tuple[str, int]:
    is_wrong = bool(problem or objection) or no_card is not None
    deck = Deck(case.deck.data or Deck.PEOPLE)
    verdict, ruling = case.verdict, case.ruling
    said = list(_said(case, deck, verdict or ruling or objection, lang))
    if no_card is not None:
        said = [("no_card", {"text": no_card})]
    # Most cards follow suit, so the numbers of the last suit are shown.
    cards = (*case.lying, *case.held)
    colour = next((card.suit for card in reversed(cards) if card.suit), Suit.BLUE)
    shown = render_template(
        "judge/judge.html",
        case=case,
        deck=deck,
        problem=problem,
        verdict=verdict,
        ruling=ruling,
        is_wrong=is_wrong,
        said=said,
        lying=[(each, terms.card_name(each, lang, deck)) for each in case.lying],
        held=[(each, terms.held_name(each, lang, deck)) for each in case.held],
        # the letters printed on Wizards and Jesters
        letters=dict(zip("WJ", terms.LETTERS[Letters(case.letters.data)], strict=True))
        if case.letters.data
        else {},
        face=lambda value: terms.face_of(value, deck),
        suit_word=lambda suit: terms.suit_name(Suit(suit), lang, deck),
        number_word=lambda suit, n: terms.number_name(Suit(suit), n, lang, deck),
        colour=colour,
        modules=scripts_of(_SCRIPT),
        words=_words(),
    )
    return shown, HTTPStatus.UNPROCESSABLE_ENTITY if is_wrong else HTTPStatus.OK


def _said(
    case: JudgeForm,
    deck: Deck,
    found: tricks.Verdict | tricks.Ruling | tricks.CardObjection | None,
    lang: str,
) -> Iterator[tuple[str, dict[str, object]]]:
    match found:
        case tricks.Verdict(place, said):
            card = terms.card_name(case.lying[place], lang, deck)
            yield from ((key, {"n": place + 1, "card": card}) for key in said)
        case tricks.Ruling(rule=rule, suit=suit):
            yield rule, {"suit": terms.suit_name(suit, lang, deck) if suit else ""}
            if rule is tricks.Follow.MUST_FOLLOW:
                yield tricks.Said.ALWAYS, {}
        case tricks.CardObjection(problem, most=most, card=card):
            named = terms.held_name(card, lang, deck) if card else ""
            yield problem, {"card": named, "most": most}


def _words() -> dict[str, str]:
    every = {
        **{f"card_{key}": text for key, text in terms.CARDS.items()},
        **{f"number_{suit}": text for suit, text in terms.NUMBERS.items()},
        **{f"suit_{suit}": text for suit, text in terms.SUITS.items()},
        **{
            f"american_suit_{suit}": terms.AMERICAN_TRUMPS[Trump(suit)]
            for suit in terms.SUITS
        },
        "as_what": terms.AS_WHAT,
        "american_number": terms.AMERICAN_NUMBER,
    }
    return {key: say(text) for key, text in every.items()}
