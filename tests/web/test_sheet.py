"""The sheet on the screen: everything can be corrected, nothing slips through."""

import re
from html.parser import HTMLParser

import pytest

from scorepad.web.sheet_form import OF_CORRECTION, OF_GAME, OF_ROUND
from tests.support.invitations import let_in
from tests.support.phone import OURS


class Boxes(HTMLParser):
    """What a browser would send if the form were sent as it stands."""

    def __init__(self, text):
        super().__init__()
        self.values = {}
        self.labels = {}
        self._select = ""
        form = text[max(0, text.find('<form id="sheet"')) :]
        self.feed(form.partition("</form>")[0])

    def handle_starttag(self, tag, attrs):
        of = dict(attrs)
        if tag == "select":
            self._select = of["name"]
            self.values[self._select] = ""
        elif tag == "option" and "selected" in of:
            self.values[self._select] = of.get("value", "")
        elif tag == "input" and (of.get("type") != "checkbox" or "checked" in of):
            self.values[of.get("name", "")] = of.get("value", "")
        if "name" in of and of.get("aria-label"):
            self.labels[of["name"]] = of["aria-label"]


class Desk:
    """Somebody at a keyboard, with the sheet of one game."""

    def __init__(self, phone, game):
        self.phone, self.game = phone, game
        self.path = f"/g/{phone.group}/games/{game}/sheet"

    def open(self, **query):
        answer = self.phone.client.get(self.path, query_string=query)
        assert answer.status_code == 200, answer.text
        return answer

    def boxes(self, **query):
        return Boxes(self.open(**query).text).values

    def send(self, boxes=None, **changes):
        sent = {**(self.boxes() if boxes is None else boxes), **_named(changes)}
        return self.phone.client.post(self.path, data=sent, headers=OURS)

    def stored(self):
        return self.phone.get_game(self.game).json

    def rounds(self):
        return {each["number"]: each for each in self.stored()["rounds"]}


def _named(changes):
    """``r1_b0`` is ``r1-b0``, which Python cannot say."""
    return {re.sub(r"^(r\d+)_", r"\1-", name): value for name, value in changes.items()}


def desk_of(phone, **settings):
    """Two rounds of a game of three are played."""
    game = phone.start_game("Thomas", "Ute", "Kevin", schedule="first5", **settings)
    phone.save_round(game, 1, [0, 1, 1], [0, 0, 1], trump="green")
    phone.save_round(game, 2, [2, 0, 0], [1, 0, 1])
    return Desk(phone, game)


@pytest.fixture
def desk(phone):
    return desk_of(phone)


@pytest.fixture
def old(phone):
    """An empty game of three whose block holds running totals."""
    return Desk(phone, phone.start_game("Thomas", "Ute", "Kevin", schedule="first5"))


def problems(answer):
    return sorted(re.findall(r'class="problem" data-problem="(\w+)"', answer.text))


def test_every_box_is_named_for_a_screen_reader_and_tab_goes_along_the_row(desk):
    boxes = Boxes(desk.open().text)
    labels, names = boxes.labels, [*boxes.values]

    assert labels["r2-b1"] == "Round 2, Ute, bid"
    assert labels["r2-t1"] == "Round 2, Ute, tricks"
    assert len(set(labels.values())) == len(labels)
    names = [name for name in names if re.match(r"r[12]-[bt]\d", name)]
    assert names[:7] == ["r1-b0", "r1-t0", "r1-b1", "r1-t1", "r1-b2", "r1-t2", "r2-b0"]


def test_a_sheet_sent_back_as_it_is_changes_no_round_and_a_corrected_cell_one(desk):
    before = desk.rounds()
    assert desk.send().status_code == 303
    assert desk.rounds() == before

    facts = {"date": "2020-02-29", "place": "Kassel", "remark": "Ha!"}
    boxes = {**desk.boxes(), **facts}
    del boxes["counts"]
    answer = desk.send(boxes, r2_t0="2", r2_t2="0", r2_trump="red")

    assert answer.status_code == 303
    stored = desk.stored()
    assert desk.rounds()[2]["tricks"] == [2, 0, 0]
    assert desk.rounds()[2]["trump"] == "red"
    assert (stored["played_on"], stored["place"]) == ("2020-02-29", "Kassel")
    assert (stored["remark"], stored["counts"]) == ("Ha!", False)
    assert "60" in re.findall(r'class="total">([^<]+)<', desk.open().text)

    boxes = desk.boxes()
    taken_off = {name: "" for name in boxes if name.startswith("r2-")}
    assert desk.send({**boxes, **taken_off}).status_code == 303
    assert desk.rounds()[2]["bids"] == [None] * 3


def test_everything_wrong_comes_back_at_once_with_all_that_was_typed(desk):
    before = desk.stored()

    answer = desk.send(r1_b0="7", r1_t1="x", r2_b2="", r2_t0="-1", place="Kassel")

    assert answer.status_code == 422
    wrong = "bid_missing", "bid_range", "shape", "tricks_range", "tricks_sum"
    assert problems(answer) == [*wrong]
    kept = Boxes(answer.text).values
    assert [kept[name] for name in ("r1-b0", "r1-t1", "r2-t0")] == ["7", "x", "-1"]
    assert kept["place"] == "Kassel"
    assert desk.stored() == before


def opened(answer):
    row = r'class="round[^"]* open">\s*<tr>\s*<th[^>]* id="round-(\d+)"'
    return re.findall(row, answer.text)


def test_a_phone_opens_the_rounds_that_were_asked_for_or_are_wrong(desk):
    assert opened(desk.open()) == []
    assert opened(desk.open(round="2")) == ["2"]
    assert len(opened(desk.open(round="all"))) == 5
    assert opened(desk.send(desk.boxes(round="2"), r1_t1="x")) == ["1", "2"]
    assert desk.open().text.count('class="opens"') == 5

    watcher = Desk(let_in(desk.phone, "player"), desk.game)  # may not score
    for page in (watcher.open(round=each) for each in ("", "2", "all")):
        assert (opened(page), page.text.count('class="opens"')) == ([], 0)


NO_NUMBERS = ["NaN", "true", "1.5", "1e3", "0x1", str(2**63), "\0", "½", "一", "'"]
IMPOSSIBLE = [
    *(("r3-b0", typed) for typed in NO_NUMBERS),
    *(("date", "2020-13-01"), ("date", "yesterday"), ("date", "9999-01-01")),
    *(("date", "1783-01-01"), ("remark", "a\0b"), ("ended", "21"), ("ended", "0")),
    *(("dealer", "3"), ("dealer", "-1")),
]


def test_an_impossible_entry_is_refused_at_its_field(desk):
    before, boxes = desk.stored(), desk.boxes()
    for name, value in IMPOSSIBLE:
        answer = desk.send({**boxes, name: value})

        assert answer.status_code == 422
        assert 'data-problem="shape"' in answer.text
        if value in NO_NUMBERS:
            assert re.search(r'id="r3-b0"[^>]*aria-invalid="true"', answer.text)
    assert desk.stored() == before


TEXTS = [
    start + name
    for spec, start in ((OF_GAME, ""), (OF_ROUND, "r2-"), (OF_CORRECTION, "x0-"))
    for name, (kind, _) in spec.items()
    if kind == "text"
]


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_has_as_many_characters_as_its_field_accepts(desk, name):
    boxes = {**desk.boxes(), "x0-seat": "0", "x0-points": "10"}
    refused = desk.send({**boxes, name: "x" * 3000})
    most = int(re.search(r"Use at most (\d+) characters", refused.text)[1])

    assert desk.send({**boxes, name: "x" * (most + 1)}).status_code == 422
    assert desk.send({**boxes, name: "x" * most}).status_code == 303
    assert desk.boxes()[name] == "x" * most


def test_a_wrong_sum_is_asked_about_once_and_then_stored(desk):
    asked = desk.send(r2_t2="0")
    assert asked.status_code == 422
    assert problems(asked) == ["tricks_sum"]

    assert desk.send(Boxes(asked.text).values, r2_ok="tricks_sum").status_code == 303
    assert desk.rounds()[2]["accepted"] == ["tricks_sum"]
    assert desk.send().status_code == 303


def test_a_game_changed_meanwhile_shows_both_and_keeps_what_was_typed(desk):
    boxes = desk.boxes()
    desk.phone.save_round(desk.game, 2, [2, 0, 0], [2, 0, 0], seen=1)
    desk.phone.save_round(desk.game, 3, [1, 1, 1], [1, 1, 1])
    before = desk.stored()

    answer = desk.send(boxes, r2_t0="0", r2_t1="1")

    assert answer.status_code == 409
    assert Boxes(answer.text).values["r2-t0"] == "0"
    assert re.search(r'id="r2-t0"[^<]*<small class="theirs">stored: 2<', answer.text)
    assert desk.stored() == before
    assert desk.send(Boxes(answer.text).values).status_code == 303
    assert desk.rounds()[2]["tricks"] == [0, 1, 1]
    assert desk.rounds()[3]["tricks"] == [1, 1, 1]


def test_a_sheet_typed_for_other_seats_is_refused(desk):
    boxes = desk.boxes()
    moved = desk.phone.game_body("Ute", "Kevin", "Thomas", seating=1, first_dealer=2)
    assert desk.phone.save_game(desk.game, moved, seen=3).status_code == 200
    before = desk.stored()

    answer = desk.send(boxes, r2_t0="2", r2_t2="0")

    assert answer.status_code == 409
    assert "seat" in answer.text
    assert desk.stored() == before


TOTALS = {
    "holds": "totals",
    **_named({"r1_b0": "0", "r1_b1": "1", "r1_b2": "1"}),
    **_named({"r1_w0": "20", "r1_w1": "-10", "r1_w2": "30"}),
}
AMBIGUOUS = {
    **TOTALS,
    **_named({"r2_b0": "1", "r2_b1": "1", "r2_b2": "1"}),
    **_named({"r2_w0": "10", "r2_w1": "-20", "r2_w2": "20"}),
}


def test_tricks_are_worked_out_from_totals_and_open_ones_are_asked_about(old):
    answer = old.send({**old.boxes(holds="totals"), **AMBIGUOUS})

    assert answer.status_code == 422
    assert problems(answer) == ["tricks_unknown"]
    asked = [name for name in Boxes(answer.text).labels if "-a" in name]
    assert asked == ["r2-a0", "r2-a1", "r2-a2"]
    assert old.stored()["rounds"] == []

    assert old.send(Boxes(answer.text).values, r2_a1="2").status_code == 303
    assert old.rounds()[1]["totals"] == [20, -10, 30]
    assert old.rounds()[2]["tricks"] == [None, 2, None]
    assert old.boxes()["r2-a1"] == "2"
    page = old.open().text
    assert re.findall(r">Tricks </span>(\d)<", page)[:3] == ["0", "0", "1"]
    assert "reckoned" not in page
    nobody_knows = dict.fromkeys(asked, "unknown")
    old.send({**old.boxes(), **nobody_knows})
    assert nobody_knows.items() <= old.boxes().items()


def test_an_adding_error_may_stand_and_a_result_alone_is_ranked(old):
    asked = old.send({**old.boxes(holds="totals"), **TOTALS, **_named({"r1_w2": "40"})})
    assert problems(asked) == ["total_mismatch"]
    assert "adds up to 30" in asked.text

    assert old.send(Boxes(asked.text).values, r1_ok="total_mismatch").status_code == 303
    assert old.rounds()[1]["totals"] == [20, -10, 40]
    assert "= 30" in old.open().text

    known = Desk(old.phone, old.phone.start_game("Thomas", "Ute", "Kevin"))
    boxes = {**known.boxes(holds="result"), "f0": "120", "f1": "-30", "f2": "120"}
    assert known.send(boxes).status_code == 303
    assert known.stored()["final_totals"] == [120, -30, 120]
    assert known.stored()["finished"] is True
    medals = re.findall(r'class="medal">(\w+)<', known.open().text)
    assert medals == ["1st", "3rd", "1st"]


def test_an_unwritten_round_blocks_no_sheet_and_takes_totals(desk):
    later = {"r4_b0": "1", "r4_t0": "4", "r4_b1": "0", "r4_t1": "0", "r4_b2": "0"}
    boxes = {**desk.boxes(), **_named({**later, "r4_t2": "0"})}
    asked = desk.send(boxes)

    answer = desk.send(boxes, r3_unwritten="1")

    assert problems(asked).count("bid_missing") == 3
    rows = asked.text.split("<tbody")
    assert ["rare shown" in row for row in rows[1:5]] == [False, False, True, False]
    assert answer.status_code == 303
    assert desk.rounds()[3]["unwritten"]
    totals = re.findall(r'class="total">([^<]+)<', desk.open().text)
    assert totals[-3:] == ["−20", "30", "40"]

    desk.send(r3_w0="40", r3_w1="10", r3_w2="−10")
    assert desk.rounds()[3]["totals"] == [40, 10, -10]
    boxes = desk.boxes()
    del boxes["r3-unwritten"]
    tricks = {"r3_b0": "1", "r3_t0": "1", "r3_b1": "0", "r3_t1": "0"}
    desk.send(boxes, **tricks, r3_b2="2", r3_t2="2")
    assert desk.rounds()[3]["tricks"] == [1, 0, 2]
    assert "totals" not in desk.rounds()[3]
