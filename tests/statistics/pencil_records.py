"""Records counted naively: each with its value, game and round."""

from itertools import groupby


def group_records(season):
    """Return the first unbeaten one of every kind: (value, game, round, names)."""
    found = {}
    for each in season.evenings:
        for what, marks in _of_evening(each).items():
            if not marks:
                continue
            best = (min if what in SMALLEST else max)(mark[0] for mark in marks)
            kind = at_table(what, each)
            if kind not in found or _beats(kind, best, found[kind][0]):
                number = next(n for value, n, _ in marks if value == best)
                names = {who for v, n, who in marks if (v, n) == (best, number) and who}
                found[kind] = best, each.key, number, names
    return found


def at_table(kind, each):
    """Return a kind of record; totals are compared at tables of one size and length."""
    return (kind, len(each.totals), each.rounds) if kind.endswith("_total") else (kind,)


SMALLEST = {"lowest_total", "closest_finish", "none_right"}


def _beats(kind, value, known):
    return value < known if kind[0] in SMALLEST else value > known


def _of_evening(each):
    stayed = sorted(each.totals[name] for name in each.stayed)
    return {
        "highest_total": [(t, None, who) for who, t in each.totals.items()],
        "lowest_total": [(t, None, who) for who, t in each.totals.items()],
        "closest_finish": [(stayed[-1] - stayed[-2], None, None)],
        "best_round": [(bid.points, bid.number, bid.name) for bid in each.bids],
        "bravest_bid": [
            (bid.bid, bid.number, bid.name) for bid in each.bids if bid.met and bid.bid
        ],
        "longest_run": [run for who in each.totals for run in _runs(each.of(who))],
        "comeback": [back for who in each.winners for back in _comebacks(each, who)],
        "lead_changes": [(len(_lead_changes(each)), None, None)]
        * bool(_lead_changes(each)),
        "all_right": [(n, number, None) for number, n in _rounds(each, all)],
        "none_right": [
            (n, number, None) for number, n in _rounds(each, lambda m: not any(m))
        ],
    }


def _runs(bids):
    run = 0
    for bid in bids:
        run = run + 1 if bid.met else 0
        if run:
            yield run, bid.number, bid.name


def _rounds(each, wanted):
    for number, same in groupby(each.bids, key=lambda bid: bid.number):
        bids = list(same)
        if wanted([bid.met for bid in bids]):
            yield number, bids[0].cards


def _of_those_there(each):
    for number, _, points, totals in each.lines:
        yield number, {n: t for n, t in totals.items() if points[n] is not None}


def _comebacks(each, who):
    for number, totals in _of_those_there(each):
        if who in totals and max(totals.values()) > totals[who]:
            yield max(totals.values()) - totals[who], number, who


def _lead_changes(each):
    holding, found = set(), []
    for number, totals in _of_those_there(each):
        leading = {name for name, t in totals.items() if t == max(totals.values())}
        if holding and not holding & leading:
            found.append(number)
        holding = holding & leading or leading
    return found


def own_records(season, name):
    """Return a player's records: (value, game, round)."""
    found, run = {}, 0
    for each in season.own(name):
        marks = [
            ("highest_total", each.totals[name], None),
            ("lowest_total", each.totals[name], None),
        ]
        for bid in each.of(name):
            run = run + 1 if bid.met else 0
            marks.append(("best_round", bid.points, bid.number))
            marks += [("bravest_bid", bid.bid, bid.number)] * (bid.met and bid.bid > 0)
            marks += [("longest_run", run, bid.number)] * (run > 0)
        for what, value, number in marks:
            kind = at_table(what, each)
            if kind not in found or _beats(kind, value, found[kind][0]):
                found[kind] = value, each.key, number
    return found
