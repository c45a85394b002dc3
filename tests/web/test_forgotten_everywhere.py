"""An erased person is erased in each group that games moved through, on all pages."""

from typing import get_type_hints

import pytest

from scorepad.db.tables import Group, Merge
from scorepad.games.wizard.models import Game, Round
from scorepad.i18n.languages import LANGUAGES, translations
from scorepad.services.personal_data import NUMBERED, is_number
from tests.services.filled import LATER, NOW, erased
from tests.support import towers_table
from tests.support.director import tournament_begun
from tests.support.invitations import device_of, let_in, post
from tests.support.phone import Phone
from tests.support.stored import count
from tests.web.test_persons import (
    CANARY,
    ONE_ROUND,
    address,
    backed_up,
    forget,
    forgotten_again,
    play,
    whole_database,
)
from tests.web.test_players_of_a_group import names_offered


@pytest.fixture
def group(either_phone):
    either_phone.game = play(either_phone, [1, 1, 0], CANARY, "Ute", "Kevin")
    return either_phone


@pytest.fixture(
    params=["a namesake", pytest.param("nobody of that name", marks=pytest.mark.slow)]
)
def target(group, request):
    """Another group of the same owner, which may know the name already."""
    other = Phone(group.client)
    who = CANARY if request.param == "a namesake" else "Zoë"
    play(other, [0, 0, 0], who, "Ute", "Anna")
    return other


def found_in(phone, name):
    """Know somebody by the id under which the group has the name."""
    told = phone.told()
    phone.people = {each["name"]: each["id"] for each in told["players"]}
    assert name in phone.people
    return phone


@pytest.mark.parametrize(
    ("whole", "backwards"),
    [(True, False), (False, True), pytest.param(False, False, marks=pytest.mark.slow)],
)
def test_p02_a_player_whose_games_were_moved_is_erased_in_both_groups(
    group, target, either_app, whole, backwards
):
    path = "/move" if whole else f"/games/{group.game}/move"
    assert post(group, path, into=target.group).status_code == 303

    assert forget(group if backwards else found_in(target, CANARY), CANARY)

    assert CANARY not in whole_database(either_app)
    assert "Ute" in whole_database(either_app)


@pytest.fixture
def given_away(group, target):
    post(group, f"/games/{group.game}/move", into=target.group)
    heir = let_in(group, "scorekeeper")
    assert post(group, f"/devices/{device_of(group)}/owner").status_code == 303
    return heir


def test_s32_an_owner_erases_no_one_in_the_group_of_others(
    group, target, given_away, either_app
):
    """Nor after a restore."""
    found_in(target, CANARY)
    asked = target.client.get(address(target, CANARY, "forget")).text
    assert "one that you do not own" in asked

    assert forget(target, CANARY).status_code == 303
    assert CANARY not in target.get("/people").text
    assert CANARY in given_away.get("/people").text

    assert forgotten_again(either_app) == 1
    assert CANARY in given_away.get("/people").text


def test_p03_a_backup_before_a_move_erases_again(group, target, either_app, tmp_path):
    put_back = backed_up(either_app, tmp_path / "backups")
    post(group, "/move", into=target.group)
    forget(found_in(target, CANARY), CANARY)
    put_back()
    assert CANARY in whole_database(either_app)

    assert forgotten_again(either_app)
    assert CANARY not in whole_database(either_app)


@pytest.mark.parametrize("gone", ["source", "target"])
def test_p08_a_group_that_games_were_moved_through_is_erased(group, either_app, gone):
    target = Phone(group.client)
    play(target, [0, 0, 0], CANARY, "Ute", "Anna")
    post(group, f"/games/{group.game}/move", into=target.group)
    erased(either_app, NOW)
    assert post(group if gone == "source" else target, "/delete").status_code == 303

    assert erased(either_app, LATER)["group_"] == 1

    assert (count(either_app, Merge), count(either_app, Group)) == (0, 1)


def pages(phone, game, towers):
    """Return the cached pages that contain names."""
    here = f"/g/{phone.group}"
    return (
        phone.game_path(game),
        f"{here}/games/{game}/live",
        f"{here}/games/{game}/seat",
        f"{here}/tables",
        f"/api/groups/{phone.group}",
        f"/api/groups/{phone.group}/towers/{towers}",
    )


@pytest.mark.parametrize("what", ["forget", "name"])
def test_p02_no_phone_is_told_that_the_old_name_is_still_there(either_phone, what):
    game = either_phone.start_game(CANARY, "Ute", "Kevin", **ONE_ROUND)
    post(either_phone, "/me", player=either_phone.person("Ute")["id"])
    towers = towers_table.play(either_phone, CANARY, "Ute")
    seen = {}
    for page in pages(either_phone, game, towers):
        answer = either_phone.client.get(page)
        assert CANARY in answer.text, page
        seen[page] = {"If-None-Match": answer.headers["ETag"]}
        assert either_phone.client.get(page, headers=seen[page]).status_code == 304

    path = f"/players/{either_phone.people[CANARY]}/{what}"
    assert post(either_phone, path, name="Otto").status_code == 303

    for page, condition in seen.items():
        answer = either_phone.client.get(page, headers=condition)
        assert answer.status_code == 200, page
        assert CANARY not in answer.text, page


def texts_of(model):
    """Return the fields of a game or of a round that hold a text."""
    hints = get_type_hints(model, include_extras=True)
    return [name for name, hint in hints.items() if "_readable" in str(hint)]


def test_p02_the_owner_who_erases_sees_which_texts_contain_the_name(either_phone):
    def begun(**said):
        return either_phone.start_game(CANARY, "Ute", "Kevin", **ONE_ROUND, **said)

    fine = {"seat": 0, "points": -10, "reason": f"for {CANARY}"}
    told = [begun(**{field: f"{CANARY.upper()}s"}) for field in texts_of(Game)]
    told.append(begun(adjustments=[fine]))
    for field in texts_of(Round):
        told.append(begun())
        either_phone.save_round(told[-1], 1, [1, 0, 0], **{field: f"at {CANARY}'s"})
    told.append(towers_table.play(either_phone, CANARY, "Ute", remark=CANARY))
    plain = begun(remark="Ute")
    bare = towers_table.play(either_phone, CANARY, "Ute", remark="late")

    page = either_phone.client.get(address(either_phone, CANARY, "forget")).text

    assert len(told) >= 5
    assert all(f'/{game}"' in page for game in told)
    assert plain not in page
    assert bare not in page


def games_of(phone):
    """Return the number of games of each player, by name."""
    page = phone.get("/seasons/1/standings.csv").text
    lines = [line.split(",") for line in page.splitlines()[1:]]
    return {line[1]: int(line[2]) for line in lines}


@pytest.mark.parametrize("whole", [True, False])
def test_p02_an_erased_player_is_not_matched_in_another_group(group, whole):
    other = Phone(group.client)
    other.game = play(other, [0, 0, 0], "Otto", "Ute", "Anna")
    later = play(group, [1, 1, 0], CANARY, "Ute", "Kevin")
    towers = towers_table.play(group, CANARY, "Kevin")
    forget(other, "Otto")
    forget(group, CANARY)

    def moved(path):
        assert post(group, path, into=other.group).status_code == 303
        return games_of(other)

    games = {"Player 1": 1, "Player 2": 1, "Ute": 2, "Anna": 1, "Kevin": 1}
    if not whole:
        assert moved(f"/games/{group.game}/move") == games
        path = f"/games/{later}/move"
    games |= {"Player 2": 2, "Ute": 3, "Kevin": 2}  # the same as before
    assert moved("/move" if whole else path) == games
    assert {*names_offered(other)} == {"Ute", "Anna", "Kevin"}
    if whole:
        game = f"/api/groups/{other.group}/towers/{towers}"
        people = other.client.get(game).json["players"]
        assert [each["name"] for each in people] == ["Player 2", "Kevin"]


def test_the_number_of_a_forgotten_person_is_known_in_every_language():
    for known in LANGUAGES:
        called = translations(known.tag).gettext(NUMBERED)
        assert is_number(called.format(seat=12)), known
    # Stored names outlive their translations.
    assert all(map(is_number, ("Player 12", "Platz 12", "玩家 12", "12번 자리")))
    assert is_number("Ｐｌａｙｅｒ ①")  # as whoever types it may write it
    for name in ("Thomas 2", "Player", "Player one", "Player 1 2"):
        assert not is_number(name)


@pytest.mark.parametrize("backwards", [True, False])
def test_p02_a_player_named_by_a_number_is_not_an_erased_one(group, backwards):
    other = Phone(group.client)
    other.game = play(other, [0, 0, 0], "Player 1", "Ute", "Anna")
    forget(group, CANARY)
    here, there = (other, group) if backwards else (group, other)

    post(here, f"/games/{here.game}/move", into=there.group)

    games = {"Player 1": 1, "Player 2": 1, "Ute": 2, "Kevin": 1, "Anna": 1}
    assert games_of(there) == games


def test_p02_a_save_already_on_its_way_arrives_and_tells_no_one_the_name(group):
    before = group.get_game(group.game).json["revision"]
    body = group.game_body(CANARY, "Ute", "Kevin", **ONE_ROUND, finished=True)

    forget(group, CANARY)

    told = group.save_game(group.game, body, seen=f"g{before}")
    assert (told.status_code, told.json["revision"]) == (200, before + 2)
    late = group.save_round(group.game, 1, [1, 0, 0], [1, 0, 0], seen=1)
    assert late.status_code == 200
    assert {*names_offered(group)} == {"Ute", "Kevin"}


def test_a_tournament_forgets_name_and_club_and_keeps_the_results(
    either_phone, either_app
):
    people = f"{CANARY}, Falconers", "Ute, Owls", "Kevin"
    director = tournament_begun(either_phone, people, play=True)
    before = director.page("/standings.csv").text

    assert forget(found_in(either_phone, CANARY), CANARY).status_code == 303

    told = director.page("/tournament.json").text
    for text in (told, director.page("/players").text, whole_database(either_app)):
        assert CANARY not in text
        assert "Falconers" not in text
        assert "Owls" in text
    after = director.page("/standings.csv").text
    assert before.replace(CANARY, "Player 1") == after
