"""The group that a request founds, with who asks and from where."""

from uuid import UUID

from scorepad.services.groups.hosting import Founding
from scorepad.web.every_request.addresses import hidden_address
from scorepad.web.every_request.doors import kind_of_device, shown_token


def group_to_found(uuid: UUID, claim: str, time_zone: str, language: str) -> Founding:
    """What is founded, as limits and the device's token need to know it."""
    return Founding(
        uuid,
        claim,
        time_zone,
        language,
        kind_of_device(),
        hidden_address(),
        shown_token(),
    )
