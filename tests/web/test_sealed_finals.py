"""The result of a final is on no page, in no file and in no answer until revealed."""

import io
import re
import zipfile

import pytest

from tests.support.director import Director
from tests.support.invitations import let_in, post
from tests.support.wide import first_of
from tests.web.addresses import filled, known_in, routes
from tests.web.test_tournaments import open_file

POINTS = (811, 723, 637, 541)
NUMBERS = (*POINTS, 831, 743, 657, 531)
"""The points added in the final and the totals, which no other game has."""

WANTED = re.compile(rf"(?<!\w)({'|'.join(map(str, NUMBERS))})(?!\w)")

GAME = "/g/<uuid:gid>/games/<uuid:uuid>"
SEASON = "/g/<uuid:gid>/seasons/<int:number>"
TOURNAMENT = "/g/<uuid:gid>/tournaments/<uuid:tid>"
ALWAYS_NEW = {"/print", "/g/<uuid:gid>/print", "/type-in", "/type-in/results"}
"""Pages with a new id in them, or with what was printed last."""

NEW_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
SAYS = "The final is sealed until the director reveals the result."


class TellingRenderer:
    """Returns the HTML of a sheet or picture."""

    def render(self, job):
        return repr(job).encode()


@pytest.fixture
def renderer(app, monkeypatch):
    monkeypatch.setitem(app.extensions, "renderer", TellingRenderer())


@pytest.fixture
def director(phone, renderer):
    """The director of a tournament that counts in the group, and whose final is on."""
    director = Director(phone, 8, games=1, counts="y")
    director.next_game(play=True)
    director.next_game()
    return director


def text_of(answer):
    if answer.mimetype.endswith("sheet"):
        with zipfile.ZipFile(io.BytesIO(answer.data)) as book:
            return "".join(
                book.read(name).decode()
                for name in book.namelist()
                if "core" not in name
            )
    return NEW_ID.sub("", answer.text) if answer.data else ""


def read(app, phone, values):
    """Return the status and text of every address by its rule, in both seasons."""
    found = {}
    rules = {rule for method, rule in routes(app) if method == "GET"}
    for rule in sorted(rules):
        for number in ("1", "2") if "number>" in rule else ("1",):
            path = filled(rule, {**values, "number": number})
            if not ("word>" in rule or path.startswith("/static/")):
                answer = phone.client.get(path)
                found[rule, number] = answer.status_code, text_of(answer)
    return found


def telling(found):
    return {rule for (rule, _), (_, text) in found.items() if WANTED.search(text)}


def refusing(found):
    return {
        r for (r, _), (status, text) in found.items() if status == 403 and SAYS in text
    }


@pytest.fixture(params=first_of(["player", "viewer"]))
def guest(director, request):
    """A watcher, or a player of the group who is not in the final."""
    host = director.phone
    guest = let_in(host, request.param)
    if request.param == "player":
        seated = {each["id"] for each in seats(director)}
        people = host.told()["players"]
        other = next(each for each in people if each["id"] not in seated)
        assert post(guest, "/me", player=other["id"]).status_code == 303
    return guest


def seats(director):
    (final,) = director.games()
    return director.phone.get_game(final).json["players"]


@pytest.fixture
def values(director):
    host, best = director.phone, seats(director)[0]
    return {
        **known_in(host, director.games()[0]),
        "player": best["id"],
        "day": host.get_game(director.games()[0]).json["played_on"],
        "tid": director.path.rpartition("/")[2],
        "part": "games",
        "kind": "ranking",
    }


def test_until_the_final_is_revealed_nothing_shows_its_result(
    app, director, guest, values
):
    before = read(app, guest, values)
    director.play_all(POINTS)
    sealed = read(app, guest, values)

    assert not telling(sealed)
    assert refusing(sealed) == refusing(before) > {f"{GAME}/live", f"{GAME}/sheet.pdf"}
    changed = {rule for rule, n in sealed if sealed[rule, n] != before[rule, n]}
    assert changed - ALWAYS_NEW == {TOURNAMENT, f"{TOURNAMENT}/hall"}

    director.post("/reveal")
    shown = read(app, guest, values)
    assert not refusing(shown)
    assert telling(shown) > {
        f"{GAME}/live",
        f"{SEASON}/games.csv",
        f"{SEASON}/season.ics",
    }


def test_who_sits_at_the_final_and_the_director_follow_it(director):
    host, (final,) = director.phone, director.games()
    scorer, _ = director.scan(1)
    finalist = let_in(host, "player")
    assert post(finalist, "/me", player=seats(director)[0]["id"]).status_code == 303
    watcher = let_in(host, "viewer")

    for phone in (host, scorer, finalist):
        assert phone.get_game(final).status_code == 200
        assert phone.get(f"/games/{final}/live").status_code == 200
    assert scorer.save_round(final, 1, [0, 0, 0, 1], [0, 0, 0, 1]).status_code == 201
    assert final in scorer.client.get("/").text
    refused = watcher.get_game(final)
    assert (refused.status_code, refused.json["detail"]) == (403, SAYS)
    assert final not in watcher.client.get("/").text


def test_the_final_of_a_file_stays_sealed(stranger, director):
    director.play_all(POINTS)
    file = director.page("/tournament.json").text
    assert open_file(stranger, file).status_code == 303

    text = stranger.get("/seasons/2/games.csv").text

    assert "30" in text
    assert not WANTED.search(text)
