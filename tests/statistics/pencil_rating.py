"""Ratings of a group, counted game by game with a library."""

from openskill.models import BradleyTerryFull

from scorepad.statistics.rating import DRIFT, LUCK, MEAN, SPREAD

MODEL = BradleyTerryFull(mu=MEAN, sigma=SPREAD, beta=LUCK, tau=DRIFT)


def by_library(ratings, placed):
    teams = [[MODEL.rating(mu=mu, sigma=sigma)] for mu, sigma in ratings]
    rated = MODEL.rate(teams, ranks=[float(rank) for rank in placed])
    return [(each.mu, each.sigma) for (each,) in rated]


def ladder(evenings):
    """Return (mu, sigma, games, wins) of everybody after all *evenings*, in order."""
    found = {}
    for each in evenings:
        names = list(each.totals)
        before = [found.get(name, (MEAN, SPREAD, 0, 0)) for name in names]
        after = by_library(
            [b[:2] for b in before], [each.ranks[name] for name in names]
        )
        for name, (_, _, games, wins), new in zip(names, before, after, strict=True):
            found[name] = (*new, games + 1, wins + (name in each.winners))
    return found
