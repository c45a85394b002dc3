"""What each game is called, and why its table is refused an entry."""

from collections.abc import Mapping

from scorepad.rules.games import GAMES
from scorepad.words import towers
from scorepad.words.languages import translations

TITLES: Mapping[str, str] = {"towers": towers.TITLE}
PROBLEMS: Mapping[str, Mapping[str, str]] = {
    "towers": {str(problem): text for problem, text in towers.PROBLEMS.items()}
}

FIGURES: Mapping[str, Mapping[str, str]] = {
    "towers": {spell.value: text for spell, text in towers.SPELLS.items()}
}
"""Figures of a season that have a name of their own, by how a game counts them."""


def game_title(word: str, language: str) -> str:
    """What a game is called; by its own title where no language has another."""
    title = TITLES.get(word) or GAMES[word].title
    return translations(language).gettext(title)


def sentence_of_game(word: object, problem: str, language: str) -> str | None:
    """Why the rules of a game refuse an entry, where they have a sentence for it."""
    text = PROBLEMS.get(str(word), {}).get(problem)
    return None if text is None else translations(language).gettext(text)


def figure_names_of(word: str, language: str) -> dict[str, str]:
    """The names of the figures that only this game counts."""
    say = translations(language).gettext
    return {key: say(text) for key, text in FIGURES.get(word, {}).items()}
