"""S10: `Member.may` decides who may do what, and nothing else compares roles.

If you add a comparison of roles, say here why it is no decision of its own.
"""

import ast
import re

from tests.repo.source import files, modules, shown

GIVES = {"add_membership"}
"""Calls that name a role to give it to a device."""

GROUPS = "scorepad/services"
REASONS = {
    ("scorepad/services/permissions.py", "may"): "the decision",
    (f"{GROUPS}/invites.py", "join"): "whoever comes in anew never gets less",
    (f"{GROUPS}/invites.py", "_check_role"): "which role is given: `may` said yes",
    (f"{GROUPS}/devices.py", "_change_role"): "what a device with more rights knows",
    (f"{GROUPS}/devices.py", "_revoke_secrets"): "a group keeps an owner",
    (f"{GROUPS}/permissions.py", "is_less"): "asked by join and _change_role",
    (
        f"{GROUPS}/groups.py",
        "make_owner",
    ): "whether the log says so: the claim was right",
    (f"{GROUPS}/groups.py", "restorable_groups"): "deleted: `may` finds none",
    ("scorepad/services/players.py", "other_groups"): "what a form offers",
    (f"{GROUPS}/documents.py", "import_for_host"): "the operator acts as an owner",
    ("scorepad/db/groups.py", "groups_of"): "asked by those two",
    ("scorepad/web/join.py", "_page_after"): "where a new device is led",
}
IN_TEMPLATES = {
    "templates/people/phones.html": "the role that is chosen in a form",
    "templates/join/invites.html": "which ones are offered, as `may` said",
    "templates/join/roles.html": "what a role is called",
    "templates/people/log_entries.html": 'only the sentence says "is"',
}


def is_role(node):
    return any(
        (isinstance(each, ast.Attribute) and each.attr == "role")
        or (isinstance(each, ast.Name) and each.id in {"Role", "role"})
        for each in ast.walk(node)
    )


def names_role(keyword):
    """Whether this is ``role=Role.OWNER`` or another one."""
    match keyword.value:
        case ast.Attribute(value=ast.Name(id="Role")):
            return keyword.arg == "role"
    return False


def compares_roles(node):
    match node:
        case ast.Compare():
            return is_role(node)
        case ast.Match():
            return is_role(node.subject)
        case ast.Subscript(value=ast.Name(id="ALLOWED")):
            return True
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            asks = any(names_role(each) for each in node.keywords)
            return name == "is_less" or (asks and name not in GIVES)
    return False


def where_compared(node, within=""):
    if isinstance(node, ast.FunctionDef):
        within = node.name
    if compares_roles(node):
        yield within
    for child in ast.iter_child_nodes(node):
        yield from where_compared(child, within)


def test_s10_nothing_else_compares_roles():
    found = {
        (shown(module.path), function)
        for module in modules().values()
        for function in where_compared(module.tree)
    }

    assert found == set(REASONS)


def test_s10_nor_does_a_template():
    asked = re.compile(r"\{[%{][^}]*\brole\b[^}]*(?:==|!=|\bin\b|\bis\b)[^}]*[%}]\}")
    found = {
        shown(path)
        for path in files(".html", under="templates")
        if asked.search(path.read_text("utf-8"))
    }

    assert found == set(IN_TEMPLATES)
