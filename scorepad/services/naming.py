"""People as pages know them."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Person:
    """A player of the group."""

    id_: UUID
    name: str
