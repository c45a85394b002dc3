"""Settings: ``SCOREPAD_*`` variables, overridden by command line options."""

import hashlib
import os
import re
import secrets
import ssl
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from annotated_types import Predicate
from pydantic import AfterValidator, BeforeValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from scorepad.pdf.worker import IS_CHECKOUT, ROOT

PREFIX: Final = "SCOREPAD_"
SHORTEST_SECRET: Final = 32
FEWEST_LETTERS: Final = 8  # aaaaaaaa is long but not safe
FEWEST_OF_CODE: Final = 5
SHORTEST_PASSPHRASE: Final = 12
NAME: Final = r"(?!-)[A-Za-z0-9_.-]{1,253}(?<!-)"
NUMBERS: Final = "[0-9A-Fa-f:.]{2,45}"
HOST: Final = rf"\A(?:{NAME}|\[?{NUMBERS}\]?)\Z"
ADDRESS: Final = rf"\Ahttps?://(?:{NAME}|\[{NUMBERS}\])(?::[0-9]{{1,5}})?/*\Z"


class SettingRefusedError(ValueError):
    """A setting is wrong; the message is one sentence with the accepted values."""


def is_safe_secret(secret: str) -> bool:
    """Whether *secret* is long and hard to guess, unlike "changeme" repeated."""
    rest = re.sub("dev|secret|changeme|password|test", "", secret.lower())
    return len(secret) >= SHORTEST_SECRET and len(set(rest)) >= FEWEST_LETTERS


def _folder(value: object) -> Path:
    if not str(value) or "\0" in str(value):
        raise ValueError
    return Path(str(value)).expanduser().resolve()


def _usual_instance() -> Path:
    if IS_CHECKOUT:
        return ROOT / "instance"
    state = Path(os.environ.get("XDG_STATE_HOME", ""))
    usual = state if state.is_absolute() else Path.home() / ".local/state"
    return usual / "scorepad"


def _database_url(text: str) -> str:
    if embedded := re.fullmatch(r"sqlite:///([^?\0]+)", text):
        # Flask-SQLAlchemy resolves it from the instance folder, all others do not.
        return f"sqlite:///{Path(embedded[1]).expanduser().absolute()}"
    if not re.fullmatch(r"postgresql(\+psycopg)?://\S+", text):
        raise ValueError
    return text


def _authority(file: str) -> bytes:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        text = Path(file).expanduser().read_text(encoding="ascii")
        context.load_verify_locations(cadata=text)
    except (OSError, ValueError):
        raise ValueError("it cannot be read") from None
    if "PRIVATE KEY" in text:
        raise ValueError("it holds a private key")
    found = context.get_ca_certs(binary_form=True)
    if len(found) != 1:
        raise ValueError(f"it holds {len(found)} certificates of authorities")
    return found[0]


def _passphrase(file: str) -> str:
    try:
        text = Path(file).expanduser().read_text(encoding="utf-8").strip("\r\n")
    except (OSError, ValueError):
        raise ValueError("it cannot be read") from None
    if len(text) < SHORTEST_PASSPHRASE or "\n" in text:
        raise ValueError("it holds no such line")
    return text


Folder = Annotated[Path, BeforeValidator(_folder), Field(description="a folder")]
Host = Annotated[str, Field(pattern=HOST)]


class Settings(BaseSettings):
    """The settings; docs/settings.md explains each.

    Errors quote the descriptions as what was expected, and never show the value of a
    setting with ``repr=False``: it is a secret, or may contain one.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        enable_decoding=False,
        frozen=True,
        regex_engine="python-re",
        str_strip_whitespace=True,
        validate_default=False,
    )

    instance: Folder = Field(default_factory=_usual_instance)
    database_url: Annotated[str, AfterValidator(_database_url)] = Field(
        default_factory=lambda data: f"sqlite:///{data['instance']}/scorepad.sqlite3",
        description="sqlite:///path/to/file or postgresql://user:password@host/database",
        repr=False,
    )
    host: Host = Field(
        "0.0.0.0",  # noqa: S104 - phones at the table must reach it
        description="a name or address such as 0.0.0.0 or 127.0.0.1",
    )
    port: int = Field(8000, ge=0, le=65535, description="a whole number, 0 to 65535")
    trusted_hosts: Annotated[
        tuple[Host, ...],
        BeforeValidator(lambda text: re.findall(r"[^,\s][^,]*", text.lower())),
    ] = Field((), min_length=1, description="names without ports, separated by commas")
    trusted_proxies: int = Field(0, ge=0, le=9, description="a whole number, 0 to 9")
    address: Annotated[str, AfterValidator(lambda text: text.rstrip("/").lower())] = (
        Field("", pattern=ADDRESS, description="one like https://pad.local:8443")
    )
    authority: Annotated[bytes, BeforeValidator(_authority)] = Field(
        b"", description="a PEM file with the certificate of one authority and no key"
    )
    backups: Folder = Field(default_factory=lambda data: data["instance"] / "backups")
    second_backups: Folder | None = Field(None, description="a folder")
    passphrase_file: Annotated[str, AfterValidator(_passphrase)] = Field(
        "",
        description=f"a file with a line of at least {SHORTEST_PASSPHRASE} characters",
        repr=False,
    )
    secret: Annotated[str, Predicate(is_safe_secret)] = Field(
        "", description=f"at least {SHORTEST_SECRET} random characters", repr=False
    )
    metrics: Annotated[
        str, Predicate(lambda text: len(set(text)) >= FEWEST_LETTERS)
    ] = Field(
        "",
        pattern=r"\A[A-Za-z0-9_-]{24,128}\Z",
        description="a random word, 24 to 128 letters, digits, - and _",
        repr=False,
    )
    limits: bool = Field(default=True, description="on or off")
    new_groups: int = Field(0, ge=1, le=10000, description="a whole number, 1 to 10000")
    signups: Literal["open", "code", "closed"] = Field(
        "open", description="open, code or closed"
    )
    signup_code: Annotated[
        str, Predicate(lambda text: len({*text} - {"-"}) >= FEWEST_OF_CODE)
    ] = Field(
        "",
        pattern=r"\A[A-Za-z0-9-]{8,64}\Z",
        description="8 to 64 letters, digits and -, five of them different",
        repr=False,
    )
    security_contact: str = Field(
        "",
        pattern=r"\A(mailto:[^\s@]+@[^\s@]+|https://\S+|tel:[+0-9-]+)\Z",
        description="mailto:name@example.org, an address with https:// or tel:+…",
    )
    _options: Mapping[str, str] = {}

    def name_of(self, setting: str) -> str:
        """Return the option or variable that sets this, for error messages."""
        if setting == "database_url" and setting not in self.model_fields_set:
            setting = "instance"
        return self._options.get(setting, PREFIX + setting.upper())

    @property
    def backups_elsewhere(self) -> tuple[Path, ...]:
        """Return the folders for backups outside the instance."""
        places = {self.backups, self.second_backups} - {self.instance / "backups"}
        return tuple(filter(None, places))

    @property
    def is_embedded(self) -> bool:
        """Whether the database is a file of this process alone."""
        return self.database_url.startswith("sqlite")

    @property
    def fingerprint(self) -> str:
        """Return the SHA-256 of the authority, if any, as phones show it."""
        digest = hashlib.sha256(self.authority).digest()
        return digest.hex(":").upper() if self.authority else ""


VARIABLES: Final = frozenset(PREFIX + name.upper() for name in Settings.model_fields)


def read_settings(
    names: Mapping[str, str] | None = None, /, **options: str | None
) -> Settings:
    """Read all settings, options first, by their *names*; ``SettingRefusedError``."""
    if unknown := {each for each in os.environ if each.startswith(PREFIX)} - VARIABLES:
        known = ", ".join(sorted(VARIABLES))
        raise SettingRefusedError(f"{min(unknown)} is no setting; there are {known}.")
    given: dict[str, Any] = {k: v for k, v in options.items() if v is not None}
    called = {name: f"--{name.replace('_', '-')}" for name in given} | {**(names or {})}
    try:
        found = Settings(**given)
    except ValidationError as error:
        wrong, *_ = error.errors()
        name = str(wrong["loc"][0])
        field = Settings.model_fields[name]
        what = f"is {str(wrong['input'])[:80]!r}" if field.repr else "cannot be used"
        if reason := str(wrong.get("ctx", {}).get("error", "")):
            what += f", but {reason}"
        said = f"{called.get(name, PREFIX + name.upper())} {what}"
        raise SettingRefusedError(f"{said}; expected {field.description}.") from None
    found._options = called  # noqa: SLF001 - its own
    if not found.is_embedded and find_spec("psycopg") is None:
        wheel = "pipx inject scorepad 'psycopg[binary]'"
        line = "./scripts/update --postgresql" if IS_CHECKOUT else wheel
        raise SettingRefusedError(f"PostgreSQL's driver is missing; install it: {line}")
    if (found.signups == "code") != bool(found.signup_code):
        raise SettingRefusedError(
            f"SCOREPAD_SIGNUPS is {found.signups!r} and SCOREPAD_SIGNUP_CODE is"
            f" {'set' if found.signup_code else 'not set'}; expected a code with"
            " SCOREPAD_SIGNUPS=code, and none without."
        )
    return found


def secret_of(settings: Settings) -> str:
    """Return the secret in the settings, or else the one kept in the instance."""
    if settings.secret:
        return settings.secret
    path = settings.instance / "secret"
    try:
        private = partial(os.open, mode=0o600)
        with suppress(FileExistsError), open(path, "x", opener=private) as file:
            file.write(secrets.token_urlsafe(48) + "\n")
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
            f" {SHORTEST_SECRET} random characters: delete the file and start again."
        )
    return secret
