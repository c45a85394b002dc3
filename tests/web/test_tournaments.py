"""Tournaments by their pages: a whole qualifier, and what is refused."""

import csv
import io
import json
import re
from collections import defaultdict
from itertools import count
from uuid import UUID

import pytest

from scorepad.games.documents import UUID_PATTERN, NotADocument
from scorepad.services.draws import NAME_LENGTH, table_code
from scorepad.services.tournament_files import parse_tournament
from tests.support.director import Director, from_scratch, players, tournament_begun
from tests.support.invitations import let_in, post
from tests.support.phone import OURS, Phone, in_one_line


def test_a_qualifier_runs_from_the_first_draw_to_the_final(either_phone):
    director = Director(either_phone, 14)
    director.next_game(play=True)
    director.post("/players/3/stop")
    director.enter("Late Linda")
    for _game in (2, 3):
        director.next_game(play=True)

    assert "from game 2" in director.page("/players").text
    assert len(director.ranks()) == 15
    director.next_game()
    (final,) = director.tables()[:1]
    assert len(final) == 4
    assert "3" not in final
    director.play_all()
    assert "Final ranking" in director.page().text
    assert "final-order" not in director.page().text
    assert director.post("/reveal").status_code == 303
    assert "final-order" in director.page().text
    assert director.post("/draw").status_code == 422


def test_people_are_swapped_until_the_game_begins_and_the_next_draw_waits_for_it(phone):
    director = Director(phone, 8)
    director.draw()
    (one, *_), (other, *_) = director.tables()

    answer = director.post("/swap", one=one, other=other)

    assert "0 before" in phone.client.get(answer.location).text
    assert [each[0] for each in director.tables()] == [other, one]
    director.begin()
    assert director.post("/swap", one=one, other=other).status_code == 422
    game = director.games()[0]
    state = phone.get_game(game).json
    rules = state["schedule"], state["even_bid_rule"]["min_cards"], state["counts"]
    assert rules == ("amigo_tournament", 2, False)
    assert director.path.endswith(f"/tournaments/{state['tournament']}")
    assert f"/games/{game}/sheet" in director.page().text
    refused = director.post("/draw")
    assert (refused.status_code, "still playing" in refused.text) == (422, True)


def test_a_penalty_changes_the_standings_until_it_is_removed(phone):
    director = Director(phone, 4)
    director.draw()
    assert "penalties" not in director.page("/standings").text
    director.begin()
    director.play_all()
    before = director.ranks()

    assert director.fine(before[0]).status_code == 303

    assert director.ranks()[0] != before[0]
    assert "late" in director.page("/standings").text
    director.post("/penalties/0/remove")
    assert director.ranks() == before
    for wrong in ({"reason": ""}, {"points": 1001}, {"points": "x"}):
        assert director.fine(before[0], **wrong).status_code == 422
    director.enter("Late Linda")
    assert "This player does not play that game." in director.fine(5).text
    assert director.ranks() == [*before, "5"]


def test_three_tied_players_are_put_in_order_and_no_others(phone):
    director = tournament_begun(phone, 8, games=1)
    assert "further-game" not in director.page("/standings").text
    director.play_all([50, 50, 50, 0], [80, 7, 5, 3])
    first, *tied = director.ranks()[:4]
    page = in_one_line(director.page("/standings").text)
    form = page.partition("further-game")[2]
    assert "further-game" not in form
    assert {*re.findall(r'<option value="(\d+)"', form)} == {*tied}
    assert '<label for="tie-1-3">Place 3</label>' in form

    one, two, three = tied
    for order, wanted in (
        ([three, two], [three, two, one]),
        ([one, one], [one, two, three]),  # the first place only: the others stay
        ([two, two], [two, one, three]),
    ):
        answer = director.post("/further-game", order=order, tied=tied)
        assert answer.status_code == 303
        assert director.ranks()[:4] == [first, *wanted]
    assert director.page("/standings").text.count("<small>by an extra game") == 2
    for odd in ([first, *tied], [one, two], []):
        assert director.post("/further-game", order=odd).status_code == 422
    assert director.ranks()[:4] == [first, two, one, three]


def test_players_tied_at_a_knock_out_table_are_put_in_order(phone):
    director = Director(phone, 4, games=1)
    director.next_game([50, 50, 40, 0])
    director.next_game()
    third = phone.get_game(director.games()[0]).json["players"][2]["id"]

    director.play_all([50, 50, 40, 0])

    page = f"/players/{third}?part=games"
    assert f"{director.path}/standings" in phone.get(page).text
    assert "3rd of 4" not in phone.get(page).text
    director.post("/reveal")
    assert "3rd of 4" in phone.get(page).text
    _, forms = director.page("/standings").text.split("further-game")[1:]
    one, other = re.findall(r'<option value="(\d+)"', forms)
    order = re.compile(r"<li><span>1</span> <bdi>(.*?)</bdi>")
    assert order.search(director.page().text)[1] == f"Player {one}"

    director.post("/further-game", order=other, tied=[one, other])

    assert order.search(director.page().text)[1] == f"Player {other}"


def test_a_player_entered_under_two_names_is_merged_and_keeps_both_results(phone):
    director = Director(phone, ("Max", "Anna", "Ute", "Kevin"), games=2)
    director.next_game(play=True)
    director.post("/players/1/stop")
    director.enter("Friederike")
    director.next_game(play=True)
    before = director.ranks()
    scores = [row[3:] for row in cells(director, "standings")]

    ids = {each["name"]: each["id"] for each in phone.told()["players"]}
    merged = post(phone, f"/players/{ids['Friederike']}/merge", into=ids["Max"])

    assert merged.status_code == 303
    assert director.ranks() == before
    assert [row[3:] for row in cells(director, "standings")] == scores
    assert "Friederike" not in director.page("/players").text


def cells(director, name):
    """Return the rows of a CSV file without its head."""
    text = director.page(f"/{name}.csv").text.removeprefix("\ufeff")
    return list(csv.reader(io.StringIO(text)))[1:]


def test_the_standings_follow_from_the_results_as_csv(phone):
    director = Director(phone, [*players(9), "=Evil, Owls"])
    for _game in range(3):
        director.next_game(play=True)
    director.fine(2, game=2)
    director.next_game()

    rows = cells(director, "tournament")

    assert sum(row[1] == "1" for row in rows) == len(director.tables()[0])
    assert {row[5] for row in rows if row[4] == "'=Evil"} == {"Owls"}
    games = ([row[0], *row[2:4], *row[6:10]] for row in rows if row[1] == "0")
    table = (map(int, row) for row in games)
    expected = [int(row[1]) for row in cells(director, "standings")]
    assert expected == [int(number) for number in director.ranks()]
    # The lot decides only between equal scores.
    assert from_scratch(table, range(1, 11), expected.index) == expected


def open_file(phone, text):
    file = io.BytesIO(text.encode()), "tournament.json"
    return post(phone, "/tournaments/open", file=file)


def numbered(text):
    """Return JSON with a number in the place of each id."""
    ids = defaultdict(count().__next__)
    return re.sub(UUID_PATTERN, lambda found: str(ids[found[0]]), text)


@pytest.fixture
def played(phone):
    """A tournament with a late entry, a penalty, a final and a draw."""
    director = Director(phone, [*players(7), "Zoë, Owls"], games=2)
    for game in (1, 2, 3):
        director.next_game(play=True)
        if game == 1:
            director.enter("Late Linda")
            director.post("/players/3/stop")
    director.fine(2)
    return director


def test_a_tournament_opens_from_its_file_in_another_group(app, played):
    text = played.page("/tournament.json").text
    other = Phone(app.test_client())
    other.play("Zoë", "Ute", "Kevin", rounds=[([1, 0, 0], [1, 0, 0])])

    path = open_file(other, text).location.removesuffix("/tables")

    again = other.client.get(f"{path}/tournament.json").text
    assert numbered(again) == numbered(text)
    for name in ("tournament", "standings"):
        there = other.client.get(f"{path}/{name}.csv").text
        assert there == played.page(f"/{name}.csv").text
    assert open_file(other, text).status_code == 303


SPOILED = [
    lambda file: file["games"].pop(),
    lambda file: file["tournament"].update(more=1),
    lambda file: file.update(names=[*file["names"][:-1], file["names"][0].upper()]),
    lambda file: file["tournament"]["draws"][0]["tables"][0]["seats"].append(77),
    lambda file: file["tournament"]["draws"][0].update(starts_at="soon"),
    lambda file: file["games"][0]["document"]["rounds"][0].update(tricks=[9] * 4),
]


def test_a_file_that_is_wrong_or_above_five_megabytes_opens_no_tournament(played):
    text = played.page("/tournament.json").text
    for number, spoil in enumerate(SPOILED):
        file = json.loads(text)
        spoil(file)

        answer = open_file(played.phone, json.dumps(file))

        assert answer.status_code == 422, number
        assert "not a tournament saved by Scorepad" in answer.text
    listed = played.phone.get("/tournaments").text
    assert listed.count('class="row"') == 1
    with pytest.raises(NotADocument, match="too long"):
        parse_tournament(b" " * (5 << 20) + b"{}")


def test_a_name_is_needed_a_double_one_is_refused_and_clubs_are_read(phone):
    director = Director(phone)
    for name in ("", "x" * 41):
        assert post(phone, "/tournaments", name=name).status_code == 422

    refused = director.enter("Anna", "Ute", "anna, Dragons")

    assert "anna is listed twice. Each name must be different." in refused.text
    assert "Anna\nUte\nanna, Dragons</textarea>" in refused.text
    assert director.page("/players").text.count("/stop") == 0

    director.enter("Anna", "Ute;Owls", "Kevin\tOwls", "Max")
    director.enter("Ute", "anna, Dragons")  # who is entered again counts once
    text = director.page("/players").text
    assert [text.count(said) for said in ("Dragons", "Owls", "/stop")] == [1, 2, 4]
    director.post("/players/3/stop")
    text = in_one_line(director.page("/players").text)
    assert re.search(r"Owls · \s*does not play", text)


def test_the_last_game_without_a_final_offers_no_further_draw(phone):
    director = Director(phone, 4, preset="league")
    for _game in range(2):
        director.next_game(play=True)

    assert f'action="{director.path}/draw"' not in director.page().text
    assert "All games are over." in director.page().text


def test_lots_at_the_cut_and_other_people_are_shown_before_the_final_begins(phone):
    director = tournament_begun(phone, 8, games=1)
    one, _other = director.games()
    director.play_all([50, 50, 50, 0], [100, 90, 5, 3])
    lots = "Only drawing lots would decide which of these players goes on."
    assert lots in director.page().text
    tied = director.ranks()[2:5]

    director.post("/further-game", order=tied[:2], tied=tied)

    assert lots not in director.page().text
    assert "Draw the final" in director.page().text
    director.draw()
    (final,) = director.tables()[:1]
    for change in ("stop", "again"):
        assert OUTDATED not in director.page().text
        director.post(f"/players/{final[0]}/{change}")
        assert OUTDATED in director.page().text
        director.draw()
    assert final[0] in director.tables()[0]
    director.finish(one, [0, 30, 60, 80])
    assert OUTDATED in director.page().text


OUTDATED = "The players have changed since the draw."


def test_known_people_are_entered_by_tap_and_similar_names_are_asked_about(phone):
    phone.play("Anna", "Kevin", "Ute")
    director = Director(phone)
    assert 'name="known" value="Kevin"' in director.page("/players").text
    sent = {"players": "Kevni, Owls\nZoë", "known": "Ute"}

    asked = director.post("/players", **sent)

    assert asked.status_code == 422
    assert "Is Kevni the same person as Kevin?" in asked.text
    assert "Kevni, Owls\nZoë\nUte</textarea>" in asked.text
    assert director.post("/players", **sent, same="Kevni").status_code == 303
    page = director.page("/players").text
    assert page.count("/stop") == 3
    assert "Kevni" not in page


def test_a_draw_needs_players_and_another_one_whoever_comes_or_goes_after_it(phone):
    director = Director(phone, 2)
    assert "at least three" in director.post("/draw").text
    director.enter(*players(8))
    for wrong in ({"schedule": "custom"}, {"games": 13}, {"ranking": "luck"}):
        assert director.set_rules(**wrong).status_code == 422
    director.draw()
    assert director.set_rules(schedule="quick").status_code == 422
    assert OUTDATED not in director.page().text

    director.enter("Lena")
    director.post("/players/1/stop")

    assert OUTDATED in director.page().text
    director.draw()
    seated = {each for table in director.tables() for each in table}
    assert seated == {str(number) for number in range(2, 10)}


def test_its_season_leads_to_it_and_is_left_out_of_others(phone):
    usual = phone.play("Anna", "Ute", "Kevin", rounds=[([1, 0, 0], [1, 0, 0])])
    director = Director(phone, ("Anna", "Ute", "Kevin", "Thomas"))
    director.next_game(play=True)
    (game,) = director.games()

    assert "Thomas" not in phone.get("/seasons/1").text
    assert "Thomas" in phone.get("/seasons/2").text
    assert ",Thomas,0,0,0," in phone.get("/seasons/0/standings.csv").text
    again = phone.start_game("Anna", "Ute", "Kevin")
    assert phone.get_game(again).json["season"] == 1
    assert f"{director.path}/standings" in phone.get("/seasons/2").text
    assert f"{director.path}/standings" not in phone.get("/seasons/1").text
    assert "Move to another season" not in phone.get(f"/games/{game}").text
    for id_, season in ((game, 1), (usual, 2)):
        moved = post(phone, f"/games/{id_}/season", season=season)
        assert moved.status_code == 404
        assert phone.get_game(id_).json["season"] == 3 - season
    player = phone.told()["players"][0]["id"]
    for page in ("/seasons", "/print/books", f"/players/{player}?season=2"):
        listed = re.sub(r"<[^>]+>|\s+", " ", phone.get(page).text)
        assert re.search(r"Qualifier[· ]+Tournament ", listed), page


def test_the_hall_page_shows_the_wait_and_is_unchanged_until_a_table_saves(phone):
    director = Director(phone, 8)
    director.draw()
    director.begin(10)
    first = director.page("/hall")
    etag = {"If-None-Match": first.headers["ETag"]}

    assert "Starts in 10 minutes." in first.text
    assert director.page("/hall", **etag).status_code == 304
    game = director.games()[0]
    phone.save_round(game, 1, [1, 0, 0, 0], [1, 0, 0, 0])
    assert director.page("/hall", **etag).status_code == 200
    director.play_all()
    for part in ("", "/hall"):
        assert "Starts in" not in director.page(part).text


def test_a_card_opens_the_games_of_its_table_one_after_another_and_no_others(
    app, phone
):
    director = Director(phone, 8, name="Club <Cup>")
    page = f"/join?table={director.card(1)[:NAME_LENGTH]}"
    stranger = app.test_client()
    assert "Table 1 · <bdi>Club &lt;Cup&gt;</bdi>" in stranger.get(page).text
    assert "Club &lt;Cup&gt;" in phone.client.get("/").text
    assert director.scan(1)[1].location.endswith("/hall")
    for _game in range(2):
        assert "Scan again" in stranger.get(page).text
        director.next_game()
        assert "Scan again" not in stranger.get(page).text
        own, other = director.games()
        table, answer = director.scan(1)
        assert answer.location.endswith(f"#{phone.group}/{own}")
        assert own in table.client.get("/").text
        assert own not in phone.client.get("/").text
        assert table.save_round(own, 1, [1, 0, 0, 0], [1, 0, 0, 0]).status_code == 201
        assert table.save_round(other, 1, [1, 0, 0, 0]).status_code == 403
        drawn = table.client.post(f"{director.path}/draw", headers=OURS)
        assert drawn.status_code == 403
        director.play_all()


def test_a_forged_card_opens_nothing(app, phone):
    director = tournament_begun(phone)
    right, tid = director.card(1), UUID(director.path.rpartition("/")[2])
    for odd in ("", "A" * NAME_LENGTH, "ä" * NAME_LENGTH, right):
        page = app.test_client().get(f"/join?table={odd}").text
        assert "<h1>Join a group" in page
    for wrong in (
        table_code("another secret", tid, 1),
        right[:-4] + ("AAAA" if right[-4:] != "AAAA" else "BBBB"),
        table_code(app.config["SECRET"], UUID(int=5), 1),
    ):
        assert director.scan(1, wrong)[1].status_code == 422


def test_members_can_take_part(phone):
    director = Director(phone)
    guest = let_in(phone, "player")
    asked = guest.client.post(f"{director.path}/take-part", headers=OURS)
    form = re.search(r'action="([^"]+/me[^"]*)"', guest.client.get(asked.location).text)
    back = guest.client.post(form[1], data={"name": "Zoë"}, headers=OURS)
    assert back.location == director.path
    assert "take-part" in guest.client.get(director.path).text

    guest.client.post(f"{director.path}/take-part", headers=OURS)

    assert "Zoë" in director.page("/players").text
    for part in ("", "/players"):
        assert "take-part" not in guest.client.get(director.path + part).text
    assert guest.client.post(f"{director.path}/draw", headers=OURS).status_code == 403


def test_a_corrected_game_changes_the_standings_but_no_draw(phone):
    director = tournament_begun(phone, 8, play=True)
    first, before = director.games(), director.ranks()
    director.next_game()
    second = director.tables()[:2]
    assert "Correct the sheet" in phone.get(f"/games/{first[0]}").text
    for page in (f"/games/{first[0]}", f"/games/{first[0]}/sheet"):
        assert f'<a class="switch" href="{director.path}">' in phone.get(page).text

    for game in first:
        assert f'href="/g/{phone.group}/games/{game}"' in director.page().text
        director.finish(game, [90, 60, 30, 0])

    assert director.ranks() != before
    assert director.tables()[:2] == second


def test_the_bracket_is_on_the_page_of_tables_and_in_the_hall(phone):
    director = Director(phone, 16, games=1, cut=16)
    for _stage in range(2):
        director.next_game(play=True)

    for path in ("", "/hall"):
        text = director.page(path).text
        assert re.findall(r'class="onward">(.*?)<', text) == ["→ Final"] * 4
        assert [*re.findall(r"Winner of table (\d)", text)] == ["1", "2", "3", "4"]

    director.next_game(play=True)
    assert director.page().text.count('class="onward"') == 4
    director.post("/reveal")
    shown = director.page().text
    assert re.findall(r'class="onward">(.*?)<', shown)[0] == "Winner"
