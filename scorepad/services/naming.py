"""People as pages know them, and names as people give them."""

from dataclasses import dataclass
from uuid import UUID

from scorepad.rules.names import NameRefused, clean_name
from scorepad.services.refusing import EntryRefusedError, FieldObjection


@dataclass(frozen=True, slots=True)
class Person:
    """A player of the group."""

    id_: UUID
    name: str


def name_or_none(text: str) -> str | None:
    """A name that may be left out, clean.

    :raises EntryRefusedError: it is none, though it is not blank.
    """
    if not text.strip():
        return None
    try:
        return clean_name(text)
    except NameRefused as refused:
        raise EntryRefusedError(
            [FieldObjection("name", refused.problem.value)]
        ) from None
