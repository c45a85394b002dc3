"""Why something is refused for now: a reason for programs, a sentence for people."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scorepad.services.pacing import Deed
from scorepad.store.upkeep.faults import Cause
from scorepad.words.translations import msgid

TYPE: Final = "urn:problem-type:scorepad:"
"""How the type of a problem begins; its reason follows."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A *reason*, as the play page knows it, and a *sentence* to be translated."""

    reason: str
    sentence: str


LIMITS: Final[Mapping[Deed, Refusal]] = {
    Deed.FOUND: Refusal(
        "too_many_groups",
        msgid("This server takes no new groups from here for now."),
    ),
    Deed.ENTER: Refusal(
        "too_many_devices",
        msgid("This server lets no more new devices in from here for now."),
    ),
    Deed.SIGNUP: Refusal(
        "too_many_signup_codes", msgid("Too many wrong codes came from here.")
    ),
    Deed.SAVE: Refusal(
        "too_many_saves",
        msgid("This device has saved too often; what was tapped stays on it."),
    ),
    Deed.FORM: Refusal(
        "too_many_forms",
        msgid("Too many forms were sent: wait, go back, and send this one again."),
    ),
    Deed.GROUP_WRITE: Refusal(
        "too_many_saves_of_group",
        msgid("The phones of this group save too much at once."),
    ),
    Deed.ADDRESS_WRITE: Refusal(
        "too_many_saves_from_here",
        msgid("Too much is saved from here at once."),
    ),
    Deed.PRINT: Refusal(
        "too_many_sheets", msgid("Too many sheets were printed from here.")
    ),
    Deed.PICTURE: Refusal(
        "too_many_pictures", msgid("Too many pictures were drawn from here.")
    ),
    Deed.EXPORT: Refusal(
        "too_many_exports", msgid("Too much was downloaded from here.")
    ),
}
SIGNUPS: Final[Mapping[str, Refusal]] = {
    "code": Refusal(
        "signup_code_needed",
        msgid("A new group needs a code from whoever runs this server."),
    ),
    "closed": Refusal(
        "signups_closed",
        msgid("A new group needs a link from whoever runs this server."),
    ),
}
"""By who may found groups."""

CAUSES: Final[Mapping[Cause, Refusal]] = {
    Cause.DISK_FULL: Refusal(
        Cause.DISK_FULL,
        msgid(
            "The server’s disk is full: nothing can be saved before whoever runs it"
            " has made room."
        ),
    ),
    Cause.READ_ONLY: Refusal(
        Cause.READ_ONLY,
        msgid(
            "The server’s disk cannot be written to: nothing can be saved before"
            " whoever runs it has looked after it."
        ),
    ),
    Cause.DATABASE_LOCKED: Refusal(
        Cause.DATABASE_LOCKED,
        msgid("The server’s database is locked; please try again."),
    ),
    Cause.DATABASE_AWAY: Refusal(
        Cause.DATABASE_AWAY,
        msgid("The server cannot reach its database; please try again."),
    ),
    Cause.OVERLOADED: Refusal(
        Cause.OVERLOADED,
        msgid("The server has too much to do just now; please try again."),
    ),
}
