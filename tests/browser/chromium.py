"""Debian's Chromium, as tests and measurements start it."""

import os
import shutil

from tests.repo.source import ROOT

CHROMIUM = "chromium-headless-shell"
"""Without windows it needs a quarter less of the processor, and renders the same."""
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 360, "height": 740}
LARGE = {"width": 1280, "height": 800}
TALL = {"width": 390, "height": 2400}
"""The whole page at once: axe reports targets half below the button as too small."""


HOME = "pad.local"
AT_HOME = f"--host-resolver-rules=MAP {HOME} 127.0.0.1, MAP * ~NOTFOUND"
"""For a browser that resolves the home network to this machine, and nothing else."""


def launched(playwright, *words, program=CHROMIUM, **environment):
    path = shutil.which(program)
    assert path, "Chromium is not installed; ./scripts/test installs it."
    fonts = str(ROOT / "static" / "fonts" / "fonts.conf")
    return playwright.chromium.launch(
        executable_path=path,
        args=[
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--disable-gpu-rasterization",
            *words,
        ],
        env={**os.environ, "FONTCONFIG_FILE": fonts, **environment},
    )
