"""Who may use an instance: two processes on one embedded database could break it."""

import fcntl
import io

from scorepad.settings import Settings


class HoldRefusedError(Exception):
    """The instance is not to be had; the message is one sentence."""


def hold(settings: Settings) -> io.TextIOWrapper:
    """Hold the instance until what is returned is closed.

    A server's database is shared, so nobody has to hold it.

    :raises HoldRefusedError: the folder cannot be used, or another process holds it.
    """
    folder = settings.instance
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "scorepad.lock").open("w", encoding="ascii")
    except OSError as error:
        raise HoldRefusedError(
            f"The folder {folder} cannot be written to ({error.strerror}); expected"
            " one that this user owns (SCOREPAD_INSTANCE)."
        ) from None
    if settings.is_embedded:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise HoldRefusedError(
                f"Another Scorepad already serves {folder}; stop it first, or choose"
                " another folder (SCOREPAD_INSTANCE)."
            ) from None
    return lock
