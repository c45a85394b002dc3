"""What the ledgers do, for a few games at a time and without a database."""

from scorepad.stats.ledger import Ledger
from scorepad.stats.packing import counted_apart, packed, sums_of_packed
from scorepad.stats.records import Kind, set_records
from scorepad.stats.season import ranked, standing_of


def standings(games, players, **how):
    """Rank *players* over *games* in order, each a sequence of who had what."""
    ledger = Ledger(rivals=False)
    everybody = dict.fromkeys(players)
    for game in games:
        everybody.update(dict.fromkeys(player for player, _ in game))
        ledger.enter([(player, each, "") for player, each in game if each.played])
    summed = [
        standing_of(player, ledger.sums[player], ledger.courses[player].form)
        for player in everybody
    ]
    return ranked(summed, **how)


def records_of(games):
    """The record of every kind; *games* in order, with their marks."""
    found = {}
    for game, marks in games:
        set_records(found, game, marks)
    return {kind: found[kind] for kind in Kind if kind in found}


def sums_of(predictions):
    """Count predictions, packed and unpacked as they are kept."""
    return sums_of_packed(counted_apart(packed(predictions)))
