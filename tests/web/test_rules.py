"""The rules of both games, and their leaflets."""

import html
import json
import re
from itertools import product

import pytest

from scorepad.games.wizard.schedule import Extra, Schedule
from scorepad.i18n.languages import CATALOGUES, LANGUAGES, language_of, translations
from scorepad.pdf import towers
from scorepad.pdf.paper import Paper
from tests.repo.source import ROOT

SCRIPTS = ROOT / "static" / "js"
TABLE_OF_ITS_VARIANTS = r'<section class="table".*?</section>'


def test_the_page_is_the_same_for_every_table_and_its_script_shows_the_variants(client):
    page = client.get("/rules/en").text
    chosen = client.get("/rules/en?schedule=quick&edition=dragon").text
    table = re.search(TABLE_OF_ITS_VARIANTS, page, re.DOTALL)

    assert table
    assert "hidden" in table[0].split(">")[0]
    assert re.search(r'href="#dragon" data-when="edition=dragon" hidden>', table[0])
    assert 'id="quick" data-when="schedule=quick"' in page
    assert chosen == page


TAGS = [known.tag for known in LANGUAGES]
CHAPTERS = {
    "rules": "aim deck rounds trump bids playing winning points wrong special variants",
    "rules/towers": "aim counts setup turn cards wizards towers home potions spells "
    "ending teams master may",
}


def test_every_language_has_every_chapter(client):
    for tag, (path, chapters) in product(TAGS, CHAPTERS.items()):
        page = client.get(f"/{path}/{tag}").text

        assert f'<html lang="{tag}">' in page
        for chapter in chapters.split():
            assert f'id="{chapter}"' in page
            assert f'href="#{chapter}"' in page
        for name in (*Extra, *Schedule) if path == "rules" else ():
            assert page.count(f'id="{name}"') == 1


MISTAKES = {
    "en": "misdeal, wrong number of cards, exposed card, renege, revoke, "
    "bid out of turn, forgotten dealer, late, leaves, tie, penalty, dispute",
    "de": "vergeben, falsche Zahl von Karten, offen gezeigte Karte, falsch bedient, "
    "Ansage außer der Reihe, Geber vergessen, zu spät, verlässt, Gleichstand, "
    "Strafe, Streit",
    "ko": "미스딜, 카드 수, 노출된 카드, 리보크, 차례가 아닐 때 한 공약, "
    "딜러를 잊음, 늦게, 떠남, 동점, 벌점, 다툼",
    "zh-Hans": "发错牌, 张数不对, 亮出的牌, 有牌不跟, 抢先预测, 忘记谁发牌, "
    "迟到, 离开, 平分, 罚分, 争议",
    "zh-Hant": "發錯牌, 張數不對, 亮出的牌, 有牌不跟, 搶先預測, 忘記誰發牌, "
    "遲到, 離開, 平手, 罰分, 爭議",
}
"""What people search for when something goes wrong (cases/07)."""


def words_of_the_phone(client, tag):
    pages = client.get(f"/play/{tag}").text, client.get(f"/play/{tag}/words").text
    return {
        key: word
        for page in pages
        for block in re.findall(r'id="words">(.*?)</script>', page, re.DOTALL)
        for key, word in json.loads(block).items()
    }


@pytest.mark.parametrize("tag", MISTAKES)
def test_mistakes_are_found_by_what_people_call_them_and_buttons_by_their_names(
    client, tag
):
    page = client.get(f"/rules/{tag}").text
    entry = r'<article class="variant entry".*?</article>'
    entries = re.findall(entry, page, re.DOTALL)
    texts = [html.unescape(re.sub("<[^>]+>", "", each)).casefold() for each in entries]
    for words in MISTAKES[tag].casefold().split(", "):
        assert any(all(word in text for word in words.split()) for text in texts), words

    named = re.findall(r'<b data-button="(\w+)">([^<]+)</b>', page)
    words = words_of_the_phone(client, tag)
    scripts = "".join(each.read_text("utf-8") for each in SCRIPTS.rglob("*.js"))
    assert len({key for key, _ in named}) == 11
    for key, name in named:
        word = words[key] if isinstance(words[key], str) else words[key]["other"]
        assert html.unescape(name) == re.sub(r"\{\w+\}", "…", word)
        assert f'"{key}"' in scripts


TOWERS_FACTS = (
    "first one with a raven shield, then one without, alternating",
    "2 5 6 Blue",
    "first three towers have room for three, the next three for two, the last",
    "you play one of your three move cards, then a second one",
    "discard all three and draw three new ones",
    "two dice on the card you may roll again once, with three dice twice",
    "If six wizards are there already, the move",
    "exact number of spaces, and stays there",
    "even with a card unplayed. So no more than one of your own can enter",
    "a raven shield and no wizard on it. If there is none, it stays",
    "not stop on it. If Ravenskeep stands on the tower, it rides along",
    "that is binding. With dice, roll first and then choose",
    "one bottle, however many are trapped, their own included. With all bottles",
    "lifted tower is not put back",
    "at any time in it, you may cast one spell, once",
    "brings your own wizard into Ravenskeep, your turn ends at once, even if",
    "spent bottles still count as filled",
    "most full bottles wins; a tie is shared",
    "Anyone may look into Ravenskeep at any time",
    "when all its bottles are filled and all its wizards are in Ravenskeep",
    "One spell may be cast for each action, so two in a turn at most",
    "twice for four bottles",
    "forward or back. No raven shield is needed",
    "take the wizard along, also into Ravenskeep",
    "lift any one tower and put one of your wizards from below on top",
)
"""Each fact of the rule book of Wandering Towers, by a phrase that tells it."""


def told_by(html):
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_page_and_leaflet_of_towers_tell_every_fact_of_the_book(client):
    page = told_by(client.get("/rules/towers/en").text)
    leaflet = told_by(towers.leaflet(Paper.A4, language="en").html)

    assert [phrase for phrase in TOWERS_FACTS if phrase not in page] == []
    assert [phrase for phrase in TOWERS_FACTS if phrase not in leaflet] == []


def test_every_language_tells_as_much_about_towers(client):
    pages = {tag: client.get(f"/rules/towers/{tag}").text for tag in TAGS}
    parts = ("<h2", "<h3", "<p>", "<li>", "<td")

    counts = {tag: [page.count(each) for each in parts] for tag, page in pages.items()}
    assert all(counted == counts["en"] for counted in counts.values())


ASKED = re.compile(
    r'<div class="point entry"><h3>([^<]+)</h3>\s*<p><b>([^<]+)</b>([^<]+)'
    r'<a href="#(\w+)">'
)


@pytest.mark.parametrize("tag", TAGS)
def test_every_question_has_a_yes_or_no_and_a_link_to_its_rule(client, tag):
    page = client.get(f"/rules/towers/{tag}").text
    questions, verdicts, answers, chapters = zip(*ASKED.findall(page), strict=True)

    assert len({*questions}) == page.count('<div class="point entry">') == 24
    assert all(each.endswith(("?", "？")) for each in questions)
    say = translations(tag).pgettext
    contexts = ("answer to May I …?", "answer to Is it so?")
    assert {*verdicts} <= {say(*each) for each in product(contexts, ("Yes.", "No."))}
    assert all(len(each.strip()) > 8 for each in answers)
    for chapter in chapters:
        assert f'<section class="chapter entry" id="{chapter}"' in page


BOOK_WORDS = {
    "zh-Hant": "塔 烏鵲城堡 烏鵲紋章 巫師 魔藥瓶 裝滿的魔藥瓶 法術 移動牌 移動值 "
    "起始玩家標記 關住 裝滿 進入烏鵲城堡 遊戲設置 抽牌堆 棄牌堆 手牌 當前玩家 交替 "
    "玩家團隊變體規則 巫師高手變體規則 移動一名巫師 移動一座塔 互換一座塔 巫師大風吹 "
    "塔的大風吹 移動烏鵲城堡 一肩扛起 解救一名巫師",
    "zh-Hans": "塔 乌鹊城堡 乌鹊纹章 巫师 魔药瓶 装满的魔药瓶 法术 移动牌 移动值 "
    "起始玩家标记 关住 装满 进入乌鹊城堡 游戏设置 抽牌堆 弃牌堆 手牌 当前玩家 交替 "
    "玩家团队变体规则 巫师高手变体规则 移动一名巫师 移动一座塔 互换一座塔 巫师大风吹 "
    "塔的大风吹 移动乌鹊城堡 一肩扛起 解救一名巫师",
    "ko": "탑 까마귀성 까마귀#문장 마법사 물약병 가득#찬#물약병 주문 이동#카드 "
    "시작#플레이어#표시 까마귀성에#들어가 게임#준비 뽑는#더미 버린#더미 손패 "
    "현재#플레이어 번갈아 팀#변형#규칙 마법사#고수#변형#규칙",
}
"""The words of the rule book and ours that match them; # is a blank."""

NOT_BOOK_WORDS = {
    "zh-Hant": "瓶子 滿瓶 空瓶 烏鴉 回家 擺設",
    "zh-Hans": "瓶子 满瓶 空瓶 乌鸦 回家 摆设",
    "ko": "까마귀#방패 귀환 빈#병 찬#병",
}


@pytest.mark.parametrize("tag", BOOK_WORDS)
def test_games_are_told_in_the_words_of_their_books(client, tag):
    page = client.get(f"/rules/towers/{tag}").text
    catalogue = CATALOGUES / language_of(tag).folder / "LC_MESSAGES/messages.po"
    said = catalogue.read_text("utf-8")

    missing = [w for w in BOOK_WORDS[tag].split() if w.replace("#", " ") not in page]
    assert missing == []
    others = NOT_BOOK_WORDS[tag].split()
    assert [word for word in others if word.replace("#", " ") in said] == []
    client.set_cookie("lang", tag)
    assert tag != "zh-Hant" or "《神機妙算》計分" in client.get("/").text
