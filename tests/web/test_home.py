"""The start page: the running game, a new one, the leaders, the last game."""

from tests.support.invitations import let_in


def card_of(page):
    return page.text.partition('class="running"')[2].partition("</section>")[0]


def test_a_newcomer_types_names_at_once(client):
    assert client.get("/").text.count('<input type="text"') == 3


def test_the_running_game_is_shown_to_be_continued_or_watched(phone):
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


def test_only_groups_of_this_device_are_shown(phone, client):
    phone.start_game()

    assert phone.client.get("/?group=x").status_code == 404
    assert client.get(f"/?group={phone.group}").status_code == 404
