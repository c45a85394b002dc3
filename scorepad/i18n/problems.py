"""Sentences for problems of a game: what happened, and what was expected."""

from collections.abc import Mapping

from scorepad.games.problems import Problem
from scorepad.games.registry import GAMES
from scorepad.games.wizard.models import Game
from scorepad.i18n import towers
from scorepad.i18n.languages import msgid, translations

UNKNOWN = "–"
"""Replaces missing values."""

SENTENCES = {
    Problem.BID_MISSING: msgid("Enter a bid for %(name)s (0 to %(cards)s)."),
    Problem.TRICKS_MISSING: msgid("Enter the tricks of %(name)s (0 to %(cards)s)."),
    Problem.BID_COUNT: msgid("Bids and tricks need one number for each player."),
    Problem.BID_RANGE: msgid("%(name)s can’t bid %(bid)s. Choose 0 to %(cards)s."),
    Problem.TRICKS_RANGE: msgid(
        "%(name)s can’t have %(tricks)s tricks. Choose 0 to %(cards)s."
    ),
    Problem.TRICKS_SUM: msgid("The tricks add up to %(sum)s instead of %(expected)s."),
    Problem.BIDS_EVEN: msgid(
        "%(bid)s not allowed (±1): the bids must not add up to %(cards)s."
    ),
    Problem.BID_CHANGE_EARLY: msgid(
        "The Cloud changes a bid only once all bids are in."
    ),
    Problem.BID_CHANGE_STEP: msgid(
        "The bid of %(name)s can only change by one, up or down."
    ),
    Problem.BID_CHANGE_RANGE: msgid(
        "The changed bid of %(name)s must stay between 0 and %(cards)s."
    ),
    Problem.VOID_RANGE: msgid(
        "%(void)s tricks that nobody takes? Choose 0 to %(cards)s."
    ),
    Problem.TRICKS_UNKNOWN: msgid(
        "The totals do not show how many tricks %(name)s took: more than bid, fewer, "
        "or unknown?"
    ),
    Problem.TOTAL_MISMATCH: msgid(
        "The sheet says %(written)s for %(name)s, but it adds up to %(expected)s."
    ),
    Problem.PLAYERS_OUT_OF_RANGE: msgid(
        "This game needs %(least)s to %(most)s players."
    ),
    Problem.HAND_TOO_SMALL: msgid("Every round needs at least one card each."),
    Problem.HAND_TOO_LARGE: msgid(
        "The deck does not have that many cards for each player."
    ),
    Problem.VARIANT_NEEDS_3_OR_4_PLAYERS: msgid(
        "This number of rounds is for 3 or 4 players."
    ),
    Problem.EDITION_INCOMPLETE: msgid(
        "Dragon and Fairy come only together: take both or neither."
    ),
    Problem.NOT_AT_TABLE: msgid(
        "%(name)s isn’t playing in round %(number)s, so nothing can be entered."
    ),
}


class _Values(dict[str, object]):
    """Values by name, with a dash for missing ones instead of an error."""

    def __missing__(self, _key: str) -> str:
        return UNKNOWN


def sentence_for(problem: Problem, language: str, **values: object) -> str:
    """Return the sentence for a problem.

    *values* fill its placeholders: ``name``, ``cards``, ``bid``, ``tricks``, ``sum``,
    ``expected``, ``written``, ``void``, ``number``.
    """
    rules = GAMES.get(str(values.get("game")))
    seats = ((rules and rules.model) or Game).deals.seats
    known = _Values(values, least=seats[0], most=seats[-1])
    return translations(language).gettext(SENTENCES[problem]) % known


TITLES: Mapping[str, str] = {"towers": towers.TITLE}
PROBLEMS: Mapping[str, Mapping[str, str]] = {
    "towers": {str(problem): text for problem, text in towers.PROBLEMS.items()}
}

FIGURES: Mapping[str, Mapping[str, str]] = {
    "towers": {spell.value: text for spell, text in towers.SPELLS.items()}
}
"""Names of a season's figures that only one game has, by game and figure."""


def game_title(word: str, language: str) -> str:
    """Return the title of a game, translated if possible."""
    title = TITLES.get(word) or GAMES[word].title
    return translations(language).gettext(title)


def sentence_of_game(word: object, problem: str, language: str) -> str | None:
    """Return why a game rejects an entry, if there is a sentence for it."""
    text = PROBLEMS.get(str(word), {}).get(problem)
    return None if text is None else translations(language).gettext(text)


def figure_names_of(word: str, language: str) -> dict[str, str]:
    """Return the names of the figures that only this game has."""
    say = translations(language).gettext
    return {key: say(text) for key, text in FIGURES.get(word, {}).items()}
