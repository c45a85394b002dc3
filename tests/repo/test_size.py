"""The code stays within the limits of scripts/size."""

import subprocess
import sys

from tests.repo.source import ROOT


def test_no_figure_of_the_code_exceeds_its_limit():
    size = [sys.executable, ROOT / "scripts/size"]
    done = subprocess.run(size, check=False, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout + done.stderr
