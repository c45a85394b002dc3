"""README, CHANGELOG and docs: links work, and what they tell is as the code has it."""

import re
from datetime import timedelta
from typing import get_args
from urllib.parse import unquote

from scorepad.cli.server import LARGEST_BODY as LARGEST_REQUEST
from scorepad.cli.server import MOST_CONNECTIONS
from scorepad.db.backups import KEPT
from scorepad.games import documents
from scorepad.games.names import LONGEST
from scorepad.imports import files as uploads
from scorepad.imports.found import MOST_GAMES
from scorepad.pdf.worker import Limits
from scorepad.services import activity, invites, rate_limits
from scorepad.services.devices import FORGOTTEN_AFTER
from scorepad.services.jobs import IDLE_AFTER, KEPT_FOR
from scorepad.services.rate_limits import MOST, Limit
from scorepad.services.season_books import MOST_BOOKS
from scorepad.settings import VARIABLES, Settings
from scorepad.web import books
from tests.repo.source import ROOT, files, modules, shown

LINK = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
SOURCE = re.compile(r"<(?:img|a)\b[^>]*?\s(?:src|href)=\"([^\"]+)\"")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`[^`\n]*`")
SETTING = re.compile(r"\bSCOREPAD_[A-Z][A-Z_]*[A-Z]\b")


def writings():
    return [*ROOT.glob("*.md"), *files(".md", under="docs")]


def anchors(text):
    """Return the anchors of a page, as GitHub makes them of its headings."""
    headings = re.findall(r"^#{1,6}\s+(.+?)\s*#*$", FENCE.sub("", text), re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {line.replace(" ", "-") for line in plain}


def links(text):
    bare = CODE.sub("", FENCE.sub("", text))
    return LINK.findall(bare) + SOURCE.findall(bare)


def is_dead(link, page):
    if re.match(r"[a-z]+:", link):
        return False
    path, _, anchor = link.partition("#")
    target = (page.parent / unquote(path)).resolve() if path else page
    if not target.exists() or not target.is_relative_to(ROOT):
        return True
    return bool(anchor) and anchor not in anchors(target.read_text("utf-8"))


def test_no_link_is_dead():
    found = [
        (page, link) for page in writings() for link in links(page.read_text("utf-8"))
    ]

    assert len(writings()) >= 3
    assert found
    assert [f"{shown(p)}: {link}" for p, link in found if is_dead(link, p)] == []


def test_what_contributing_names_in_the_code_exists():
    """A walk-through that names a function that moved or went leads nowhere."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"`(\w{3,})(?:\(.*?\))?`", text)) - {"misdealt", "npm"}
    paths = files(".py", ".js", ".html", ".toml")
    code = " ".join(
        path.read_text("utf-8") for path in paths if "dist" not in path.parts
    )

    assert {"OF_GAME", "noteField"} <= named
    assert sorted(named - set(re.findall(r"\w+", code))) == []


def test_no_code_page_or_recipe_names_a_setting_that_does_not_exist():
    code = [module.path for module in modules().values()]
    paths = [*code, *writings(), *(ROOT / "docs/recipes").iterdir()]
    named = {
        name for path in paths for name in SETTING.findall(path.read_text("utf-8"))
    }

    assert sorted(named - VARIABLES) == []


ROW = re.compile(r"^\| (?!what |-)(.*)\|$", re.MULTILINE)
NAMED = re.compile(r"`([\w/]+/\w+\.(?:py|test\.js))`")


def promises():
    text = (ROOT / "docs/reliability.md").read_text("utf-8")
    return [row for row in ROW.findall(text) if set(row) - set("-| ")]


def test_every_promise_names_a_test_that_exists():
    assert len(promises()) > 50
    assert [row for row in promises() if not NAMED.search(row.split("|")[-1])] == []
    named = {name for row in promises() for name in NAMED.findall(row)}
    assert {name for name in named if not (ROOT / "tests" / name).exists()} == set()


SPANS = {timedelta(minutes=1): "a minute", timedelta(hours=1): "an hour"}
PER = {
    Limit.NEW_GROUP: ("new groups (`SCOREPAD_NEW_GROUPS`)", "address"),
    Limit.NEW_DEVICE: ("devices that join", "address"),
    Limit.SIGNUP: ("wrong sign-up codes", "address"),
    Limit.WRONG_CODE: ("wrong join codes", "address"),
    Limit.SAVE: ("saves", "device"),
    Limit.FORM: ("forms", "device"),
    Limit.GROUP_WRITE: ("kilobytes saved", "group"),
    Limit.ADDRESS_WRITE: ("kilobytes saved", "address"),
    Limit.PRINT: ("printed sheets", "device"),
    Limit.PICTURE: ("previews of sheets, pictures", "device"),
    Limit.EXPORT: ("exports", "device"),
}


def section(heading):
    text = (ROOT / "docs/limits.md").read_text("utf-8")
    return text.partition(f"## {heading}\n")[2].partition("\n## ")[0]


def rows(text):
    """Return the cells of a table, without its head."""
    lines = re.findall(r"^\| (.*) \|$", text, re.MULTILINE)
    return [tuple(line.split(" | ")) for line in lines][1:]


FIXED = {"HOST", "PORT", "TRUSTED_PROXIES", "LIMITS", "SIGNUPS"}


def test_settings_are_documented_as_they_are_declared():
    told = rows((ROOT / "docs/settings.md").read_text("utf-8"))
    fields = Settings.model_fields

    assert [each[0] for each in told] == [f"`SCOREPAD_{n.upper()}`" for n in fields]
    defaults = {name: default for name, default, *_ in told}
    assert defaults["`SCOREPAD_NEW_GROUPS`"] == str(MOST[Limit.NEW_GROUP][1])
    for (name, default, expected, what), field in zip(
        told, fields.values(), strict=True
    ):
        assert expected.replace("`", "") == field.description, name
        assert what, name
        if default.startswith("`") and default.endswith("`") and " " not in default:
            declared = {True: "on"}.get(field.default, field.default)
            assert default == f"`{declared}`", name
        is_fixed = name[len("`SCOREPAD_") : -1] in FIXED
        assert "`" in default or not is_fixed, name


def test_every_rate_limit_is_documented_as_it_is_counted():
    assert rows(section("How often")) == [
        (*PER[limit], f"{most} {SPANS[span]}") for limit, (span, most) in MOST.items()
    ]
    text = section("How often")
    modest = rate_limits.MODEST_TIMES, rate_limits.MODEST_KILOBYTES
    assert f"more than {rate_limits.BYTES_OF_ONE} bytes" in text
    assert "({} times a minute, {} kB each)".format(*modest) in text
    assert rate_limits.MODEST_MORE == 10
    assert f"per group, {invites.WRONG_PER_GROUP} an hour" in text
    assert f"{invites.WRONG_IN_A_CROWD} an hour instead" in text


def test_every_size_is_documented_as_it_is_declared():
    sheet, book = Limits(), books.LIMITS
    told = [most for _, most in rows(section("How much"))]
    size = uploads.LARGEST >> 20

    assert told == [
        str(rate_limits.MOST_GAMES),
        str(rate_limits.MOST_PEOPLE),
        str(invites.MOST_INVITES),
        str(activity.MOST_KEPT),
        str(LONGEST),
        f"{documents.LARGEST >> 10} kB",
        f"{size} MB, {uploads.MOST_ROWS} rows, {MOST_GAMES} games",
        f"{LARGEST_REQUEST >> 20} MB",
        str(MOST_CONNECTIONS),
        f"{sheet.seconds:.0f} s, {sheet.megabytes} MB",
        f"{book.seconds} s, {book.megabytes} MB",
        str(MOST_BOOKS),
    ]


def test_every_span_of_time_is_documented_as_it_is_declared():
    told = [span for _, span in rows(section("How long"))]
    kept = FORGOTTEN_AFTER, KEPT, activity.KEPT, KEPT_FOR, IDLE_AFTER
    days = rate_limits.LINK_LASTS, *kept

    assert told[0] == f"{invites.OPEN_FOR // timedelta(minutes=1)} minutes"
    assert told[1:] == [f"{span.days} days" for span in days]


def test_every_way_to_sign_up_is_documented():
    told = [mode.strip("`") for mode, _ in rows(section("Sign-ups"))]

    assert told == [*get_args(Settings.model_fields["signups"].annotation)]
    assert section("Sign-ups").count("SCOREPAD_SIGNUP_CODE") == 1
