"""Sweeping up what circles of objects leave, seldom enough that no answer waits."""

import gc
from typing import Final

SELDOM: Final = 10_000, 10, 10


def sweep_seldom() -> None:
    """Leave alone whatever is loaded by now, and look through the rest less often.

    The libraries are 150,000 objects that stay until the end. To look through them
    takes a tenth of a second, and it is always somebody's answer that waits for it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
