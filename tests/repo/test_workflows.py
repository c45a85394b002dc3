"""The workflows and forms on GitHub: valid, with few rights, and no logic but ours."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import check_jsonschema
import pytest
import yaml
from click.testing import CliRunner

from tests.repo.source import ROOT, shown, text_files

GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
PROGRAMS = Path(sys.executable).parent
SCHEMAS = {
    "workflows/*.yml": "vendor.github-workflows",
    "dependabot.yml": "vendor.dependabot",
    "ISSUE_TEMPLATE/config.yml": "vendor.github-issue-config",
    "ISSUE_TEMPLATE/[!c]*.yml": "vendor.github-issue-forms",
}


def ran(*words):
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)


def jobs():
    for path in WORKFLOWS:
        for name, job in yaml.safe_load(path.read_text("utf-8"))["jobs"].items():
            yield f"{path.name}: {name}", job


def commands(job):
    return [step["run"] for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("files", SCHEMAS)
def test_what_github_reads_follows_its_schema(files, tmp_path):
    paths = [str(path) for path in GITHUB.glob(files)]
    wrong = tmp_path / "wrong.yml"
    wrong.write_text("jobs: 7\nbody: 7\nupdates: 7\nblank_issues_enabled: 7\n")

    done = checked(files, *paths)

    assert paths
    assert done.exit_code == 0, done.output
    assert checked(files, str(wrong)).exit_code == 1


def checked(files, *paths):
    check = ("--builtin-schema", SCHEMAS[files])
    return CliRunner().invoke(check_jsonschema.main, [*check, *paths])


def test_workflows_have_no_known_weakness():
    """Unpinned actions, rights that are not needed, values put into commands."""
    done = ran(
        PROGRAMS / "zizmor",
        "--offline",
        "--pedantic",
        "--no-progress",
        "--color=never",
        GITHUB,
    )

    assert done.returncode == 0, done.stdout
    assert "1 ignored" in done.stdout + done.stderr


def test_a_command_of_a_workflow_is_one_of_our_scripts():
    found = [(where, line) for where, job in jobs() for line in commands(job)]

    assert {line for _, line in found} >= {"./scripts/check", "./scripts/test"}
    for where, line in found:
        assert re.fullmatch(r"\./scripts/[a-z]+( --[a-z]+)*", line), (where, line)
        assert os.access(ROOT / line.split()[0], os.X_OK), (where, line)


def test_a_job_may_read_the_code_and_only_codeql_may_report():
    for path in WORKFLOWS:
        assert yaml.safe_load(path.read_text("utf-8"))["permissions"] == {}
    for where, job in jobs():
        more = {"security-events": "write"} if "codeql" in where else {}
        assert job["permissions"] == {"contents": "read", **more}, where
        assert job["timeout-minutes"] <= 60, where


def test_tests_run_on_every_python_that_is_promised():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    matrix = dict(jobs())["tests.yml: tests"]["strategy"]["matrix"]["python"]
    listed = re.findall(
        r"Python :: (3\.\d+)", "\n".join(project.get("classifiers", ()))
    )

    assert project["requires-python"] == f">={matrix[0]}"
    assert matrix == [f"3.{minor}" for minor in range(11, 15)]
    assert listed in ([], matrix)


WRITTEN = {".py", ".js", ".css", ".html", ".md", ".toml", ".yml", ".yaml", ".service"}


def test_files_are_written_as_editorconfig_says():
    """In UTF-8, with spaces, and with a line's end at the end only."""
    paths = [path for path in text_files() if path.suffix in WRITTEN]
    mine = [path for path in paths if "dist" not in path.parts]
    wrong = [path for path in mine if not is_tidy(path.read_bytes().decode("utf-8"))]

    assert len(mine) > 500
    assert [shown(path) for path in wrong] == []


def is_tidy(text):
    return not text or (text[-1] == "\n" and not re.search(r"\r|\n\t|[ \t]\n", text))
