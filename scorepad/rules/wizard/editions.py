"""The boxes that Wizard was sold in, by the extra cards in them."""

from collections.abc import Mapping
from typing import Final

from scorepad.rules.wizard.game import Extra

_TWENTY: Final = frozenset(
    {
        Extra.DRAGON,
        Extra.FAIRY,
        Extra.BOMB,
        Extra.WEREWOLF,
        Extra.JUGGLER,
        Extra.CLOUD,
    }
)
_TWENTY_FIVE: Final = _TWENTY | {Extra.SHAPESHIFTER}

ANNIVERSARY_BOXES: Final[Mapping[int, frozenset[Extra]]] = {
    20: _TWENTY,
    25: _TWENTY_FIVE,
    30: _TWENTY_FIVE | {Extra.WITCH, Extra.VAMPIRE},
}
"""What the box of so many years holds; every other one has no extra cards."""
