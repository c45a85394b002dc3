"""S23, S28: nothing in the program starts a debugger or runs a text as code."""

import ast

from tests.repo.source import modules

BACK_DOORS = {
    *("DebuggedApplication", "run_simple", "set_trace", "breakpoint"),
    *("render_template_string", "from_string", "eval", "exec"),
}


def back_doors_in(tree):
    for each in ast.walk(tree):
        name = getattr(each, "id", None) or getattr(each, "attr", None)
        if name in BACK_DOORS:
            yield name
        if isinstance(each, ast.keyword) and each.arg in {"debug", "use_debugger"}:
            yield each.arg


def test_s23_s28_there_is_no_back_door():
    found = {
        name: doors
        for name, module in modules().items()
        if (doors := [*back_doors_in(module.tree)])
    }

    assert found == {}
