"""A paper pad: a model of what the server must return after any writes."""

from tests.games.late_model import Table, outcome

MOST, FEWEST = 6, 3
WAYS = ("whole", "whole", "bids", "begun", "again")


class Pad:
    """One game, kept independently of the server.

    *rounds* are (revision, bids, tricks) by number, *past* all earlier ones.
    """

    def __init__(self, names, **settings):
        self.names = list(names)
        self.settings = {"joined": [], "left": [], "seating": 0, **settings}
        self.rounds, self.past = {}, {}
        self.revision = self.settled = 1

    @property
    def is_deleted(self):
        return self.settings.get("deleted", False)

    @property
    def as_game(self):
        last = max(self.rounds, default=0)
        blank = (0, [None] * len(self.names), None)
        lines = [self.rounds.get(number, blank) for number in range(1, last + 1)]
        rounds = [{"bids": bids, "tricks": tricks} for _, bids, tricks in lines]
        return {"players": self.names, **self.settings, "rounds": rounds}

    @property
    def table(self):
        return Table(self.as_game)

    @property
    def last_noted(self):
        """Return the last round with an entry."""
        return max(filter(self.is_written, self.rounds), default=0)

    @property
    def following(self):
        """Return the next round to write, at most the last one of the schedule."""
        return min(self.last_noted + 1, len(self.table.cards))

    @property
    def seats(self):
        return [*range(len(self.names))]

    def is_noted(self, number, seat):
        _, bids, tricks = self.rounds[number]
        return bids[seat] is not None or (tricks or {seat: None})[seat] is not None

    def notes_the_absent(self, number, bids):
        """Whether an absent player bids: an earlier state, restored."""
        present = self.table.present(number)
        return any(bids[seat] is not None for seat in self.seats if seat not in present)

    @property
    def counted(self):
        """Return bids and tricks by number, of the rounds in the game's document."""
        end = min(self.last_noted, len(self.table.rounds))
        noted = [n for n in self.rounds if n <= end and self.is_written(n)]
        return {
            n: self.rounds[n][1:] for n in self.rounds if n <= max(noted, default=0)
        }

    def is_written(self, number):
        return any(self.is_noted(number, seat) for seat in self.seats)

    @property
    def is_without_gaps(self):
        """Whether earlier rounds have all tricks, and the last round all or none."""
        *before, last = map(self.taken, range(1, max(self.counted, default=1) + 1))
        return not any(None in taken for taken in before) and (
            None not in last or set(last) == {None}
        )

    def taken(self, number):
        """Return the tricks of the players present in a round."""
        _, tricks = self.counted.get(number, ([], None))
        return [tricks and tricks[seat] for seat in self.table.present(number)]

    def write(self, number, bids, tricks):
        revision = self.rounds.get(number, (0,))[0] + 1
        self.rounds[number] = (revision, bids, tricks)
        self.past.setdefault(number, []).append((bids, tricks))
        self.revision += 1

    def settle(self, **changes):
        self.settings = {**self.settings, **changes}
        self.revision += 1
        self.settled = self.revision

    def seat_anew(self, names, **changes):
        """Move everything with its people; new players have no entries."""
        came_from = [self.names.index(n) if n in self.names else None for n in names]

        def moved(line):
            return line and [None if s is None else line[s] for s in came_from]

        if came_from != self.seats:
            self.rounds = {
                number: (revision + 1, moved(bids), moved(tricks))
                for number, (revision, bids, tricks) in self.rounds.items()
            }
            self.past = {
                number: [(moved(bids), moved(tricks)) for bids, tricks in states]
                for number, states in self.past.items()
            }
        self.names = list(names)
        self.settle(**changes)

    def moved_to(self, names):
        """Return late players, leavers and penalties, for other seats."""
        return {
            key: [
                {**each, "seat": names.index(self.names[each["seat"]])}
                for each in self.settings.get(key, ())
            ]
            for key in ("joined", "left", "adjustments")
        }

    def can_be(self, names, changes):
        """Whether a table could continue like this."""
        game = {"players": names, **self.settings, **changes}
        table = Table(game)
        named = [each["round"] for each in game["joined"]]
        named += [each["after_round"] for each in game["left"]]
        named.append(game.get("ended_after") or 1)
        few = min(len(table.present(n + 1)) for n in range(len(table.rounds)))
        stayed = all(
            table.last[seat] >= table.first.get(seat, 1) for seat in table.last
        )
        return few >= FEWEST and max(named) <= len(table.cards) and stayed

    def told(self):
        """Return the game as in a response, as far as a pad knows it."""
        return {
            **self.settings,
            **{key: self.by_seat(key) for key in ("joined", "left")},
            "players": self.names,
            "cards": self.table.cards,
            "revision": self.revision,
            "rounds": [
                {"number": n, "revision": rev, "bids": bids, "tricks": tricks}
                for n, (rev, bids, tricks) in sorted(self.rounds.items())
            ],
        }

    def by_seat(self, key):
        return sorted(self.settings[key], key=lambda each: each["seat"])

    def lines(self):
        """Return (round, cards, who, bid, tricks, points, total) of all players."""
        table, worked = self.table, outcome(self.as_game)["rounds"]
        for number, row in enumerate(worked, 1):
            _, bids, tricks = self.rounds.get(number, (0, None, None))
            for seat in table.present(number) if row["points"] else ():
                noted = bids[seat], tricks[seat]
                counted = row["points"][seat], row["totals"][seat]
                cards = table.cards[number - 1]
                yield (number, cards, self.names[seat], *noted, *counted)

    def results(self):
        """Return (who, total, won, shared) of everybody, if it is over and counts."""
        worked = outcome(self.as_game)
        if self.is_deleted or not self.settings.get("finished") or not [*self.lines()]:
            return
        played = {line[2] for line in self.lines()}
        for seat, name in enumerate(self.names):
            if name in played:
                won = seat in worked["winners"]
                shared = won and len(worked["winners"]) > 1
                yield name, worked["totals"][seat], won, shared


def standings(pads):
    """Return (games, wins, shared wins, average, best) of everybody, over all pads."""
    found = {}
    for pad in pads:
        for name, *result in pad.results():
            found.setdefault(name, []).append(result)
    return {
        name: (
            len(games),
            sum(won for _, won, _ in games),
            sum(shared for _, _, shared in games),
            sum(total for total, _, _ in games) / len(games),
            max(total for total, _, _ in games),
        )
        for name, games in found.items()
    }


def dealt(chance, cards, present, seats, how):
    """Return valid bids and tricks of a table of *seats*: all, some or none."""
    bids, tricks = [None] * seats, [None] * seats
    takers = chance.choices(present, k=cards)
    for seat in present:
        bids[seat], tricks[seat] = chance.randint(0, cards), takers.count(seat)
    if how == "whole":
        return bids, tricks
    missing = present if how == "again" else present[:1] if how == "begun" else []
    return [None if seat in missing else bid for seat, bid in enumerate(bids)], None
