"""R12: nothing changes without its revision, however the change is written."""

import ast
import re

from tests.repo.source import ROOT

PACKAGE = ROOT / "scorepad"
MIGRATIONS = PACKAGE / "db/migrations"

COUNTED = {
    "db/games.py": {"update(AnyGame)", "revision=AnyGame.revision + 1"},
    "db/rounds.py": {
        *("update(AnyGame)", "revision=AnyGame.revision + 1"),
        *("update(RoundRow)", "revision=RoundRow.revision + 1"),
    },
}
"""Games and rounds in one place, and games whose players were renamed."""

BESIDE = {
    # A seat's bid has a revision of its own, which only this place raises.
    "db/seat_bids.py": {"row.revision += 1"},
    # It is not stored yet.
    "services/sheet_entry.py": {"row.revision = 2 if row.rounds else 1"},
    # Which games and groups somebody may see; what is worked out again by itself.
    "db/groups.py": {
        "update(Membership)",
        "update(Invite)",
        "update(Group)",
        "revision=Group.revision + 1",
    },
    "services/personal_data.py": {"update(Membership)"},
    "services/players.py": {"update(Membership)"},
    "services/rate_limits.py": {"row.on_conflict_do_update()"},
    # A progress bar, not a row.
    "cli/__init__.py": {"bar.update(done - bar.pos)"},
    # On which day a job ran, and a write that changes nothing.
    "services/jobs.py": {
        "session.merge(JobRun(name=name, ran_on=on))",
        "UPDATE alembic_version",
    },
    "db/results.py": {"update(Result)"},
    # How far a book is that is being printed.
    "services/season_books.py": {"update(SeasonBook)"},
    # What people deleted goes, and what it was spoken of by.
    "db/deletions.py": {"update(Device)", "update(table)"},
    # A database that is filled by a move.
    "db/transfer.py": {"update(table)"},
}
"""Places that write to what has no revision, and why they may."""

PAST_THE_OBJECTS = {
    "bulk_save_objects",
    "bulk_update_mappings",
    "on_conflict_do_update",
    "merge",
}
IN_SQL = re.compile(
    r"\b(?<!FOR )(?:UPDATE|REPLACE INTO)\s+\w*|(?i:\bupdate\s+\w+\s+set\b)"
)
NO_TABLES = {
    *("standing", "best", "counts", "sums", "held", "seen", "digest", "told"),
    *(
        *("own.figures", "wins.figures", "answer.vary", "app.config", "os.environ"),
        "self._stirred",
    ),
    *("environment.globals", "environment.filters"),
}
"""Dictionaries, sets and hashes that are updated, too; add other names here."""


def changes_in(source):
    """Return everything in a module that changes rows, or raises a revision."""
    tree = ast.parse(source)
    names = set(names_of_update(tree))
    return {said for node in ast.walk(tree) for said in changes_of(node, names)}


def names_of_update(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sqla"):
            yield from (n.asname or n.name for n in node.names if n.name == "update")


def changes_of(node, names):
    match node:
        case ast.Call(func=called, args=about) if is_change(called, names):
            yield f"{ast.unparse(called)}({', '.join(map(ast.unparse, about))})"
        case ast.Constant(value=str(text)):
            yield from (found.group() for found in IN_SQL.finditer(text))
        case ast.keyword(arg="revision", value=ast.BinOp()):
            yield ast.unparse(node)
        case (
            ast.Assign(targets=[ast.Attribute(attr="revision")])
            | ast.AugAssign(target=ast.Attribute(attr="revision"))
        ):
            yield ast.unparse(node)


def is_change(called, names):
    match called:
        case ast.Name(id=name):
            return name in names
        case ast.Attribute(value=of, attr="update"):
            return ast.unparse(of) not in NO_TABLES
        case ast.Attribute(attr=name):
            return name in PAST_THE_OBJECTS
    return False


def test_r12_revisions_are_raised_in_one_place_and_nothing_is_changed_past_it():
    changing = {
        path.relative_to(PACKAGE).as_posix(): found
        for path in PACKAGE.rglob("*.py")
        if MIGRATIONS not in path.parents
        if (found := changes_in(path.read_text("utf-8")))
    }

    assert changing == COUNTED | BESIDE
