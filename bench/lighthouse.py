"""What Lighthouse says of our pages on a slow phone; needs a network for ``npx``.

    .venv/bin/python -m bench.lighthouse

Not part of ``./scripts/bench``: it fetches Lighthouse, which is no part of Scorepad.
"""

import http.client
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from bench.starting import free_port, wait_for
from scorepad.settings import CHECKOUT

LIGHTHOUSE = "lighthouse@12.8.2"
LEAST = {"performance": 95, "accessibility": 100, "best-practices": 100}
SHOWN = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time")
RUNS = 3
GROUP = "5c0de5c0-de5c-4de5-8c0d-e5c0de5c0de5"
CLAIM = "lighthouse-" + "c" * 32
CHROMIUM_FLAGS = "--headless=new --no-sandbox --disable-dev-shm-usage --disable-gpu"
LINE = "{:<10}{:>12}{:>14}{:>15}{:>8}{:>8}{:>8}"


def main() -> int:
    print(LINE.format("", "performance", "accessibility", "best practices", *"FLT"))
    with tempfile.TemporaryDirectory() as folder, demo_served(Path(folder)) as port:
        held = [measured(name, *page) for name, page in pages(port).items()]
    print("F, L: first and largest paint, T: time blocked, in ms; phone profile.")
    return 0 if all(held) else 1


@contextmanager
def demo_served(folder: Path) -> Iterator[int]:
    port = free_port()
    environ = {
        **os.environ,
        "SCOREPAD_INSTANCE": str(folder),
        "SCOREPAD_HOST": "127.0.0.1",
        "SCOREPAD_PORT": str(port),
    }
    command = [sys.executable, "-m", "scorepad.cli"]
    demo = [*command, "demo", "--group", GROUP, "--claim", CLAIM]
    subprocess.run(demo, env=environ, cwd=CHECKOUT, check=True, capture_output=True)
    server = subprocess.Popen(
        [*command, "serve"], env=environ, cwd=CHECKOUT, stdout=subprocess.DEVNULL
    )
    try:
        wait_for(f"http://127.0.0.1:{port}/health")
        yield port
    finally:
        server.terminate()
        server.wait(timeout=20)


def pages(port: int) -> dict[str, tuple[str, str]]:
    """The address of each page and the cookie to ask for it with."""
    here = f"http://127.0.0.1:{port}"
    cookie, season = way_in(port, here)
    game = re.search(r'href="(/g/[^"]+/games/[^"/]+)"', read(port, season, cookie))
    assert game, "the season shows no game"
    return {
        "play": (f"{here}/play/en", ""),
        "front": (f"{here}/", ""),
        "season": (here + season, cookie),
        "game": (here + game[1], cookie),
        "sheet": (f"{here}{game[1]}/sheet", cookie),
    }


def way_in(port: int, here: str) -> tuple[str, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port)
    form = {"Origin": here, "Content-Type": "application/x-www-form-urlencoded"}
    body = urlencode({"claim": CLAIM})
    connection.request("POST", f"/g/{GROUP}/enter", body, form)
    answer = connection.getresponse()
    assert answer.status == http.HTTPStatus.SEE_OTHER, answer.status
    cookie = str(answer.headers["Set-Cookie"]).partition(";")[0]
    answer.read()
    connection.request("GET", f"/g/{GROUP}/", headers={"Cookie": cookie})
    return cookie, str(connection.getresponse().headers["Location"])


def read(port: int, path: str, cookie: str) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", path, headers={"Cookie": cookie})
    return connection.getresponse().read().decode()


def measured(name: str, address: str, cookie: str) -> bool:
    """Show the median of several first visits, and whether it is good enough."""
    reports = [visit(address, cookie) for _ in range(RUNS)]
    scores = {
        category: round(
            100 * statistics.median(r["categories"][category]["score"] for r in reports)
        )
        for category in LEAST
    }
    times = [
        round(statistics.median(r["audits"][audit]["numericValue"] for r in reports))
        for audit in SHOWN
    ]
    held = all(scores[category] >= least for category, least in LEAST.items())
    print(LINE.format(name, *scores.values(), *times), "" if held else "  <-- too low")
    for line in sorted({line for report in reports for line in complaints(report)}):
        print(f"    {line}")
    return held


def visit(address: str, cookie: str) -> Any:
    """One report, from a browser profile that never saw the page."""
    command = ["npx", "--yes", LIGHTHOUSE, address, "--quiet", "--output=json"]
    command += [f"--only-categories={','.join(LEAST)}"]
    command += [f"--chrome-flags={CHROMIUM_FLAGS}"]
    command += [f"--extra-headers={json.dumps({'Cookie': cookie})}"] if cookie else []
    environ = {**os.environ, "CHROME_PATH": shutil.which("chromium") or ""}
    ran = subprocess.run(
        command, env=environ, check=True, stdout=subprocess.PIPE, text=True
    )
    return json.loads(ran.stdout)


def complaints(report: Any) -> Iterator[str]:
    """What cost a page its points."""
    for category in ("accessibility", "best-practices"):
        for audit in report["categories"][category]["auditRefs"]:
            found = report["audits"][audit["id"]]
            if audit["weight"] and found["score"] not in {None, 1}:
                yield f"{category}: {found['title']}"


if __name__ == "__main__":
    sys.exit(main())
