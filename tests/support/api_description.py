"""Checks every API response of every test against the OpenAPI description."""

import re
from functools import cache

import jsonschema_rs
from flask import request

from scorepad.web.api.openapi import paths, schemas

UNEXPECTED = 500


def attach(app):
    app.after_request(checked)


def operation_of(asked):
    if asked.url_rule is None:
        return None
    path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", asked.url_rule.rule)
    return paths().get(path, {}).get(asked.method.lower())


def checked(answer):
    """Return the *answer*; fail if the description does not allow it."""
    operation = operation_of(request)
    if operation is None or answer.status_code == UNEXPECTED:
        return answer
    described = operation["responses"].get(str(answer.status_code))
    where = f"{request.method} {request.path}: {answer.status_code}"
    assert described is not None, f"{where} is not described"
    if content := described.get("content"):
        assert answer.mimetype in content, f"{where} is {answer.mimetype}"
        name = content[answer.mimetype]["schema"]["$ref"].rsplit("/", 1)[1]
        problems = [
            f"{error.instance_path}: {error.message}"
            for error in validator(name).iter_errors(answer.get_json())
        ]
        assert not problems, f"{where}: {problems}"
    return answer


@cache
def validator(name):
    return jsonschema_rs.Draft202012Validator(
        {"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas()}},
        validate_formats=True,
    )
