"""A look at all records once a day, by a process that makes way for all others."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable

from scorepad.settings import Settings

FIRST_AFTER_S = 600
EVERY_S = 86_400
PATIENTLY = """
import os, sys
from scorepad.cli import main
os.nice(10)
sys.exit(main(["check"]))
"""
DAMAGED = 1


def keep_looking(
    settings: Settings, ended: threading.Event, told: Callable[..., None]
) -> None:
    """Run ``scorepad check`` every day until *ended* is set; *told* if it found damage.

    What it found is told on standard error as well.
    """
    waiting = FIRST_AFTER_S
    while not ended.wait(waiting):
        told(damaged=is_damaged(settings))
        waiting = EVERY_S


def is_damaged(settings: Settings) -> bool:
    """Look now."""
    done = subprocess.run(  # noqa: S603 - words of our own, no shell
        [sys.executable, "-c", PATIENTLY],
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
    if done.returncode == DAMAGED:
        print(
            "scorepad: The records are damaged; put a backup from before it back"
            f" (docs/backups.md):\n{done.stdout.strip()}",
            file=sys.stderr,
            flush=True,
        )
    return done.returncode == DAMAGED
