"""Sentences for problems of a game, and the words that only one game has."""

from collections import defaultdict
from collections.abc import Mapping

from scorepad.games.problems import Problem
from scorepad.games.registry import GAMES
from scorepad.games.towers.models import Colour, Spell, TowersProblem
from scorepad.games.wizard.models import Game
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


def sentence_for(problem: Problem, language: str, **values: object) -> str:
    """Return the sentence for a problem.

    *values* fill its placeholders: ``name``, ``cards``, ``bid``, ``tricks``, ``sum``,
    ``expected``, ``written``, ``void``, ``number``.
    """
    rules = GAMES.get(str(values.get("game")))
    seats = ((rules and rules.model) or Game).deals.seats
    bounds = {"least": seats[0], "most": seats[-1]}
    known = defaultdict[str, object](lambda: UNKNOWN, {**values, **bounds})
    return translations(language).gettext(SENTENCES[problem]) % known


TOWERS_SPELLS: Mapping[str, str] = {
    Spell.ADVANCE_WIZARD: msgid("Advance a Wizard"),
    Spell.ADVANCE_TOWER: msgid("Advance a Tower"),
    Spell.SWAP_TOWER: msgid("Swap a Tower"),
    Spell.HEADWIND_WIZARD: msgid("Headwind for a Wizard"),
    Spell.HEADWIND_TOWER: msgid("Headwind for a Tower"),
    Spell.NUDGE_RAVENSKEEP: msgid("Nudge Ravenskeep"),
    Spell.PIGGYBACK: msgid("Piggyback"),
    Spell.FREE_WIZARD: msgid("Free a Wizard"),
    Spell.OTHER: msgid("Another spell"),
}

TOWERS_COLOURS: Mapping[str, str] = {
    Colour.BLUE: msgid("Blue"),
    Colour.YELLOW: msgid("Yellow"),
    Colour.RED: msgid("Red"),
    Colour.GREEN: msgid("Green"),
    Colour.ORANGE: msgid("Orange"),
    Colour.PURPLE: msgid("Purple"),
}

TOWERS_PROBLEMS: Mapping[str, str] = {
    TowersProblem.PLAYERS_OUT_OF_RANGE: msgid(
        "Wandering Towers is for 2 to 6 players."
    ),
    TowersProblem.TEAMS_NEED_4_OR_6: msgid("Teams need 4 or 6 players."),
    TowersProblem.COLOUR_NOT_USABLE: msgid(
        "Each player needs a colour of their own with enough wizards in it."
    ),
    TowersProblem.WIZARDS_RANGE: msgid("All wizards of this colour are home already."),
    TowersProblem.POTIONS_RANGE: msgid("There is no empty bottle left to fill."),
    TowersProblem.SPELL_NOT_IN_PLAY: msgid("This spell is not in play at this table."),
    TowersProblem.SPELL_UNPAID: msgid(
        "There are not enough full bottles for this spell."
    ),
    TowersProblem.TURN_ORDER: msgid("It is another player’s turn."),
    TowersProblem.NOT_A_PARTNER: msgid("You can only give bottles to your partner."),
    TowersProblem.NOTHING_TO_GIVE: msgid("There is no full bottle to hand over."),
    TowersProblem.AFTER_THE_END: msgid("The game is over by then."),
}

PROBLEMS: Mapping[str, Mapping[str, str]] = {"towers": TOWERS_PROBLEMS}
FIGURES: Mapping[str, Mapping[str, str]] = {"towers": TOWERS_SPELLS}
"""Names of a season's figures that only one game has, by game and figure."""


def game_title(word: str, language: str) -> str:
    """Return the title of a game, translated if possible."""
    return translations(language).gettext(GAMES[word].title)


def sentence_of_game(word: object, problem: str, language: str) -> str | None:
    """Return why a game rejects an entry, if there is a sentence for it."""
    text = PROBLEMS.get(str(word), {}).get(problem)
    return None if text is None else translations(language).gettext(text)


def figure_names_of(word: str, language: str) -> dict[str, str]:
    """Return the names of the figures that only this game has."""
    say = translations(language).gettext
    return {str(key): say(text) for key, text in FIGURES.get(word, {}).items()}
