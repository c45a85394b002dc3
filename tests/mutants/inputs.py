"""What comes in is let in as it comes."""

from tests.mutants.mutant import Mutant

RAW = "tests/faults/test_raw_requests.py"
OPENAPI = "tests/web/test_openapi.py"
DESCRIBED = "test_i12_whatever_is_sent_the_answer_is_one_that_is_described"

INPUTS = (
    Mutant(
        "I04",
        "what is sent is kept in memory until its end",
        "scorepad/commands/serving/listening.py",
        "max_request_body_size=6 * 1024 * 1024,",
        "max_request_body_size=1 << 30, inbuf_overflow=1 << 30,",
        (f"{RAW}::test_i04_ten_megabytes_cost_no_memory",),
    ),
    Mutant(
        "I04",
        "a body may be as long as it likes",
        "scorepad/app.py",
        "        MAX_CONTENT_LENGTH=LARGEST_BODY,\n",
        "",
        ("tests/web/test_api_bad_input.py::test_bodies_of_another_kind_are_refused",),
    ),
    Mutant(
        "I15",
        "fields that nobody knows are passed over",
        "scorepad/rules/json_fields.py",
        "            if key not in known:",
        "            if False:",
        (
            f"{OPENAPI}::test_i15_a_field_that_is_nobodys_to_send_is_refused_wherever_it_stands",
        ),
    ),
    Mutant(
        "I12",
        "a write without its condition is refused in a way that no description knows",
        "scorepad/web/api/exchange.py",
        "abort(428, 'Expected If-None-Match: * or If-Match",
        "abort(418, 'Expected If-None-Match: * or If-Match",
        (f"{OPENAPI}::{DESCRIBED}[put /api/groups/{{gid}}/games/{{uuid}}-12 times]",),
    ),
    Mutant(
        "I13",
        "a language may be read in more ways than anybody has time for",
        "scorepad/rules/group_document.py",
        '"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*"',
        '"[A-Za-z]{2,3}([-A-Za-z0-9]+)*"',
        ("tests/repo/test_patterns.py",),
    ),
)
