"""Who gets this trick, and may she play that: the judge of the table."""

from http import HTTPStatus

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules.wizard.cards import Card, Suit
from scorepad.rules.wizard.game import Deck, Trump
from scorepad.web.forms.judge import Case, JudgeForm, NoCardError
from scorepad.web.sentences import say
from scorepad.web.static import scripts_of
from scorepad.words.cards import (
    AMERICAN_NUMBER,
    AS_WHAT,
    CARDS,
    LETTERS,
    NUMBERS,
    SENTENCES,
    SUITS,
    card_name,
    card_problem,
    face_of,
    filled,
    held_name,
    number_name,
    ruling_lines,
    suit_name,
    verdict_lines,
)
from scorepad.words.languages import msgid
from scorepad.words.terms import AMERICAN_TRUMPS

bp = Blueprint("judge", __name__)

NO_CARD = msgid(
    "“{text}” is not a card: B, G, R or Y with 1 to 13 is expected, such as B7, "
    "W for a Wizard, J for a Jester, or a special card."
)
LONGEST_SHOWN = 20

_SCRIPT = "js/judge/main.js"
_STYLES = ("dist/css/page.css", "dist/css/judge.css")


@bp.get("/judge/<lang>")
def page(lang: str) -> ResponseReturnValue:
    """Judge the cards in the address, or what a tap makes of them."""
    form = JudgeForm(request.args)
    if not form.validate():
        return _page(lang, Case(), form.sentence)
    case = Case()
    try:
        case = form.case
        after = form.after_tap(case)
    except NoCardError as error:
        sentence = filled(say(NO_CARD), text=str(error)[:LONGEST_SHOWN])
        return _page(lang, case, sentence)
    if after.objections:
        return _page(lang, case, card_problem(after.objections[0], lang, case.deck))
    if form.has_tap:
        return redirect(f"{url_for('judge.page', lang=lang)}?{after.query}")
    return _page(lang, case)


def files_of_the_judge() -> list[str]:
    """Every file the page loads, by its name under ``static``."""
    return [*scripts_of(_SCRIPT), *_STYLES]


def _page(lang: str, case: Case, problem: str = "") -> tuple[str, int]:
    """Show a *case*, and what is wrong with what was asked for."""
    deck = case.deck
    is_possible = not problem and not case.objections
    verdict = case.verdict if is_possible else None
    ruling = case.ruling if is_possible else None
    # Most cards follow the last one: the numbers of its colour are laid open.
    cards = (*case.lying, *case.held)
    colour = next((card.suit for card in reversed(cards) if card.suit), Suit.BLUE)
    shown = render_template(
        "judge/judge.html",
        case=case,
        problem=problem,
        verdict=verdict,
        lines=verdict_lines(verdict, case.lying, lang, deck) if verdict else (),
        ruling=ruling,
        rules=ruling_lines(ruling, lang, deck) if ruling else (),
        lying=[_shown(each, card_name(each, lang, deck), deck) for each in case.lying],
        held=[_shown(each, held_name(each, lang, deck), deck) for each in case.held],
        # What is printed on Wizards and Jesters.
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
    return shown, HTTPStatus.UNPROCESSABLE_ENTITY if problem else HTTPStatus.OK


def _shown(card: Card, name: str, deck: Deck) -> dict[str, object]:
    """A small card: its shape and number where it has them, else its *name*."""
    is_plain = card.suit is not None and card.mask is None and card.must_follow
    return {
        "name": name,
        "suit": card.suit,
        "face": face_of(int(card.value), deck) if is_plain else name,
        "is_plain": is_plain,
    }


def _words() -> dict[str, str]:
    every = {
        **{str(key): text for key, text in SENTENCES.items()},
        **{f"card_{key}": text for key, text in CARDS.items()},
        **{f"number_{suit}": text for suit, text in NUMBERS.items()},
        **{f"suit_{suit}": text for suit, text in SUITS.items()},
        **{f"american_suit_{suit}": AMERICAN_TRUMPS[Trump(suit)] for suit in SUITS},
        "as_what": AS_WHAT,
        "no_card": NO_CARD,
        "american_number": AMERICAN_NUMBER,
    }
    return {key: say(text) for key, text in every.items()}
