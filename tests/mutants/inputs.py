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
        "what is not there is refused in a way that no description knows",
        "scorepad/web/every_request/errors.py",
        "return problem(404, say(NOTHING_HERE))",
        "return problem(410, say(NOTHING_HERE))",
        (f"{OPENAPI}::{DESCRIBED}[get /api/groups/{{gid}}/games/{{uuid}}-12 times]",),
    ),
    Mutant(
        "I13",
        "a language may be read in more ways than anybody has time for",
        "scorepad/rules/group_document.py",
        '"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*"',
        '"[A-Za-z]{2,3}([-A-Za-z0-9]+)*"',
        ("tests/repo/test_patterns.py",),
    ),
    Mutant(
        "I13",
        "a name is looked through as often as it has layers",
        "scorepad/rules/names.py",
        "    for _ in range(_MOST_LAYERS):",
        "    for _ in range(10_000):",
        ("tests/rules/test_names.py",),
    ),
    Mutant(
        "I01",
        "a bid of more than one's cards is believed",
        "scorepad/rules/wizard/checks.py",
        "if bid is not None and not 0 <= bid <= cards:",
        "if False:",
        (
            "tests/web/test_api_bad_input.py::test_i01_a_round_that_cannot_be_is_refused_by_field",
        ),
    ),
    Mutant(
        "I02",
        "1.0 is a number",
        "scorepad/rules/strict_json.py",
        "parse_float=_unwelcome_number,",
        "parse_float=lambda text: int(float(text)),",
        ("tests/web/test_api_bad_input.py::test_i02_json_with_loopholes_is_refused",),
    ),
    Mutant(
        "I03",
        "lists stand in lists as deep as they like",
        "scorepad/rules/strict_json.py",
        "    if depth > DEEPEST:",
        "    if False:",
        ("tests/rules/test_strict_json.py::test_deep_nesting_is_refused",),
    ),
    Mutant(
        "I05",
        "marks stand upon marks",
        "scorepad/rules/names.py",
        "        if marks <= _MOST_MARKS:",
        "        if True:",
        ("tests/rules/test_names.py::test_a_name_keeps_what_can_be_read",),
    ),
    Mutant(
        "I05",
        "an export counts the letters of a name by another rule than its form",
        "scorepad/rules/group_document.py",
        "    return SeasonWords(\n"
        '        number=fields.required("number", whole_number(1, _MOST_SEASONS)),\n'
        '        name=fields.required("name", maybe(_name)),',
        "    return SeasonWords(\n"
        '        number=fields.required("number", whole_number(1, _MOST_SEASONS)),\n'
        '        name=fields.required("name", maybe(matching(".{0,40}", "a name"))),',
        ("tests/web/test_everything.py",),
    ),
    Mutant(
        "I01",
        "minutes that are accepted are refused in an export",
        "scorepad/rules/documents.py",
        'fields.optional("minutes", MINUTES, None)',
        'fields.optional("minutes", maybe(whole_number(1, MOST_MINUTES)), None)',
        ("tests/web/test_everything.py",),
    ),
    Mutant(
        "I06",
        "half a character is a character",
        "scorepad/rules/strict_json.py",
        'return any("\\ud800" <= char <= "\\udfff" for char in text)',
        "return False",
        ("tests/web/test_api_bad_input.py::test_i02_json_with_loopholes_is_refused",),
    ),
    Mutant(
        "I07",
        "wide letters are other letters",
        "scorepad/rules/names.py",
        'folded = unicodedata.normalize("NFKC", text).casefold()',
        "return text.casefold()",
        ("tests/rules/test_names.py::test_i07_two_spellings_of_one_name_share_a_key",),
    ),
    Mutant(
        "I08",
        "a name is markup",
        "templates/season/standings.html",
        "{{ standing.player.name }}</bdi></a>",
        "{{ standing.player.name | safe }}</bdi></a>",
        ("tests/web/test_typed_text.py",),
    ),
    Mutant(
        "I10",
        "a file is called as people call it",
        "scorepad/web/files/filenames.py",
        "{quote(f'{safe}{dot}{kind}', safe='')}",
        "{safe}{dot}{kind}",
        (
            "tests/web/test_exports.py::test_i10_the_file_is_named_after_the_group_and_no_header_breaks",
        ),
    ),
    Mutant(
        "I14",
        "numbers in addresses are as long as they like",
        "scorepad/web/every_request/numbers.py",
        "[0-9]{1,9}",
        "[0-9]+",
        ("tests/web/test_hostile_addresses.py",),
    ),
    Mutant(
        "I14",
        "a file's name is longer than any disk takes",
        "scorepad/web/files/static.py",
        "    except OSError:  #",
        "    except ZeroDivisionError:  #",
        ("tests/web/test_hostile_addresses.py",),
    ),
    Mutant(
        "I11",
        "as many files are opened at once as are sent",
        "scorepad/sheets/press/unpacking.py",
        "    if not _PLACES.acquire(blocking=False):",
        "    if _PLACES.acquire(blocking=False) is None:",
        ("tests/web/test_bringing.py::test_i11_where_two_are_opened_a_third_waits",),
    ),
    Mutant(
        "I11",
        "files of strangers are not counted",
        "scorepad/web/groups/bringing.py",
        "    if current_device() is None:  # whoever",
        "    if False:  # whoever",
        ("tests/web/test_strangers.py",),
    ),
    Mutant(
        "I09",
        "a formula stays a formula",
        "scorepad/web/seasons/spreadsheets.py",
        "if FORMULA.match(value) else value",
        "if False else value",
        ("tests/web/test_exports.py",),
    ),
)
