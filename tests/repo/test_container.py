"""The container: what its files say, and its command in a root of its own."""

import json
import re
import shlex
import subprocess
import sys

import pytest
import yaml

from scorepad.cli.server import FINISH_S
from scorepad.settings import VARIABLES, Settings
from tests.faults.writers import Evening, Writer, verdict
from tests.repo.source import ROOT
from tests.repo.test_wheel import build_wheel, in_an_empty_environment
from tests.support.serving import serving

RECIPES = ROOT / "docs" / "recipes"
COMPOSED = {
    name: yaml.safe_load((RECIPES / name).read_text("utf-8"))
    for name in ("compose.yaml", "club.compose.yaml")
}


def containerfile():
    """Return the instructions of both stages: a word and the rest of its line."""
    text = (RECIPES / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and line[0] != "#"]
    said = [(line.split()[0], " ".join(line.split()[1:])) for line in lines]
    first, last = (number for number, (word, _) in enumerate(said) if word == "FROM")
    return said[first:last], dict(said[last:])


def test_one_stage_builds_and_the_other_runs_without_rights_games_or_secrets():
    build, run = containerfile()
    left_out = (RECIPES / "Containerfile.dockerignore").read_text().splitlines()

    assert build[0][1].endswith(" AS build")
    assert run["COPY"].startswith("--from=build ")
    assert int(run["USER"]) > 0
    assert run["VOLUME"] == "/data"
    assert f"SCOREPAD_INSTANCE={run['VOLUME']}" in run["ENV"]
    assert "/health/ready" in run["HEALTHCHECK"]
    assert any("--require-hashes" in rest for _, rest in build)
    assert {"instance", ".venv", ".git", "**/.env"} <= {*left_out}


def test_the_container_starts_as_the_documentation_says():
    command = json.loads(containerfile()[1]["CMD"])
    guide = (ROOT / "docs" / "install.md").read_text("utf-8")

    assert command == ["scorepad", "serve"]
    assert f"\n{shlex.join(command)} " in guide
    for name in COMPOSED:
        assert f"docker compose -f docs/recipes/{name} up -d" in guide
    first = (RECIPES / "Containerfile").read_text("utf-8").splitlines()[0]
    assert first.removeprefix("# ") in guide


FILLED = {
    "SCOREPAD_ADDRESS": "http://192.168.1.20:8000",
    "PAD_NAME": "pad.example.org",
    "PAD_PASSWORD": "a-word",
    "PAD_SECRET": "0123456789abcdefghijklmnopqrstuvwxyz",
}


@pytest.mark.parametrize("name", COMPOSED)
def test_f11_a_composed_container_has_few_rights_time_to_stop_and_settings(name):
    service = COMPOSED[name]["services"]["scorepad"]
    filled = {
        variable: re.sub(r"\$\{(\w+)[^}]*\}", lambda found: FILLED[found[1]], value)
        for variable, value in service["environment"].items()
    }
    fields = {v.removeprefix("SCOREPAD_").lower(): x for v, x in filled.items()}

    assert service["read_only"] is True
    assert service["tmpfs"] == ["/tmp"]  # noqa: S108 - in the container
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["volumes"] == ["data:/data"]
    assert "data" in COMPOSED[name]["volumes"]
    assert (RECIPES / service["build"]["context"]).resolve() == ROOT
    assert (ROOT / service["build"]["dockerfile"]).is_file()
    assert "command" not in service
    assert int(service["stop_grace_period"].removesuffix("s")) > FINISH_S
    assert filled.keys() <= VARIABLES
    assert Settings(**fields).address == fields["address"]


CLIENTS = {"12": "15", "13": "17"}
"""The version of PostgreSQL in a version of Debian."""


def test_backups_are_made_by_a_client_as_new_as_the_server():
    debian = re.search(r"debian:(\d+)", containerfile()[1]["FROM"])
    image = COMPOSED["club.compose.yaml"]["services"]["database"]["image"]

    assert int(CLIENTS[debian[1]]) >= int(image.removeprefix("postgres:"))


ROOM = "--die-with-parent --tmpfs /tmp --proc /proc --dev /dev"
ROOM += " --remount-ro / --clearenv --cap-drop ALL"
"""What Bubblewrap, which WebKit needs too, puts into a root of its own."""


@pytest.fixture
def container(tmp_path):
    """Return a function that runs a command as the Containerfile does."""
    data, said = tmp_path / "data", containerfile()[1]
    data.mkdir()
    words = ["bwrap", "--bind", data, said["VOLUME"]]
    for place in ("/usr", "/etc", sys.base_prefix):
        words += ["--ro-bind", place, place]
    for name in ("bin", "lib", "lib64", "sbin"):
        words += ["--symlink", f"usr/{name}", f"/{name}"]
    words += ["--unshare-user", "--uid", said["USER"], "--gid", said["USER"]]
    if subprocess.run([*words, "true"], check=False).returncode:
        pytest.skip("this machine lets nobody have a root of their own")
    in_an_empty_environment(build_wheel(tmp_path), tmp_path / "installed")
    words += ["--ro-bind", tmp_path / "installed", "/scorepad", *ROOM.split()]

    def run(*command, start=subprocess.run, **settings):
        variables = {f"SCOREPAD_{k.upper()}": v for k, v in settings.items()}
        variables |= dict(each.split("=", 1) for each in said["ENV"].split())
        setting = [word for each in variables.items() for word in ("--setenv", *each)]
        how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        return start([*words, *setting, *command], **how)

    return run


@pytest.mark.wide
def test_its_command_serves_keeps_score_and_prints_in_a_root_of_its_own(container):
    said = containerfile()[1]
    command = json.loads(said["CMD"])
    health = json.loads(said["HEALTHCHECK"].partition("CMD ")[2])
    how = {"start": subprocess.Popen, "port": "0", "limits": "off"}
    with serving(container(*command, **how)) as server:
        writer = Writer(Evening(server))
        writer.save()
        assert verdict([writer]) == []
        assert server.send("GET", "/print/pad.pdf?players=4").body[:4] == "%PDF"
        for port, status in ((server.port, 0), (1, 1)):
            asking = [each.replace(":8000", f":{port}") for each in health]
            assert container(*asking).returncode == status
    written = container("sh", "-c", "id -u; touch /scorepad/x /usr/x /x /data/x /tmp/x")
    backup = container("scorepad", "backup")

    assert written.stdout == f"{said['USER']}\n"
    assert written.stderr.count("Read-only") == 3, written.stderr
    assert backup.stdout.startswith("/data/backups/scorepad-"), backup.stderr
