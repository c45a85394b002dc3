"""A second implementation of games with players who join late or leave early.

It imports nothing of the rules: ``vectors/late.json`` was made with it, and the rules
must agree.
"""

HANDS = {
    "standard": lambda most: [*range(1, most + 1)],
    "reverse": lambda most: [*range(most, 0, -1)],
    "up_down": lambda most: [*range(1, most), *range(most, 0, -1)],
    "maximus": lambda most: [most] * 5,
}


class Table:
    """Who is present in which round, and what each round deals."""

    def __init__(self, game):
        self.seats = range(len(game["players"]))
        self.first = {each["seat"]: each["round"] for each in game.get("joined", [])}
        self.last = {each["seat"]: each["after_round"] for each in game.get("left", [])}
        self.cards = self._cards(game)
        self.rounds = self.cards[: game.get("ended_after") or len(self.cards)]

    def present(self, number):
        return [
            seat
            for seat in self.seats
            if self.first.get(seat, 1) <= number <= self.last.get(seat, 999)
        ]

    def _cards(self, game):
        deck = 60 + len(game.get("edition", []))
        schedule = game.get("schedule", "standard")
        first = len(self.present(1))
        cards = game.get("cards") or HANDS[schedule](60 // first)
        for number in sorted(self.first.values()):
            before, after = cards[: number - 1], cards[number - 1 :]
            crowd = len(self.present(number))
            cards = before + [hand for hand in after if hand * crowd <= deck]
        return cards


def deals(game):
    """Return players, dealer and bidding order for every round that counts."""
    table = Table(game)
    dealing = game.get("first_dealer", 0)
    told = []
    for number, _ in enumerate(table.rounds, 1):
        noted = dict(enumerate(game.get("rounds", []), 1)).get(number, {})
        if noted.get("dealer") is not None:
            dealing = noted["dealer"]
        present = table.present(number)
        while dealing not in present:
            dealing = (dealing + 1) % len(table.seats)
        at = present.index(dealing) + 1
        told.append(
            {
                "round": number,
                "present": present,
                "dealer": dealing,
                "bid_order": present[at:] + present[:at],
            }
        )
        dealing = (dealing + 1) % len(table.seats)
    return told


def outcome(game):
    """Return points and totals round by round, then totals, ranks and winners."""
    table = Table(game)
    start = {each["seat"]: each["start_total"] for each in game.get("joined", [])}
    total = [start.get(seat, 0) for seat in table.seats]
    rounds = []
    for deal, noted in zip(deals(game), game["rounds"], strict=False):
        number, present = deal["round"], deal["present"]
        for fine in game.get("adjustments", []):
            if fine.get("round") == number:
                total[fine["seat"]] += fine["points"]
        points = _points(noted, present, table.cards[number - 1], worth_in(game))
        for seat in present:
            total[seat] += points[seat] if points else 0
        arrived = [table.first.get(seat, 1) <= number for seat in table.seats]
        rounds.append(
            {
                "points": points and [points.get(seat) for seat in table.seats],
                "totals": points
                and [total[seat] if arrived[seat] else None for seat in table.seats],
            }
        )
    for fine in game.get("adjustments", []):
        if not 1 <= (fine.get("round") or 0) <= len(rounds):
            total[fine["seat"]] += fine["points"]
    closed = [row["points"] is not None for row in rounds]
    ranks = placed(total, table.present(len(table.rounds)))
    return {
        "rounds": rounds,
        "totals": total,
        "ranks": ranks,
        "winners": [s for s in table.seats if any(closed) and ranks[s] == 1],
        "finished": closed.count(True) == len(table.rounds),
    }


def worth_in(game):
    """Return the points of a final bid for so many tricks of so many cards."""
    formula = game.get("formula") or {}
    zero = formula.get("kept_zero", formula.get("base"))
    return {
        "classic": lambda b, t, _: 20 + 10 * t if b == t else -10 * abs(b - t),
        "classic_div10": lambda b, t, _: 2 + t if b == t else -abs(b - t),
        "alternative": lambda b, t, n: (
            10 * t + 10 * n if b == t else 10 * t - 10 * sum(range(abs(b - t) + 1))
        ),
        "junior": lambda b, t, _: (t or 1) if b == t else 0,
        "custom": lambda b, t, _: (
            -formula["per_miss"] * abs(b - t)
            if b != t
            else formula["base"] + formula["per_trick"] * t
            if b
            else zero
        ),
    }[game.get("scoring", "classic")]


def _points(noted, present, cards, worth):
    bids = list(noted["bids"])
    tricks = noted.get("tricks") or [None] * len(bids)
    if None in [bids[seat] for seat in present] + [tricks[seat] for seat in present]:
        return None
    for change in noted.get("bid_changes", []):
        bids[change["seat"]] += change["by"]
    return {seat: worth(bids[seat], tricks[seat], cards) for seat in present}


def placed(total, stayed):
    gone = [seat for seat in range(len(total)) if seat not in stayed]
    ranks = dict.fromkeys(range(len(total)), 1)
    for group, ahead in ((stayed, 0), (gone, len(stayed))):
        for seat in group:
            better = [other for other in group if total[other] > total[seat]]
            ranks[seat] = 1 + ahead + len(better)
    return [ranks[seat] for seat in range(len(total))]


def until(game, number):
    """Return the game as known in a round, without later rounds and penalties."""
    fines = game.get("adjustments", [])
    before = [fine for fine in fines if 1 <= (fine.get("round") or 0) < number]
    return {**game, "rounds": game["rounds"][:number], "adjustments": before}


def forbidden(game):
    """Return the bid that ±1 forbids the dealer of the last round, or nothing."""
    table, rule = Table(game), game["even_bid_rule"]
    deal = deals(game)[len(game["rounds"]) - 1]
    bids = game["rounds"][-1]["bids"]
    cards = table.cards[deal["round"] - 1]
    before = outcome({**game, "rounds": game["rounds"][:-1]})["totals"]
    best = max(before[seat] for seat in deal["present"])
    leaders = [seat for seat in deal["present"] if before[seat] == best]
    dealer = deal["dealer"]
    bound = {
        "last_bidder": True,
        "leading_dealer": dealer in leaders,
        "sole_leading_dealer": leaders == [dealer],
    }[rule["mode"]]
    even = cards - sum(bids[seat] for seat in deal["present"] if seat != dealer)
    small = cards < rule.get("min_cards", 1)
    free = even == 0 and rule.get("zero_always_allowed", False)
    return None if small or free or not bound or not 0 <= even <= cards else even
