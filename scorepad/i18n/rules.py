"""What rules say: sentences for problems, words of one game, what rules pages show."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cache, partial
from itertools import groupby, pairwise, zip_longest
from typing import Any

from scorepad.games import towers
from scorepad.games.registry import GAMES
from scorepad.games.towers import Colour, Spell
from scorepad.games.wizard import schedule, scoring, tricks
from scorepad.games.wizard.models import Deck, Game
from scorepad.games.wizard.schedule import SEATS_ALLOWED, Extra, Schedule
from scorepad.games.wizard.scoring import FORMULAS, AnyScoring, Scoring
from scorepad.i18n import languages, terms
from scorepad.i18n.languages import figure, listed, msgid, signed, translations

SENTENCES: Mapping[str, str] = {
    "bid_missing": msgid("Enter a bid for %(name)s (0 to %(cards)s)."),
    "tricks_missing": msgid("Enter the tricks of %(name)s (0 to %(cards)s)."),
    "bid_count": msgid("Bids and tricks need one number for each player."),
    "bid_range": msgid("%(name)s can’t bid %(bid)s. Choose 0 to %(cards)s."),
    "tricks_range": msgid(
        "%(name)s can’t have %(tricks)s tricks. Choose 0 to %(cards)s."
    ),
    "tricks_sum": msgid("The tricks add up to %(sum)s instead of %(expected)s."),
    "bids_even": msgid(
        "%(bid)s not allowed (±1): the bids must not add up to %(cards)s."
    ),
    "bid_change_early": msgid("The Cloud changes a bid only once all bids are in."),
    "bid_change_step": msgid("The bid of %(name)s can only change by one, up or down."),
    "bid_change_range": msgid(
        "The changed bid of %(name)s must stay between 0 and %(cards)s."
    ),
    "void_range": msgid("%(void)s tricks without a winner? Choose 0 to %(cards)s."),
    "tricks_unknown": msgid(
        "The totals do not show how many tricks %(name)s took: more than bid, fewer, "
        "or unknown?"
    ),
    "total_mismatch": msgid(
        "The sheet says %(written)s for %(name)s, but it adds up to %(expected)s."
    ),
    "total_impossible": msgid(
        "%(name)s: no number of tricks turns %(above)s into %(written)s. Check both "
        "totals."
    ),
    "players_out_of_range": msgid("This game needs %(least)s to %(most)s players."),
    "hand_too_small": msgid("Every round needs at least one card each."),
    "hand_too_large": msgid("The deck does not have that many cards for each player."),
    "variant_needs_3_or_4_players": msgid(
        "This number of rounds is for 3 or 4 players."
    ),
    "variant_needs_3_to_6_players": msgid(
        "This number of rounds is for 3 to 6 players."
    ),
    "edition_incomplete": msgid(
        "Dragon and Fairy come only together: take both or neither."
    ),
    "not_at_table": msgid(
        "%(name)s isn’t playing in round %(number)s, so nothing can be entered."
    ),
    "foresight_cards": msgid(
        "Foresight needs a first round of one card, but it has %(cards)s."
    ),
    "no_turn_up": msgid("Round %(number)s has no trump: no card is turned up for it."),
    "unwritten_entries": msgid(
        "Round %(number)s is marked as not written down, but has bids or tricks. Clear "
        "them, or the mark."
    ),
}

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
    "players_out_of_range": msgid("Wandering Towers is for 2 to 6 players."),
    "teams_need_4_or_6": msgid("Teams need 4 or 6 players."),
    "colour_not_usable": msgid(
        "Each player needs a colour of their own with enough wizards in it."
    ),
    "wizards_range": msgid("All wizards of this colour are home already."),
    "potions_range": msgid("There is no empty bottle left to fill."),
    "spell_not_in_play": msgid("This spell is not in play at this table."),
    "spell_unpaid": msgid("There are not enough full bottles for this spell."),
    "turn_order": msgid("It is another player’s turn."),
    "not_a_partner": msgid("You can only give bottles to your partner."),
    "nothing_to_give": msgid("There is no full bottle to hand over."),
    "after_the_end": msgid("The game is over by then."),
    "spell_again": msgid("Only one spell may be cast in a turn."),
    "two_home": msgid("The turn ended when the player’s own wizard came home."),
}

PROBLEMS: Mapping[str, Mapping[str, str]] = {"towers": TOWERS_PROBLEMS}
FIGURES: Mapping[str, Mapping[str, str]] = {"towers": TOWERS_SPELLS}
"""Names of a season's figures that only one game has, by game and figure."""


def game_title(word: str, language: str) -> str:
    """Return the title of a game, translated if possible."""
    title = GAMES[word].title  # that of a game of tricks may also be a card's name
    return title if GAMES[word].model else translations(language).gettext(title)


def sentence_for(problem: str, language: str, /, **values: object) -> str:
    """Return the sentence of the rules for a problem, if any; *values* fill it."""
    word = str(values.get("game"))
    text = PROBLEMS.get(word, {}).get(problem) or SENTENCES.get(problem)
    if text is None:
        return ""
    model = GAMES[word].model if word in GAMES else None
    seats = (model or Game).deals.seats
    known = defaultdict[str, object](lambda: "–", least=seats[0], most=seats[-1])
    for name, value in values.items():
        known[name] = figure(value) if isinstance(value, int) else value
    return translations(language).gettext(text) % known


SCORINGS = {
    Scoring.CLASSIC: msgid("Classic scoring"),
    Scoring.CLASSIC_DIV10: msgid("Points ÷ 10"),
    Scoring.ALTERNATIVE: msgid("Alternative scoring"),
    Scoring.JUNIOR: msgid("Scoring of Wizard Junior"),
}
HOW = {
    Scoring.CLASSIC: msgid(
        "Bid met: 20 points, and 10 more for each trick."
        " Missed: −10 for each trick too many or too few."
    ),
    Scoring.CLASSIC_DIV10: msgid(
        "A tenth of the usual points: met 2, and 1 for every trick; missed −1"
        " for every trick."
    ),
    Scoring.ALTERNATIVE: msgid(
        "Every trick 10 points. Met: 10 more per card of the round."
        " Missed by 1, 2, 3: −10, −30, −60."
    ),
    Scoring.JUNIOR: msgid(
        "A bid met earns 1 point for every trick, and 1 for a zero; a bid "
        "missed earns nothing."
    ),
}
HOW_OF_HOUSE = msgid(
    "Met: %(base)s points, and %(per_trick)s more per trick; a zero: %(kept_zero)s."
    " Missed: %(lost)s per trick."
)
HOW_ELSE = msgid(
    "%(formula)s Any miss: %(flat)s, and %(trick_when_missed)s per trick taken. A zero:"
    " %(zero_per_card)s more per card. Last rounds that count double:"
    " %(doubled_rounds)s."
)


def scoring_name(scoring: AnyScoring, language: str) -> str:
    """Return the name of a scoring, of a custom one with its numbers."""
    words = translations(language)
    if isinstance(scoring, Scoring):
        return words.gettext(SCORINGS[scoring])
    numbers = " / ".join(map(str, scoring.parts.values()))
    return words.gettext("Custom formula (%(numbers)s)") % {"numbers": numbers}


def how_it_scores(scoring: AnyScoring, language: str) -> str:
    """Return what a bid is worth, in one line."""
    words = translations(language)
    scoring = next((key for key in FORMULAS if FORMULAS[key] == scoring), scoring)
    if isinstance(scoring, Scoring):
        return words.gettext(HOW[scoring])
    lost = {"lost": -scoring.per_miss, "flat": -scoring.flat_loss}
    figures = {key: figure(n) for key, n in (asdict(scoring) | lost).items()}
    usual = words.gettext(HOW_OF_HOUSE) % figures
    if "flat_loss" not in scoring.parts:
        return usual
    return words.gettext(HOW_ELSE) % {"formula": usual, **figures}


_NAMES = (
    *("colon", "comma", "edition_name", "extra_name", "schedule_name", "trump_name"),
    *("award_name", "award_reason", "record_name", "record_feat"),
    *("title_name", "rank_name"),
    *("format_date", "format_month", "format_number", "format_percent"),
)


@cache
def names_in(language: str) -> dict[str, Callable[..., str]]:
    """Return the functions that name and format things in templates of a language."""
    known = {**vars(languages), **vars(terms)}
    functions = {name: known[name] for name in _NAMES}
    functions |= {"scoring_name": scoring_name, "how_it_scores": how_it_scores}
    functions["title_of_game"] = game_title
    return {name: partial(each, language=language) for name, each in functions.items()}


def values_of_the_rules(language: str) -> Mapping[str, Any]:
    """Return what the templates of the rules fill in.

    *specials* tells of each extra card whether the dealer names trump after it;
    *tables* are numbers of players, of rounds, of cards in the last one, and minutes.
    *matrix* has the points for every bid (a row each) and every number of tricks;
    *hands* are card counts from which a table may play ±1, where 1 is the usual rule.
    """
    numbers = range(6)
    worth = partial(scoring.points, Scoring.CLASSIC, cards=numbers[-1])
    usual = {n: schedule.cards_per_round(Schedule.STANDARD, n) for n in SEATS_ALLOWED}
    return {
        "specials": {extra: tricks.trump_from(extra) is None for extra in Extra},
        "boxes": list(_boxes(language)),
        "tables": [
            (seats, len(cards), cards[-1], schedule.minutes_for(cards, seats))
            for seats, cards in usual.items()
        ],
        "in_the_box": schedule.IN_THE_BOX,
        "peoples": [
            (suit, *(terms.trump_name(suit, language, deck) for deck in Deck))
            for suit in tricks.FOUR_SUITS
        ],
        "matrix": [[signed(worth(bid=n, tricks=t)) for t in numbers] for n in numbers],
        "hands": range(2, schedule.CLASSIC_DECK // min(SEATS_ALLOWED) + 1),
        "schedules": {each: tuple(_lists(each)) for each in Schedule},
        "scorings": [each for each in Scoring if each is not Scoring.CLASSIC],
    }


def values_of_towers(language: str) -> Mapping[str, Any]:
    """Return what the pages and the paper of Wandering Towers fill in."""
    say = translations(language).gettext
    return {
        "seats": towers.SEATS_ALLOWED,
        "team_tables": towers.TEAM_TABLES,
        "wizards_each": towers.WIZARDS_EACH,
        "potions_each": towers.POTIONS_EACH,
        "costs": towers.COSTS,
        "colour_name": lambda colour: say(TOWERS_COLOURS[colour]),
        "colours_for": lambda players: listed(
            [say(TOWERS_COLOURS[each]) for each in towers.usable_colours(players)],
            language,
        ),
        "spell_name": lambda spell: say(TOWERS_SPELLS[spell]),
    }


def _boxes(language: str) -> Iterator[tuple[int, int | None, str]]:
    before, had = None, frozenset[Extra]()
    for years, cards in sorted(schedule.ANNIVERSARY_BOXES.items()):
        added = (each for each in Extra if each in cards - had)
        names = [terms.extra_name(each, language) for each in added]
        yield years, before, listed(names, language)
        before, had = years, cards


def _lists(each: Schedule) -> Iterator[tuple[str, int, str]]:
    seats = [n for n in SEATS_ALLOWED if each in schedule.schedules_for(n)]
    cards = {n: spans(schedule.cards_per_round(each, n)) for n in seats}
    for hands, same in groupby(seats, cards.__getitem__):
        together = list(same)
        first, last = together[0], together[-1]
        yield (str(first) if first == last else f"{first}–{last}"), last, hands


def spans(cards: Sequence[int]) -> str:
    """Return the cards of every round, with a dash where they change by one.

    >>> spans((1, 2, 3, 4, 5, 4, 3)), spans((1, 3, 5)), spans((20, 20))
    ('1–5–3', '1 3 5', '2 × 20')
    """
    if len({*cards}) == 1 < len(cards):
        return f"{len(cards)} × {cards[0]}"
    said, steps = str(cards[0]), [after - card for card, after in pairwise(cards)]
    for card, step, after in zip_longest(cards[1:], steps, steps[1:]):
        goes_on = abs(step) == 1
        if after != step or not goes_on:
            said += f"{'–' if goes_on else ' '}{card}"
    return said
