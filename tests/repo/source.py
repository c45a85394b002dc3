"""The repository as data: its modules, their imports, its text files."""

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
NOT_OURS = {
    *(".git", ".venv", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache"),
    *("__pycache__", "node_modules", "instance", "vendor"),
}
BINARY = {
    *(".png", ".jpg", ".ico", ".mo", ".otf", ".ttf", ".woff2"),
    *(".pdf", ".db", ".whl", ".zip"),
}


@dataclass(frozen=True)
class Module:
    name: str
    path: Path
    tree: ast.Module


def files(*suffixes, under="."):
    """Return our files with these suffixes (all without any), except vendored ones."""
    return sorted(
        path
        for path in (ROOT / under).rglob("*")
        if path.is_file()
        and (not suffixes or path.suffix in suffixes)
        and not NOT_OURS & set(path.relative_to(ROOT).parts)
        and not any(part.endswith(".egg-info") for part in path.parts)
    )


def text_files():
    return [path for path in files() if path.suffix not in BINARY]


def shown(path):
    return path.relative_to(ROOT).as_posix()


@cache
def modules(under="scorepad"):
    found = {}
    for path in files(".py", under=under):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = Module(name, path, ast.parse(path.read_text("utf-8"), str(path)))
    return found


def imports(module):
    """Yield every dotted name a module imports, also inside functions.

    ``from a import b`` counts as ``a.b`` if that is a module of ours, else as ``a``.
    """
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                yield "." * node.level + (node.module or "")
                continue
            base = node.module or ""
            for alias in node.names:
                whole = f"{base}.{alias.name}"
                yield whole if whole in modules() else base
