"""Sentences for objections, in the language of the request."""

from typing import Any

from scorepad.games.names import NameProblem
from scorepad.games.problems import Problem
from scorepad.i18n.languages import msgid, translations
from scorepad.i18n.problems import sentence_for, sentence_of_game
from scorepad.services.errors import Fault, FieldObjection
from scorepad.web.middleware.languages import current_language

SENTENCES = {
    Fault.SEAT_RANGE: msgid("There is no such seat (0 to %(last)s)."),
    Fault.ROUND_RANGE: msgid("There is no such round (1 to %(last)s)."),
    Fault.WINNERS_TOO_MANY: msgid("This round has at most %(most)s tricks."),
    Fault.NAME_TWICE: msgid("%(name)s is listed twice. Each name must be different."),
    Fault.NAME_TAKEN: msgid(
        "The group already has a player named %(name)s. Choose that player or "
        "another name."
    ),
    Fault.PLAYER_TWICE: msgid("One player cannot sit in two seats."),
    Fault.SEATS_FIXED: msgid(
        "Seats can’t change once a round has been entered. Start a new game."
    ),
    Fault.SEATS_CHANGED: msgid(
        "The seating has changed in the meantime. Check the table first."
    ),
    Fault.CARDS_FIXED: msgid(
        "Rounds already played use different card counts. Start a new game to change "
        "them."
    ),
    Fault.GAME_DELETED: msgid("This game was deleted. Restore it first."),
    Fault.GAME_OVER: msgid("The game is over."),
    Fault.BIDS_SEALED: msgid(
        "This round has hidden bids. Reveal them before changing this."
    ),
    Fault.BID_SEALED: msgid(
        "%(name)s has already bid. The bid stays hidden until all bids are revealed."
    ),
    Fault.BIDS_CLOSED: msgid(
        "All bids are in and stay locked until the tricks are entered."
    ),
    Fault.BIDS_REVEALED: msgid(
        "Bids are open now. Only the scorekeeper can change them."
    ),
    Fault.BID_ENTERED: msgid(
        "This bid is already entered. Only the scorekeeper can change it."
    ),
    Fault.SEASON_BACKWARDS: msgid(
        "A season can’t end before it begins. Choose a later end, or leave it open."
    ),
    Fault.SEASON_OVERLAPS: msgid(
        "These dates overlap season %(number)s. End one before the other begins."
    ),
    Fault.GAMES_TOO_MANY: msgid(
        "A group can have at most %(most)s games. Start another group for more."
    ),
    Fault.PEOPLE_TOO_MANY: msgid(
        "A group can have at most %(most)s people. Start another group for more."
    ),
    NameProblem.NAME_EMPTY: msgid("A name needs at least one visible character."),
    NameProblem.NAME_TOO_LONG: msgid("A name has at most 40 characters."),
    NameProblem.NAME_BROKEN: msgid(
        "This name contains invalid characters. Please type it again."
    ),
}
_BY_VALUE = {key.value: text for key, text in SENTENCES.items()}


def say(text: str, **values: object) -> str:
    """Return a marked sentence in the language of the request."""
    return translations(current_language().tag).gettext(text) % values


def sentence_about(objection: FieldObjection) -> str:
    """Return the sentence for an objection."""
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
    """Return an objection as JSON."""
    return {
        "field": objection.field,
        "problem": str(objection.problem),
        "seat": objection.seat,
        "expected": sentence_about(objection),
    }
