"""Records counted naively: each with its value, game and round."""

from collections import Counter
from itertools import groupby

MOST_TABLES = 4
SMALLEST = {"lowest_total", "closest_finish", "none_right"}
OWN = {"highest_total", "lowest_total", "best_round", "bravest_bid"}


def group_records(season):
    """Return the first unbeaten one of every kind: (value, game, round, names)."""
    found = {}
    for each in season.evenings:
        marks = sorted(marks_of(each), key=lambda mark: mark[2] or 0)
        for what, value, number, who in marks:
            kind, names = at_table(what, each), {who} - {None}
            if kind not in found or _beats(kind, value, found[kind][0]):
                found[kind] = value, each.key, number, names
            elif found[kind][:3] == (value, each.key, number):
                found[kind][3].update(names)
    return most_played(found, season.evenings)


def most_played(found, evenings):
    """Leave out the records of totals at tables that were played less often."""
    tables = Counter((len(each.totals), each.rounds) for each in evenings)
    told = {(), *(table for table, _ in tables.most_common(MOST_TABLES))}
    return {kind: record for kind, record in found.items() if kind[1:] in told}


def at_table(kind, each):
    """Return a kind of record; totals are compared at tables of one size and length."""
    return (kind, len(each.totals), each.rounds) if kind.endswith("_total") else (kind,)


def _beats(kind, value, known):
    return value < known if kind[0] in SMALLEST else value > known


def marks_of(each):
    """Yield what could be a record of an evening: (kind, value, round, name)."""
    for who, total in each.totals.items():
        yield "highest_total", total, None, who
        yield "lowest_total", total, None, who
        yield from _runs(each.of(who))
    *_, second, first = sorted(each.totals[name] for name in each.stayed)
    yield "closest_finish", first - second, None, None
    for bid in each.bids:
        yield "best_round", bid.points, bid.number, bid.name
        if bid.met and bid.bid:
            yield "bravest_bid", bid.bid, bid.number, bid.name
    if changes := _lead_changes(each):
        yield "lead_changes", len(changes), None, None
    yield from _comebacks(each)
    yield from _whole_rounds(each)


def _comebacks(each):
    for number, totals in _of_those_there(each):
        for who in each.winners:
            if who in totals and max(totals.values()) > totals[who]:
                yield "comeback", max(totals.values()) - totals[who], number, who


def _whole_rounds(each):
    """Yield rounds in which everybody or nobody met the bid."""
    for number, same in groupby(each.bids, key=lambda bid: bid.number):
        bids = list(same)
        if len({bid.met for bid in bids}) == 1:
            kind = "all_right" if bids[0].met else "none_right"
            yield kind, bids[0].cards, number, None


def _runs(bids):
    run = 0
    for bid in bids:
        run = run + 1 if bid.met else 0
        if run:
            yield "longest_run", run, bid.number, bid.name


def _of_those_there(each):
    """Return the totals after each round, without players who left."""
    for number, _, points, totals in each.lines:
        yield number, {n: t for n, t in totals.items() if points[n] is not None}


def _lead_changes(each):
    """Return rounds after which none of the former leaders leads."""
    holding, found = set(), []
    for number, totals in _of_those_there(each):
        leading = {name for name, t in totals.items() if t == max(totals.values())}
        if holding and not holding & leading:
            found.append(number)
        holding = holding & leading or leading
    return found


def own_records(season, name):
    """Return a player's records: (value, game, round); runs go on across games."""
    found, run = {}, 0
    for each in season.own(name):
        marks = [
            mark[:3] for mark in marks_of(each) if mark[0] in OWN and mark[3] == name
        ]
        for bid in each.of(name):
            run = run + 1 if bid.met else 0
            marks += [("longest_run", run, bid.number)] * (run > 0)
        for what, value, number in marks:
            kind = at_table(what, each)
            if kind not in found or _beats(kind, value, found[kind][0]):
                found[kind] = value, each.key, number
    return most_played(found, season.own(name))
