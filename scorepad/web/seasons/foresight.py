"""The two maps of a player's foresight.

They take a third of the player's page and show numbers alone, so they are drawn once
for everybody who looks, until there is another bid.
"""

from functools import lru_cache
from typing import Final

from flask import render_template
from markupsafe import Markup

from scorepad.stats.calibration import calibration
from scorepad.stats.heat import heat_map
from scorepad.stats.predictions import Counts, Slice, Sums, by_bid
from scorepad.web.every_request.languages import current_language

MOST_KEPT: Final = 64


def foresight_of(sums: Sums) -> Markup:
    """Tricks taken over tricks bid, and bids met by cards and bid, as charts."""
    return _drawn(tuple(sums.items()), current_language().tag)


@lru_cache(MOST_KEPT)
def _drawn(sums: tuple[tuple[Slice, Counts], ...], _language: str) -> Markup:
    counts = dict(sums)
    return Markup(  # noqa: S704 - it comes from the template, which escapes
        render_template(
            "player/foresight.html",
            calibration=calibration(by_bid(counts), side=288, left=40, top=10),
            heat=heat_map(counts),
        )
    )
