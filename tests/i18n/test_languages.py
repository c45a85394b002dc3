import pytest

from scorepad.i18n.languages import BY_TAG, LANGUAGES, negotiate


@pytest.mark.parametrize(
    ("header", "tag"),
    [
        ("de", "de"),
        ("de-CH,de;q=0.9,en;q=0.8", "de"),
        ("en-US,en;q=0.9,de;q=0.8", "en"),
        ("zh-TW,zh;q=0.9,en-US;q=0.8", "zh-Hant"),
        ("zh-Hant-TW", "zh-Hant"),
        ("zh-MO,zh;q=0.9,en;q=0.8", "zh-Hant"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"),
        ("zh-Hans-HK", "zh-Hans"),
        ("zh", "zh-Hans"),
        ("ko-KR,ko;q=0.9,en-US;q=0.8", "ko"),
        ("kok,en", "en"),
        ("cy-GB,cy;q=0.9,de;q=0.4", "de"),
        ("de;q=0,en;q=0.1", "en"),
        ("de;q=nan,en;q=0.1", "en"),
        ("de; q=0.5 , en; q=0.4", "de"),
        ("cy", "en"),
        ("", "en"),
        (None, "en"),
        (";;;,=,q=,", "en"),
        ("x," * 100_000 + "de", "en"),
    ],
)
def test_a_browser_gets_the_best_language_it_asks_for(header, tag):
    assert negotiate(header) == tag


def test_every_language_is_found_by_its_own_tag_only():
    assert [BY_TAG[known.tag] for known in LANGUAGES] == list(LANGUAGES)
    assert "zh_Hant" not in BY_TAG
