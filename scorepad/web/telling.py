"""Findings as the pages tell them: sentences in the reader's language."""

from scorepad.services.careers import PlayerOverview
from scorepad.services.ranking import SeasonOverview
from scorepad.stats.findings import findings_of, findings_of_season
from scorepad.web.languages import current_language
from scorepad.words.findings import finding_sentence


def told_of_player(overview: PlayerOverview) -> tuple[str, ...]:
    """What a player's bids show beside those of all others in the same games."""
    tag, name = current_language().tag, overview.person.name
    return tuple(
        finding_sentence(each, tag, name=name)
        for each in findings_of(overview.career.sums, overview.others)
    )


def told_of_season(overview: SeasonOverview) -> tuple[str, ...]:
    """What a season's bids show of its players and of the whole table."""
    tag = current_language().tag
    return tuple(
        finding_sentence(each, tag, name=person.name if person else "")
        for person, each in findings_of_season(overview.predictions)
    )
