"""A write of a phone, done once however often it is sent."""

from collections.abc import Callable

from sqlalchemy.orm import Session

from scorepad.services.admitting import Action, group_for
from scorepad.services.entering import Attempt, GameAddress
from scorepad.services.pacing import Deed, spend
from scorepad.services.refusing import KeyReusedError
from scorepad.services.retrying import tried_again
from scorepad.store.db import write_transaction
from scorepad.store.history import Answer, find_answer, remember_answer
from scorepad.store.members import hold_device
from scorepad.store.tables import Group


@tried_again
def once(
    session: Session,
    attempt: Attempt,
    address: GameAddress,
    save: Callable[[Group], Answer],
    admit: Callable[[], Group] | None = None,
) -> Answer:
    """Run *save* in one transaction, unless its key has been answered already.

    *admit* finds the group and decides; without it, whoever may score is admitted.

    :raises NotThereError: the device does not belong to such a group.
    :raises NotAllowedError: it does, but may not write.
    :raises KeyReusedError: the key came with another request.
    :raises TooOftenError: the device saved too often lately.
    """
    stamp = attempt.stamp
    with write_transaction(session):
        group = admit() if admit else _scored(session, stamp.device_id, address)
        hold_device(session, stamp.device_id)
        # Before the condition: a phone must not conflict with its own retry.
        known = find_answer(session, stamp.device_id, attempt.key)
        if known is not None:
            fingerprint, told = known
            if fingerprint != attempt.fingerprint:
                raise KeyReusedError
            return told
        spend(session, Deed.SAVE, str(stamp.device_id), stamp.at)
        answer = save(group)
        remember_answer(session, stamp, attempt.key, attempt.fingerprint, answer)
        session.commit()
        return answer


def _scored(session: Session, device_id: int, address: GameAddress) -> Group:
    return group_for(session, device_id, address.group, Action.SCORE, game=address.game)
