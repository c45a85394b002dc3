"""What comes in is let in as it comes."""

from tests.mutants.mutant import Mutant

INPUTS: tuple[Mutant, ...] = ()
