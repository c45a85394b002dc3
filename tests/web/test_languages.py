import pytest
from flask import Flask, render_template_string

from scorepad.web.middleware import languages

PAGE = (
    '<html lang="{{ language }}">{{ _("No trump") }}|{{ signed(-20) }}|'
    "{{ languages | map(attribute='name') | join(' ') }}|"
    "{{ ngettext('{n} round', '{n} rounds', plural_examples['other']) }}"
)


@pytest.fixture
def client():
    app = Flask("a_page")
    app.testing = True
    languages.attach(app)

    @app.get("/home")
    def home():
        return render_template_string(PAGE)

    @app.get("/play/<lang>")
    def play(lang):
        return render_template_string(PAGE)

    return app.test_client()


def choose(client, **form):
    return client.post("/language", data=form)


def test_a_page_speaks_the_browsers_language(client):
    page = client.get("/home", headers={"Accept-Language": "de-AT"})

    assert (
        '<html lang="de">Kein Trumpf|−20|English Deutsch 한국어 简体中文 繁體中文|'
        in page.text
    )
    assert page.text.endswith("|{n} Runden")
    assert "Accept-Language" in page.vary


def test_the_language_in_the_address_goes_before_everything(client):
    client.set_cookie("lang", "de")
    page = client.get("/play/zh-Hant", headers={"Accept-Language": "en"})

    assert '<html lang="zh-Hant">無王牌' in page.text
    assert not page.vary


def test_a_choice_is_remembered_and_leads_back(client):
    answer = choose(client, language="zh-Hant", back="/home")

    assert (answer.status_code, answer.location) == (303, "/home")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert "SameSite=Lax" in answer.headers["Set-Cookie"]
    assert 'lang="zh-Hant"' in client.get("/home").text


AWAY = [
    *("", "https://evil.example/home", "//evil.example/home", "/\\evil.example"),
    *("/nowhere", "/language", "home", "https:evil.example", "/\t/evil.example"),
    *("/%09/evil.example", "/home\r\nX-Evil: 1"),
]


def test_s14_a_choice_never_leads_away(client):
    for back in AWAY:
        location = choose(client, language="de", back=back).location

        assert location in ("/", "/home")
