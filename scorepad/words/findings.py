"""Findings as sentences: what somebody's bids show beside those of the table."""

from fractions import Fraction
from typing import Protocol

from scorepad.words.figures import format_number, format_percent
from scorepad.words.translations import msgid, translations

OPEN_END = 99
ISOLATED = "\N{FIRST STRONG ISOLATE}%s\N{POP DIRECTIONAL ISOLATE}"
"""Whatever script a name is written in, the numbers around it stay in order."""


class Sayable(Protocol):
    """What a sentence says of a :class:`scorepad.stats.findings.Finding`."""

    @property
    def about(self) -> str:
        """What it is about."""
        ...

    @property
    def hits(self) -> int:
        """How often it was so."""
        ...

    @property
    def tries(self) -> int:
        """Of how many times."""
        ...

    @property
    def others(self) -> Fraction:
        """The share of everybody else."""
        ...

    @property
    def effect(self) -> Fraction:
        """How much more or less that is."""
        ...

    @property
    def span(self) -> tuple[int, int] | None:
        """Which cards or bids, if some."""
        ...

    @property
    def lean(self) -> int:
        """Whether misses were too high (1) or too low (-1)."""
        ...


CLAIMS = {
    # Of whoever does better or does more, and of whoever does worse or less.
    "foresight": (
        msgid("%(name)s reads the future better than the others"),
        msgid("The future keeps surprising %(name)s"),
    ),
    "too_high": (
        msgid("%(name)s tends to bid too high"),
        msgid("%(name)s is more cautious than the others"),
    ),
    "zeros": (
        msgid("%(name)s likes to bid zero"),
        msgid("%(name)s seldom bids zero"),
    ),
    "by_one": (
        msgid("%(name)s misses closely"),
        msgid("Where %(name)s misses, it is by far"),
    ),
    "table_too_high": (
        msgid("The whole table wants too much"),
        msgid("The whole table is too cautious"),
    ),
    "table_last": (
        msgid("It pays to bid last"),
        msgid("It is hard to bid last"),
    ),
}
STRENGTH = msgid("%(name)s is strong %(when)s")
WEAKNESSES = {
    # By whether what was missed was bid too low, too high, or neither.
    -1: msgid("%(name)s bids too low %(when)s"),
    0: msgid("%(name)s often errs %(when)s"),
    1: msgid("%(name)s bids too high %(when)s"),
}
WHEN = {
    "first": msgid("when bidding first"),
    "last": msgid("as dealer, bidding last"),
    "forced": msgid("when one bid is not allowed (±1)"),
    "trump": msgid("with trump"),
    "no_trump": msgid("without trump"),
    "cards": msgid("with %(first)s to %(last)s cards"),
    "bid": msgid("when bidding %(first)s"),
}
OPEN_ENDED = {
    "cards": msgid("with %(first)s cards and more"),
    "bid": msgid("when bidding %(first)s or more"),
}


def finding_sentence(finding: Sayable, language: str, *, name: str = "") -> str:
    """One sentence about the player of this *name*, or about the whole table.

    Plain text, to be escaped where it is shown.
    """
    said = translations(language)
    values = {"name": ISOLATED % name, "when": _when(finding, language)}
    claim = said.gettext(_claim(finding)) % values
    return said.gettext("%(claim)s: %(evidence)s.") % {
        "claim": claim,
        "evidence": _evidence(finding, language),
    }


def _claim(finding: Sayable) -> str:
    is_more = finding.effect > 0
    if finding.about in CLAIMS:
        more, less = CLAIMS[finding.about]
        return more if is_more else less
    return STRENGTH if is_more else WEAKNESSES[finding.lean]


def _when(finding: Sayable, language: str) -> str:
    first, last = finding.span or (0, 0)
    phrases = {**WHEN, **OPEN_ENDED} if last == OPEN_END else WHEN
    phrase = translations(language).gettext(phrases.get(finding.about, " "))
    return phrase % {"first": first, "last": last}


def _evidence(finding: Sayable, language: str) -> str:
    ngettext = translations(language).ngettext
    share = format_percent(finding.others, language)
    said = {
        "too_high": ngettext(
            "%(hits)s of %(num)s missed bid too high, at the table %(share)s",
            "%(hits)s of %(num)s missed bids too high, at the table %(share)s",
            finding.tries,
        ),
        "zeros": ngettext(
            "in %(hits)s of %(num)s round, the table in %(share)s",
            "in %(hits)s of %(num)s rounds, the table in %(share)s",
            finding.tries,
        ),
        "by_one": ngettext(
            "%(hits)s of %(num)s missed bid off by one, at the table %(share)s",
            "%(hits)s of %(num)s missed bids off by one, at the table %(share)s",
            finding.tries,
        ),
        "table_too_high": ngettext(
            "%(hits)s of %(num)s missed bid was too high",
            "%(hits)s of %(num)s missed bids were too high",
            finding.tries,
        ),
        "table_last": ngettext(
            "%(hits)s of %(num)s bid met, the others %(share)s",
            "%(hits)s of %(num)s bids met, the others %(share)s",
            finding.tries,
        ),
    }
    met = ngettext(
        "%(hits)s of %(num)s bid met, the table %(share)s",
        "%(hits)s of %(num)s bids met, the table %(share)s",
        finding.tries,
    )
    values = {
        "hits": format_number(finding.hits, language),
        "num": format_number(finding.tries, language),
        "share": share,
    }
    return said.get(finding.about, met) % values
