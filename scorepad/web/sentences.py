"""From objections to sentences, in the language of the request."""

from typing import Any

from scorepad.games.names import NameProblem
from scorepad.games.problems import Problem
from scorepad.i18n.languages import msgid, translations
from scorepad.i18n.problems import sentence_for, sentence_of_game
from scorepad.services.errors import Fault, FieldObjection
from scorepad.web.middleware.languages import current_language

SENTENCES = {
    Fault.SEAT_RANGE: msgid(
        "This is no seat of this table: 0 to %(last)s is possible."
    ),
    Fault.ROUND_RANGE: msgid("There is no such round: 1 to %(last)s is possible."),
    Fault.WINNERS_TOO_MANY: msgid(
        "More tricks fell than the round has: at most %(most)s are possible."
    ),
    Fault.NAME_TWICE: msgid("%(name)s is there twice: every name once, please."),
    Fault.NAME_TAKEN: msgid(
        "The group has a %(name)s already: choose that player or another name."
    ),
    Fault.PLAYER_TWICE: msgid("One player cannot sit in two seats."),
    Fault.SEATS_FIXED: msgid(
        "A round is written down, so the seats stay as they are: start a new game."
    ),
    Fault.SEATS_CHANGED: msgid(
        "The people were seated anew in the meantime: look at the table first."
    ),
    Fault.CARDS_FIXED: msgid(
        "Rounds are written down with other cards: start a new game for these."
    ),
    Fault.GAME_DELETED: msgid("This game was deleted: restore it first."),
    Fault.GAME_OVER: msgid("The game is over."),
    Fault.BIDS_SEALED: msgid(
        "Sealed bids lie in this round: they have to be shown before this can change."
    ),
    Fault.BID_SEALED: msgid(
        "%(name)s has put in a bid already, and it stays sealed until all are shown."
    ),
    Fault.BIDS_CLOSED: msgid(
        "Everybody has bid: the bids stay as they are until the tricks are in."
    ),
    Fault.BIDS_REVEALED: msgid(
        "The bids lie open now: whoever keeps the score changes them."
    ),
    Fault.BID_ENTERED: msgid(
        "This bid is written down already: whoever keeps the score changes it."
    ),
    Fault.SEASON_BACKWARDS: msgid(
        "A season cannot end before it begins: choose a later end, or leave it open."
    ),
    Fault.SEASON_OVERLAPS: msgid(
        "These dates overlap season %(number)s: end one before the other begins."
    ),
    Fault.GAMES_TOO_MANY: msgid(
        "A group keeps at most %(most)s games: begin another group for more."
    ),
    Fault.PEOPLE_TOO_MANY: msgid(
        "A group has at most %(most)s people: begin another group for more."
    ),
    NameProblem.NAME_EMPTY: msgid(
        "A name needs at least one character that can be seen."
    ),
    NameProblem.NAME_TOO_LONG: msgid("A name has at most 40 characters."),
    NameProblem.NAME_BROKEN: msgid(
        "This name holds characters that are none: please type it again."
    ),
}
_BY_VALUE = {key.value: text for key, text in SENTENCES.items()}


def say(text: str, **values: object) -> str:
    """A marked sentence in the language of the request."""
    return translations(current_language().tag).gettext(text) % values


def sentence_about(objection: FieldObjection) -> str:
    """Say an objection in the language of the request."""
    tag = current_language().tag
    game = objection.values.get("game")
    if said := sentence_of_game(game, objection.problem, tag):
        return said
    if objection.problem in set(Problem):
        return sentence_for(Problem(objection.problem), tag, **objection.values)
    text = _BY_VALUE.get(objection.problem)
    if text is None:
        return str(objection.values.get("sentence", objection.problem))
    return translations(tag).gettext(text) % dict(objection.values)


def as_json(objection: FieldObjection) -> dict[str, Any]:
    """An objection as the JSON interface tells it."""
    return {
        "field": objection.field,
        "problem": str(objection.problem),
        "seat": objection.seat,
        "expected": sentence_about(objection),
    }
