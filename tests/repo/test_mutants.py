"""The faults made on purpose can be made, and the rows of losing nothing have one."""

import ast
import re

import pytest

from tests.mutants.broken import MUTANTS
from tests.repo.source import ROOT
from tests.repo.test_faults import rows

LOSING_NOTHING = re.compile("[RFN]")
FOUND_IN_ITS_OWN_TEST = re.compile("is_found_out|be_found_out")


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda each: f"{each.row} {each.what}")
def test_a_mutant_breaks_one_place(mutant):
    whole = (ROOT / mutant.file).read_text("utf-8")

    assert mutant.broken(whole) != whole
    assert all((ROOT / each.partition("::")[0]).exists() for each in mutant.tests)


@pytest.mark.parametrize(
    "mutant",
    [each for each in MUTANTS if each.file.endswith(".py")],
    ids=lambda each: f"{each.row} {each.what}",
)
def test_what_it_breaks_can_still_be_read(mutant):
    """A program that does not even start is found out by every test."""
    ast.parse(mutant.broken((ROOT / mutant.file).read_text("utf-8")))


def test_every_row_of_losing_nothing_has_a_mutant():
    broken = {each.row for each in MUTANTS}
    within = {id_ for id_, row in rows() if FOUND_IN_ITS_OWN_TEST.search(row)}
    rows_ = {id_ for id_, _ in rows() if LOSING_NOTHING.match(id_)}

    assert rows_ - broken - within == set()


def test_every_mutant_is_of_a_row():
    assert {each.row for each in MUTANTS} <= {id_ for id_, _ in rows()}
