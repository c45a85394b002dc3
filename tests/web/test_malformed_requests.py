"""S12, I14: any request and any failure gets a response with all headers."""

import io
import re
from itertools import cycle, product

import pytest
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorepad.web.middleware import errors
from tests.support.phone import OURS
from tests.support.wide import first_of
from tests.web import addresses
from tests.web.test_headers import POLICY, POLICY_HEADER, PROMISED
from tests.web.test_sheet import Boxes

HOSTS = [
    *("..local", ".local", "a..local", f"{'x' * 64}.local", "xn--.local"),
    *("xn--a.local", "xn--.example", "a b.local", "a@b.local", "*.local"),
    *("[::1", "[::1]]", "[]", "::1", "localhost:", "localhost:a", "localhost:99999999"),
    *("local:-1", "localhost/x", "localhost?x", "\xe4.local", "\x80", "localhost,x"),
    *("", " ", ".", "..", ":", ":80", "%00.local"),
    "\u0661.local".encode().decode("l1"),
]
PATHS = [
    *("", "//", "///home", "/%00", "/\x00", "/\xff\xfe", "/..", "/../../etc/passwd"),
    *("*", "http://evil.example/", "home", "/api/", "/api/groups/x", f"/{'a' * 9000}"),
    *("/static/x/y", "/play/xx", "/health/x"),
    "/\ud800".encode(errors="ignore").decode(),
]
METHODS = ["", "get", "FOO", "TRACE", "CONNECT", "OPTIONS", "PATCH", "DELETE", "\x00"]
NAMES = [
    *("HTTP_COOKIE", "HTTP_ACCEPT_LANGUAGE", "HTTP_ORIGIN", "HTTP_SEC_FETCH_SITE"),
    *("HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_RANGE"),
    *("HTTP_ACCEPT_ENCODING", "HTTP_X_SCOREPAD", "HTTP_USER_AGENT", "QUERY_STRING"),
    *("HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO"),
]
VALUES = [
    *("", "\x00", "\xff", '"', '""W/', "..local", "=;=", "a" * 9000, "%", "\r\nX: y")
]
TYPES = [
    *("application/json", "multipart/form-data; boundary=x"),
    *("application/x-www-form-urlencoded", "multipart/form-data; boundary="),
    "application/json; charset=\xff",
]
BODIES = [
    *(b"", b"\x00", b"--x\r\n", b"--x\r\n\r\n--x--"),
    *(b"%ff=%zz&&==", b'{"a":', b"[" * 999),
]


def ask(app, body=b"", **environ):
    """Return status and headers of the response to a request no client would send."""
    asked = EnvironBuilder("/", input_stream=io.BytesIO(body)).get_environ()
    asked |= {"CONTENT_LENGTH": str(len(body)), **environ}
    _, status, headers = run_wsgi_app(app, asked, buffered=True)
    return status, dict(headers)


def check(app, *, status="", body=b"", **environ):
    said, headers = ask(app, body, **environ)
    assert said.startswith(status) if status else said < "500", (said, environ, body)
    assert PROMISED.items() <= headers.items(), (said, environ, body)
    assert {*headers[POLICY_HEADER].split("; ")} == POLICY
    assert "Cache-Control" in headers


def test_s12_an_impossible_host_is_a_bad_request(app):
    paths = ("/home", "/nothing", "/api/nothing", "/language")
    for host, path, how in product(HOSTS, paths, ("GET", "POST")):
        asked = {"HTTP_HOST": host, "PATH_INFO": path, "REQUEST_METHOD": how}
        check(app, status="400", **asked)
    check(app, HTTP_HOST=f"{'x.' * 200}local")
    app.wsgi_app = ProxyFix(app.wsgi_app, x_host=1)
    for host in HOSTS[:13]:
        check(app, status="400", HTTP_X_FORWARDED_HOST=host)


def test_s12_odd_paths_methods_and_lengths_are_answered(app):
    for path, method in product(PATHS, ["GET", "POST", *METHODS]):
        check(app, PATH_INFO=path, REQUEST_METHOD=method)
        check(app, PATH_INFO=path, REQUEST_METHOD=method, **FROM_OUR_PAGE)
    for length in ["", "-1", "a", "99999999999999999999", "0"]:
        where = {"REQUEST_METHOD": "POST", "PATH_INFO": "/import", **FROM_OUR_PAGE}
        check(app, body=b"x", **where, CONTENT_LENGTH=length)


FROM_OUR_PAGE = {"HTTP_SEC_FETCH_SITE": "same-origin"}


def test_s12_odd_headers_are_answered(app):
    paths = ("/home", "/api/groups/x", "/nothing")
    for name, value, path in product(NAMES, VALUES, paths):
        check(app, PATH_INFO=path, **{name: value})


@pytest.mark.parametrize("kind", first_of(TYPES))
def test_s12_odd_bodies_are_answered_everywhere(app, phone, quick_renderer, kind):
    values = addresses.group_with_games(phone)
    cookie = f"s={phone.client.get_cookie('s').value}"
    sent = {"CONTENT_TYPE": kind, "HTTP_COOKIE": cookie, **FROM_OUR_PAGE}
    writes = [(how, rule) for how, rule in addresses.routes(app) if how != "GET"]
    for method, rule in writes:
        where = {"REQUEST_METHOD": method, "PATH_INFO": addresses.filled(rule, values)}
        for body in BODIES:
            check(app, body=body, **where, **sent)


ODD = [
    *("", " ", "Anna", "Player 1", "<b>&'\"", "=1+1", "\x00", "\u202e", "🧙"),
    *("-1", "1"),
    *("１", "1.5", "9" * 20, "1 2 3", "x" * 41, "null", "2026-02-30", "9999-12-31"),
]
FORM = re.compile(r"<form([^>]*)>(.*?)</form>", re.DOTALL)
ANY_NUMBER = re.compile(r"[0-9a-f-]{36}|\d+")
ENDS_IT_ALL = re.compile(r"/(leave|delete|revoke)$")


def test_r10_an_odd_value_in_any_box_of_any_form_is_answered(
    app, phone, quick_renderer
):
    values, words, sent = addresses.group_with_games(phone), cycle(ODD), set()
    for path in addresses.read(app, values):
        page = phone.client.get(path, buffered=True)
        for how, boxes in FORM.findall(page.text if "html" in page.mimetype else ""):
            action = re.search(r'action="([^"]*)"', how)
            form, to = Boxes(boxes).values, action[1] if action else path
            method, key = ("POST", "data") if "post" in how else ("GET", "query_string")
            for name in form if not ENDS_IT_ALL.search(to) else ():
                if (kind := ANY_NUMBER.sub("", f"{to} {name}")) not in sent:
                    sent.add(kind)
                    said = {key: {**form, name: next(words)}}
                    answer = phone.client.open(to, method=method, headers=OURS, **said)
                    assert answer.status_code < 500, (to, said)
    assert len(sent) > 100


def broken(*_args, **_more):
    raise RuntimeError("CANARY")


@pytest.mark.parametrize(
    "part", ["before", "after", "handler", "routing", "middleware"]
)
def test_s12_s22_an_answer_has_all_headers_whatever_part_fails(
    app, monkeypatch, caplog, part
):
    if part == "middleware":
        monkeypatch.setattr(app, "request_context", broken)
    elif part == "routing":
        monkeypatch.setattr(app, "create_url_adapter", broken)
    elif part == "handler":
        monkeypatch.setattr(errors, "problem", broken)
    else:
        getattr(app, f"{part}_request_funcs").setdefault(None, []).append(broken)
    for path in ("/nothing", "/api/nothing"):
        check(app, status="5", PATH_INFO=path)
        assert "CANARY" not in app.test_client().get(path, headers=OURS).text
    assert "CANARY" in caplog.text


HOSTILE = [
    *("..", "../../../../etc/passwd", "%2e%2e%2f%2e%2e%2fetc%2fpasswd"),
    *("..%5c..%5csecret", "%00", "icon.svg%00.css", "%0d%0aSet-Cookie:%20s=x"),
    *("' OR 1=1 --", "{{7*7}}", "9" * 400, "9" * 19, "\u0661", "-1", "1e3"),
    *("\ud55c", "file:%2f%2f%2fetc%2fpasswd"),
]


@pytest.mark.parametrize("value", first_of(HOSTILE, kept=3))
def test_i14_a_hostile_value_finds_nothing(app, phone, quick_renderer, value):
    values = addresses.group_with_games(phone)
    asked = 0
    for method, rule in addresses.routes(app):
        parts = addresses.PART.findall(rule) if method == "GET" else []
        for part in parts if rule not in addresses.ONLY_WHERE_SET else ():
            path = addresses.filled(rule, values | {part: value})
            answer = phone.client.get(path, follow_redirects=True)
            asked += 1
            assert answer.status_code in {400, 404}, (rule, part)
            assert "Set-Cookie" not in answer.headers
    assert asked > 100
