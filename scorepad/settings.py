"""Settings from ``SCOREPAD_*`` variables and the command line, checked at start."""

import os
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from scorepad.certificate import CertificateRefusedError, authority_in, fingerprint

PREFIX: Final = "SCOREPAD_"
CHECKOUT: Final = Path(__file__).resolve().parent.parent
SHORTEST_SECRET: Final = 32
MOST_GROUPS: Final = 10_000
FEWEST_LETTERS: Final = 8  # aaaaaaaa is long, too
FEWEST_OF_CODE: Final = 5
KNOWN_SECRETS: Final = frozenset({"dev", "secret", "changeme", "password", "test"})

_HOST_NAME = re.compile(
    r"(?!-)[A-Za-z0-9_.-]{1,253}(?<!-)|\[?[0-9A-Fa-f:.]{2,45}\]?", re.ASCII
)
_WORD = re.compile(r"[A-Za-z0-9_-]{24,128}", re.ASCII)
_SIGNUP_CODE = re.compile(r"[A-Za-z0-9-]{8,64}", re.ASCII)
_ADDRESS = re.compile(
    r"https?://(?P<host>[^/:\s]+|\[[^/\s]+\])(:[0-9]{1,5})?", re.ASCII
)


class SettingRefusedError(ValueError):
    """A setting is wrong; the message is one sentence with the accepted values."""


class _WrongValueError(ValueError):
    """What a reader raises; the caller knows where the value came from."""

    def __init__(self, expected: str, *, why: str = "", is_secret: bool = False):
        super().__init__(expected)
        self.why, self.is_secret = why, is_secret


@dataclass(frozen=True, slots=True)
class Settings:
    """How this Scorepad runs.

    *trusted_hosts* are the names it may be called by; empty means addresses and the
    names of a home network. *trusted_proxies* is how many proxies stand before it.
    *address* is the one that phones open, where it is not the one listened on, and
    *authority* the certificate they need to trust it. Backups go to *backups*, and once
    more to *second_backups* if that is named. *secret* goes before the one kept in the
    instance folder. Who knows the word *metrics* is told what was counted; empty:
    nobody is. With *limits* nobody saves or founds groups all the time; *new_groups*
    come from one address in an hour (0: as many as without the setting). *signups* says
    who may found groups at all: anybody (``open``), whoever knows the *signup_code*
    (``code``), or nobody (``closed``).
    """

    instance: Path
    database_url: str
    host: str = "0.0.0.0"  # noqa: S104 - phones at the table must reach it
    port: int = 8000
    trusted_hosts: tuple[str, ...] = ()
    trusted_proxies: int = 0
    address: str = ""
    authority: bytes = b""
    backups: Path = Path()
    second_backups: Path | None = None
    secret: str = ""
    metrics: str = ""
    limits: bool = False
    new_groups: int = 0
    signups: str = "open"
    signup_code: str = ""
    names: Mapping[str, str] = field(default_factory=dict, compare=False)

    def name_of(self, setting: str) -> str:
        """The option or variable with which somebody sets this, for error messages."""
        if setting in {"database_url", "backups"} and setting not in self.names:
            setting = "instance"  # where they are unless they were named
        return self.names.get(setting, PREFIX + setting.upper())

    @property
    def backups_elsewhere(self) -> tuple[Path, ...]:
        """Where backups lie that may be left when the instance is lost."""
        own = self.instance.resolve() / "backups"
        # A relative one is none: whoever reads settings names a folder.
        is_elsewhere = self.backups.is_absolute() and self.backups.resolve() != own
        first = (self.backups,) if is_elsewhere else ()
        return first if self.second_backups is None else (*first, self.second_backups)

    @property
    def is_embedded(self) -> bool:
        """Whether the database is a file of this process alone."""
        return self.database_url.startswith("sqlite")

    @property
    def fingerprint(self) -> str:
        """What a person compares with the phone; empty without an authority."""
        return fingerprint(self.authority) if self.authority else ""


def read_settings(
    environ: Mapping[str, str],
    names: Mapping[str, str] | None = None,
    **options: str | None,
) -> Settings:
    """Read all settings; *options* of the command line go before variables.

    *names* are options that are not called like their setting, by the setting.

    :raises SettingRefusedError: one is unknown or wrong.
    """
    given, called = _given(environ, names or {}, options)
    read = {name: _read(name, text, called[name]) for name, text in given.items()}
    instance = read.get("instance", CHECKOUT / "instance")
    defaults = {
        "instance": instance,
        "database_url": f"sqlite:///{instance / 'scorepad.sqlite3'}",
        "backups": instance / "backups",
        "limits": True,
    }
    found = Settings(**defaults | read, names=called)
    _check_signups(found)
    if not found.is_embedded and find_spec("psycopg") is None:
        raise SettingRefusedError(
            "PostgreSQL's driver is missing; this line brings it:"
            " ./scripts/update --postgresql"
        )
    return found


def _check_signups(found: Settings) -> None:
    if (found.signups == "code") != bool(found.signup_code):
        name, code = found.name_of("signups"), found.name_of("signup_code")
        raise SettingRefusedError(
            f"{name} is {found.signups!r} and {code} is"
            f" {'set' if found.signup_code else 'not set'}; expected a code with"
            f" {name}=code, and none without."
        )


def _given(
    environ: Mapping[str, str],
    names: Mapping[str, str],
    options: Mapping[str, str | None],
) -> tuple[dict[str, str], dict[str, str]]:
    """The text of each setting, and what the person called it who gave it."""
    given: dict[str, str] = {}
    called: dict[str, str] = {}
    for variable, text in environ.items():
        if not variable.startswith(PREFIX):
            continue
        name = variable.removeprefix(PREFIX).lower()
        if variable != PREFIX + name.upper() or name not in READERS:
            known = ", ".join(sorted(PREFIX + each.upper() for each in READERS))
            raise SettingRefusedError(
                f"{variable} is not a setting; there are {known}."
            )
        given[name], called[name] = text, variable
    for name, option in options.items():
        if option is not None:
            given[name] = option
            called[name] = names.get(name, f"--{name.replace('_', '-')}")
    return given, called


def _read(name: str, text: str, called: str) -> Any:
    try:
        return READERS[name](text.strip())
    except _WrongValueError as wrong:
        what = "cannot be used" if wrong.is_secret else f"is {text.strip()[:80]!r}"
        raise SettingRefusedError(
            f"{called} {what}{wrong.why}; expected {wrong}."
        ) from None


def _folder(text: str) -> Path:
    if not text or "\0" in text:
        raise _WrongValueError("the path of a folder")
    return Path(text).expanduser().resolve()


def _database_url(text: str) -> str:
    embedded = re.fullmatch(r"sqlite:///([^?\0]+)", text)
    if embedded:
        # Flask-SQLAlchemy would take it from the instance folder, everybody else not.
        return f"sqlite:///{Path(embedded[1]).expanduser().absolute()}"
    if re.fullmatch(r"postgresql(\+psycopg)?://\S+", text):
        return text
    # The address may hold a password, so it is not repeated.
    expected = "sqlite:///path/to/file or postgresql://user:password@host/database"
    raise _WrongValueError(expected, is_secret=True)


def _host(text: str) -> str:
    if not _HOST_NAME.fullmatch(text):
        raise _WrongValueError("a name or address such as 0.0.0.0 or 127.0.0.1")
    return text


def _whole_number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if re.fullmatch(r"[0-9]{1,5}", text, re.ASCII) and least <= int(text) <= most:
            return int(text)
        raise _WrongValueError(f"a whole number from {least} to {most}")

    return read


def _secret(text: str) -> str:
    if is_safe_secret(text):
        return text
    # It is a secret, so it is not repeated.
    expected = f"at least {SHORTEST_SECRET} random characters"
    raise _WrongValueError(expected, is_secret=True)


def _metrics(text: str) -> str:
    if _WORD.fullmatch(text) and len(set(text)) >= FEWEST_LETTERS:
        return text
    # It lets somebody in, so it is not repeated.
    expected = "a word of chance, 24 to 128 letters, digits, - and _"
    raise _WrongValueError(expected, is_secret=True)


def _limits(text: str) -> bool:
    if text in {"on", "off"}:
        return text == "on"
    raise _WrongValueError("on or off")


def _trusted_hosts(text: str) -> tuple[str, ...]:
    hosts = tuple(part.strip().lower() for part in text.split(",") if part.strip())
    if not hosts or not all(_HOST_NAME.fullmatch(host) for host in hosts):
        raise _WrongValueError("names without ports, separated by commas")
    return hosts


def _address(text: str) -> str:
    found = _ADDRESS.fullmatch(text.rstrip("/"))
    if not found or not _HOST_NAME.fullmatch(found["host"]):
        raise _WrongValueError("one like https://pad.local:8443")
    return text.rstrip("/").lower()


def _authority(text: str) -> bytes:
    try:
        return authority_in(Path(text).expanduser())
    except CertificateRefusedError as error:
        expected = "a PEM file with the certificate of one authority and no key"
        raise _WrongValueError(expected, why=f", but {error}") from None


def _signups(text: str) -> str:
    if text in {"open", "code", "closed"}:
        return text
    raise _WrongValueError("open, code or closed")


def _signup_code(text: str) -> str:
    if _SIGNUP_CODE.fullmatch(text) and len({*text} - {"-"}) >= FEWEST_OF_CODE:
        return text
    expected = "8 to 64 letters, digits and -, five of them different"
    raise _WrongValueError(expected, is_secret=True)


READERS: Final[dict[str, Callable[[str], object]]] = {
    "instance": _folder,
    "database_url": _database_url,
    "host": _host,
    "port": _whole_number(0, 65535),
    "trusted_hosts": _trusted_hosts,
    "trusted_proxies": _whole_number(0, 9),
    "address": _address,
    "authority": _authority,
    "backups": _folder,
    "second_backups": _folder,
    "secret": _secret,
    "metrics": _metrics,
    "limits": _limits,
    "new_groups": _whole_number(1, MOST_GROUPS),
    "signups": _signups,
    "signup_code": _signup_code,
}


def secret_of(settings: Settings) -> str:
    """Return the secret of the settings, or the one kept in the instance folder.

    The latter is made at the first start.

    :raises SettingRefusedError: it is short or known, or the folder cannot be used.
    """
    if settings.secret:
        return settings.secret
    path = settings.instance / "secret"
    try:
        _make_secret(path)
        path.chmod(0o600)
        secret = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingRefusedError(
            f"The secret {path} cannot be read or made ({type(error).__name__});"
            " expected a folder that this user may write to"
            f" ({settings.name_of('instance')})."
        ) from None
    if not is_safe_secret(secret):
        raise SettingRefusedError(
            f"The secret in {path} is too short or well known; expected at least"
            f" {SHORTEST_SECRET} characters of chance: delete the file and start again."
        )
    return secret


def _make_secret(path: Path) -> None:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(48) + "\n")


def is_safe_secret(secret: str) -> bool:
    """Whether *secret* is long and cannot be guessed, as "changeme" repeated could."""
    rest = secret.lower()
    for known in KNOWN_SECRETS:
        rest = rest.replace(known, "")
    return len(secret) >= SHORTEST_SECRET and len(set(rest)) >= FEWEST_LETTERS
