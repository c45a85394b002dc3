"""The modules of a folder as one file, since each costs a slow phone a round trip.

The folder's ``joined.js`` keeps the place on disk. As served it holds every module,
each a function that is called once and answers what the module exports; a script
outside, like the entry ``main.js``, gets them from there. Imports and exports by name,
as all our scripts write them, are understood; anything else is refused at the start.

Modules of another joined folder are taken from that one's file, unless the folder's own
says ``@brings-all``: then they come along, each made once more for that page alone.
"""

import os
import re
from graphlib import TopologicalSorter
from pathlib import Path

JOINED = "joined.js"
ENTRY = "main.js"
BRINGS_ALL = "@brings-all"
_IMPORT = re.compile(
    r'^import\s+(?:\*\s+as\s+(?P<whole>\w+)|\{(?P<names>[^}]*)\})\s+from\s+"(?P<source>[^"]+)";$',
    re.MULTILINE,
)
_EXPORT = re.compile(
    r"^export\s+(?=(?:const|class|(?:async\s+)?function)\s+(?P<name>\w+))",
    re.MULTILINE,
)
_EXPORTS = re.compile(r"^export\s+\{(?P<names>[^}]*)\};$", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)
_TELLS_ITS_PLACE = re.compile(r"\bimport(?:\.meta|\()")


class NotJoinedError(Exception):
    """A module is written in a way that cannot be joined."""


def script(path: Path) -> str:
    """The text of a script as it is served, before it is slimmed."""
    if path.name == JOINED:
        return _joined(path.parent)
    text = path.read_text("utf-8")
    folder = _folder_of(path)
    return _outside(path, text) if folder is None else _reference(path, folder, text)


def _folder_of(path: Path) -> Path | None:
    """The folder that *path* is joined in; what folders hold others in is not deep."""
    if path.name in {ENTRY, JOINED}:
        return None
    return next((up for up in path.parents[:2] if (up / JOINED).is_file()), None)


def _brings_all(folder: Path | None) -> bool:
    if folder is None or not (folder / JOINED).is_file():
        return False
    return BRINGS_ALL in (folder / JOINED).read_text("utf-8")


def _home_of(path: Path, folder: Path | None) -> Path | None:
    """The folder in whose file a module is found by what is joined in *folder*."""
    home = _folder_of(path)
    return folder if home and _brings_all(folder) else home


def _joined(folder: Path) -> str:
    texts = _with_imported(folder)
    imported = {path: _imported(path, text) for path, text in texts.items()}
    others = {_home_of(path, folder) for paths in imported.values() for path in paths}
    heads = [
        _from(other, folder / JOINED)
        for other in sorted(filter(None, others - {folder}))
    ]
    graph = {
        path: [one for one in paths if one in texts] for path, paths in imported.items()
    }
    parts = [
        f"{_place(path, folder)}=(()=>{{\n{_body(path, folder, texts[path])}\n"
        f"return{{{','.join(_exported(texts[path]))}}};\n}})();\n"
        for path in TopologicalSorter(graph).static_order()
    ]
    return "".join([*heads, "const $={};\n", *parts, "export{$};\n"])


def _with_imported(folder: Path) -> dict[Path, str]:
    """The modules and what they import that is joined nowhere else, each once."""
    texts: dict[Path, str] = {}
    waiting = sorted(path for path in folder.rglob("*.js") if _folder_of(path))
    entry = folder / ENTRY
    if _brings_all(folder) and entry.is_file():
        waiting += _imported(entry, entry.read_text("utf-8"))
    while waiting:
        path = waiting.pop()
        if path not in texts and _home_of(path, folder) in {folder, None}:
            texts[path] = path.read_text("utf-8")
            waiting += _imported(path, texts[path])
    return texts


def _imported(path: Path, text: str) -> list[Path]:
    return [_source(path, found["source"]) for found in _IMPORT.finditer(text)]


def _source(path: Path, source: str) -> Path:
    return Path(os.path.normpath(path.parent / source))


def _place(path: Path, folder: Path | None) -> str:
    """Where a module is found by what is joined in *folder*, or in none."""
    home = _home_of(path, folder) or folder
    joined = "$" if home == folder else _name(home)
    return f'{joined}["{Path(os.path.relpath(path, home)).as_posix()}"]'


def _name(folder: Path | None) -> str:
    return f"${folder.name if folder else ''}"


def _body(path: Path, folder: Path, text: str) -> str:
    """A module as the inside of a function."""
    if path.parent != folder and _TELLS_ITS_PLACE.search(text):
        raise NotJoinedError(f"{path} asks where it is, which joining changes.")
    inside = _IMPORT.sub(
        lambda found: _taken(found, _place(_source(path, found["source"]), folder)),
        text,
    )
    inside = _EXPORTS.sub("", _EXPORT.sub("", inside))
    if other := _OTHER.search(inside):
        raise NotJoinedError(f"{path} cannot be joined because of {other[0]!r}.")
    return inside


def _taken(found: re.Match[str], place: str) -> str:
    taken = found["whole"] or f"{{{found['names'].replace(' as ', ':')}}}"
    return f"const {taken}={place};"


def _exported(text: str) -> list[str]:
    names = [found["name"] for found in _EXPORT.finditer(text)]
    for found in _EXPORTS.finditer(text):
        names += [name.strip() for name in found["names"].split(",") if name.strip()]
    return names


def _reference(path: Path, folder: Path, text: str) -> str:
    """What stands under the address of a joined module: it exists only once."""
    names = ",".join(_exported(text))
    return _from(folder, path) + f"export const{{{names}}}={_place(path, None)};\n"


def _outside(path: Path, text: str) -> str:
    """A script that is not joined, with its imports of those that are."""
    folders = set()
    own = path.parent if path.name == ENTRY and _brings_all(path.parent) else None

    def taken(found: re.Match[str]) -> str:
        source = _source(path, found["source"])
        folder = _home_of(source, own)
        if folder is None:
            return found[0]
        folders.add(folder)
        name = Path(os.path.relpath(source, folder)).as_posix()
        return _taken(found, f'{_name(folder)}["{name}"]')

    inside = _IMPORT.sub(taken, text)
    return "".join([*(_from(folder, path) for folder in folders), inside])


def _from(folder: Path, path: Path) -> str:
    way = Path(os.path.relpath(folder / JOINED, path.parent)).as_posix()
    source = way if way.startswith(".") else f"./{way}"
    return f'import{{$ as {_name(folder)}}}from"{source}";\n'
