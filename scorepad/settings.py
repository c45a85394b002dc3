"""Settings from ``SCOREPAD_*`` variables and the command line, checked at start."""

import os
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from scorepad.certificate import CertificateRefusedError, authority_in, fingerprint

PREFIX: Final = "SCOREPAD_"
CHECKOUT: Final = Path(__file__).resolve().parent.parent
SHORTEST_SECRET: Final = 32
MOST_WORKERS: Final = 32
FEWEST_LETTERS: Final = 8  # aaaaaaaa is long, too
KNOWN_SECRETS: Final = frozenset({"dev", "secret", "changeme", "password", "test"})

_HOST_NAME = re.compile(
    r"(?!-)[A-Za-z0-9_.-]{1,253}(?<!-)|\[?[0-9A-Fa-f:.]{2,45}\]?", re.ASCII
)
_WORD = re.compile(r"[A-Za-z0-9_-]{24,128}", re.ASCII)
_ADDRESS = re.compile(
    r"https?://(?P<host>[^/:\s]+|\[[^/\s]+\])(:[0-9]{1,5})?", re.ASCII
)


class SettingRefusedError(ValueError):
    """A setting is wrong; the message is one sentence with the accepted values."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How this Scorepad runs.

    *trusted_hosts* are the names it may be called by; empty means addresses and the
    names of a home network. *trusted_proxies* is how many proxies stand before it.
    *address* is the one that phones open, where it is not the one listened on, and
    *authority* the certificate they need to trust it. Backups go to *backups*, and once
    more to *second_backups* if that is named. *workers* processes serve together. Who
    knows the word *metrics* is told what was counted; empty: nobody is. With *limits*
    nobody saves or founds groups all the time.
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
    workers: int = 1
    metrics: str = ""
    limits: bool = False

    @property
    def counted_in(self) -> Path:
        """The folder where several processes add up what they counted."""
        return self.instance / "scratch" / "metrics"

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


def read_settings(environ: Mapping[str, str], **options: str | None) -> Settings:
    """Read all settings; *options* of the command line go before variables.

    :raises SettingRefusedError: one is unknown or wrong.
    """
    given = {key: value for key, value in environ.items() if key.startswith(PREFIX)}
    given |= {
        PREFIX + name.upper(): value
        for name, value in options.items()
        if value is not None
    }
    for name in given:
        if name not in READERS:
            raise SettingRefusedError(
                f"{name} is not a setting; there are {', '.join(sorted(READERS))}."
            )
    read = {name: READERS[name](value.strip()) for name, value in given.items()}
    instance = Path(str(read.get("SCOREPAD_INSTANCE", CHECKOUT / "instance")))
    found = Settings(
        instance=instance,
        database_url=str(
            read.get(
                "SCOREPAD_DATABASE_URL", f"sqlite:///{instance / 'scorepad.sqlite3'}"
            )
        ),
        backups=Path(str(read.get("SCOREPAD_BACKUPS", instance / "backups"))),
        limits=bool(read.get("SCOREPAD_LIMITS", True)),
        **{
            field: read[PREFIX + field.upper()]  # type: ignore[arg-type] # each reader returns its field's type
            for field in FIELDS
            if PREFIX + field.upper() in read
        },
    )
    if not found.is_embedded and find_spec("psycopg") is None:
        raise SettingRefusedError(
            "PostgreSQL's driver is missing; this line brings it:"
            " ./scripts/update --postgresql"
        )
    if found.workers > 1 and found.is_embedded:
        raise SettingRefusedError(
            f"SCOREPAD_WORKERS is {found.workers}, but an embedded database belongs to"
            " one process; expected 1, or PostgreSQL in SCOREPAD_DATABASE_URL."
        )
    return found


def _folder(name: str) -> Callable[[str], Path]:
    def read(text: str) -> Path:
        if not text or "\0" in text:
            raise _refused(name, text, "the path of a folder")
        return Path(text).expanduser().resolve()

    return read


def _database_url(text: str) -> str:
    embedded = re.fullmatch(r"sqlite:///([^?\0]+)", text)
    if embedded:
        # Flask-SQLAlchemy would take it from the instance folder, everybody else not.
        return f"sqlite:///{Path(embedded[1]).expanduser().absolute()}"
    if re.fullmatch(r"postgresql(\+psycopg)?://\S+", text):
        return text
    # The address may hold a password, so it is not repeated.
    raise SettingRefusedError(
        "SCOREPAD_DATABASE_URL cannot be used; expected sqlite:///path/to/file or"
        " postgresql://user:password@host/database."
    )


def _host(text: str) -> str:
    if not _HOST_NAME.fullmatch(text):
        raise _refused(
            "SCOREPAD_HOST", text, "a name or address such as 0.0.0.0 or 127.0.0.1"
        )
    return text


def _port(text: str) -> int:
    return _number("SCOREPAD_PORT", text, 65535)


def _trusted_proxies(text: str) -> int:
    return _number("SCOREPAD_TRUSTED_PROXIES", text, 9)


def _workers(text: str) -> int:
    if re.fullmatch(r"[0-9]{1,2}", text, re.ASCII) and 1 <= int(text) <= MOST_WORKERS:
        return int(text)
    raise _refused("SCOREPAD_WORKERS", text, f"a whole number from 1 to {MOST_WORKERS}")


def _metrics(text: str) -> str:
    if _WORD.fullmatch(text) and len(set(text)) >= FEWEST_LETTERS:
        return text
    # It lets somebody in, so it is not repeated.
    raise SettingRefusedError(
        "SCOREPAD_METRICS cannot be used; expected a word of chance, 24 to 128 letters,"
        " digits, - and _."
    )


def _limits(text: str) -> bool:
    if text in {"on", "off"}:
        return text == "on"
    raise _refused("SCOREPAD_LIMITS", text, "on or off")


def _trusted_hosts(text: str) -> tuple[str, ...]:
    hosts = tuple(part.strip().lower() for part in text.split(",") if part.strip())
    if not hosts or not all(_HOST_NAME.fullmatch(host) for host in hosts):
        raise _refused(
            "SCOREPAD_TRUSTED_HOSTS", text, "names without ports, separated by commas"
        )
    return hosts


def _address(text: str) -> str:
    found = _ADDRESS.fullmatch(text.rstrip("/"))
    if not found or not _HOST_NAME.fullmatch(found["host"]):
        raise _refused("SCOREPAD_ADDRESS", text, "one like https://pad.local:8443")
    return text.rstrip("/").lower()


def _authority(text: str) -> bytes:
    try:
        return authority_in(Path(text).expanduser())
    except CertificateRefusedError as error:
        raise SettingRefusedError(
            f"SCOREPAD_AUTHORITY is {text[:80]!r}, but {error}; expected a PEM file"
            " with the certificate of one authority and no key."
        ) from None


def _number(name: str, text: str, most: int) -> int:
    if re.fullmatch(r"[0-9]{1,5}", text, re.ASCII) and int(text) <= most:
        return int(text)
    raise _refused(name, text, f"a whole number from 0 to {most}")


def _refused(name: str, text: str, expected: str) -> SettingRefusedError:
    return SettingRefusedError(f"{name} is {text[:80]!r}; expected {expected}.")


FIELDS: Final = (
    "host",
    "port",
    "trusted_hosts",
    "trusted_proxies",
    "address",
    "authority",
    "second_backups",
    "workers",
    "metrics",
)
READERS: Final[dict[str, Callable[[str], object]]] = {
    "SCOREPAD_INSTANCE": _folder("SCOREPAD_INSTANCE"),
    "SCOREPAD_DATABASE_URL": _database_url,
    "SCOREPAD_HOST": _host,
    "SCOREPAD_PORT": _port,
    "SCOREPAD_TRUSTED_HOSTS": _trusted_hosts,
    "SCOREPAD_TRUSTED_PROXIES": _trusted_proxies,
    "SCOREPAD_ADDRESS": _address,
    "SCOREPAD_AUTHORITY": _authority,
    "SCOREPAD_BACKUPS": _folder("SCOREPAD_BACKUPS"),
    "SCOREPAD_SECOND_BACKUPS": _folder("SCOREPAD_SECOND_BACKUPS"),
    "SCOREPAD_WORKERS": _workers,
    "SCOREPAD_METRICS": _metrics,
    "SCOREPAD_LIMITS": _limits,
}


def secret_of(instance: Path) -> str:
    """The secret kept in the instance folder, made at the first start.

    :raises SettingRefusedError: it is short or known, or the folder cannot be used.
    """
    path = instance / "secret"
    try:
        _make_secret(path)
        path.chmod(0o600)
        secret = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingRefusedError(
            f"The secret {path} cannot be read or made ({type(error).__name__});"
            " expected a folder that this user may write to (SCOREPAD_INSTANCE)."
        ) from None
    if len(secret) < SHORTEST_SECRET or _is_known(secret):
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


def _is_known(secret: str) -> bool:
    # "changeme" eight times over is long, too.
    return (
        any(
            secret.lower().replace(known, "").strip("-_. ") == ""
            for known in KNOWN_SECRETS
        )
        or len(set(secret)) < FEWEST_LETTERS
    )
