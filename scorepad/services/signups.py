"""Who may found a group: anybody, whoever knows the host's code, or nobody.

A link, which is made on the command line, lets one group be founded in any case.
"""

import hmac
import re
import secrets
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple

from itsdangerous import BadSignature, TimestampSigner
from sqlalchemy.orm import Session

from scorepad.db.engine import write_transaction
from scorepad.services.devices import peppered
from scorepad.services.errors import RefusedError
from scorepad.services.invites import WrongCodeError
from scorepad.services.rate_limits import (
    LINK_LASTS,
    Deed,
    is_first_use,
    spend,
)

_LINK_BYTES: Final = 9


class Signups(StrEnum):
    """Who may found groups on a server."""

    OPEN = "open"
    CODE = "code"
    CLOSED = "closed"


class SignupRefusedError(RefusedError):
    """A new group needs a code or a link, and there is none."""


class SignupRules(NamedTuple):
    """Who may found groups, with which *code*; *pepper* is the server's own secret."""

    mode: Signups
    code: str
    pepper: str


def new_link(pepper: str) -> str:
    """Return the secret of a link with which one group may be founded."""
    return _signer(pepper).sign(secrets.token_urlsafe(_LINK_BYTES)).decode()


def prove(
    session: Session, at: datetime, typed: str, rules: SignupRules, address: str
) -> str:
    """Return what a browser keeps as proof that it was told the code or a link.

    :raises WrongCodeError: it is neither.
    :raises TooOftenError: too many codes were wrong from this hidden address.
    """
    bare = typed.strip().rpartition("#")[2]
    if _is_link(bare, rules.pepper):
        return bare
    is_right = rules.mode is Signups.CODE and _same(_plain(bare), _plain(rules.code))
    with write_transaction(session):
        # The right one is not counted, but is not looked at after too many wrong ones.
        spend(session, Deed.SIGNUP, address, at)
        if not is_right:
            session.commit()
            raise WrongCodeError
    return _proof_of_code(rules)


def link_shown(rules: SignupRules, proof: str) -> str | None:
    """Return by which link a browser with such a proof may found a group.

    That is an empty one where it needs none, and ``None`` where it may not.
    """
    is_told = rules.mode is Signups.CODE and _same(proof, _proof_of_code(rules))
    if rules.mode is Signups.OPEN or is_told:
        return ""
    return proof if _is_link(proof, rules.pepper) else None


def use(session: Session, link: str | None, at: datetime) -> None:
    """Use such a link, within the transaction that founds the group.

    :raises SignupRefusedError: there is none, or it was used before.
    """
    if link is None or (link and not is_first_use(session, link, at)):
        raise SignupRefusedError


def _is_link(text: str, pepper: str) -> bool:
    try:
        _signer(pepper).unsign(text, max_age=int(LINK_LASTS.total_seconds()))
    except BadSignature:
        return False
    return True


def _same(text: str, other: str) -> bool:
    return hmac.compare_digest(text.encode(), other.encode())


def _plain(code: str) -> str:
    """A code however it was typed."""
    return re.sub(r"[\s-]", "", code).casefold()


def _proof_of_code(rules: SignupRules) -> str:
    """Another one as soon as the code is another."""
    return peppered(f"signup {_plain(rules.code)}", rules.pepper)


def _signer(pepper: str) -> TimestampSigner:
    return TimestampSigner(pepper, salt="signup")
