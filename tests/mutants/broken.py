"""The list: in which row, what is wrong, where it is made, and which tests find it."""

from tests.mutants.attacks import ATTACKS
from tests.mutants.inputs import INPUTS
from tests.mutants.load import LOAD
from tests.mutants.mutant import Mutant
from tests.mutants.network import NETWORK
from tests.mutants.privacy import PRIVACY
from tests.mutants.server import SERVER
from tests.mutants.together import TOGETHER

__all__ = ["MUTANTS", "Mutant"]

MUTANTS = (*TOGETHER, *NETWORK, *SERVER, *LOAD, *INPUTS, *ATTACKS, *PRIVACY)
