"""What a file is called that a browser keeps or shows."""

from urllib.parse import quote

from flask import Response

NEVER_IN_A_NAME = '/\\:*?"<>|'


def name_file(answer: Response, how: str, plain: str, spoken: str) -> None:
    """Call it *plain*, or *spoken*, in the people's script, where that is understood.

    *how* is ``inline`` or ``attachment``. The kind of file is that of *plain*.
    """
    _, dot, kind = plain.rpartition(".")
    safe = "".join("-" if char in NEVER_IN_A_NAME else char for char in spoken)
    answer.headers.set(
        "Content-Disposition",
        how,
        filename=plain,
        **{"filename*": f"UTF-8''{quote(f'{safe}{dot}{kind}', safe='')}"},
    )
