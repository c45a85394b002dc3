"""What the ledgers do, for a few games at a time and without a database."""

from collections import Counter

from scorepad.stats.columns import Had, by_player
from scorepad.stats.ledger import ledger_of
from scorepad.stats.packing import packed, sums_of_packed
from scorepad.stats.records import Kind, set_records
from scorepad.stats.season import ranked, standing_of


def had(game, player, outcome, bids=""):
    """What a tally has, from what a sheet says."""
    return Had(
        game,
        player,
        outcome.total,
        outcome.bids_met,
        outcome.bids_made,
        outcome.rank,
        outcome.winners,
        outcome.possible,
        outcome.league,
        bids,
    )


def standings(games, players, **how):
    """Rank *players* over *games* in order, each a sequence of who had what."""
    everybody = dict.fromkeys(players)
    everybody.update((player, None) for game in games for player, _ in game)
    ledger = ledger_of(
        *by_player(
            had(number, player, each)
            for number, game in enumerate(games)
            for player, each in game
            if each.played
        ),
        rivals_of=(),
    )
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
    return sums_of_packed(Counter(packed(predictions)))
