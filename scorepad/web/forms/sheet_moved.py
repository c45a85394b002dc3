"""What was typed before all sat down anew, in the boxes of where its people sit now."""

import re
from collections.abc import Iterator

from werkzeug.datastructures import MultiDict

from scorepad.services.play.reseating import Places

_BOX_OF_A_SEAT = re.compile(r"((?:r[0-9]{1,2}-[btwa])|[fjsl])([0-9])")
_BOX_THAT_NAMES_A_SEAT = re.compile(
    r"dealer|x[0-9]{1,2}-seat|r[0-9]{1,2}-(?:by|c[0-9])"
)
_NAMED = re.compile(r"([0-9])([+-]1)?")


def with_people(sent: MultiDict[str, str], places: Places) -> MultiDict[str, str]:
    """Move everything to the *places* of those it is about.

    Of who is gone there is nothing: only who had nothing noted of them could go.
    """
    return MultiDict(_moved(sent, places))


def _moved(sent: MultiDict[str, str], places: Places) -> Iterator[tuple[str, str]]:
    for name, text in sent.items(multi=True):
        box = _BOX_OF_A_SEAT.fullmatch(name)
        if box is not None:
            place = _place(box[2], places)
            if place is not None:
                yield f"{box[1]}{place}", text
        elif _BOX_THAT_NAMES_A_SEAT.fullmatch(name):
            yield name, _renamed(text, places)
        else:
            yield name, text


def _renamed(text: str, places: Places) -> str:
    named = _NAMED.fullmatch(text)
    if named is None:
        return text
    place = _place(named[1], places)
    return "" if place is None else f"{place}{named[2] or ''}"


def _place(seat: str, places: Places) -> int | None:
    return places[int(seat)] if int(seat) < len(places) else None
