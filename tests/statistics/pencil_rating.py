"""Ratings computed naively, by the formulas of the paper."""

import math

from scorepad.statistics.rating import DRIFT, LUCK, MEAN, SPREAD


def by_hand(ratings, placed):
    """Weng and Lin (2011), algorithm 1, pair by pair."""
    widened = [(mu, math.hypot(sigma, DRIFT)) for mu, sigma in ratings]
    after = []
    for i, (mu, sigma) in enumerate(widened):
        gained = lost = 0.0
        for q, (other_mu, other_sigma) in enumerate(widened):
            if q == i:
                continue
            c = math.sqrt(sigma**2 + other_sigma**2 + 2 * LUCK**2)
            expected = 1 / (1 + math.exp((other_mu - mu) / c))
            score = (placed[q] > placed[i]) + 0.5 * (placed[q] == placed[i])
            gained += sigma**2 / c * (score - expected)
            lost += (sigma / c) ** 3 * expected * (1 - expected)
        after.append((mu + gained, sigma * math.sqrt(max(1 - lost, 0.0001))))
    return after


def ladder(evenings):
    """Return (mu, sigma, games, wins) of everybody after all *evenings*, in order."""
    found = {}
    for each in evenings:
        names = list(each.totals)
        before = [found.get(name, (MEAN, SPREAD, 0, 0)) for name in names]
        after = by_hand([b[:2] for b in before], [each.ranks[name] for name in names])
        for name, (_, _, games, wins), new in zip(names, before, after, strict=True):
            found[name] = (*new, games + 1, wins + (name in each.winners))
    return found
