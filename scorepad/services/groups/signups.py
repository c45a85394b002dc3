"""Who may found a group: anybody, whoever knows the host's code, or nobody.

A link, which is made on the command line, lets one group be founded in any case.
"""

import hmac
import re
import secrets
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from itsdangerous import BadSignature, TimestampSigner
from sqlalchemy.orm import Session

from scorepad.services.errors import RefusedError
from scorepad.services.groups.arriving import WrongCodeError
from scorepad.services.groups.inviting import peppered
from scorepad.services.rate_limits import (
    LINK_LASTS,
    Deed,
    forget_who,
    is_first_use,
    spend,
)
from scorepad.store.db import write_transaction

_LINK_BYTES: Final = 9


class Signups(StrEnum):
    """Who may found groups on a server."""

    OPEN = "open"
    CODE = "code"
    CLOSED = "closed"


class SignupRefusedError(RefusedError):
    """A new group needs a code or a link, and there is none."""


@dataclass(frozen=True, slots=True)
class SignupRules:
    """Who may found groups, with which *code*; *pepper* is the server's own secret."""

    mode: Signups
    code: str
    pepper: str


@dataclass(frozen=True, slots=True)
class Permission:
    """Whether a group may be founded; by a *link*, only one."""

    is_given: bool
    link: str = ""


ANYBODY: Final = Permission(is_given=True)


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
    is_right = rules.mode is Signups.CODE and _is_code(bare, rules)
    with write_transaction(session):
        # The right one is not counted, but is not looked at after too many wrong ones.
        forget_who(session, Deed.SIGNUP, at)
        spend(session, Deed.SIGNUP, address, at)
        if not is_right:
            session.commit()
            raise WrongCodeError
    return _proof_of_code(rules)


def permission_for(rules: SignupRules, proof: str) -> Permission:
    """Whether a browser that shows such a proof may found a group."""
    if rules.mode is Signups.OPEN:
        return ANYBODY
    if rules.mode is Signups.CODE and hmac.compare_digest(
        proof.encode(), _proof_of_code(rules).encode()
    ):
        return ANYBODY
    return Permission(_is_link(proof, rules.pepper), proof)


def use(session: Session, permission: Permission, at: datetime) -> None:
    """Use a permission, within the transaction that founds the group.

    :raises SignupRefusedError: there is none, or its link was used before.
    """
    if not permission.is_given:
        raise SignupRefusedError
    if permission.link and not is_first_use(session, permission.link, at):
        raise SignupRefusedError


def _is_link(text: str, pepper: str) -> bool:
    try:
        _signer(pepper).unsign(text, max_age=int(LINK_LASTS.total_seconds()))
    except BadSignature:
        return False
    return True


def _is_code(typed: str, rules: SignupRules) -> bool:
    return hmac.compare_digest(_plain(typed).encode(), _plain(rules.code).encode())


def _plain(code: str) -> str:
    """A code however it was typed."""
    return re.sub(r"[\s-]", "", code).casefold()


def _proof_of_code(rules: SignupRules) -> str:
    """Another one as soon as the code is another."""
    return peppered(f"signup {_plain(rules.code)}", rules.pepper)


def _signer(pepper: str) -> TimestampSigner:
    return TimestampSigner(pepper, salt="signup")
