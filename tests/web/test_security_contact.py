"""/.well-known/security.txt: whom to tell about a vulnerability, as RFC 9116 asks."""

from datetime import UTC, datetime, timedelta

import pytest

from scorepad.settings import SettingRefusedError, read_settings

PLACE = "/.well-known/security.txt"
CONTACT = "mailto:pad@example.org"


def test_the_contact_of_the_host_is_told_and_does_not_expire_soon(
    client, with_settings
):
    answer = with_settings(security_contact=CONTACT).get(PLACE)
    told = dict(line.split(": ") for line in answer.text.splitlines())
    left = datetime.fromisoformat(told["Expires"]) - datetime.now(UTC)

    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert told.keys() == {"Contact", "Expires"}
    assert told["Contact"] == CONTACT
    assert timedelta(days=30) < left < timedelta(days=365)
    assert client.get(PLACE).status_code == 404  # without a contact


@pytest.mark.parametrize(
    "wrong", ["pad@example.org", "http://pad", "mailto:a@b\nContact: x", "", "see us"]
)
def test_a_contact_that_no_program_can_follow_is_refused(monkeypatch, wrong):
    monkeypatch.setenv("SCOREPAD_SECURITY_CONTACT", wrong)

    with pytest.raises(SettingRefusedError, match="mailto:name@example"):
        read_settings()
