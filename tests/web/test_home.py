"""The start page, the ways between the main pages, and the language of a page."""

import re

from tests.support.invitations import let_in
from tests.support.phone import OURS, Phone, in_one_line


def card_of(page):
    part = page.text.partition('class="running"')[2].partition("</section>")[0]
    return in_one_line(part)


def test_the_running_game_can_be_continued_or_watched(phone):
    game = phone.start_game("Ute", "Kevin", "Ada")
    phone.save_round(game, 1, [0, 1, 0], [0, 1, 0])
    card = card_of(phone.client.get("/"))
    page = let_in(phone, "viewer").client.get("/")

    assert f'#{phone.group}/{game}">Continue round 2' in card
    assert card.index("<dd>30") < card.index("<dd>20")
    assert f'/games/{game}/live">Watch' in card_of(page)
    assert "New game" not in page.text


def test_the_same_people_play_again_and_the_season_is_told(phone):
    game = phone.play("Ute", "Kevin", "Ada", rounds=[([0, 1, 0], [0, 1, 0])])
    for told in (f"#{phone.group}/{game}/again", 'class="rows leaders"', "won with"):
        assert told in phone.client.get("/").text


def test_a_phone_returns_to_the_group_it_chose_of_its_own(phone, client):
    phone.start_game()
    other = Phone(phone.client)
    other.start_game()
    assert phone.client.get("/season").location == f"/g/{other.group}/"

    phone.client.get(f"/?group={phone.group}")

    assert f'/g/{phone.group}/people"' in phone.client.get("/").text
    assert phone.client.get("/season").location == f"/g/{phone.group}/"
    assert phone.client.get("/?group=x").status_code == 404
    assert client.get(f"/?group={phone.group}").status_code == 404


TAB = re.compile(r'<a class="tab" href="([^"]+)"( aria-current)?')


def test_a_page_of_a_group_leads_to_the_places_of_this_group(host):
    tabs = TAB.findall(host.get("/people").text)

    assert [address for address, _here in tabs] == [
        f"/?group={host.group}",
        f"/g/{host.group}/",
        f"/g/{host.group}/print",
        f"/g/{host.group}/people",
    ]
    assert [bool(here) for _address, here in tabs] == [False] * 3 + [True]


def test_ways_without_a_group_lead_to_the_newest_one(host, client):
    guest = let_in(host, "player")

    assert host.client.get("/season").location == f"/g/{host.group}/"
    assert host.client.get("/group").location == f"/g/{host.group}/people"
    assert host.client.get("/me").location == f"/g/{host.group}/mine"
    assert guest.get("/mine").location.endswith("/me")  # until that is known
    assert client.get("/season").location == "/"
    assert client.get("/me").location == client.get("/group").location == "/join"
    assert "/season" in dict(TAB.findall(client.get("/how").text))
    assert client.get(f"/home?group={host.group}").location == f"/?group={host.group}"


def test_n14_a_scorekeeper_gets_the_game_that_was_changed_last(app, phone):
    path = "/api/running"
    phone.start_game()
    game = phone.start_game()

    answer = phone.client.get(path)

    assert answer.json == {"group": phone.group, "game": game, "word": "wizard"}
    known = {"If-None-Match": answer.headers["ETag"]}
    assert phone.client.get(path, headers=known).status_code == 304
    for other in (let_in(phone, "viewer"), Phone(app.test_client())):
        assert other.client.get(path).status_code == 404


def choose(client, **form):
    return client.post("/language", data=form, headers=OURS)


def test_a_page_is_in_the_browsers_language_unless_its_address_names_one(client):
    page = client.get("/how", headers={"Accept-Language": "de-AT"})

    assert '<html lang="de">' in page.text
    assert "Accept-Language" in page.vary
    for name in ("English", "Deutsch", "한국어", "简体中文", "繁體中文"):
        assert name in page.text
    client.set_cookie("lang", "de")
    page = client.get("/play/zh-Hant", headers={"Accept-Language": "en"})
    assert '<html lang="zh-Hant"' in page.text
    assert "Accept-Language" not in page.vary


def test_a_choice_is_remembered_and_leads_back(client):
    answer = choose(client, language="zh-Hant", back="/how")

    assert (answer.status_code, answer.location) == (303, "/how")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert "SameSite=Lax" in answer.headers["Set-Cookie"]
    assert 'lang="zh-Hant"' in client.get("/how").text


AWAY = [
    *("", "https://evil.example/how", "//evil.example/how", "/\\evil.example"),
    *("/nowhere", "/language", "how", "https:evil.example", "/\t/evil.example"),
    *("/%09/evil.example", "/how\r\nX-Evil: 1"),
]


def test_s14_a_choice_never_leads_away(client):
    for back in AWAY:
        assert choose(client, language="de", back=back).location in ("/", "/how")
