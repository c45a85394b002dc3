"""The statistics of a season for a few games, without a database."""

from scorepad.statistics.career import Columns, by_player
from scorepad.statistics.predictions import marks_of
from scorepad.statistics.season import Standing, ranked


def had(game, player, outcome, bids=()):
    """Return a seat's player and its stored result, from a sheet's outcome."""
    return player, (
        game,
        outcome.total,
        outcome.rank,
        outcome.winners,
        outcome.possible,
        outcome.league,
        outcome.bids_met,
        outcome.bids_made,
        marks_of(dict(bids)),
        " ".join(dict(bids).values()),
    )


def results_of(rows):
    """Return everybody's results, from what they *had* in the order of play."""
    players, own = zip(*rows, strict=True) if rows else ((), ())
    columns = dict(zip(Columns._fields, zip(*own, strict=True), strict=False))
    return by_player({"player_id": players, **columns})


def standings(games, players, **how):
    """Rank *players* over *games* in order, each a sequence of who had what."""
    everybody = dict.fromkeys(players)
    everybody.update((player, None) for game in games for player, _ in game)
    results = results_of(
        [
            had(number, player, each)
            for number, game in enumerate(games)
            for player, each in game
            if each.played
        ]
    )
    columns = {player: results.get(player, Columns()) for player in everybody}
    return ranked([Standing.of(player, own) for player, own in columns.items()], **how)
