"""A door, a header or a limit is left open."""

from tests.mutants.mutant import Mutant

HEADERS = "tests/web/test_headers.py"
CACHES = "tests/web/test_caches.py"

ATTACKS = (
    Mutant(
        "S12",
        "any page may frame ours, for all that old browsers know",
        "scorepad/web/every_request/headers.py",
        '    "X-Frame-Options": "DENY",\n',
        "",
        (f"{HEADERS}::test_s05_s12_s25_every_answer_carries_the_fixed_headers",),
    ),
    Mutant(
        "S12",
        "any page may frame ours",
        "scorepad/web/every_request/headers.py",
        " form-action 'self'; frame-ancestors 'none';",
        " form-action 'self';",
        (f"{HEADERS}::test_s13_every_answer_carries_the_whole_policy",),
    ),
    Mutant(
        "S13",
        "scripts may stand in a page",
        "scorepad/web/every_request/headers.py",
        "script-src 'self';",
        "script-src 'self' 'unsafe-inline';",
        (f"{HEADERS}::test_s13_every_answer_carries_the_whole_policy",),
    ),
    Mutant(
        "S05",
        "other hosts are told which page led to them",
        "scorepad/web/every_request/headers.py",
        '"Referrer-Policy": "same-origin"',
        '"Referrer-Policy": "unsafe-url"',
        (f"{HEADERS}::test_s05_s12_s25_every_answer_carries_the_fixed_headers",),
    ),
    Mutant(
        "S25",
        "a window that opened ours holds on to it",
        "scorepad/web/every_request/headers.py",
        '    "Cross-Origin-Opener-Policy": "same-origin",\n',
        "",
        (f"{HEADERS}::test_s05_s12_s25_every_answer_carries_the_fixed_headers",),
    ),
    Mutant(
        "P05",
        "pictures come from anywhere",
        "scorepad/web/every_request/headers.py",
        "img-src 'self' data:;",
        "img-src *;",
        (f"{HEADERS}::test_s13_every_answer_carries_the_whole_policy",),
    ),
    Mutant(
        "S16",
        "a table is kept by whoever passes it on",
        "scorepad/web/seasons/spreadsheets.py",
        'answer.headers["Cache-Control"] = "no-store"',
        'answer.headers["Cache-Control"] = "public"',
        (f"{CACHES}::test_s16_every_address_says_who_may_keep_it",),
    ),
    Mutant(
        "S16",
        "the page with the links is kept",
        "scorepad/web/groups/invites.py",
        '    answer.headers["Cache-Control"] = "no-store"\n',
        "",
        (
            f"{CACHES}::test_s16_exports_and_ways_in_are_kept_nowhere",
            f"{CACHES}::test_s16_what_shows_a_secret_is_kept_nowhere",
        ),
    ),
    Mutant(
        "S16",
        "what one sees is what another cookie sees",
        "scorepad/web/every_request/headers.py",
        'headers["Vary"] = f"{said}, Cookie" if said else "Cookie"',
        'headers["Vary"] = said',
        (f"{CACHES}::test_s16_every_address_says_who_may_keep_it",),
    ),
    Mutant(
        "S22",
        "an error is told as it is",
        "scorepad/web/every_request/errors.py",
        "return problem(500, say(WENT_WRONG, number=number), id=number)",
        "return problem(500, repr(error), id=number)",
        ("tests/web/test_error_pages.py",),
    ),
    Mutant(
        "S22",
        "an error has a number that no log knows",
        "scorepad/web/every_request/errors.py",
        'current_app.logger.error("error %s", number, exc_info=error)',
        'current_app.logger.error("error", exc_info=error)',
        ("tests/web/test_error_pages.py",),
    ),
)
