"""The scripts on machines that lack something, simulated with a fake PATH."""

import shutil
import stat
import subprocess

import pytest

from tests.repo.source import ROOT

BASICS = "bash cat dirname env grep mktemp readlink rm sha256sum tail".split()  # noqa: SIM905 - one line


@pytest.fixture
def machine(tmp_path):
    """Return a folder of programs that is the whole PATH; `put` adds a fake one."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in BASICS:
        (programs / name).symlink_to(shutil.which(name))

    def put(name, *lines):
        path = programs / name
        path.write_text("#!/bin/bash\n" + "\n".join(lines) + "\n", "utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def run(command):
        return subprocess.run(
            ["/bin/bash", "-c", f". '{ROOT}/scripts/setup.sh'\n{command}"],
            env={"PATH": str(programs), "LOG": str(tmp_path / "log")},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    run.put = put
    run.log = tmp_path / "log"
    return run


INSTALL = "install_debian 'The library' libfoo0 libbar1 && echo installed"
LINE = "apt-get install -y --no-install-recommends libfoo0 libbar1"


def test_somebody_without_rights_is_told_the_exact_line(machine):
    machine.put("id", "echo 1000")
    machine.put("apt-get", "echo called >>$LOG")

    ran = machine(INSTALL)

    assert ran.returncode == 1
    assert f"run this line, then start again: sudo {LINE}" in ran.stderr
    assert not machine.log.exists()


def test_stale_package_lists_are_fetched_once(machine):
    machine.put("id", "echo 0")
    machine.put(
        "apt-get",
        'echo "$1" >>$LOG',
        'case $1 in update) touch "$LOG.new";; *) [ -e "$LOG.new" ];; esac',
    )
    machine.put("touch", ': >"$1"')

    assert machine(INSTALL).stdout.endswith("installed\n")
    assert machine.log.read_text().split() == ["install", "update", "install"]
