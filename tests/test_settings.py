"""Settings: reading them, and rejecting wrong ones with the accepted values."""

import os
from unittest.mock import patch

import pytest

from scorepad import settings
from scorepad.settings import SettingRefusedError, Settings, read_settings, secret_of
from tests.repo.source import ROOT


def read(variables, **options):
    rest = {k: v for k, v in os.environ.items() if not k.startswith("SCOREPAD_")}
    with patch.dict(os.environ, rest | variables, clear=True):
        return read_settings(**options)


def test_without_settings_it_runs_from_the_checkout_for_the_whole_network():
    settings = read({"PATH": "/bin"})

    assert settings.instance == ROOT / "instance"
    assert settings.database_url == f"sqlite:///{ROOT}/instance/scorepad.sqlite3"
    assert settings.host == "0.0.0.0"  # noqa: S104 - phones must reach it
    assert settings.port == 8000


STATE = "~/.local/state/scorepad"


@pytest.mark.parametrize(
    ("state", "expected"),
    [(None, STATE), ("", STATE), ("x", STATE), ("/x", "/x/scorepad")],
)
def test_what_is_installed_keeps_its_data_where_the_system_wants_it(
    state, expected, tmp_path, monkeypatch
):
    monkeypatch.setattr(settings, "IS_CHECKOUT", False)
    where = {} if state is None else {"XDG_STATE_HOME": state}

    found = read({"HOME": str(tmp_path), **where}).instance

    assert str(found) == expected.replace("~", str(tmp_path))


def test_the_command_line_goes_before_the_variables_which_a_hall_may_set():
    variables = {"SCOREPAD_PORT": "1", "SCOREPAD_NEW_GROUPS": "200"}
    variables["SCOREPAD_TRUSTED_HOSTS"] = " pad.local, , Pad.example , "
    found = read(variables, port="2", host=None)

    assert (found.port, found.new_groups) == (2, 200)
    assert found.trusted_hosts == ("pad.local", "pad.example")


@pytest.mark.parametrize("named", ["sub/pad.sqlite3", "./sub/pad.sqlite3"])
def test_a_database_is_found_from_the_current_folder(tmp_path, monkeypatch, named):
    monkeypatch.chdir(tmp_path)

    settings = read({"SCOREPAD_DATABASE_URL": f"sqlite:///{named}"})

    assert settings.database_url == f"sqlite:///{tmp_path}/sub/pad.sqlite3"


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("SCOREPAD_PORT", "", "0 to 65535"),
        ("SCOREPAD_PORT", "65536", "0 to 65535"),
        ("SCOREPAD_HOST", "a b", "name or address"),
        ("SCOREPAD_INSTANCE", "", "folder"),
        ("SCOREPAD_DATABASE_URL", "scorepad.db", "postgresql://"),
        ("SCOREPAD_TRUSTED_HOSTS", "http://pad.example", "commas"),
        ("SCOREPAD_TRUSTED_PROXIES", "ten", "0 to 9"),
        ("SCOREPAD_ADDRESS", "pad.local", "https://pad.local:8443"),
        ("SCOREPAD_ADDRESS", "https://pad.local/play", "https://pad.local:8443"),
        ("SCOREPAD_ADDRESS", "https://u:p@pad.local", "https://pad.local:8443"),
        ("SCOREPAD_AUTHORITY", "/nowhere/root.crt", "PEM file"),
        ("SCOREPAD_LIMITS", "some", "on or off"),
        ("SCOREPAD_SIGNUPS", "yes", "open, code or closed"),
        ("SCOREPAD_SIGNUPS", "code", "SCOREPAD_SIGNUP_CODE is not set"),
        ("SCOREPAD_SECURITY_CONTACT", "pad@example.org", "mailto:name@example"),
        ("SCOREPAD_SECURITY_CONTACT", "http://pad", "mailto:name@example"),
        ("SCOREPAD_SECURITY_CONTACT", "mailto:a@b\nContact: x", "mailto:name@example"),
        ("SCOREPAD_COLOUR", "blue", "SCOREPAD_PORT"),
        ("SCOREPAD_NEW_GROUPS", "0", "1 to 10000"),
        ("SCOREPAD_NEW_GROUPS", "10001", "1 to 10000"),
        # Nobody would be asked for it.
        ("SCOREPAD_SIGNUP_CODE", "Blue-Wizard-77", "SCOREPAD_SIGNUPS=code"),
        ("SCOREPAD_DATABASE_URL", "mysql://me:hunter2@host/x", "postgresql://"),
    ],
)
def test_a_wrong_setting_is_refused_with_the_accepted_values(name, value, expected):
    with pytest.raises(SettingRefusedError) as refused:
        read({name: value})

    assert name in str(refused.value)
    assert expected in str(refused.value)
    assert "hunter2" not in str(refused.value)


def test_who_may_sign_up_is_open_with_a_code_or_closed():
    chosen = {"SCOREPAD_SIGNUPS": "code", "SCOREPAD_SIGNUP_CODE": " Blue-Wizard-77 "}
    found = read(chosen)

    assert read({}).signups == "open"
    assert read({"SCOREPAD_SIGNUPS": "closed"}).signups == "closed"
    assert (found.signups, found.signup_code) == ("code", "Blue-Wizard-77")


def test_postgresql_without_its_driver_is_one_sentence(monkeypatch):
    monkeypatch.setattr(settings, "find_spec", lambda _name: None)

    with pytest.raises(SettingRefusedError, match=r"\./scripts/update --postgresql"):
        read({"SCOREPAD_DATABASE_URL": "postgresql://pad@localhost/pad"})


WEAK = [
    "",
    "brief",
    "a" * 50,
    "changeme" * 5,
    "é" * 40,
    "test-changeme-dev-secret-test-dev",
]
GUESSED = {
    "SECRET": (WEAK, "32 random"),
    "METRICS": (["", "short", "a" * 24, "with blanks in it, but long"], "24 to 128"),
    "SIGNUP_CODE": (
        ["", "brief", "a" * 10, "a b c d e f", "x" * 65],
        "8 to 64 letters",
    ),
}


@pytest.mark.parametrize("name", GUESSED)
def test_s21_a_guessable_secret_is_refused_and_not_repeated(name):
    secrets, asked = GUESSED[name]
    for secret in secrets:
        chosen = {"SCOREPAD_SIGNUPS": "code"} if name == "SIGNUP_CODE" else {}
        with pytest.raises(SettingRefusedError, match=asked) as refused:
            read({**chosen, f"SCOREPAD_{name}": secret})
        assert not secret or secret not in str(refused.value)


@pytest.mark.parametrize("secret", WEAK)
def test_s21_a_weak_secret_in_the_instance_is_refused(secret, tmp_path):
    (tmp_path / "secret").write_text(secret)

    with pytest.raises(SettingRefusedError, match="secret"):
        secret_of(Settings(instance=tmp_path))
