"""Whether the database is there, new or lost; backups by commands and jobs."""

import logging
import shlex
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

import sqlalchemy as sa

from scorepad.cli import CommandError
from scorepad.db import backups, dumps, faults, schema
from scorepad.db.engine import engine_for
from scorepad.settings import Settings

log = logging.getLogger(__name__)


def check_before_serving(settings: Settings, *, is_new: bool) -> bool:
    """Return whether there never was a database; *is_new* asks for an empty one."""
    url, place = settings.database_url, place_of(settings)
    is_empty = is_empty_file(settings)
    complaints = [] if is_empty else dumps.integrity_errors(url, quick=True)
    if complaints:
        raise CommandError(
            f"The database in {place} is damaged ({complaints[0]});"
            f" {_way_back(settings, ' --replace')} (docs/backups.md), or choose"
            f" another database ({settings.name_of('database_url')})."
        )
    is_missing = find_version(settings) is None
    if is_new and not is_missing:
        raise CommandError(
            f"There is a database in {place} already; --new is for where there is none."
        )
    if is_missing and not is_new:
        _check_for_traces(settings)
    elif is_new and (journals := dumps.journals_of(url)):
        # Kept, but out of reach of the new database.
        dumps.set_aside(url, datetime.now(UTC))
        for each in journals:
            each.unlink()
    return is_missing


def check_before_use(settings: Settings) -> str:
    """Return the schema version; :class:`CommandError` if there is no database."""
    if version := find_version(settings):
        return version
    _check_for_traces(settings)
    raise CommandError(
        f"There is no database in {place_of(settings)} yet; 'scorepad serve'"
        f" creates it, or name another place ({settings.name_of('database_url')})."
    )


def _check_for_traces(settings: Settings) -> None:
    url, traces = settings.database_url, []
    if (settings.instance / backups.SECRET).exists():
        traces.append(f"its secret is in {settings.instance}")
    traces += [f"one was set aside ({file})" for file in dumps.replaced_files(url)]
    traces += [f"its journal is left ({file})" for file in dumps.journals_of(url)]
    for folder in _places_of_backups(settings):
        try:
            if backups.newest_with(dumps.name_of_dump(url), folder):
                traces.append(f"its backups are in {folder}")
        except OSError as error:
            why = error.strerror
            traces.append(f"its backups in {folder} cannot be looked at ({why})")
    if traces:
        raise CommandError(
            f"There is no database in {place_of(settings)} any more, but"
            f" {' and '.join(traces)}; {_way_back(settings)}, or begin with an empty"
            f" one: 'scorepad serve --new{_options(settings)}'."
        )


def is_empty_file(settings: Settings) -> bool:
    """Return whether the database is an empty or missing file."""
    # SQLite would create a missing one, and delete the journal of an empty one.
    if not settings.is_embedded:
        return False
    file = Path(place_of(settings))
    return not file.exists() or (file.is_file() and not file.stat().st_size)


def find_version(settings: Settings, *, untouched: bool = False) -> str | None:
    """Return the schema version of the database, if there is one; create nothing."""
    # SQLite recovers from a crash by its journal, unless it must stay untouched.
    if is_empty_file(settings):
        return None
    url = settings.database_url
    if untouched and settings.is_embedded:
        file = quote(place_of(settings))
        url = f"sqlite:///file:{file}?mode=ro&immutable=1&uri=true"
    with engine_for(url, prepared=False) as engine, engine.connect() as connection:
        names = set(sa.inspect(connection).get_table_names())
        if not names:
            return None
        version = schema.version_of(connection)
        if version and "group_" in names:
            return version
    raise CommandError(
        f"There is something in {place_of(settings)} that is not known to be"
        f" Scorepad's; choose another database ({settings.name_of('database_url')})."
    )


def _places_of_backups(settings: Settings) -> list[Path]:
    places = (settings.backups, settings.instance / "backups", settings.second_backups)
    return [*dict.fromkeys(each.resolve() for each in places if each)]


def _way_back(settings: Settings, how: str = "") -> str:
    found = newest_backup(settings)
    if found is None:
        return "bring it back"
    command = f"scorepad restore {shlex.quote(str(found))}{how}{_options(settings)}"
    return f"put the newest backup back: '{command}'"


def newest_backup(settings: Settings) -> Path | None:
    """Return the newest backup that fits the database, from any backup folder."""
    found, name = [], dumps.name_of_dump(settings.database_url)
    for folder in _places_of_backups(settings):
        with suppress(OSError):
            found.append(backups.newest_with(name, folder))
    # Their names begin with the time.
    return max(filter(None, found), key=lambda path: path.name, default=None)


def _options(settings: Settings) -> str:
    found = ""
    if settings.name_of("instance") == "--instance":
        found += f" --instance {shlex.quote(str(settings.instance))}"
    if settings.name_of("database_url") == "--database-url":
        found += " --database-url …"  # it may contain a password
    return found


def place_of(settings: Settings) -> str:
    """Return the location of the database without its password."""
    address = sa.make_url(settings.database_url)
    if settings.is_embedded:
        return str(address.database)
    return address.render_as_string(hide_password=True)


def back_up(settings: Settings, *, keep_old: bool = False) -> Path:
    """Make a backup, copy it, and delete old ones, which a restore asks to *keep_old*.

    Records a damaged database for the health page, until a backup succeeds.

    :raises BackupRefusedError: the backup cannot be made.
    """
    now, url = datetime.now(UTC), settings.database_url
    # First, because it may be what fills the disk.
    backups.sweep(settings.backups, now)
    damage = settings.instance / backups.DAMAGE
    try:
        made = backups.make(
            url,
            _schema(settings),
            instance=settings.instance,
            folder=settings.backups,
            passphrase=settings.passphrase_file,
        )
    except dumps.DamagedError as damaged:
        damage.write_text(f"{damaged}\n", encoding="utf-8")
        raise
    damage.unlink(missing_ok=True)
    if second := settings.second_backups:
        try:
            backups.sweep(second, now)
            backups.copy_to(second, made)
            # A mount point exists without its stick, too.
            if settings.backups.stat().st_dev == second.stat().st_dev:
                what = "%s and %s are on one disk; is the stick in?"
                log.warning(what, settings.backups, second)
        except OSError as error:
            reason = error.strerror or error
            log.warning("The backup cannot be copied to %s (%s).", second, reason)
    # A place may have been unavailable when a player was anonymized.
    backups.copy_list(settings.instance, settings.backups_elsewhere)
    if not keep_old:
        for place in filter(None, (settings.backups, second)):
            with suppress(OSError):  # retried next time
                backups.remove_old(place, now)
        backups.remove_before(now - backups.KEPT, dumps.replaced_files(url))
    return made


def back_up_if_due(settings: Settings) -> bool:
    """Make a backup if the last 24 hours have none; false means: look again soon."""
    now = datetime.now(UTC)
    try:
        last = backups.newest(settings.backups, now)
        if last is not None and now - last < backups.EVERY:
            return False
        back_up(settings)
    except dumps.DamagedError as damaged:
        log.error("%s Restore a backup from before (docs/backups.md).", damaged)  # noqa: TRY400 - the message is enough
        return True  # retried tomorrow
    except (dumps.BackupRefusedError, CommandError, OSError) as refused:
        log.warning("%s", refused)
        return False
    return True


def _schema(settings: Settings) -> str:
    try:
        return check_before_use(settings)
    except faults.FAULTS as fault:
        if not faults.is_damage(fault):
            raise
        said = f"The database is damaged ({faults.reason_of(fault)})."
        raise dumps.DamagedError(said) from None
