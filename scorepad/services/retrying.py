"""A save whose database hung up is tried again."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from scorepad.store.upkeep.faults import FAULTS, has_hung_up

P = ParamSpec("P")
R = TypeVar("R")


def tried_again(save: Callable[P, R]) -> Callable[P, R]:
    """Run *save* once more where the database's server hung up in the middle.

    Nobody knows then whether it was committed, but the key of the save does.
    """

    @wraps(save)
    def twice(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return save(*args, **kwargs)
        except FAULTS as fault:
            if not has_hung_up(fault):
                raise
            return save(*args, **kwargs)

    return twice
