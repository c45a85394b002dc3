"""Compares the server with a paper pad."""

import csv
from io import StringIO

IN_A_DOCUMENT = {"cards", "joined", "left", "scoring", "first_dealer", "adjustments"}


def rows_of(phone, path):
    """Return a spreadsheet of the group without its head."""
    answer = phone.client.get(f"/g/{phone.group}{path}")
    assert answer.status_code == 200, answer.text
    return [*csv.reader(StringIO(answer.text.removeprefix("\ufeff")))][1:]


def compare_game(phone, game, pad):
    """Hold a game and its points against the pad."""
    told = phone.get_game(game).json
    names = [player["name"] for player in told["players"]]
    rounds = [
        {key: each[key] for key in ("number", "revision", "bids", "tricks")}
        for each in told["rounds"]
    ]
    noted = pad.told()
    told |= {"players": names, "rounds": rounds}
    assert {key: told[key] for key in noted} == noted
    if not pad.is_deleted:
        compare_points(phone, game, pad)


def compare_document(phone, game, pad):
    """Compare a game that was imported by another group."""
    told = phone.get_game(game).json
    noted = {key: each for key, each in pad.told().items() if key in IN_A_DOCUMENT}
    assert {key: told[key] for key in noted} == noted
    assert [player["name"] for player in told["players"]] == pad.names
    rounds = {r["number"]: (r["bids"], r["tricks"]) for r in told["rounds"]}
    assert rounds == pad.counted
    compare_points(phone, game, pad)


def compare_points(phone, game, pad):
    told = rows_of(phone, f"/games/{game}/rounds.csv")
    lines = [[*map(str, line)] for line in pad.lines()]
    assert [[*row[:2], *row[3:]] for row in told] == lines
