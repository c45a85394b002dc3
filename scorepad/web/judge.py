"""The judge: who takes a trick, and which cards may be played."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import StringField

from scorepad.games.wizard import tricks
from scorepad.games.wizard.cards import Card, Suit, parse_card, parse_held
from scorepad.games.wizard.models import Deck, Letters
from scorepad.games.wizard.schedule import SEATS_ALLOWED, Trump
from scorepad.i18n.terms import (
    AMERICAN_NUMBER,
    AMERICAN_TRUMPS,
    AS_WHAT,
    CARDS,
    FACES,
    LETTERS,
    NUMBERS,
    SUITS,
    card_name,
    face_of,
    held_name,
    number_name,
    suit_name,
)
from scorepad.web.forms import ChoiceForm, choice
from scorepad.web.middleware.languages import say
from scorepad.web.static import scripts_of

UNFINISHED = ("J7", "C9", "SH", "VA", "VAJ7", "VAC9", "VASH")
"""Cards whose player still has to announce, declare or copy something."""
MOST_WRITTEN = 300
"""The longest input, in characters; no hand needs more."""
_BLANKS = re.compile(r"[\s,;+]+")
_AMERICAN = re.compile(rf"([♣♥♦♠])\ufe0f?({'|'.join(FACES)})")
_LETTERS = {"♣": "B", "♥": "G", "♦": "R", "♠": "Y"}
_DROP = re.compile(r"(played|hand)-([0-9]{1,2})")
_TAPS = ("add", "drop", "undo", "clear")


ASKS = ("trick", "play")
"""Who takes the trick, and which cards may be played."""
TRAYS = ("played", "hand")
"""Where the next card goes: fields of a case."""


class NoCardError(ValueError):
    """The text is not the name of a card."""


@dataclass(frozen=True, slots=True)
class Case:
    """A question, with the short names of the cards; *begun* is an unfinished one.

    *trump* and *seats* are ``None`` if unknown. *deck* and *letters* are what is
    printed on the cards; without *letters*, none are shown.
    """

    ask: str = "trick"
    trump: Trump | None = None
    seats: int | None = None
    played: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    into: str = "played"
    begun: str = ""
    deck: Deck = Deck.PEOPLE
    letters: Letters | None = None
    lying: tuple[Card, ...] = field(init=False, repr=False)
    held: tuple[Card, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Parse the names.

        :raises NoCardError: one of them is not the name of a card.
        """
        object.__setattr__(self, "lying", _read(self.played, parse_card))
        object.__setattr__(self, "held", _read(self.hand, parse_held))

    @property
    def is_about_a_hand(self) -> bool:
        """Whether the question is which cards may be played."""
        return self.ask == "play"

    @property
    def objections(self) -> tuple[tricks.CardObjection, ...]:
        """Return every reason why the cards cannot be on the table like that."""
        return tricks.objections_to_cards(
            self.lying,
            self.held if self.is_about_a_hand else (),
            seats=self.seats or tricks.MOST_SEATS,
            asks_to_play=self.is_about_a_hand,
        )

    @property
    def verdict(self) -> tricks.Verdict | None:
        """Return who takes the trick, or ``None`` without cards or trump."""
        if self.is_about_a_hand or not self.played or self.trump is None:
            return None
        suit = None if self.trump is Trump.NONE else Suit(self.trump.value)
        return tricks.verdict_on(self.lying, suit, seats=self.seats or 0)

    @property
    def ruling(self) -> tricks.Ruling | None:
        """Return which cards may be played, or ``None`` without a hand."""
        if not self.is_about_a_hand or not self.hand:
            return None
        return tricks.ruling_on(self.lying, self.held)

    @property
    def query(self) -> str:
        """Return the query string of the case, without what is not set."""
        every = {
            "ask": self.ask if self.is_about_a_hand else None,
            "trump": self.trump,
            "seats": self.seats,
            "played": " ".join(self.played),
            "hand": " ".join(self.hand),
            "into": self.into if self.into == "hand" else None,
            "begun": self.begun,
            "deck": None if self.deck is Deck.PEOPLE else self.deck,
            "letters": self.letters,
        }
        return urlencode({name: value for name, value in every.items() if value})

    def with_card(self, more: str) -> "Case":
        """Return the case with another card, or with the rest of the unfinished one.

        :raises NoCardError: there is no such card.
        """
        name = self.begun + more
        # the Vampire copied a Shapeshifter: its player declares what it is
        if self.begun == "VASH" and more:
            name = f"VA{more}"
        if name in UNFINISHED and self._to == "played":
            return replace(self, begun=name)
        return replace(self._with(self._to, (*self._in(self._to), name)), begun="")

    def without_card(self, tray: str, place: int) -> "Case":
        """Return the case without one of its cards."""
        cards = self._in(tray)
        return self._with(tray, (*cards[:place], *cards[place + 1 :]))

    def undone(self) -> "Case":
        """Return the case without its unfinished card, or else without the last one."""
        if self.begun:
            return replace(self, begun="")
        return self._with(self._to, self._in(self._to)[:-1])

    def cleared(self) -> "Case":
        """Return an empty case for the next trick, with the same trump and players."""
        return replace(self, played=(), hand=(), begun="", into="played")

    @property
    def _to(self) -> str:
        # only a question about a hand has one
        return self.into if self.is_about_a_hand else "played"

    def _in(self, tray: str) -> tuple[str, ...]:
        return self.hand if tray == "hand" else self.played

    def _with(self, tray: str, cards: tuple[str, ...]) -> "Case":
        return (
            replace(self, hand=cards) if tray == "hand" else replace(self, played=cards)
        )


def _read(names: tuple[str, ...], parse: Callable[[str], Card]) -> tuple[Card, ...]:
    cards = []
    for name in names:
        try:
            cards.append(parse(name))
        except ValueError:
            raise NoCardError(name) from None
    return tuple(cards)


class JudgeForm(ChoiceForm):
    """The case in a URL, and the box that was tapped, if any."""

    ask = choice(*ASKS, default="trick")
    trump = choice("", *Trump, default="")
    seats = choice("", *map(str, SEATS_ALLOWED), default="")
    played = StringField(default="")
    hand = StringField(default="")
    into = choice(*TRAYS, default="played")
    deck = choice("", *Deck, default="")
    letters = choice("", *Letters, default="")
    begun = choice("", *UNFINISHED, default="")
    add = StringField()
    drop = StringField()
    undo = StringField()
    clear = StringField()

    @property
    def case(self) -> Case:
        """Return the case before the tap.

        :raises NoCardError: a card does not exist.
        """
        return Case(
            ask=self.ask.data or "",
            trump=Trump(self.trump.data) if self.trump.data else None,
            seats=int(self.seats.data) if self.seats.data else None,
            played=_names(self.played.data),
            hand=_names(self.hand.data),
            into=self.into.data or "",
            begun=self.begun.data or "",
            deck=Deck(self.deck.data or Deck.PEOPLE),
            letters=Letters(self.letters.data) if self.letters.data else None,
        )

    def after_tap(self, case: Case) -> Case:
        """Return the *case* after the tap.

        :raises NoCardError: the tapped card does not exist.
        """
        if self.add.data is not None:
            return case.with_card("".join(_names(self.add.data)))
        if self.undo.data is not None:
            return case.undone()
        if self.clear.data is not None:
            return case.cleared()
        drop = _DROP.fullmatch(self.drop.data or "")
        return case.without_card(drop[1], int(drop[2])) if drop else case


def _names(text: str | None) -> tuple[str, ...]:
    """Split a text into names of cards, in any case, with full-width characters.

    A card of an American deck gets the name it has on the original one.

    >>> _names("b7, ♠10 ♥a")
    ('B7', 'Y9', 'G13')
    """
    plain = unicodedata.normalize("NFKC", (text or "")[:MOST_WRITTEN]).upper()
    named = [(name, _AMERICAN.fullmatch(name)) for name in _BLANKS.split(plain) if name]
    return tuple(
        f"{_LETTERS[found[1]]}{FACES.index(found[2]) + 1}" if found else name
        for name, found in named
    )


bp = Blueprint("judge", __name__)

LONGEST_SHOWN = 20

_SCRIPT = "js/judge/main.js"


@bp.get("/judge/<lang>")
def page(lang: str) -> ResponseReturnValue:
    """Show the judge's answer to the case in the URL, after the tap."""
    form = JudgeForm(request.args)
    if not form.validate():
        return _page(lang, Case(), form.sentence)
    case = Case()
    try:
        case = form.case
        after = form.after_tap(case)
    except NoCardError as error:
        return _page(lang, case, no_card=str(error)[:LONGEST_SHOWN])
    if after.objections:
        return _page(lang, case, objection=after.objections[0])
    if any(form[name].data is not None for name in _TAPS):
        return redirect(f"{url_for('judge.page', lang=lang)}?{after.query}")
    return _page(lang, case)


def _page(
    lang: str,
    case: Case,
    problem: str = "",
    objection: tricks.CardObjection | None = None,
    no_card: str | None = None,
) -> tuple[str, int]:
    deck = case.deck
    is_wrong = bool(problem or objection) or no_card is not None
    is_possible = not is_wrong and not case.objections
    verdict = case.verdict if is_possible else None
    ruling = case.ruling if is_possible else None
    said = list(_said(case, verdict or ruling or objection, lang))
    if no_card is not None:
        said = [("no_card", {"text": no_card})]
    # Most cards follow suit, so the numbers of the last suit are shown.
    cards = (*case.lying, *case.held)
    colour = next((card.suit for card in reversed(cards) if card.suit), Suit.BLUE)
    shown = render_template(
        "judge/judge.html",
        case=case,
        problem=problem,
        verdict=verdict,
        ruling=ruling,
        is_wrong=is_wrong,
        said=said,
        lying=[(each, card_name(each, lang, deck)) for each in case.lying],
        held=[(each, held_name(each, lang, deck)) for each in case.held],
        # the letters printed on Wizards and Jesters
        letters=dict(zip("WJ", LETTERS[case.letters], strict=True))
        if case.letters
        else {},
        face=lambda value: face_of(value, deck),
        suit_word=lambda suit: suit_name(Suit(suit), lang, deck),
        number_word=lambda suit, n: number_name(Suit(suit), n, lang, deck),
        colour=colour,
        modules=scripts_of(_SCRIPT),
        words=_words(),
    )
    return shown, HTTPStatus.UNPROCESSABLE_ENTITY if is_wrong else HTTPStatus.OK


def _said(
    case: Case,
    found: tricks.Verdict | tricks.Ruling | tricks.CardObjection | None,
    lang: str,
) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the keys of the sentences about what was *found*, with their values."""
    match found:
        case tricks.Verdict(place, said):
            card = card_name(case.lying[place], lang, case.deck)
            yield from ((key, {"n": place + 1, "card": card}) for key in said)
        case tricks.Ruling(rule=rule, suit=suit):
            yield rule, {"suit": suit_name(suit, lang, case.deck) if suit else ""}
            if rule is tricks.Follow.MUST_FOLLOW:
                yield tricks.Said.ALWAYS, {}
        case tricks.CardObjection(problem, most=most, card=card):
            named = held_name(card, lang, case.deck) if card else ""
            yield problem, {"card": named, "most": most}


def _words() -> dict[str, str]:
    every = {
        **{f"card_{key}": text for key, text in CARDS.items()},
        **{f"number_{suit}": text for suit, text in NUMBERS.items()},
        **{f"suit_{suit}": text for suit, text in SUITS.items()},
        **{f"american_suit_{suit}": AMERICAN_TRUMPS[Trump(suit)] for suit in SUITS},
        "as_what": AS_WHAT,
        "american_number": AMERICAN_NUMBER,
    }
    return {key: say(text) for key, text in every.items()}
