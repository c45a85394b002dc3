"""The kind of a device."""

import pytest

from scorepad.web.middleware.auth import kind_in

MOZILLA = "Mozilla/5.0"


@pytest.mark.parametrize(
    ("user_agent", "kind"),
    [
        (f"{MOZILLA} (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari", "iphone"),
        (f"{MOZILLA} (iPad; CPU OS 16_7 like Mac OS X) Mobile Safari", "ipad"),
        (f"{MOZILLA} (Linux; Android 15; Pixel 9) Mobile Safari", "android_phone"),
        (f"{MOZILLA} (Linux; Android 15; SM-X910) Chrome Safari", "android_tablet"),
        (f"{MOZILLA} (X11; CrOS x86_64 14541.0.0) Chrome Safari", "chromebook"),
        (f"{MOZILLA} (Windows NT 10.0; Win64; x64) Firefox/140.0", "windows"),
        (f"{MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) Safari", "mac"),
        (f"{MOZILLA} (X11; Linux x86_64; rv:140.0) Firefox/140.0", "linux"),
        ("curl/8.14", None),
        ("", None),
    ],
)
def test_a_browser_says_what_it_runs_on(user_agent, kind):
    assert kind_in(user_agent) == kind
