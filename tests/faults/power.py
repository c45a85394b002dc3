"""What a disk would hold after a power cut, worked out from what was asked of it.

``strace`` writes down each call; played again here, only what had been synced counts:
a file's content as of its last fsync, the names in a folder as of the folder's last.
That is the worst disk the rules allow, so whatever it keeps, every disk does.
"""

import ast
import re
from pathlib import Path

CALLS = "openat,pwrite64,write,ftruncate,fsync,fdatasync,unlink,unlinkat,rename,sendto"
UNFINISHED = re.compile(r"^(\d+) +(.*?)\s*<unfinished \.\.\.>$")
RESUMED = re.compile(r"^(\d+) +<\.\.\. \w+ resumed>(.*)$")
CALL = re.compile(r"^(\d+) +(\w+)\((.*)\)\s+= (-?\d+)(?:<(.*)>)?")
FILE = re.compile(r"^\d+<([^>]*)>")
TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


def recording(log):
    """The words before a command that have its calls written down."""
    words = ["strace", "-D", "-f", "-y", "-xx", "-s", "10000000", "--seccomp-bpf"]
    return [*words, "-e", f"trace={CALLS}", "-e", "signal=none", "-o", str(log)]


class _File:
    def __init__(self, content=b""):
        self.now = bytearray(content)
        self.synced = content


class Disk:
    """One folder: what programs see in it, and what a power cut would leave of it."""

    def __init__(self, folder, *files):
        self.folder = str(folder)
        self.names = {str(file): _File(file.read_bytes()) for file in files}
        self.synced_names = dict(self.names)

    def left(self):
        """The files after a power cut now."""
        return {name: file.synced for name, file in self.synced_names.items()}

    def seen(self):
        """The files if what writes was killed now."""
        return {name: bytes(file.now) for name, file in self.names.items()}

    def opened(self, path, *, made, emptied):
        if made and self._is_here(path) and path not in self.names:
            self.names[path] = _File()
        if emptied and path in self.names:
            self.names[path].now.clear()

    def written(self, path, at, content):
        if file := self.names.get(path):
            at = len(file.now) if at is None else at
            file.now.extend(bytes(max(0, at - len(file.now))))
            file.now[at : at + len(content)] = content

    def cut(self, path, length):
        if file := self.names.get(path):
            file.now.extend(bytes(max(0, length - len(file.now))))
            del file.now[length:]

    def synced(self, path):
        if path == self.folder:
            self.synced_names = dict(self.names)
        elif file := self.names.get(path):
            file.synced = bytes(file.now)

    def removed(self, path):
        self.names.pop(path, None)

    def _is_here(self, path):
        return str(Path(path).parent) == self.folder


def cuts(log, folder):
    """What would be left if the power went right after each answer of a save."""
    disk = Disk(folder)
    for name, words, opened in _calls(log):
        if name == "sendto":
            if _texts(words)[:1] and _is_saved(_texts(words)[0]):
                yield disk.left()
        else:
            _play(disk, name, words, opened=opened)


def crashes(log, disk):
    """What would be left by a kill, and by a power cut, after each call."""
    before = []
    for name, words, opened in _calls(log):
        if name != "sendto":
            _play(disk, name, words, opened=opened)
            now = [disk.seen(), disk.left()]
            yield from (each for each in now if each not in before)
            before = now


def _calls(log):
    """The calls that did something: name, words, and which file was opened."""
    for line in _whole_lines(log):
        call = CALL.match(line)
        if call is not None and int(call[4]) >= 0:
            yield call[2], call[3], call[5]


def _is_saved(sent):
    return sent.startswith((b"HTTP/1.1 200", b"HTTP/1.1 201")) and b"json" in sent


def _whole_lines(log):
    """The calls in the order of their ends, those of several threads put together."""
    begun = {}
    with log.open(encoding="ascii", errors="replace") as lines:
        for line in lines:
            if half := UNFINISHED.match(line):
                begun[half[1]] = half[2]
            elif rest := RESUMED.match(line):
                yield f"{rest[1]} {begun.pop(rest[1], '')}{rest[2]}"
            else:
                yield line.rstrip("\n")


def _texts(words):
    return [bytes.fromhex(found.replace("\\x", "")) for found in TEXT.findall(words)]


def _play(disk, name, words, *, opened):
    on = FILE.match(words)
    path = _plain(on[1]) if on else ""
    if name == "openat" and opened is not None:
        flags = {"made": "O_CREAT" in words, "emptied": "O_TRUNC" in words}
        disk.opened(_plain(opened), **flags)
    elif name == "pwrite64":
        disk.written(path, int(words.rsplit(", ", 1)[1]), _texts(words)[0])
    elif name == "write":
        disk.written(path, None, _texts(words)[0])
    elif name == "ftruncate":
        disk.cut(path, int(words.rsplit(", ", 1)[1]))
    elif name in {"fsync", "fdatasync"}:
        disk.synced(path)
    elif name in {"unlink", "unlinkat"}:
        disk.removed(_texts(words)[-1].decode())


def _plain(path):
    """A path as it is, of one that strace may have spelled in hexadecimal."""
    return str(ast.literal_eval(f"'{path}'")) if "\\x" in path else path
