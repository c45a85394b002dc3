"""Who may create a group; a link from the command line always permits one."""

import hmac
import re
import secrets
from datetime import datetime
from typing import NamedTuple

from itsdangerous import BadSignature, TimestampSigner
from sqlalchemy.orm import Session

from scorepad.db.engine import write_transaction
from scorepad.services import devices, rate_limits, requests


class SignupRefusedError(requests.RefusedError):
    """The device may not create a group: no valid code or link."""


class SignupRules(NamedTuple):
    """Who may create groups: *mode* is open, code or closed; *pepper* is the secret."""

    mode: str
    code: str
    pepper: str


def new_link(pepper: str) -> str:
    """Return the secret of a sign-up link for one group."""
    signer = TimestampSigner(pepper, salt="signup")
    return signer.sign(secrets.token_urlsafe(9)).decode()


def prove(
    session: Session, at: datetime, typed: str, rules: SignupRules, address: str
) -> str:
    """Return the proof of a valid code or link, which the browser keeps."""
    bare = typed.strip().rpartition("#")[2]
    if _is_link(bare, rules.pepper):
        return bare
    proof = _proof_of(bare, rules)
    is_right = _is_proof(proof, rules)
    with write_transaction(session):
        # The right code is not counted, but also blocked after too many wrong ones.
        rate_limits.consume(session, rate_limits.Limit.SIGNUP, address, at)
        if is_right:
            session.rollback()
    if not is_right:
        raise requests.refusal("code", "code_wrong")
    return proof


def link_shown(rules: SignupRules, proof: str) -> str | None:
    """Return the sign-up link of *proof*, empty if not needed, ``None`` if refused."""
    if rules.mode == "open" or _is_proof(proof, rules):
        return ""
    return proof if _is_link(proof, rules.pepper) else None


def use(session: Session, link: str | None, at: datetime) -> None:
    """Mark a sign-up link as used; SignupRefusedError if it was used or is missing."""
    if link is None or (link and not rate_limits.is_first_use(session, link, at)):
        raise SignupRefusedError


def _is_link(text: str, pepper: str) -> bool:
    seconds = int(rate_limits.LINK_LASTS.total_seconds())
    try:
        TimestampSigner(pepper, salt="signup").unsign(text, max_age=seconds)
    except BadSignature:
        return False
    return True


def _proof_of(code: str, rules: SignupRules) -> str:
    plain = re.sub(r"[\s-]", "", code).casefold()
    return devices.hmac_of(f"signup {plain}", rules.pepper)


def _is_proof(text: str, rules: SignupRules) -> bool:
    right = _proof_of(rules.code, rules).encode()
    return rules.mode == "code" and hmac.compare_digest(text.encode(), right)
