"""What comes in is let in as it comes."""

from tests.mutants.mutant import Mutant

RAW = "tests/faults/test_raw_requests.py"

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
)
