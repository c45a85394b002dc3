"""Words of Wandering Towers: spells, colours, and sentences for problems."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from babel.lists import format_list

from scorepad.games.towers.models import (
    COSTS,
    SEATS_ALLOWED,
    TEAM_TABLES,
    Colour,
    Spell,
    TowersProblem,
    potions_each,
    usable_colours,
    wizards_each,
)
from scorepad.i18n.languages import language_of, msgid, translations

TITLE = msgid("Wandering Towers")

SPELLS: Mapping[Spell, str] = {
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

EFFECTS: Mapping[Spell, str] = {
    Spell.ADVANCE_WIZARD: msgid("Any visible wizard moves one space forward."),
    Spell.ADVANCE_TOWER: msgid("Any tower goes two spaces ahead."),
    Spell.SWAP_TOWER: msgid(
        "Two towers on top change places, with the wizards on them."
    ),
    Spell.HEADWIND_WIZARD: msgid("Any visible wizard moves one space back."),
    Spell.HEADWIND_TOWER: msgid("Any tower goes two spaces back."),
    Spell.NUDGE_RAVENSKEEP: msgid(
        "Ravenskeep goes to the next free space, ahead or back."
    ),
    Spell.PIGGYBACK: msgid("One of your wizards rides along on another one."),
    Spell.FREE_WIZARD: msgid("Lift a tower and free one of your wizards below it."),
    Spell.OTHER: msgid("A promotional spell; set what it costs."),
}

COLOURS: Mapping[Colour, str] = {
    Colour.BLUE: msgid("Blue"),
    Colour.YELLOW: msgid("Yellow"),
    Colour.RED: msgid("Red"),
    Colour.GREEN: msgid("Green"),
    Colour.ORANGE: msgid("Orange"),
    Colour.PURPLE: msgid("Purple"),
}

PROBLEMS: Mapping[TowersProblem, str] = {
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


class SpellCard(NamedTuple):
    """A spell for the rules page; *cost* is in full bottles."""

    spell: Spell
    name: str
    effect: str
    cost: int


class TowersTable(NamedTuple):
    """What each of a number of *players* has."""

    players: int
    wizards: int
    potions: int
    colours: tuple[Colour, ...]
    has_teams: bool


def spell_cards(language: str) -> tuple[SpellCard, ...]:
    """Return every spell of the box."""
    say = translations(language).gettext
    return tuple(
        SpellCard(spell, say(SPELLS[spell]), say(EFFECTS[spell]), COSTS[spell])
        for spell in Spell
        if spell is not Spell.OTHER
    )


def tables() -> tuple[TowersTable, ...]:
    """Return what the players have, for every number of players."""
    return tuple(
        TowersTable(
            players,
            wizards_each(players),
            potions_each(players),
            usable_colours(players),
            players in TEAM_TABLES,
        )
        for players in SEATS_ALLOWED
    )


def colour_name(colour: Colour, language: str) -> str:
    """Return the name of a colour."""
    return translations(language).gettext(COLOURS[colour])


def colour_names(colours: Sequence[Colour], language: str) -> str:
    """Return the names of colours as a list in a sentence."""
    names = [colour_name(colour, language) for colour in colours]
    return str(format_list(names, locale=language_of(language).formats))


def spell_name(spell: Spell, language: str) -> str:
    """Return the name of a spell."""
    return translations(language).gettext(SPELLS[spell])
