"""A director of tournaments: uses their pages as a browser does, and plays tables."""

import re
from fractions import Fraction
from itertools import zip_longest
from uuid import UUID

from scorepad.services.draws import table_code
from tests.support.invitations import join, post
from tests.support.phone import OURS, Phone


class Director:
    """Creates a tournament in the group of a phone, and directs it.

    *people* are names, or how many there are; then they are Player 1, 2 ….
    """

    def __init__(
        self, phone, people=(), *, name="Qualifier", preset="qualifier", **settings
    ):
        self.phone = phone
        if not phone.has_group:
            phone.create_group()
        made = post(phone, "/tournaments", name=name, preset=preset)
        assert made.status_code == 303, made.text
        self.path = made.headers["Location"].removesuffix("/players")
        if settings:
            assert self.set_rules(**settings).status_code == 303
        if people:
            names = players(people) if isinstance(people, int) else people
            assert self.enter(*names).status_code == 303

    def post(self, path, **form):
        return self.phone.client.post(self.path + path, data=form, headers=OURS)

    def set_rules(self, **changes):
        """Save the usual settings with these *changes*."""
        usual = {"games": 3, "cut": 4, "advance": 1, "ranking": "table"}
        usual["schedule"] = "amigo_tournament"
        return self.post("/settings", **{**usual, **changes})

    def fine(self, number, *, game=1, points=-20, reason="late"):
        sent = {"number": number, "game": game, "points": points, "reason": reason}
        return self.post("/penalties", **sent)

    def card(self, table):
        """Return the code on the card of a table."""
        pepper = self.phone.client.application.config["SECRET"]
        return table_code(pepper, UUID(self.path.rpartition("/")[2]), table)

    def scan(self, table, code=""):
        """Return a new phone that scanned the card of a table, and its answer."""
        app = self.phone.client.application
        phone = Phone(app.test_client(), self.phone.group)
        return phone, join(phone, code or self.card(table))

    def tables(self):
        """Return the numbers at each table of the last draw."""
        rows = self.page().text.split("<b>Table ")[1:]
        return [re.findall(r"<span>(\d+)</span>\s*<bdi>", row) for row in rows]

    def ranks(self):
        """Return the numbers of the standings, best first."""
        text = self.page("/standings").text
        return re.findall(r'class="name">\s*<span class="who[^>]*>\s*<span>(\d+)', text)

    def page(self, path="", **headers):
        return self.phone.client.get(self.path + path, headers=headers)

    def enter(self, *names):
        return self.post("/players", players="\n".join(names))

    def draw(self):
        answer = self.post("/draw")
        assert answer.status_code == 303, answer.text

    def begin(self, minutes=0):
        answer = self.post("/begin", minutes=minutes)
        assert answer.status_code == 303, answer.text

    def next_game(self, *totals, play=False):
        """Draw and begin a game; let its tables *play* it, to these totals if any."""
        self.draw()
        self.begin()
        if play or totals:
            self.play_all(*totals)

    def play_all(self, *totals):
        """Finish all games: table by table with these totals, or the last seat wins."""
        for game, wanted in zip_longest(self.games(), totals):
            seats = len(self.phone.get_game(game).json["players"])
            self.finish(game, wanted or [10 * seat for seat in range(seats)])

    def games(self):
        """Return the ids of the games of the last draw, by table."""
        part = self.page().text.partition('class="part-of-season"')[2]
        part = part.partition('class="part-of-season"')[0]
        return re.findall(r"(?:#[0-9a-f-]{36}|/games)/([0-9a-f-]{36})(?!/sheet)", part)

    def finish(self, game, totals):
        """Finish a game after one round, with adjustments of *totals*."""
        state = self.phone.get_game(game).json
        assert len(state["players"]) == len(totals)
        nobody = [0] * len(totals)
        self.phone.save_round(game, 1, nobody, [*nobody[1:], state["cards"][0]])
        own = [{"seat": seat, "points": each} for seat, each in enumerate(totals)]
        over = {"ended_after": 1, "finished": True}
        self.phone.change_game(game, **over, adjustments=own)


def players(count):
    return [f"Player {number}" for number in range(1, count + 1)]


def tournament_begun(phone, people=4, *, play=False, **settings):
    """Return the director of a tournament whose first game has begun."""
    director = Director(phone, people, **settings)
    director.next_game(play=play)
    return director


def from_scratch(rows, numbers, lots):
    """Compute the ranking from the rows of the table alone."""
    tables, sums = {}, {number: [0, 0, 0, 0] for number in numbers}
    for game, table, number, points, exact, bids, fine in rows:
        tables.setdefault((game, table), []).append((number, points + fine))
        own = sums[number]
        own[1], own[2], own[3] = own[1] + points + fine, own[2] + exact, own[3] + bids
    for seats in tables.values():
        order = sorted((points for _, points in seats), reverse=True)
        worth = [4 - Fraction(3 * at, len(order) - 1) for at in range(len(order))]
        for number, points in seats:
            shared = [w for w, p in zip(worth, order, strict=True) if p == points]
            sums[number][0] += sum(shared) / len(shared)
    return sorted(numbers, key=lambda n: (*(-each for each in sums[n]), lots(n)))
