"""Findings as the pages tell them: sentences in the reader's language.

What bids show is looked for once, until there is another bid: it takes a tenth of a
page's time. It is kept by all bids it was found in, a fifth of a megabyte for a season
of sixty players, so only what was asked for last is.
"""

from functools import lru_cache
from typing import Final

from scorepad.services.naming import Person
from scorepad.services.seasons.player_stats import PlayerOverview
from scorepad.services.seasons.season_stats import SeasonOverview
from scorepad.stats.claims import Finding
from scorepad.stats.findings import findings_of, findings_of_season
from scorepad.stats.predictions import Counts, Slice, Sums
from scorepad.web.every_request.languages import current_language
from scorepad.words.findings import finding_sentence

SEASONS_KEPT: Final = 8
PLAYERS_KEPT: Final = 16

Frozen = tuple[tuple[Slice, Counts], ...]


def told_of_player(overview: PlayerOverview) -> tuple[str, ...]:
    """What a player's bids show beside those of all others in the same games."""
    tag, name = current_language().tag, overview.person.name
    found = _of_player(_frozen(overview.career.sums), _frozen(overview.others))
    return tuple(finding_sentence(each, tag, name=name) for each in found)


def told_of_season(overview: SeasonOverview) -> tuple[str, ...]:
    """What a season's bids show of its players and of the whole table."""
    tag = current_language().tag
    people = tuple((who, _frozen(sums)) for who, sums in overview.predictions.items())
    return tuple(
        finding_sentence(each, tag, name=person.name if person else "")
        for person, each in _of_season(people)
    )


def _frozen(sums: Sums) -> Frozen:
    return tuple(sums.items())


@lru_cache(PLAYERS_KEPT)
def _of_player(mine: Frozen, others: Frozen) -> tuple[Finding, ...]:
    return findings_of(dict(mine), dict(others))


@lru_cache(SEASONS_KEPT)
def _of_season(
    people: tuple[tuple[Person, Frozen], ...],
) -> tuple[tuple[Person | None, Finding], ...]:
    return findings_of_season({who: dict(sums) for who, sums in people})
