"""Findings as sentences: what somebody's bids show beside those of the table."""

from scorepad.stats.findings import MANY, Finding
from scorepad.words.figures import format_number, format_percent
from scorepad.words.translations import msgid, msgids, translations

ISOLATED = "\N{FIRST STRONG ISOLATE}%s\N{POP DIRECTIONAL ISOLATE}"
"""Whatever script a name is written in, the numbers around it stay in order."""

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
MET = msgids(
    "%(hits)s of %(num)s bid met, the table %(share)s",
    "%(hits)s of %(num)s bids met, the table %(share)s",
)
EVIDENCE = {
    "too_high": msgids(
        "%(hits)s of %(num)s missed bid too high, at the table %(share)s",
        "%(hits)s of %(num)s missed bids too high, at the table %(share)s",
    ),
    "zeros": msgids(
        "in %(hits)s of %(num)s round, the table in %(share)s",
        "in %(hits)s of %(num)s rounds, the table in %(share)s",
    ),
    "by_one": msgids(
        "%(hits)s of %(num)s missed bid off by one, at the table %(share)s",
        "%(hits)s of %(num)s missed bids off by one, at the table %(share)s",
    ),
    "table_too_high": msgids(
        "%(hits)s of %(num)s missed bid was too high",
        "%(hits)s of %(num)s missed bids were too high",
    ),
    "table_last": msgids(
        "%(hits)s of %(num)s bid met, the others %(share)s",
        "%(hits)s of %(num)s bids met, the others %(share)s",
    ),
}
SENTENCE = msgid("%(claim)s: %(evidence)s.")


def finding_sentence(finding: Finding, language: str, *, name: str = "") -> str:
    """One sentence about the player of this *name*, or about the whole table.

    Plain text, to be escaped where it is shown.
    """
    words, about = translations(language), finding.about
    is_more = finding.effect > 0
    if about in CLAIMS:
        claim = CLAIMS[about][0 if is_more else 1]
    else:
        claim = STRENGTH if is_more else WEAKNESSES[finding.lean]
    first, last = finding.span or (0, 0)
    when = {**WHEN, **OPEN_ENDED} if last == MANY else WHEN
    values = {
        "name": ISOLATED % name,
        "when": words.gettext(when.get(about, " ")) % {"first": first, "last": last},
        "hits": format_number(finding.hits, language),
        "num": format_number(finding.tries, language),
        "share": format_percent(finding.others, language),
    }
    evidence = words.ngettext(*EVIDENCE.get(about, MET), finding.tries)
    said = {"claim": words.gettext(claim), "evidence": evidence}
    return words.gettext(SENTENCE) % {key: text % values for key, text in said.items()}
