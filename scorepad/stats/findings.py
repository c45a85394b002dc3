"""What can be said of people in a sentence, because their bids carry it.

A finding compares a player's bids with those of everybody else. It is told where

* there are :data:`~scorepad.stats.intervals.FEWEST_TRIES` on both sides,
* the two shares are at least :data:`LEAST_EFFECT` apart, and
* it is beyond luck: among all that was looked at for one page a false one is found in
  at most :data:`LEVEL` of all pages (:func:`~scorepad.stats.contrasts.beyond_luck`).

A situation (so many cards, bidding last …) must also differ from the rest of the same
player's bids: whoever is weaker everywhere is told so once, and not by situation.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from scorepad.stats.claims import (
    About,
    Finding,
    claims_of,
    claims_of_table,
    parts_of,
    together,
    without,
)
from scorepad.stats.contrasts import beyond_luck
from scorepad.stats.predictions import Sums

Player = TypeVar("Player", bound=Hashable)

LEVEL = 0.02
LEAST_EFFECT = Fraction(8, 100)
MOST = 5
MOST_OF_ONE = 2
MOST_ALIKE = 2
"""So many sentences on a page; so many of them about the same player, or alike."""

TOPICS: Mapping[About, str] = {
    About.ZEROS: "bid",
    About.FIRST: "place",
    About.LAST: "place",
    About.FORCED: "place",
    About.TRUMP: "suit",
    About.NO_TRUMP: "suit",
}
"""What would say nearly the same; everything else is a topic of its own."""


Said = tuple[Player | None, Finding]


def findings_of(mine: Sums, others: Sums) -> tuple[Finding, ...]:
    """What the bids of a player show beside those of the *others*, most telling first.

    At most :data:`MOST`, and one of each topic.
    """
    claims = claims_of(parts_of(mine), parts_of(others))
    believed: list[Said[None]] = _believed([(None, each) for each in claims])
    return tuple(finding for _, finding in _chosen(believed, of_one=MOST))


def findings_of_season(
    people: Mapping[Player, Sums],
) -> tuple[tuple[Player | None, Finding], ...]:
    """What the bids of a season show: of its players, and of the whole table (None)."""
    parts = {player: parts_of(sums) for player, sums in people.items()}
    whole = together(parts.values())
    claims: list[Said[Player]] = [(None, each) for each in claims_of_table(whole)]
    for player, mine in parts.items():
        claims += [(player, each) for each in claims_of(mine, without(whole, mine))]
    return tuple(_chosen(_believed(claims), of_one=MOST_OF_ONE))


def _believed(claims: Sequence[Said[Player]]) -> list[Said[Player]]:
    told = [
        claims[place]
        for place in beyond_luck([each.luck for _, each in claims], level=LEVEL)
        if abs(claims[place][1].effect) >= LEAST_EFFECT
    ]
    return sorted(told, key=lambda said: (-abs(said[1].effect), said[1].luck))


def _chosen(told: Iterable[Said[Player]], *, of_one: int) -> list[Said[Player]]:
    chosen: list[Said[Player]] = []
    topics: set[tuple[Player | None, str]] = set()
    for player, finding in told:
        topic = player, TOPICS.get(finding.about, finding.about)
        of_player = sum(whose == player for whose, _ in chosen)
        alike = sum(about == topic[1] for _, about in topics)
        if topic not in topics and of_player < of_one and alike < MOST_ALIKE:
            topics.add(topic)
            chosen.append((player, finding))
    return chosen[:MOST]
