"""The faults made on purpose can be made, and every row of losing nothing has one."""

import re

import pytest

from tests.mutants.broken import MUTANTS
from tests.repo.source import ROOT
from tests.repo.test_faults import rows


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda each: f"{each.row} {each.what}")
def test_a_mutant_breaks_one_place(mutant):
    whole = (ROOT / mutant.file).read_text("utf-8")

    assert mutant.broken(whole) != whole
    assert all((ROOT / each.partition("::")[0]).exists() for each in mutant.tests)


def test_every_fault_has_a_mutant():
    broken = {each.row for each in MUTANTS}
    within = {id_ for id_, row in rows() if "found_out" in row}
    faults = {id_ for id_, _ in rows() if re.match("[NF]", id_)}

    assert faults - broken - within == set()


def test_every_mutant_is_of_a_row():
    assert {each.row for each in MUTANTS} <= {id_ for id_, _ in rows()}
