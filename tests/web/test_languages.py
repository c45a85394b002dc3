"""The language of a page: of the address, chosen, or the browser's."""

from tests.support.phone import OURS


def choose(client, **form):
    return client.post("/language", data=form, headers=OURS)


def test_a_page_speaks_the_browsers_language_unless_its_address_names_one(client):
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
