"""The command line: commands are imported when they run, so that they start fast."""

import gc
import json
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

VERSION = "1.0.0"

COMMANDS = {
    "serve": ("serve", "Serve Scorepad to phones and browsers."),
    "score": ("score", "Work out a game document."),
    "trick": ("score", "Say who wins a trick, or which cards are legal."),
    "sheet": ("sheet", "Print a blank pad or a game."),
    "import": ("maintenance", "Import games from files of other programs."),
    "demo": ("demo", "Fill a group with simulated games."),
    "backup": ("maintenance", "Make a backup of everything."),
    "restore": ("maintenance", "Put a backup back in place."),
    "move": ("maintenance", "Move everything to another database."),
    "check": ("maintenance", "Look for damage in the database and the newest backup."),
    "group": ("maintenance", "List groups, recover one, or add one."),
    "rebuild": ("maintenance", "Work out all statistics again."),
}
"""The module of each command in :mod:`scorepad.cli`, and its description."""

REFUSED = 2  # exit status if a command is invalid or fails


class CommandError(click.ClickException):
    """A command failed; the message is one sentence."""

    def __init__(self, message: str, exit_code: int = REFUSED) -> None:
        """Set the message and the exit status."""
        super().__init__(message)
        self.exit_code = exit_code  # type: ignore[misc] # as click's own Exit does


def print_json(answer: dict[str, Any]) -> None:
    """Print a JSON object on one line, escaped as far as the encoding needs."""
    encoding = (sys.stdout.encoding or "").lower()
    print(json.dumps(answer, ensure_ascii=encoding not in {"utf-8", "utf8"}))


class LazyGroup(click.Group):
    """A group that imports a command only to run it or to show its help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name."""
        if cmd_name not in COMMANDS:
            return None
        module, _ = COMMANDS[cmd_name]
        gc.disable()  # imported modules stay: collecting garbage among them takes time
        try:
            found = import_module(f"scorepad.cli.{module}")
        except ModuleNotFoundError as missing:
            if missing.name not in {"fcntl", "resource"}:
                raise
            raise CommandError(
                f"'scorepad {cmd_name}' needs Linux or macOS; on Windows it runs in WSL"
                " and in a container (docs/install.md)."
            ) from None
        command: click.Command = getattr(found, cmd_name.replace("import", "import_"))
        gc.freeze()
        gc.enable()
        return command

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, does) for name, (_, does) in COMMANDS.items()])


@click.group(cls=LazyGroup, no_args_is_help=False)
@click.version_option(VERSION, message="%(prog)s %(version)s")
def cli() -> None:
    """Keep score of Wizard, print the sheet, see the season.

    'scorepad COMMAND --help' tells more about one of them.
    """


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status; print errors as one line."""
    words = list(sys.argv[1:] if argv is None else argv)
    # There are no plugins; looking for them reads the metadata of every package.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        return cli.main(words, "scorepad", standalone_mode=False) or 0
    except click.ClickException as error:
        name = words[0] if words and words[0] in COMMANDS else ""
        prefix = f"scorepad {name}".strip()
        said = error.format_message()
        if isinstance(error, click.UsageError):
            said = f"{said.removesuffix('.')} (see {prefix} --help)"
        printable = "".join(c if c.isprintable() else "·" for c in said)
        click.echo(f"{prefix}: {printable}", err=True)
        return error.exit_code
    except click.Abort:
        return REFUSED
