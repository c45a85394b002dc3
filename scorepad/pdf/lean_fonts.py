"""Making the Chinese and Korean part of a sheet small.

WeasyPrint keeps the numbers of a font's glyphs, and so a place for every glyph that is
not used. In an OpenType font with CFF outlines such a place holds one byte, and where
it is told by a table that counts 1, 2, 3 … through tens of thousands of glyphs: nothing
packs worse. Places without even that byte are all at one spot, and pack to nothing.
"""

import struct
from itertools import accumulate, pairwise

_TABLE = struct.Struct(">4sLLL")
_NOTHING = b"\x0e"
"""The outline that only ends."""
_CHAR_STRINGS = 17
_OFFSET_SIZES = range(1, 5)


def lean(font: bytes) -> bytes:
    """The same *font*, byte for byte as long, with nothing where there was nothing.

    What is no OpenType font with CFF outlines comes back as it is.
    """
    if not font.startswith(b"OTTO"):
        return font
    tables = struct.unpack_from(">H", font, 4)[0]
    leaned = bytearray(font)
    for number in range(tables):
        at = 12 + number * _TABLE.size
        tag, _checksum, start, length = _TABLE.unpack_from(font, at)
        if tag == b"CFF ":
            table = _lean_table(font[start : start + length])
            leaned[start : start + length] = table
            struct.pack_into(">L", leaned, at + 4, _checksum_of(table))
    return bytes(leaned)


def _lean_table(table: bytes) -> bytes:
    _, at = _index(table, table[2])  # names, after the header
    top, _ = _index(table, at)
    start = _operand(top[0], _CHAR_STRINGS)
    outlines, end = _index(table, start)
    kept = [b"" if outline == _NOTHING else outline for outline in outlines]
    index = _packed(kept)
    return table[:start] + index.ljust(end - start, b"\0") + table[end:]


def _index(table: bytes, at: int) -> tuple[list[bytes], int]:
    """The entries of an INDEX, and where it ends."""
    count = struct.unpack_from(">H", table, at)[0]
    if not count:
        return [], at + 2
    size = table[at + 2]
    first = at + 3
    base = first + (count + 1) * size - 1
    offsets = [
        base + int.from_bytes(table[each : each + size])
        for each in range(first, first + (count + 1) * size, size)
    ]
    return [table[start:end] for start, end in pairwise(offsets)], offsets[-1]


def _packed(entries: list[bytes]) -> bytes:
    offsets = list(accumulate(map(len, entries), initial=1))
    size = next(size for size in _OFFSET_SIZES if offsets[-1] < 256**size)
    told = b"".join(offset.to_bytes(size) for offset in offsets)
    return struct.pack(">HB", len(entries), size) + told + b"".join(entries)


def _operand(dictionary: bytes, operator: int) -> int:
    """The last operand before an *operator* in a DICT."""
    at, operand = 0, 0
    while at < len(dictionary):
        first = dictionary[at]
        if first <= 21:  # noqa: PLR2004 - an operator; 12 has a second byte
            if first == operator:
                return operand
            at += 2 if first == 12 else 1  # noqa: PLR2004 - 12 has a second byte
        else:
            operand, at = _number(dictionary, at)
    raise ValueError("The font has no outlines.")


def _number(dictionary: bytes, at: int) -> tuple[int, int]:
    first = dictionary[at]
    if first == 28:  # noqa: PLR2004 - two bytes follow
        return _signed(dictionary[at + 1 : at + 3]), at + 3
    if first == 29:  # noqa: PLR2004 - four bytes follow
        return _signed(dictionary[at + 1 : at + 5]), at + 5
    if first == 30:  # noqa: PLR2004 - a real number, up to the nibble f
        while dictionary[at + 1] & 0x0F != 0x0F and dictionary[at + 1] >> 4 != 0x0F:  # noqa: PLR2004 - half a byte of F ends a number
            at += 1
        return 0, at + 2
    if first <= 246:  # noqa: PLR2004 - the number itself
        return first - 139, at + 1
    second = dictionary[at + 1]
    if first <= 250:  # noqa: PLR2004 - positive
        return (first - 247) * 256 + second + 108, at + 2
    return -(first - 251) * 256 - second - 108, at + 2


def _signed(digits: bytes) -> int:
    return int.from_bytes(digits, signed=True)


def _checksum_of(table: bytes) -> int:
    padded = table + b"\0" * (-len(table) % 4)
    words: tuple[int, ...] = struct.unpack(f">{len(padded) // 4}L", padded)
    return sum(words) & 0xFFFFFFFF
