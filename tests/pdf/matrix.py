"""Pairwise testing: every option with every other one, in few cases."""

from itertools import combinations, product


def pairwise_cases(options):
    open_pairs = {
        ((one, a), (other, b))
        for (one, some), (other, more) in combinations(options.items(), 2)
        for a, b in product(range(len(some)), range(len(more)))
    }
    cases = []
    while open_pairs:
        chosen = dict(min(open_pairs))
        for name in options:
            if name not in chosen:
                chosen[name] = _best(name, len(options[name]), chosen, open_pairs)
        open_pairs -= set(combinations([(name, chosen[name]) for name in options], 2))
        cases.append({name: options[name][chosen[name]] for name in options})
    return cases


def _best(name, count, chosen, open_pairs):
    """Return the value with the most new pairs."""

    def news(value):
        new = (name, value)
        return sum(
            (old, new) in open_pairs or (new, old) in open_pairs
            for old in chosen.items()
        )

    # Among equals another one each time, so that no value is always the same company.
    start = sum(chosen.values())
    return max(((start + step) % count for step in range(count)), key=news)
