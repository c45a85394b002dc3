"""Phones that save without pause, and remember which saves were confirmed.

Each has a round of its own, so that they never conflict. An unanswered save is sent
again with the same key, like the page does.
"""

import http.client
import secrets
import threading
import time
from contextlib import contextmanager
from functools import partial
from uuid import uuid4

from tests.support.serving import a_claim, wait_until

AWAY = 0.05
"""Seconds until a phone retries."""

PATIENCE = 60


class Evening:
    """A group with one running game, on a server that stops and starts."""

    def __init__(self, server):
        self.server = server
        self.group = f"/api/groups/{uuid4()}"
        self.page = self.group.replace("/api/groups/", "/g/")
        self.game = f"{self.group}/games/{uuid4()}"
        self.founding = {"claim": a_claim(), "time_zone": "UTC", "language": "en"}
        self.cookie = self._cookie_of(self.put(self.group, self.founding))
        players = [{"id": str(uuid4()), "name": name} for name in ("Ute", "Jo", "Kim")]
        made = self.put(self.game, {"players": players})
        assert made.status == 201, made

    cookie = ""

    def let_in(self):
        """Add another phone, with a group of its own; return its cookie."""
        own = {**self.founding, "claim": a_claim()}
        cookie = self._cookie_of(self.put(f"/api/groups/{uuid4()}", own, cookie=""))
        return self._cookie_of(self.put(self.group, self.founding, cookie=cookie))

    def _cookie_of(self, founded):
        assert founded.status in {200, 201}, founded
        return founded.headers["Set-Cookie"].split(";")[0]

    def put(self, path, body, seen=None, key=None, cookie=None):
        condition = (
            {"If_None_Match": "*"} if seen is None else {"If_Match": f'"{seen}"'}
        )
        own = {"Idempotency_Key": f'"{key or secrets.token_hex(16)}"', **condition}
        own["Cookie"] = self.cookie if cookie is None else cookie
        return self.server.send("PUT", path, body, **own)

    def get(self, path=""):
        return self.server.send("GET", self.game + path, Cookie=self.cookie)

    def notes_of(self, number):
        told = partial(self.get, f"/rounds/{number}/history")
        answer = wait_until(lambda: not is_put_off(reply := told()) and reply)
        if answer.status == 404:
            return []
        return [state["body"]["note"] for state in reversed(answer.body["states"])]


def is_put_off(reply):
    return reply.status == 503 and "Retry-After" in reply.headers


class Writer:
    """A phone; each of its saves has a unique note."""

    def __init__(self, evening, number=1):
        self.evening = evening
        self.number = number
        self.saved = []
        self.put_off = 0
        self.refusals = set()
        self.surprises = []
        self._seen = None

    def save(self):
        key = secrets.token_hex(16)
        deadline = time.monotonic() + PATIENCE
        while not self.is_saved(key):
            if self.surprises or time.monotonic() > deadline:
                self.surprises.append("was never saved")
                return
            time.sleep(AWAY)

    def is_saved(self, key):
        note = f"{self.number}.{len(self.saved) + 1}"
        try:
            reply = self._send(note, key)
        except (OSError, http.client.HTTPException):
            return False
        if is_put_off(reply):
            self.put_off += 1
            self.refusals.add(reply.body["type"])
            return False
        if reply.status not in {200, 201}:
            self.surprises.append(reply)
            return False
        self.saved.append(note)
        self._seen = reply.body["revision"]
        return True

    def _send(self, note, key):
        body = {"bids": [1, 0, None], "tricks": None, "note": note}
        path = f"{self.evening.game}/rounds/{self.number}"
        return self.evening.put(path, body, self._seen, key)

    @property
    def lost_or_doubled(self):
        """Return the differences between the server's history and its confirmations."""
        kept = self.evening.notes_of(self.number)
        lost = [note for note in self.saved if note not in kept]
        doubled = [
            note for note in kept if kept.count(note) > 1 or note not in self.saved
        ]
        return lost + doubled


def writers_of(evening, phones):
    return [Writer(evening, number) for number in range(1, phones + 1)]


@contextmanager
def writing(writers):
    """Save from all writers until the block ends; each finishes its last save."""
    ended = threading.Event()

    def save_all_the_time(writer):
        while not ended.is_set() and not writer.surprises:
            writer.save()

    threads = [
        threading.Thread(target=save_all_the_time, args=(writer,)) for writer in writers
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def wait_for_saves(writers, *, more):
    def saved():
        return sum(len(writer.saved) for writer in writers)

    enough = saved() + more
    wait_until(
        lambda: saved() >= enough or any(w.surprises for w in writers), every=0.01
    )


def verdict(writers):
    """Return everything that should not have happened."""
    return [
        each
        for writer in writers
        for each in (*writer.surprises, *writer.lost_or_doubled)
    ]
