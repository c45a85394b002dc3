"""The headers of every response, who may cache it, and what a foreign page can do."""

import logging
import re
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from sqlalchemy import update

from scorepad.db.tables import Device
from scorepad.web.middleware.guard import SAFE, is_trusted_host
from scorepad.web.static import A_YEAR
from tests.support.invitations import code_for, join, link_for, post, recovery_code
from tests.support.phone import OURS, Phone
from tests.support.stored import change
from tests.web.addresses import filled, group_with_games, known_in, read, routes

ERRORS = ["/nothing", f"/api/groups/{uuid4()}", "/api/nothing"]
# As browsers must get them, not copied from the code.
POLICY = {
    *("default-src 'none'", "script-src 'self'", "style-src 'self'"),
    *("img-src 'self' data:", "connect-src 'self'", "manifest-src 'self'"),
    *("worker-src 'self'", "font-src 'self'", "base-uri 'none'"),
    *("form-action 'self'", "frame-ancestors 'none'"),
    *("require-trusted-types-for 'script'", "trusted-types sw"),
}
PROMISED = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
POLICY_HEADER = "Content-Security-Policy"


def test_p05_s05_s12_s13_s16_s25_every_answer_carries_its_headers_and_the_policy(
    app, client, phone, quick_renderer
):
    values = group_with_games(phone)
    paths = read(app, values)
    own = [phone.client.get(path, buffered=True) for path in paths]
    refused = phone.save_round(values["uuid"], 2, [9, 0, 0])
    others = [client.get(path, buffered=True) for path in [*paths, *ERRORS]]
    foreign = client.put(ERRORS[1], headers={"Origin": "https://evil.example"})
    assert [a.request.path for a in own if a.status_code not in {200, 302, 303}] == []
    for path, answer in zip(paths, own, strict=True):
        said = directives(answer)
        if path.startswith("/static/"):
            assert answer.headers["Cache-Control"] == FOR_GOOD
            continue
        assert "public" not in said, path
        assert said & {"private", "no-store"}, path
        assert "Cookie" in answer.headers["Vary"], path
    for answer in (*own, *others, refused, foreign):
        for name, value in PROMISED.items():
            assert answer.headers[name] == value, answer.request.path
        said = answer.headers[POLICY_HEADER].split("; ")
        assert {*said} == POLICY, answer.request.path
        assert len(said) == len(POLICY)


def test_s26_the_cookie_is_long_lived_and_out_of_reach(app, phone):
    cookie = phone.create_group().headers["Set-Cookie"]

    assert re.match(r"s=[A-Za-z0-9_-]{43}; ", cookie)
    for part in ("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=34560000"):
        assert part in cookie
    assert "Secure" not in cookie
    assert len(cookie) < 200
    there = app.test_client().put(
        f"/api/groups/{phone.group}",
        json={"claim": phone.claim, "time_zone": "UTC", "language": "en"},
        headers={"If-None-Match": "*", "Origin": "https://localhost"},
        base_url="https://localhost",
    )
    assert there.headers["Set-Cookie"].startswith("__Host-s=")
    assert "Secure" in there.headers["Set-Cookie"]


def test_the_cookie_rolls_on_once_a_day(either_app, either_phone):
    game = either_phone.start_game()
    yesterday = datetime.now(UTC).date() - timedelta(days=1)
    change(either_app, update(Device).values(seen_on=yesterday))

    # Most polls of spectators get 304.
    first, second = (
        either_phone.get_game(game, **{"If-None-Match": '"g1"'}) for _ in range(2)
    )

    assert (first.status_code, second.status_code) == (304, 304)
    assert "Max-Age=34560000" in first.headers["Set-Cookie"]
    assert "Set-Cookie" not in second.headers
    assert "Set-Cookie" not in either_phone.get_game(game).headers


FOR_GOOD = f"public, max-age={A_YEAR}, immutable"
KEPT_NOWHERE = re.compile(
    r"/join$|/invites$|/recovery$|\.csv$|/game\.json$|/everything\.json$|/data\.json$"
    r"|\.ics$|\.xlsx$"
)
EXPORTS = 16
"""Ten tables of a group, one of a game, two of a tournament, three documents."""


def directives(answer):
    return {each.strip() for each in answer.headers["Cache-Control"].split(",")}


def test_s16_exports_ways_in_and_what_shows_a_secret_are_kept_nowhere(
    app, phone, quick_renderer
):
    values = group_with_games(phone)
    paths = [path for path in read(app, values) if KEPT_NOWHERE.search(path)]
    assert sum(path.endswith((".csv", ".json")) for path in paths) == EXPORTS
    shown = [
        *(phone.client.get(path, buffered=True) for path in paths),
        post(phone, "/invites", role="player", lasts="day"),
        post(phone, "/invites/code", role="player"),
        post(phone, "/recovery"),
        post(phone, "/cards.pdf", claim=phone.claim),
        join(phone, "nothing"),
    ]

    assert [answer.status_code for answer in shown] == [200] * (len(shown) - 1) + [422]
    for answer in shown:
        assert directives(answer) == {"no-store"}, answer.request.path


def test_s05_no_log_and_no_list_of_the_worker_tells_a_secret(app, phone, caplog):
    with caplog.at_level(logging.DEBUG):
        phone.create_group()
        token = phone.client.get_cookie("s").value
        code = recovery_code(phone)
        guest = Phone(app.test_client())
        assert join(guest, code).status_code == 303
        phone.client.get("/")
        shown = phone.get("/recovery").text
        link, short = link_for(phone, "player"), code_for(phone)
        for each in (link, short):
            join(Phone(app.test_client()), each)
    kept = phone.client.get("/sw.js").text

    later = guest.client.get_cookie("s").value
    secrets = [token, later, phone.claim, link, code, short]
    for secret in (*secrets, code.replace("-", ""), short.replace("-", "")):
        assert secret not in caplog.text
    assert code not in shown
    assert "/play/en" in kept
    for path in (phone.group, "/g/", "/join", "/recovery", "/invites", "/api/"):
        assert f'"{path}' not in kept


FOREIGN = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost:81"},
    {"Origin": "http://localhost.evil.example"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    {},
]


@pytest.mark.parametrize("headers", FOREIGN)
def test_s11_every_changing_route_refuses_a_foreign_page(app, client, headers):
    values = known_in(Phone(client), str(uuid4()))

    answers = {
        (method, rule): client.open(
            filled(rule, values), method=method, headers=headers
        ).status_code
        for method, rule in routes(app)
        if method not in SAFE
    }

    assert len(answers) >= 4
    assert set(answers.values()) == {403}, answers


def test_our_own_pages_pass_the_guard_but_no_method_hidden_in_a_form_or_header(client):
    path, form = f"/api/groups/{uuid4()}", {"_method": "PUT"}
    for sent in (OURS, {"Sec-Fetch-Site": "none"}, {"Origin": "http://localhost"}):
        assert client.put(path, headers=sent).status_code == 428
    hidden = {**OURS, "X-HTTP-Method-Override": "PUT"}
    assert client.post(path, data=form, headers=hidden).status_code == 405
    assert client.open("/health", method="TRACE", headers=OURS).status_code == 405


TRUSTED = [
    *(("192.168.1.7:8000", (), True), ("[::1]:8000", (), True)),
    *(("localhost:8000", (), True), ("raspberry.local", (), True)),
    *(("evil.example", (), False), ("192.168.1.7.evil.example", (), False)),
    *(("local", (), False), ("[::1", (), None), ("", (), None)),
    ("pad.example", ("pad.example",), True),
    ("pad.example:443", ("pad.example",), True),
    ("PAD.example.", ("pad.example",), True),
    ("192.168.1.7", ("pad.example",), False),
]


def test_the_server_answers_to_its_own_names_only(client):
    for host, trusted, expected in TRUSTED:
        assert is_trusted_host(host, trusted) is expected, host
    answer = client.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "SCOREPAD_TRUSTED_HOSTS" in answer.text
