"""A phone at the table: it makes ids, claims and keys, and talks to the JSON API."""

import re
import secrets
from uuid import uuid4

from scorepad.web import season_pages

OURS = {"Sec-Fetch-Site": "same-origin"}
THREE = ("Anna", "Ute", "Kevin")
ONE_ROUND = (([0, 1, 1], [0, 1, 0]),)  # the second of three wins
NOT_SENT = {"id", "season", "tournament", "played_on", "finished_at", "rounds"}
"""What is told of a game but not sent with its settings."""


def in_one_line(page):
    """Return a page without the line breaks and the indentation of its template."""
    return re.sub(r"(?<=>)(\n|\s\s)\s*|(\n|\s\s)\s*(?=<)", "", page)


class Phone:
    """A browser with its own storage."""

    def __init__(self, client, group=None):
        self.client = client
        self.group = group or str(uuid4())
        self.claim = secrets.token_urlsafe(32)
        self.people = {}
        self.has_group = group is not None

    def create_group(self, **changes):
        body = {"claim": self.claim, "time_zone": "Europe/Berlin", "language": "de"}
        self.has_group = True  # again would be a fresh token each time
        return self.put(f"/api/groups/{self.group}", {**body, **changes}, seen=None)

    def put(self, path, body, *, seen, key=None, **headers):
        condition = (
            {"If-None-Match": "*"} if seen is None else {"If-Match": f'"{seen}"'}
        )
        own = {"Idempotency-Key": f'"{key or secrets.token_hex(16)}"'}
        sent = {**OURS, **condition, **own, **headers}
        return self.client.put(path, json=body, headers=sent)

    def game_path(self, game):
        return f"/api/groups/{self.group}/games/{game}"

    def person(self, name):
        return {"id": self.people.setdefault(name, str(uuid4())), "name": name}

    def game_body(self, *names, **settings):
        names = names or ("Thomas", "Ute", "Kevin", "Anna")
        return {"players": [self.person(name) for name in names], **settings}

    def start_game(self, *names, **settings):
        """Create the group if necessary, start a game, and return its id."""
        game = str(uuid4())
        if not self.has_group:
            self.create_group()
        answer = self.save_game(game, self.game_body(*names, **settings), seen=None)
        assert answer.status_code == 201, answer.text
        return game

    def save_game(self, game, body, *, seen, **more):
        return self.put(self.game_path(game), body, seen=seen, **more)

    def change_game(self, game, **changes):
        """Save a game with *changes* of its settings, as who has just read it."""
        told = self.get_game(game).json
        seen, cards = told.pop("revision"), told.pop("cards")
        kept = {key: value for key, value in told.items() if key not in NOT_SENT}
        if kept["schedule"] == "custom":
            kept["cards"] = cards
        answer = self.save_game(game, {**kept, **changes}, seen=seen)
        assert answer.status_code == 200, answer.text
        return answer

    def save_round(
        self, game, number, bids, tricks=None, *, seen=None, key=None, **more
    ):
        return self.put(
            f"{self.game_path(game)}/rounds/{number}",
            {"bids": bids, "tricks": tricks, **more},
            seen=seen,
            key=key,
        )

    def bid(self, game, number, seat, value, *, seen=None, key=None, **more):
        """Save the bid of one seat."""
        path = f"{self.game_path(game)}/rounds/{number}/bids/{seat}"
        return self.put(path, {"bid": value, **more}, seen=seen, key=key)

    def play(self, *names, rounds=ONE_ROUND, finished=True, **settings):
        """Play a game of these bids and tricks; one round is left unless *finished*."""
        cards = [sum(tricks) for _, tricks in rounds] + [1] * (not finished)
        own = {} if "schedule" in settings else {"schedule": "custom", "cards": cards}
        shape = {**own, **settings}
        game = self.start_game(*names, **shape)
        for number, (bids, tricks) in enumerate(rounds, 1):
            self.save_round(game, number, bids, tricks)
        if finished:
            done = self.game_body(*names, **shape, finished=True)
            answer = self.save_game(game, done, seen=f"g{1 + len(rounds)}")
            assert answer.status_code == 200, answer.text
        return game

    def remembered(self):
        """Return the people and the cookies that it knows."""
        cookies = self.client._cookies  # noqa: SLF001 - Werkzeug has no way to copy them
        return {**self.people}, {**(cookies or {})}

    def remember(self, people, cookies):
        """Know these people and cookies only."""
        self.people = {**people}
        self.client._cookies = {**cookies}  # noqa: SLF001 - see above

    def forget_pages(self):
        self.client.application.extensions["page_cache"] = season_pages.PageCache()

    def get(self, path, **headers):
        """Get a page of the group."""
        return self.client.get(f"/g/{self.group}{path}", headers=headers)

    def told(self):
        """Return what the API tells of the group."""
        return self.client.get(f"/api/groups/{self.group}").json

    def may_read(self, group=None):
        return self.client.get(f"/api/groups/{group or self.group}").status_code == 200

    def get_game(self, game, **headers):
        return self.client.get(self.game_path(game), headers=headers)


def found_another(app, address="203.0.113.7"):
    """Found a group from an address; return the phone and what it was answered."""
    phone = Phone(app.test_client())
    phone.client.environ_base["REMOTE_ADDR"] = address
    return phone, phone.create_group()


def wait_in(answer):
    """Return the seconds that a refused client has to wait."""
    assert answer.status_code == 429
    return int(answer.headers["Retry-After"])
