"""Nobody learns a hidden bid: others get the same bytes for all bids.

Everybody but the bidder requests every URL, and tries every refused change; lengths and
ETags are among the bytes.
"""

import itertools
import re
from io import BytesIO
from zipfile import ZipFile

import pytest

from scorepad.services import spectating
from tests.support.invitations import let_in, own_phone, post
from tests.support.phone import THREE, Phone
from tests.web.addresses import filled, known_in, routes

KEYS = (f"{number:032d}" for number in itertools.count())
VALUES = range(21)
EXTREMES = (0, 20)
GUESSES = (0, 1, 20)
MANY = 20
PRINTED = re.compile(r"\.(pdf|png)$|/print$")
# What says how the machine is, or makes an id for a new game.
PASSING = {"/health/ready", "/metrics", "/type-in", "/type-in/results", "/print"}
PASSING |= {"/g/<uuid:gid>/print"}


class Table:
    """A running game with a hand of twenty cards, and devices of every role."""

    def __init__(self, host, mode):
        self.host = host
        self.settings = {"schedule": "reverse", "bid_mode": mode, "even_bid_rule": {}}
        self.game = host.start_game(*THREE, **self.settings)
        self.anna = own_phone(host, "Anna")
        self.revision = 0
        anna = {"player": host.people["Anna"]}
        self.values = {**known_in(host, self.game), **anna}
        client = host.client.application.test_client
        self.others = {
            "stranger": Phone(client()),
            "viewer": let_in(host, "viewer"),
            "player of another seat": own_phone(host, "Ute"),
            "second phone": own_phone(host, "Anna", "scorekeeper"),
            "scorekeeper": let_in(host, "scorekeeper"),
            "owner": host,
        }

    def anna_bids(self, value):
        seen = self.revision or None
        answer = self.anna.bid(self.game, 1, 0, value, seen=seen)
        assert answer.status_code in {200, 201}, answer.text
        self.revision += 1

    def addresses(self):
        app = self.host.client.application
        found = {rule for how, rule in routes(app) if how == "GET"} - PASSING
        return [filled(rule, self.values) for rule in sorted(found)]

    def read(self, who, wanted):
        client = self.others[who].client
        paths = filter(wanted, self.addresses())
        return {f"{who} {path}": bare(client.get(path)) for path in paths}

    def refused(self):
        host, game, no = self.host, self.game, [None, None, None]
        tries = {f"types {guess}": {"bids": [guess, None, None]} for guess in GUESSES}
        tries |= {
            "types another": {"bids": [None, 1, None]},
            "moves it": {"bids": [None, 1, 1], "bid_changes": [{"seat": 0, "by": -1}]},
            "takes tricks": {"bids": no, "tricks": [20, 0, 0]},
            "takes too many": {"bids": [None, 0, 0], "tricks": [20, 1, 0]},
        }
        path = f"{host.game_path(game)}/rounds/1"
        answers = {
            name: host.put(path, {"tricks": None, **body}, seen=None, key=next(KEYS))
            for name, body in tries.items()
        }
        for guess in GUESSES:
            said = {"seen": 1, "key": next(KEYS)}
            answers[f"overwrites with {guess}"] = host.bid(game, 1, 0, guess, **said)
        for cards in ([1, 2, 3], [19, 20]):
            shape = {**self.settings, "schedule": "custom", "cards": cards}
            body = host.game_body(*THREE, **shape)
            answers[f"deals {cards}"] = host.save_game(game, body, seen="g2")
        answers["opens"] = host.save_game(game, host.game_body(*THREE), seen="g2")
        form = {"seen": "2", "r1-b0": "1", "r1-b1": "1", "r1-b2": "1"}
        answers["writes the sheet"] = post(host, f"/games/{game}/sheet", **form)
        assert {a.status_code for a in answers.values()} <= {404, 409, 422}, {
            name: answer.status_code for name, answer in answers.items()
        }
        return {name: bare(answer) for name, answer in answers.items()}


def bare(answer):
    """Return an answer without times."""
    data, timed = answer.data, {"Date", "Last-Modified"}
    if data.startswith(b"PK"):  # a workbook tells when it was made
        with ZipFile(BytesIO(data)) as book:
            names = set(book.namelist()) - {"docProps/core.xml"}
            data = [book.read(name) for name in sorted(names)]
        timed.add("Content-Length")
    headers = [
        (name, re.sub(r"Expires=[^;]+", "", value))
        for name, value in answer.headers
        if name not in timed
    ]
    return repr((answer.status, sorted(headers), data)).encode()


def differing(table, caplog, values, *, who=("owner",), wanted=None):
    """Return the differences between these bids in what others get of *wanted*."""
    told = {}
    wanted = wanted or (lambda p: table.game in p and not PRINTED.search(p))
    for value in values:
        table.anna_bids(value)
        # A cached sheet could hide differences.
        table.host.client.application.extensions["pdf_cache"].clear()
        caplog.clear()
        answers = table.refused()
        for name in who:
            answers |= table.read(name, wanted)
        answers["log"] = "\n".join(r.getMessage() for r in caplog.records).encode()
        for name, text in answers.items():
            told.setdefault(name, set()).add(text)
    assert len(told) > MANY
    return {name for name, texts in told.items() if len(texts) > 1}


@pytest.fixture
def table(request, phone):
    phone.create_group()
    return Table(phone, getattr(request, "param", "hidden"))


def test_other_devices_get_the_same_bytes_for_every_bid(table, renderer, caplog):
    def wanted(path):
        # The PDF of the sheet stands for all that is printed; the slow run prints all.
        is_read = path.endswith("/sheet.pdf") or not PRINTED.search(path)
        return table.host.group in path and is_read

    assert differing(table, caplog, EXTREMES, who=table.others, wanted=wanted) == set()


@pytest.mark.parametrize("table", ["secret"], indirect=True)
def test_a_secret_bid_is_kept_as_well(table, caplog):
    assert differing(table, caplog, EXTREMES) == set()


@pytest.mark.slow
@pytest.mark.parametrize("table", ["hidden", "slips", "secret"], indirect=True)
def test_s03_other_devices_get_the_same_bytes_for_every_bid(table, renderer, caplog):
    assert differing(table, caplog, VALUES, who=table.others, wanted=bool) == set()


@pytest.mark.wide
def test_s03_the_test_finds_a_bid_that_is_revealed(table, caplog, monkeypatch):
    monkeypatch.setattr(spectating, "is_under_seal", lambda *_: False)

    found = " ".join(differing(table, caplog, EXTREMES))

    assert "/rounds/1/bids" in found
    assert "/live" in found
