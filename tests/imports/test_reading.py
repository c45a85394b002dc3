"""Games are found in files of other programs, whatever their shape and encoding."""

import json
import zipfile
from datetime import date, datetime
from io import BytesIO

import openpyxl
import pytest

from scorepad.games.registry import GAMES, read_game
from scorepad.imports import games_in
from scorepad.imports.files import LARGEST, MOST_ROWS
from scorepad.imports.found import FileProblem, LeftOut

LONG = """Runde;Spieler;Ansage;Stiche;Trumpf
2;Jürgen;1;0;rot
2;Ute;1;2;rot
1;Jürgen;0;0;
1;Ute;1;1;
1;Kevin;0;0;
2;Kevin;1;0;rot
"""
TWO_ROUNDS = [
    {"bids": [0, 1, 0], "tricks": [0, 1, 0]},
    {"bids": [1, 1, 1], "tricks": [0, 2, 0], "trump": "red"},
]
ESCALIER_CSV = """\
Round,Cards,Status,Dealer,Opens,Player,Bid,Tricks,Adjustment,Points,Running
1,2,played,Cem,Ann,Ann,0,0,0,5,5
1,2,played,Cem,Ann,Ben,1,1,0,10,10
1,2,played,Cem,Ann,Cem,0,1,-3,-8,-8
2,1,skipped,Ann,Ben,Ben,,,0,,10
3,3,played,Ben,Cem,Cem,2,1,0,-5,-13
3,3,played,Ben,Cem,Ann,2,2,0,15,20
3,3,sat_out,Ben,Cem,Dora,,,0,0,0
3,3,played,Ben,Cem,Ben,0,0,0,5,15

Round,Cards,Ann,Ben,Cem
1,2,0/0=5,1/1=10,0/1=-8
"""
WIDE = """Runde;Ann Ansage;Ann Punkte;Ben Ansage;Ben Punkte;Cem Ansage;Cem Punkte
1;0;20;1;30;0;20
2;1;10;1;60;0;10
"""
TWO_HEADERS = """,Ann,,Ben,,Cem,
Round,Bid,Total,Bid,Total,Bid,Total
1,0,20,1,30,0,20
2,1,10,1,60,0,10
"""
RESULTS = """Datum;Ort;Ann;Ben;Cem;Dora
21.11.2025;Küche;120;80;−10;
22.11.2025;;90;80;10;30
"""


def documents(found):
    return [each.document for each in found.games]


def only(data, **values):
    data = data if isinstance(data, bytes) else data.encode()
    (game,) = documents(games_in(data))
    read_game(game)
    assert {key: game.get(key) for key in values} == values
    return game


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "cp1252", "mac_roman", "cp850"],
)
@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_rounds_come_in_any_order_encoding_and_separator(encoding, separator):
    data = LONG.replace(";", separator).encode(encoding)

    game = only(data, players=["Jürgen", "Ute", "Kevin"], ended_after=2)

    assert game["rounds"] == TWO_ROUNDS


ROUNDS = """Round,Player,Bid,Tricks
1,Jürgen,0,0
1,Ute,1,1
1,Kevin,0,0
2,Jürgen,1,0
2,Ute,1,2
2,Kevin,1,0
"""


@pytest.mark.parametrize(
    ("headings", "above"),
    [
        ("Round No.,Player Name,Predicted tricks,Tricks won", ""),
        ("round_number,player_name,bid,tricks_taken", ""),
        ("Round #,Who,Bid,Actual", ""),
        ("Rundennummer,Name des Spielers,Angesagte Stiche,Gemachte Stiche", ""),
        ("Rd.,Spielername,Soll,Ist", "Wizard bei Ute\n\n"),
        ("Round,Player,Bid,Tricks", "sep=,\n"),
        ("manche,Joueur,annonce,plis", "Vendredi\n"),
    ],
)
def test_headings_are_known_in_many_words(headings, above):
    table = above + ROUNDS.replace("Round,Player,Bid,Tricks", headings)

    game = only(table, players=["Jürgen", "Ute", "Kevin"])

    assert [each["tricks"] for each in game["rounds"]] == [[0, 1, 0], [0, 2, 0]]


TWO_LINES = """Runde,Ann,Ann,Ben,Ben,Cem,Cem
,Ansage,Stiche,Ansage,Stiche,Ansage,Stiche
1,0,0,1,1,0,0
2,1,0,1,2,1,0
"""
GROUPED = """Runde,Ansagen,,,Stiche,,
,Ann,Ben,Cem,Ann,Ben,Cem
1,0,1,0,0,1,0
2,1,1,1,0,2,0
"""
ONCE = """Karten;Spieler;Ansage;Stiche
1;Ann;0;0
;Ben;1;1
;Cem;0;0
2;Ann;1;0

;Ben;1;2
;Cem;1;0
"""


@pytest.mark.parametrize("table", [TWO_LINES, GROUPED, ONCE])
def test_headings_may_have_two_lines_and_rounds_be_said_once(table):
    game = only(table, players=["Ann", "Ben", "Cem"], ended_after=2)

    bids = [each["bids"] for each in game["rounds"]]
    assert [bids, game["rounds"][1]["tricks"]] == [[[0, 1, 0], [1, 1, 1]], [0, 2, 0]]


@pytest.mark.parametrize(
    ("encoding", "table"),
    [
        ("cp949", "라운드,플레이어,공약,트릭\n1,안나,0,0\n1,벤,1,1\n1,셈,0,0\n"),
        ("gb18030", "轮,玩家,预测,墩\n1,安娜,0,0\n1,本,1,1\n1,杰姆,0,0\n"),
        ("big5", "輪,玩家,預測,墩\n1,安娜,0,0\n1,本,1,1\n1,傑姆,0,0\n"),
    ],
)
def test_old_encodings_of_east_asia_are_told_by_the_headings(encoding, table):
    players = [line.split(",")[1] for line in table.splitlines()[1:]]

    only(table.encode(encoding), players=players, ended_after=1)


def workbook(**sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


NAMES = ["Ann", "Ben", "Cem"]


def test_a_workbook_has_titles_dates_and_several_sheets():
    first = [["Wizard"], [], [None, "Datum", *NAMES]]
    first += [[None, datetime(2025, 11, 21, 20), 120, 80, -10], [], []]  # noqa: DTZ001 - cells have no zone
    first += [[None, date(2025, 11, 22), 20, 80, 10], [None, "Summe", 140, 160, 0]]
    formula = [["Datum", *NAMES], [date(2025, 11, 23), 1, 2, "=A1"]]

    found = games_in(workbook(A=first, B=[["Stand", 1]], C=formula))

    totals = [(each["played_on"], each["final_totals"]) for each in documents(found)]
    assert totals == [("2025-11-21", [120, 80, -10]), ("2025-11-22", [20, 80, 10])]
    assert [each.reason for each in found.left_out] == ["no_totals"]


def test_the_scoring_of_another_program_and_its_adjustments_keep_all_totals():
    formula = {"base": 5, "per_trick": 5, "per_miss": 5, "kept_zero": 5}

    game = only(
        ESCALIER_CSV,
        players=["Ann", "Ben", "Cem"],
        cards=[2, 3],
        formula=formula,
        adjustments=[{"seat": 2, "points": -3, "reason": "", "round": 1}],
        first_dealer=2,
    )

    assert GAMES["wizard"].answer_for(read_game(game).game)["totals"] == [20, 15, -13]


def headed(line):
    return line + WIDE[WIDE.index("\n") :]


@pytest.mark.parametrize(
    "table",
    [
        *(WIDE, TWO_HEADERS, headed("Runde;Ann;;Ben;;Cem;")),
        headed("Runde;Ann;Ann;Ben;Ben;Cem;Cem"),
        headed("R;Ann A;Ann P;Ben A;Ben P;Cem A;Cem P"),
        headed("Karten;Bid of Ann;Total Ann;Bid of Ben;Total Ben;Bid of Cem;Total Cem"),
        headed("round;Ann.bid;Ann.score;Ben.bid;Ben.score;Cem.bid;Cem.score"),
        "Runde;Ann;Ben;Cem\n1;0/20;1/30;0/20\n2;1/10;1/60;0/10\n",
        WIDE + "3;;;;;;\n4;-;-;-;-;-;-\nSumme;;10;;60;;10\n",
    ],
)
def test_running_totals_in_two_columns_a_player_stay_as_written(table):
    totals = [{"bids": [0, 1, 0], "totals": [20, 30, 20]}]
    totals += [{"bids": [1, 1, 0], "totals": [10, 60, 10]}]

    only(table, players=["Ann", "Ben", "Cem"], rounds=totals)


@pytest.mark.parametrize(
    "rows",
    [
        "1,20,30,20\n2,10,60,10\n3,40,90,0",
        "1,20,30,20\n2,-10,30,-10\n3,30,30,-10",
        "1,20,30,20\n2,-10,30,-10\n3,30,30,-10\nTotal,40,90,0",
    ],
)
def test_points_of_rounds_and_running_totals_are_told_apart(rows):
    only(f"Round,Ann,Ben,Cem\n{rows}\n", final_totals=[40, 90, 0])


BLOCKS = """Friday 21.11.2025
Round;Ann Bid;Ann Tricks;Ben Bid;Ben Tricks;Cem Bid;Cem Tricks
Round 1;0;0;1;1;0;0

Saturday 22.11.2025
Round;Ann Bid;Ann Tricks;Ben Bid;Ben Tricks;Cem Bid;Cem Tricks
R1;1;1;0;0;0;0
"""


def test_several_blocks_are_several_games_with_the_day_above_each():
    found = games_in(BLOCKS.encode())

    assert [each["played_on"] for each in documents(found)] == [
        "2025-11-21",
        "2025-11-22",
    ]
    tricks = [each["rounds"][0]["tricks"] for each in documents(found)]
    assert tricks == [[0, 1, 0], [1, 0, 0]]


def test_results_make_a_game_a_row_without_those_who_did_not_play():
    found = games_in(RESULTS.encode("cp1252", "replace").replace(b"?", b"-"))

    assert [each["players"] for each in documents(found)] == [
        ["Ann", "Ben", "Cem"],
        ["Ann", "Ben", "Cem", "Dora"],
    ]
    assert documents(found)[0]["place"] == "Küche"
    assert documents(found)[0]["final_totals"] == [120, 80, -10]


@pytest.mark.parametrize(
    ("dates", "days"),
    [
        (("11/21/2025", "12/01/2025"), ("2025-11-21", "2025-12-01")),
        (("21/11/2025", "01/12/2025"), ("2025-11-21", "2025-12-01")),
        (("21.11.25", "1.12.25"), ("2025-11-21", "2025-12-01")),
        (("21. November 2025", "1. Dez. 2025"), ("2025-11-21", "2025-12-01")),
        (("11/21/2025 8:10 PM", "Dec 1 2025"), ("2025-11-21", "2025-12-01")),
        (("20251121", "2025年12月1日"), ("2025-11-21", "2025-12-01")),
        (
            ("10/11/2025", "01/12/2025", "05/12/2025"),
            ("2025-11-10", "2025-12-01", "2025-12-05"),
        ),
        (("5/6/2025", "7/6/2025"), ("2025-05-06", "2025-07-06")),
    ],
)
def test_a_day_is_told_from_a_month_by_all_dates_of_the_table(dates, days):
    rows = "".join(f"{day},1,2,{n}\n" for n, day in enumerate(dates))

    found = games_in(f"Date,Ann,Ben,Cem\n{rows}".encode())

    assert tuple(each["played_on"] for each in documents(found)) == days


SAME_RESULT = {
    "numbered players": """Date,Player 1,Score 1,Player 2,Score 2,Player 3,Score 3
2025-11-21,Ann,1120,Ben,80,Cem,-10
""",
    "lists": """Datum;Teilnehmer;Punkte
21.11.2025;Ann / Ben / Cem;1.120 / 80 / -10
""",
    "one cell": """Abend;Ergebnis
21.11.2025;Ann 1120, Ben 80, Cem -10
""",
    "other games beside it": """Date,Game,Player,Score
2025-11-21,Wizard,Ann,1120 pts
,,Ben,80
,,Cem,-10
2025-11-21,Catan,Ann,10
,,Ben,8
""",
    "no heading above days": """;Ann;Ben;Cem
;Punkte;Punkte;Punkte
21.11.2025;1120;80;-10
""",
    "turned": """Player;21.11.2025
Ann;1120
Ben;80
Cem;-10
""",
    "a row for each player": """Datum;Spieler;Platz;Punkte;Gewonnen
21.11.2025;Ann;1;1120;ja
;Ben;2;80;nein
;Cem;3;-10;nein
""",
    "tabs": "Date\tAnn\tBen\tCem\tDora\n2025-11-21\t1 120\t80\t-10\t–\n",
}


@pytest.mark.parametrize("table", SAME_RESULT)
def test_a_result_may_be_written_in_many_ways(table):
    table = SAME_RESULT[table]

    only(table, players=NAMES, played_on="2025-11-21", final_totals=[1120, 80, -10])


MANY_RESULTS = {
    "numbered players": (
        "Date,Player 1,Score 1,Player 2,Score 2,Player 3,Score 3",
        "2025-11-{0},Ann,{0},Ben,0,Cem,-10",
    ),
    "points of players": (
        "Date,Ann Points,Ben Points,Cem Points",
        "2025-11-{0},{0},0,-10",
    ),
    "lists": ("Date;Players;Scores", "2025-11-{0};Ann, Ben, Cem;{0}, 0, -10"),
}


@pytest.mark.parametrize("layout", MANY_RESULTS)
def test_no_game_of_many_results_is_taken_for_their_sum(layout):
    head, row = MANY_RESULTS[layout]
    lines = [head, *map(row.format, range(11, 17))]

    found = games_in("\n".join(lines).encode())

    assert [game["final_totals"][0] for game in documents(found)] == [*range(11, 17)]
    assert not found.left_out


def test_rows_that_a_list_left_out_are_quoted_as_in_the_file():
    table = "Date;Players;Scores\n21.11.2025;Ann, Ben, Cem;12, 10\n"

    found = games_in(table.encode())

    said = "21.11.2025 Ann, Ben, Cem 12, 10"
    assert found.left_out == (LeftOut("no_totals", said, 1),)


def test_a_table_of_a_game_that_has_only_begun_has_an_unfinished_one():
    head, *rows = ROUNDS.splitlines()
    table = [f"{head},Status", *(f"{row},pending" for row in rows)]

    found = games_in("\n".join(table).encode())

    assert found.left_out == (LeftOut("incomplete", "", 1),)


def test_a_round_of_far_too_many_cards_is_left_out_at_once():
    rows = [f"{99999 * n},{name},0,{n}\n" for n in range(1, 9) for name in NAMES]

    found = games_in(f"Cards,Player,Bid,Points\n{''.join(rows)}".encode())

    assert [each.reason for each in found.left_out] == ["invalid"]


def test_latecomers_and_leavers_keep_their_seat():
    rows = [
        f"{n},{name},0,{int(name == 'Ann') * n}"
        for n in (1, 2, 3)
        for name in (["Ann", "Ben", "Cem"] + ["Dora"] * (n > 1))
        if (n, name) != (3, "Ben")
    ]

    game = only("Round,Player,Bid,Tricks\n" + "\n".join(rows) + "\n")

    assert game["joined"] == [{"seat": 3, "round": 2, "start_total": 0}]
    assert game["left"] == [{"seat": 1, "after_round": 2}]


def bgstats(*plays):
    titles = [("Wizard", 1465), ("Catan", 13), ("Zauberer", 1465)]
    games = [{"id": n, "name": t, "bggId": b} for n, (t, b) in enumerate(titles)]
    games[2]["bggName"] = "Wizard"
    players = [{"id": n, "name": name} for n, name in enumerate(("Ann", "Ben", "Cem"))]
    return {"games": games, "players": players, "plays": list(plays)}


def play(game, *scores, **more):
    rows = [
        {"playerRefId": n, "score": score, "seatOrder": len(scores) - n}
        for n, score in enumerate(scores)
    ]
    return {"gameRefId": game, "playerScores": rows, **more}


def test_plays_of_bg_stats_are_results_and_other_titles_are_counted():
    one = play(0, "100+30-10", "80", "-10", playDate="2025-04-27 20:10:00")
    others = play(1, "1", "2", "3"), play(1, "1", "2", "3"), play(2, "", "8", "9")
    unlisted = play(2, "1", "2", "3", ignored=True), play({}, "1", "2", "3")

    found = games_in(json.dumps(bgstats(one, *others, *unlisted)).encode())

    (game,) = documents(found)
    assert game["players"] == ["Cem", "Ben", "Ann"]
    assert (game["played_on"], game["final_totals"]) == ("2025-04-27", [-10, 80, 120])
    assert found.left_out == (
        LeftOut("other_game", "Catan", 2),
        LeftOut("no_totals", "Wizard", 1),
        LeftOut("ignored", "Zauberer", 1),
        LeftOut("other_game", "", 1),
    )


BGG = """<?xml version="1.0" encoding="utf-8"?><plays username="x" total="2">
<play id="1" date="2024-01-02" quantity="1" length="60" incomplete="0" location="Home">
<item name="Wizard" objecttype="thing" objectid="1465"/><comments>Snow</comments>
<players><player name="Ann" startposition="2" score="120" win="1"/>
<player name="Ben &amp; co" startposition="1" score="80"/>
<player username="cem" name="" startposition="3" score="-10"/></players></play>
<play id="2" date="2024-01-02"><item name="Catan" objectid="13"/><players/></play>
</plays>"""


def test_plays_of_boardgamegeek_are_results():
    game = only(BGG, players=["Ben & co", "Ann", "cem"], final_totals=[80, 120, -10])

    assert (game["minutes"], game["place"], game["remark"]) == (60, "Home", "Snow")


FIVES = ("base", "per_trick", "per_miss", "trick_when_missed")


def escalier(**scoring):
    keys = ("player", "bid", "tricks", "points", "adjustment")
    results = (("Ann", 1, 1, 30, 0), ("Ben", 1, 0, 0, 10), ("Cem", 0, 1, -10, 0))
    rows = [{"satOut": False, **dict(zip(keys, row, strict=True))} for row in results]
    rounds = [
        {"number": 1, "cards": 2, "status": "played", "dealer": "Ben", "results": rows},
        {"number": 2, "cards": 1, "status": "pending", "dealer": "Cem", "results": []},
    ]
    game = {"name": "Friday", "created": "2025-01-02T20:00:00.000Z", "scoring": scoring}
    players = [{"name": name, "seat": n} for n, name in enumerate(NAMES, 1)]
    return {"app": "L'Escalier", "game": game, "players": players, "rounds": rounds}


@pytest.mark.parametrize(
    ("numbers", "scoring", "formula"),
    [
        ((20, 10, 10, False), None, {}),
        ((5, 5, 5, True), "custom", dict.fromkeys(FIVES, 5)),
    ],
)
def test_a_game_of_escalier_keeps_rounds_dealer_and_scoring(numbers, scoring, formula):
    names = ("ptsBid", "ptsTrick", "ptsMiss", "strict")
    document = escalier(**dict(zip(names, numbers, strict=True)))

    game = only(json.dumps(document), played_on="2025-01-02", cards=[2], first_dealer=1)

    assert game["rounds"] == [{"bids": [1, 1, 0], "tricks": [1, 0, 1]}]
    assert game.get("scoring") == scoring
    assert formula.items() <= game.get("formula", {}).items()
    answer = GAMES["wizard"].answer_for(read_game(game).game)
    assert answer["totals"] == [30, 0, -10]


def test_a_name_one_letter_off_is_asked_about():
    table = "Date,Kevni,Ute,Zoë\n2025-11-21,1,2,3\n"

    found = games_in(table.encode(), known=["Kevin", "Ute", "Zoe"])

    assert found.people == ("Kevni", "Ute", "Zoë")
    assert found.questions == (("Kevni", "Kevin", 0),)


def packed(size, name="0.xml"):
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(name, b"0" * size)
    return out.getvalue()


MANY = "Ann,Ben,Cem\n" + "".join(f"1,2,{n}\n" for n in range(3, 2004))
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504


ENTITIES = b'<!DOCTYPE l [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><plays>&b;</plays>'
UNREADABLE = {
    "too large": (b" " * (LARGEST + 1), FileProblem.TOO_LARGE),
    "too long": (b"Date,Ann,Ben\n" + b"1,2,3\n" * MOST_ROWS, FileProblem.TOO_MANY_ROWS),
    "too many games": (MANY.encode(), FileProblem.TOO_MANY_GAMES),
    "empty": (b" \n", FileProblem.EMPTY),
    "XML bomb": (ENTITIES, FileProblem.UNSAFE),
    "ZIP bomb": (packed(1 << 26), FileProblem.UNSAFE),
    "another ZIP": (packed(10), FileProblem.ARCHIVE),
    "Word document": (packed(10, name="word/document.xml"), FileProblem.TEXT_DOCUMENT),
    "OpenDocument": (packed(10, name="content.xml"), FileProblem.SPREADSHEET),
    "broken workbook": (packed(10, name="xl/workbook.xml"), FileProblem.BROKEN),
    "old Excel": (OLE, FileProblem.SPREADSHEET),
    "locked Excel": (OLE + "EncryptedPackage".encode("utf-16-le"), FileProblem.LOCKED),
    "RTF": (b"{\\rtf1 Hello}", FileProblem.TEXT_DOCUMENT),
    "half a ZIP": (packed(10)[:40], FileProblem.BROKEN),
    "half a JSON": (b'{"plays": [', FileProblem.BROKEN),
    "deep JSON": (b"[" * 100_000, FileProblem.BROKEN),
    "half an XML": (b"<plays><play>", FileProblem.BROKEN),
    "another XML": (b"<items/>", FileProblem.OTHER_XML),
    "web page": (b"<!DOCTYPE html><html><body>Ann 10</html>", FileProblem.WEB_PAGE),
    "another JSON": (b"[1, 2]", FileProblem.OTHER_JSON),
    "picture": (b"\x89PNG\r\n\x1a\n\0\0\0", FileProblem.PICTURE),
    "photo": (b"\xff\xd8\xff\xe0\0\x10JFIF\0", FileProblem.PICTURE),
    "bytes": (bytes(range(256)), FileProblem.UNKNOWN),
    "letter": (b"Dear Ann,\nthank you, we won!\n", FileProblem.NO_COLUMNS),
    "text": (b"Dear Ann\nthank you\n", FileProblem.TEXT),
    "only delimiters": (b";", FileProblem.TEXT),
    "damaged game": (b'{"format": "scorepad/game"}', FileProblem.DAMAGED_GAME),
    "no game": (json.dumps(bgstats()).encode(), FileProblem.NO_GAMES),
}
