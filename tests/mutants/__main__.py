"""Break Scorepad line by line, in a copy of it, and see that the tests find out.

    ./scripts/mutants            all of them
    ./scripts/mutants F06 L01    those of some rows of docs/faults.md

Each runs the tests that its row names; one that stays green is told, and fails the run.
Two are broken at a time, as the tests run two at a time.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.broken import MUTANTS, Mutant
from tests.repo.source import ROOT

LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "instance", "__pycache__", ".*cache")
PASSED, FAILED = 0, 1
"""How tests end; otherwise they could not even begin."""

VERDICTS = {(PASSED, FAILED): "found", (PASSED, PASSED): "NOT FOUND"}

LONGEST_S = 300
AT_ONCE = 2


def main(chosen: list[str]) -> int:
    """Run the mutants of these rows, or all, and say what became of each."""
    wanted = [each for each in MUTANTS if not chosen or each.row in chosen]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as pool:
        copies: SimpleQueue[Path] = SimpleQueue()
        for name in map(str, range(AT_ONCE)):
            copies.put(shutil.copytree(ROOT, Path(folder) / name, ignore=LEFT_OUT))
        found = list(pool.map(lambda each: is_found_in_one(each, copies), wanted))
    print(f"{sum(found)} of {len(found)} were found.")
    return 0 if found and all(found) else 1


def is_found_in_one(mutant: Mutant, copies: SimpleQueue[Path]) -> bool:
    """The same in whichever copy is free."""
    copy = copies.get()
    try:
        return is_found(mutant, copy)
    finally:
        copies.put(copy)


def is_found(mutant: Mutant, copy: Path) -> bool:
    """Whether its tests, green before, fail in a *copy* that has the fault."""
    file = copy / mutant.file
    whole = file.read_text("utf-8")
    began = time.monotonic()
    before = ended(copy, mutant.tests)
    file.write_text(mutant.broken(whole), "utf-8")
    try:
        after = ended_now(copy, mutant.tests)
    finally:
        file.write_text(whole, "utf-8")
    said = VERDICTS.get((before, after), "UNCLEAR")
    took = time.monotonic() - began
    print(f"{mutant.row}  {said:<9} {took:4.0f} s  {mutant.what}", flush=True)
    return said == "found"


def runner_of(tests: tuple[str, ...]) -> list[str]:
    """What runs them; node ends as pytest does."""
    if tests[0].endswith(".js"):
        return ["node", "--test"]
    words = ["-q", "-x", "-p", "no:xdist", "-p", "no:cacheprovider", "-m", "not slow"]
    return [sys.executable, "-B", "-m", "pytest", *words]


def ended_now(copy: Path, tests: tuple[str, ...]) -> int:
    """How they end; what hangs has failed."""
    try:
        return subprocess.run(
            [*runner_of(tests), *tests],
            cwd=copy,
            env=os.environ | {"PYTHONPATH": str(copy)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=LONGEST_S,
            check=False,
        ).returncode
    except subprocess.TimeoutExpired:
        return FAILED


ended = cache(ended_now)
"""The same where nothing is broken: once for all who have the same tests."""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
