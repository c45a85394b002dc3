"""A look at all records once a day, by a process that makes way for all others."""

import logging
import os
import subprocess
import sys
from pathlib import Path

from scorepad.commands.database import DAMAGED, WRONG_FIGURES
from scorepad.services.upkeep.readiness import DAMAGE
from scorepad.settings import Settings

log = logging.getLogger(__name__)

PATIENTLY = """
import os, sys
from scorepad.cli import main
os.nice(10)
sys.exit(main(sys.argv[1:]))
"""


def look(settings: Settings) -> bool:
    """Look now, and keep what was found; nothing is kept if all is well.

    Wrong figures are worked out again from what people wrote down, which is as it was
    saved. Whether anybody could look.
    """
    done = _run("check", settings)
    found = settings.instance / DAMAGE
    if done.returncode == DAMAGED:
        _keep(found, done.stdout or "The database cannot be read.")
    elif done.returncode not in {0, WRONG_FIGURES}:
        log.warning("nobody could look at the records: status %d", done.returncode)
        return False
    else:
        found.unlink(missing_ok=True)
    return done.returncode != WRONG_FIGURES or _work_out(settings, done.stdout)


def _run(command: str, settings: Settings) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - words of our own, no shell
        [sys.executable, "-c", PATIENTLY, command],
        # The address may hold a password, and the words of a command are public.
        env={
            **os.environ,
            "SCOREPAD_INSTANCE": str(settings.instance),
            "SCOREPAD_DATABASE_URL": settings.database_url,
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        check=False,
    )


def _work_out(settings: Settings, told: str) -> bool:
    log.warning("Figures were wrong and are worked out again:\n%s", told.strip())
    status = _run("rebuild", settings).returncode
    if status:
        log.warning("the figures could not be worked out again: status %d", status)
    return status == 0


def _keep(found: Path, told: str) -> None:
    found.write_text(told, encoding="utf-8")
    log.error(
        "The records are damaged; put a backup from before it back"
        " (docs/backups.md):\n%s",
        told.strip(),
    )
