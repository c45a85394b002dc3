"""I14: whatever a URL contains instead of an id, nothing is found."""

import pytest

from tests.support.wide import first_of
from tests.web.addresses import ONLY_OVER_HTTPS, PART, filled, group_with_games, routes

HOSTILE = [
    *("..", "../../../../etc/passwd", "%2e%2e%2f%2e%2e%2fetc%2fpasswd"),
    *("..%5c..%5csecret", "%00", "icon.svg%00.css", "%0d%0aSet-Cookie:%20s=x"),
    *("' OR 1=1 --", "{{7*7}}", "9" * 400, "9" * 19, "\u0661", "-1", "1e3"),
    *("\ud55c", "file:%2f%2f%2fetc%2fpasswd"),
]


@pytest.mark.parametrize("value", first_of(HOSTILE, kept=3))
def test_i14_nothing_is_found_by_a_hostile_value(app, phone, quick_renderer, value):
    values = group_with_games(phone)
    asked = 0
    for method, rule in routes(app):
        parts = PART.findall(rule) if method == "GET" else []
        for part in parts if rule != ONLY_OVER_HTTPS else ():
            answer = phone.client.get(
                filled(rule, values | {part: value}), follow_redirects=True
            )
            asked += 1
            assert answer.status_code in {400, 404}, (rule, part)
            assert "Set-Cookie" not in answer.headers
    assert asked > 100
