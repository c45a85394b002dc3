"""scripts/update in small repositories: a backup first, and a way back."""

import os
import shutil
import subprocess

import pytest

from tests.repo.source import ROOT

GROUND = """
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
venv=$root/venv
say() { printf '%s\\n' "$*"; }
stop() { printf 'scorepad: %s\\n' "$*" >&2; exit 1; }
prepare_the_pad() { echo "prepared the pad" >>"$root/instance/log"; }
prepare_postgresql() { echo "prepared postgresql" >>"$root/instance/log"; }
prepare_to_run() {
    echo "prepared $(cat "$root/version")" >>"$root/instance/log"
    echo "${SCOREPAD_DATABASE_URL-none}" >>"$root/instance/databases"
}
"""
PAD = """#!/bin/sh
cd "$(dirname "$0")/../.."
version=$(cat version)
[ "$(cat instance/broken 2>/dev/null)" = "$version" ] && exit 1
[ "$2" = --help ] && exit 0
echo "$version $@" >>instance/log
echo "${SCOREPAD_DATABASE_URL-none}" >>instance/databases
[ "$1" = restore ] && [ -e instance/served ] && exit 2
[ "$1" = backup ] || exit 0
[ -e instance/full ] && exit 1
touch instance/backup.zip; echo "$PWD/instance/backup.zip"
"""


def git(folder, *words):
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    done = subprocess.run(
        ["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.fixture
def checkout(tmp_path):
    """Return a checkout of version one; version two is there to be fetched."""
    source, checkout = tmp_path / "source", tmp_path / "checkout"
    (source / "scripts").mkdir(parents=True)
    (source / "venv" / "bin").mkdir(parents=True)
    shutil.copy(ROOT / "scripts" / "update", source / "scripts")
    (source / "scripts" / "setup.sh").write_text(GROUND)
    (source / "venv" / "bin" / "scorepad").write_text(PAD)
    (source / "venv" / "bin" / "scorepad").chmod(0o755)
    (source / ".gitignore").write_text("instance/\n")
    git(source, "init", "-q", "-b", "main")
    release(source, "one")
    git(tmp_path, "clone", "-q", str(source), "checkout")
    (checkout / "instance").mkdir()
    release(source, "two")
    return checkout


def release(source, version):
    (source / "version").write_text(version)
    git(source, "add", "-A")
    git(source, "commit", "-q", "-m", version)


def update(checkout, *words, **variables):
    """Run it as on a computer without a unit, unless a file is named."""
    ours = {k: v for k, v in os.environ.items() if not k.startswith("SCOREPAD_")}
    return subprocess.run(
        [checkout / "scripts" / "update", *words],
        cwd=checkout,
        env={**ours, "ENVIRONMENT_FILE": "", **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def log(checkout):
    return (checkout / "instance" / "log").read_text().splitlines()


def test_an_update_begins_with_a_backup_and_the_way_back_leads_to_it(checkout):
    """The newer program removes what it created; then the older one is prepared."""
    (checkout / "instance" / "full").touch()
    refused = update(checkout)
    assert refused.returncode == 1
    assert "nothing was changed" in refused.stderr
    assert (checkout / "version").read_text() == "one"
    (checkout / "instance" / "full").unlink()
    (checkout / "instance" / "log").unlink()

    done = update(checkout)

    assert done.returncode == 0, done.stderr
    assert log(checkout) == ["prepared one", "one backup", "prepared two"]
    assert "two" in done.stdout
    assert (checkout / "version").read_text() == "two"
    back = update(checkout, "--back")
    assert back.returncode == 0, back.stderr
    assert (checkout / "version").read_text() == "one"
    backup = checkout / "instance" / "backup.zip"
    assert log(checkout)[-2:] == [f"two restore {backup} --replace", "prepared one"]
    assert update(checkout, "--back").returncode == 1


def test_the_way_back_is_refused_while_served_and_read_by_the_older_version(checkout):
    """The older version reads its backup where the newer one cannot begin."""
    update(checkout)
    (checkout / "instance" / "served").touch()
    refused = update(checkout, "--back")
    assert refused.returncode == 1
    assert "not back in place" in refused.stderr
    assert (checkout / "version").read_text() == "two"
    (checkout / "instance" / "served").unlink()
    (checkout / "instance" / "broken").write_text("two")

    done = update(checkout, "--back")

    assert done.returncode == 0, done.stderr
    backup = checkout / "instance" / "backup.zip"
    assert log(checkout)[-2:] == ["prepared one", f"one restore {backup} --replace"]


SERVED = "postgresql://pad:se$cret&more@localhost/pad?sslmode=require"
ENVIRONMENT = f"""# of the unit
SCOREPAD_HOST=127.0.0.1

SCOREPAD_DATABASE_URL={SERVED}
SCOREPAD_ADDRESS="https://pad.example.org"
"""


def test_the_backup_is_of_the_database_that_the_unit_serves(checkout, tmp_path):
    file = tmp_path / "scorepad.env"
    file.write_text(ENVIRONMENT)

    done = update(checkout, ENVIRONMENT_FILE=str(file))

    assert done.returncode == 0, done.stderr
    used = (checkout / "instance" / "databases").read_text().splitlines()
    assert used == [SERVED] * 3  # prepared, backed up, prepared
    assert "of postgresql://localhost/pad ..." in done.stdout
    assert "se$cret" not in done.stdout + done.stderr


def test_an_update_without_rights_names_the_exact_line_to_run(tmp_path):
    for name in ("bash", "dirname", "env", "readlink"):
        (tmp_path / name).symlink_to(shutil.which(name))
    for name, said in (("id", "echo 1000"), ("apt-get", "touch $0.called")):
        program = tmp_path / name
        program.write_text(f"#!/bin/bash\n{said}\n")
        program.chmod(0o755)
    command = f". '{ROOT}/scripts/setup.sh'; install_debian 'The library' libfoo0"

    done = subprocess.run(
        ["/bin/bash", "-c", command],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    line = "apt-get install -y --no-install-recommends libfoo0"
    assert f"run this line, then start again: sudo {line}" in done.stderr
    assert not (tmp_path / "apt-get.called").exists()
