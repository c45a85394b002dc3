"""The command line: which commands there are, and how one is chosen.

A command's module is imported only when that command runs, so that ``scorepad score``
never waits for a web server or a PDF writer to load.
"""

import argparse
import gc
import importlib
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn, Protocol

from scorepad.commands.printing import REFUSED


class Command(NamedTuple):
    """A word after ``scorepad``: the module that knows it, and what it does."""

    name: str
    module: str
    help_: str


COMMANDS = (
    Command("serve", "scorepad.commands.serve", "serve the pad to phones and browsers"),
    Command("score", "scorepad.commands.score", "work out a game document"),
    Command(
        "trick", "scorepad.commands.trick", "say who takes a trick, or what is legal"
    ),
    Command("sheet", "scorepad.commands.sheet", "print a blank pad or a game"),
    Command("demo", "scorepad.commands.demo", "fill a group with simulated games"),
    Command("backup", "scorepad.commands.backup", "make a backup of everything"),
    Command("restore", "scorepad.commands.restore", "put a backup back in place"),
    Command("move", "scorepad.commands.move", "move everything to another database"),
    Command("check", "scorepad.commands.check", "look whether anything is damaged"),
    Command("group", "scorepad.commands.group", "list groups, or let somebody back in"),
    Command("rebuild", "scorepad.commands.rebuild", "work out all sums again"),
)


class CommandModule(Protocol):
    """What a module of :mod:`scorepad.commands` offers."""

    __doc__: str | None

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare what may follow the command's name."""

    def run(self, args: argparse.Namespace) -> int:
        """Do it, and say how it went: 0 well, 2 refused."""


class _Parser(argparse.ArgumentParser):
    """A parser whose refusal is one sentence instead of a page of usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(REFUSED, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that the words of the command line name."""
    words = list(sys.argv[1:] if argv is None else argv)
    args = _parser_for(words).parse_args(words)
    status: int = args.run(args)
    return status


def _parser_for(words: Sequence[str]) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="scorepad",
        description="Keep score of Wizard, print the sheet, see the season.",
        epilog="'scorepad COMMAND --help' tells more about one of them.",
    )
    chooser = parser.add_subparsers(metavar="COMMAND", required=True, title="commands")
    for command in COMMANDS:
        below = chooser.add_parser(command.name, help=command.help_)
        if words[:1] == [command.name]:
            _load(command, below)
    return parser


def _load(command: Command, parser: argparse.ArgumentParser) -> None:
    module: CommandModule = _imported(command.module)
    parser.description = module.__doc__
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    module.add_arguments(parser)
    parser.set_defaults(run=module.run)


def _imported(name: str) -> Any:
    """What is loaded stays: to look through it for garbage is a tenth of a start."""
    gc.disable()
    try:
        return importlib.import_module(name)
    finally:
        gc.freeze()
        gc.enable()


if __name__ == "__main__":
    sys.exit(main())
