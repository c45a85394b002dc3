"""A naive count of a season, from its game documents and nothing else.

Written independently of the figures it checks. Slow and simple on purpose: every figure
is counted in all games again.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from tests.games import late_model


@dataclass
class Bid:
    name: str
    number: int
    cards: int
    bid: int
    taken: int
    place: str
    trump: bool | None
    forced: bool
    points: int
    foreseen: int

    @property
    def met(self):
        return self.bid == self.taken


@dataclass
class Evening:
    document: dict
    key: object
    totals: dict = field(default_factory=dict)
    ranks: dict = field(default_factory=dict)
    winners: list = field(default_factory=list)
    stayed: list = field(default_factory=list)
    league: dict = field(default_factory=dict)
    possible: dict = field(default_factory=dict)
    bids: list = field(default_factory=list)
    lines: list = field(default_factory=list)
    rounds: int = 0

    def of(self, name):
        return [each for each in self.bids if each.name == name]


def evening(document, key=None):
    """Count a game; one without a closed round has no players."""
    found, document = Evening(document, key), {"rounds": [], **document}
    table, names = late_model.Table(document), document["players"]
    told, deals = late_model.outcome(document), late_model.deals(document)
    totals, ranks, winners = told["totals"], told["ranks"], told["winners"]
    every = zip(deals, document["rounds"], told["rounds"], strict=False)
    closed = [(deal, noted, had) for deal, noted, had in every if had["points"]]
    counting = [deal for deal, *_ in closed]
    if document.get("final_totals"):
        totals, counting = document["final_totals"], deals
        stayed = deals[-1]["present"]
        ranks = late_model.placed(totals, stayed)
        winners = [seat for seat in stayed if ranks[seat] == 1]
    if not counting:
        return found
    found.rounds = len(counting)
    cards, worth = dict(enumerate(table.cards, 1)), late_model.worth_in(document)
    playing = {seat for deal in counting for seat in deal["present"]}
    for seat in sorted(playing):
        name = names[seat]
        ahead = sum(ranks[other] < ranks[seat] for other in playing)
        behind = sum(ranks[other] > ranks[seat] for other in playing)
        found.totals[name] = totals[seat]
        found.ranks[name] = 1 + ahead
        found.league[name] = behind - ahead
        hands = [cards[d["round"]] for d in counting if seat in d["present"]]
        found.possible[name] = sum(worth(hand, hand, hand) for hand in hands)
    found.winners = [names[seat] for seat in winners]
    found.stayed = [names[seat] for seat in deals[-1]["present"]]
    for deal, noted, had in closed:
        found.bids += _bids(document, deal, noted, worth)
        points = dict(zip(names, had["points"], strict=True))
        sums = zip(names, had["totals"], strict=True)
        known = {name: total for name, total in sums if total is not None}
        found.lines.append((deal["round"], cards[deal["round"]], points, known))
    return found


def _bids(document, deal, noted, worth):
    number = deal["round"]
    cards = late_model.Table(document).cards[number - 1]
    until = late_model.until(document, number)
    barred = document.get("even_bid_rule") and late_model.forbidden(until) is not None
    first, last = deal["bid_order"][0], deal["bid_order"][-1]
    for seat in deal["present"]:
        moved = sum(
            each["by"] for each in noted.get("bid_changes", []) if each["seat"] == seat
        )
        bid, taken = noted["bids"][seat] + moved, noted["tricks"][seat]
        trump = noted.get("trump")
        yield Bid(
            name=document["players"][seat],
            number=number,
            cards=cards,
            bid=bid,
            taken=taken,
            place={first: "first", last: "last"}.get(seat, "middle"),
            trump=None if trump is None else trump != "none",
            forced=bool(barred) and seat == last,
            points=worth(bid, taken, cards),
            foreseen=worth(taken, taken, cards),
        )


def counted(bids):
    """Return sums over bids, in the order of the columns of a page."""
    off = [bid.bid - bid.taken for bid in bids]
    return (
        len(off),
        off.count(0),
        sum(o > 0 for o in off),
        sum(o for o in off if o > 0),
        sum(o < 0 for o in off),
        -sum(o for o in off if o < 0),
        sum(abs(o) == 1 for o in off),
    )


def slices(bids):
    """Return the same by everything that pages group bids by."""
    found = {}
    for bid in bids:
        keys = [("hand", str(bid.cards), str(bid.bid)), ("place", bid.place)]
        keys += [("trump", "yes" if bid.trump else "no")] * (bid.trump is not None)
        keys += [("forced",)] * bid.forced
        for key in keys:
            found.setdefault(key, []).append(bid)
    return {key: counted(each) for key, each in found.items()}


class Season:
    def __init__(self, evenings):
        self.evenings = [each for each in evenings if each.totals]

    def own(self, name):
        return [each for each in self.evenings if name in each.totals]

    def bids(self, name):
        return [bid for each in self.evenings for bid in each.of(name)]

    def figures(self, name):
        own = self.own(name)
        totals = [each.totals[name] for each in own]
        known = [each for each in own if each.possible[name]]
        shares = [Fraction(e.totals[name], e.possible[name]) for e in known]
        met = [bid.met for bid in self.bids(name)]
        won = [each for each in own if name in each.winners]
        return {
            "games": len(own),
            "wins": len(won),
            "shared_wins": sum(len(each.winners) > 1 for each in won),
            "average": Fraction(sum(totals), len(totals)) if totals else None,
            "best": max(totals, default=None),
            "bids_met": sum(met),
            "bids_made": len(met),
            "share": sum(shares, Fraction(0)) / len(shares) if shares else None,
            "league": sum(each.league[name] for each in own),
            "form": tuple(each.ranks[name] for each in own[-5:]),
        }

    def change(self, name):
        """Return shares of bids met in the last ten games, and in all before."""
        own = self.own(name)
        parts = [
            [bid.met for each in part for bid in each.of(name)]
            for part in (own[-10:], own[:-10])
        ]
        if len(own) < 20 or min(map(len, parts)) < 20:
            return None
        return tuple(Fraction(sum(part), len(part)) for part in parts)

    def averages(self, name, number):
        totals = [e.totals[name] for e in self.evenings[:number] if name in e.totals]
        return round(Fraction(sum(totals), len(totals))) if totals else None

    def runs(self, name):
        """Return the longest runs of met and of missed bids, across games."""
        lengths = {True: [0], False: [0]}
        for met, same in groupby(bid.met for bid in self.bids(name)):
            lengths[met].append(len(list(same)))
        return max(lengths[True]), max(lengths[False])

    def duel(self, name, rival):
        """Return games, how often ahead and behind by the total, and by how much."""
        margins = [
            each.totals[name] - each.totals[rival]
            for each in self.own(name)
            if rival in each.totals
        ]
        return (
            len(margins),
            sum(margin > 0 for margin in margins),
            sum(margin < 0 for margin in margins),
            Fraction(sum(margins), len(margins)) if margins else None,
        )

    def names(self):
        return sorted({name for each in self.evenings for name in each.totals})
