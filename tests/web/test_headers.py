"""The headers that protect every response, whatever its status."""

import re
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from sqlalchemy import update

from scorepad.db.engine import db, write_transaction
from scorepad.db.tables import Device
from tests.web.addresses import group_with_games, read

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


def test_p05_s05_s12_s13_s25_every_answer_carries_the_fixed_headers_and_the_policy(
    app, client, phone, quick_renderer
):
    values = group_with_games(phone)
    paths = read(app, values)
    own = [phone.client.get(path, buffered=True) for path in paths]
    refused = phone.save_round(values["uuid"], 2, [9, 0, 0])
    others = [client.get(path, buffered=True) for path in [*paths, *ERRORS]]
    foreign = client.put(ERRORS[1], headers={"Origin": "https://evil.example"})
    assert {answer.status_code for answer in own} <= {200, 302, 303}
    for answer in (*own, *others, refused, foreign):
        for name, value in PROMISED.items():
            assert answer.headers[name] == value, answer.request.path
        said = answer.headers[POLICY_HEADER].split("; ")
        assert {*said} == POLICY, answer.request.path
        assert len(said) == len(POLICY)


@pytest.mark.parametrize("page", ["api", "live"])
def test_nothing_new_is_said_in_few_words(phone, page):
    game = phone.start_game()
    here = phone.game_path(game)
    path = here if page == "api" else f"/g/{phone.group}/games/{game}/live"
    first = phone.client.get(path)
    again = phone.client.get(path, headers={"If-None-Match": first.headers["ETag"]})

    assert again.status_code == 304
    assert not {*PROMISED, POLICY_HEADER} & {*again.headers.keys()}
    for name in ("Cache-Control", "Vary", "ETag", "X-Scorepad"):
        assert again.headers.get(name) == first.headers.get(name)


def test_s26_the_cookie_is_long_lived_and_out_of_reach(phone):
    cookie = phone.found_group().headers["Set-Cookie"]

    assert re.match(r"s=[A-Za-z0-9_-]{43}; ", cookie)
    for part in ("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=34560000"):
        assert part in cookie
    assert "Secure" not in cookie
    assert len(cookie) < 200


def test_s26_over_https_the_cookie_is_bound_to_the_host(phone):
    answer = phone.client.put(
        f"/api/groups/{phone.group}",
        json={"claim": phone.claim, "time_zone": "UTC", "language": "en"},
        headers={"If-None-Match": "*", "Origin": "https://localhost"},
        base_url="https://localhost",
    )

    assert answer.headers["Set-Cookie"].startswith("__Host-s=")
    assert "Secure" in answer.headers["Set-Cookie"]


def test_the_cookie_rolls_on_once_a_day(either_app, either_phone):
    game = either_phone.start_game()
    yesterday = datetime.now(UTC).date() - timedelta(days=1)
    with either_app.app_context(), write_transaction(db.session()):
        db.session.execute(update(Device).values(seen_on=yesterday))
        db.session.commit()

    # Most polls of spectators get 304.
    first, second = (
        either_phone.get_game(game, **{"If-None-Match": '"g1"'}) for _ in range(2)
    )

    assert (first.status_code, second.status_code) == (304, 304)
    assert "Max-Age=34560000" in first.headers["Set-Cookie"]
    assert "Set-Cookie" not in second.headers
    assert "Set-Cookie" not in either_phone.get_game(game).headers
