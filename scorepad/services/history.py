"""The revisions of a game: the newest, read without loading it, and the history."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Engine, select

from scorepad.db.engine import one_read
from scorepad.db.games import SEEN
from scorepad.db.groups import Belonging, find_holders
from scorepad.db.history import (
    Answer,
    Reader,
    Writer,
    append_revision,
    as_text,
    versions_of,
)
from scorepad.db.tables import AnyGame, GameRow, Group, Revision
from scorepad.services import permissions, seating
from scorepad.services.devices import sha256_of
from scorepad.services.errors import NotThereError
from scorepad.services.idempotency import admit_scorer, run_once
from scorepad.services.inputs import Attempt, GameAddress
from scorepad.services.permissions import Action, Member
from scorepad.services.serializers import device_words

SETTINGS = 0  # the number of a game's settings in the history; rounds count from 1


def history_of(by: Reader, address: GameAddress, number: int) -> list[dict[str, Any]]:
    """Return every revision of a round or the settings, newest first, as seated now."""
    group, game = permissions.game_to_read(by, address)
    versions = versions_of(by.session, game, number)
    writers = find_holders(by.session, group.id, {each.device_id for each in versions})
    devices = {
        id_: device_words(who.name, who.kind, you=id_ == by.device_id)
        for id_, who in writers.items()
    }
    states: list[dict[str, Any]] = [
        {
            "revision": each.revision,
            "chosen": each.uuid is None,
            "saved_at": each.saved_at.isoformat(),
            "device": devices[each.device_id],
            "body": json.loads(each.body),
        }
        for each in versions
    ]
    if number == SETTINGS or not isinstance(game, GameRow):
        now = seating.current_ids_by_former(by.session, game)
        for state in states:
            people = [now.get(each, each) for each in state["body"]["players"]]
            state["body"] = {**state["body"], "players": people}
    elif game.seating:
        seatings = seating.seatings_of(by.session, game)
        for state in states:
            state["body"] = seating.with_current_seats(game, state["body"], seatings)
    return states


def set_aside(
    engine: Engine,
    attempt: Attempt,
    address: GameAddress,
    number: int,
    version: tuple[UUID, Mapping[str, Any]],
) -> Answer:
    """Keep the version rejected in a conflict in the history, under an id of its own.

    *version* is that id and a body of the right shape; the rules are not checked.

    :raises NotThereError: there is no such game or round for this device.
    """
    uuid, body = version
    if "players" in body:  # without names
        body = {**body, "players": [player["id"] for player in body["players"]]}

    def save(by: Writer, group: Group) -> Answer:
        game = permissions.any_game_for(by.session, group, address, lock=True)
        place = {"game_id": game.id, "number": number, "uuid": uuid}
        revision = _revision_of(game, number)
        is_this = Revision.game_id == game.id, Revision.uuid == uuid
        if by.session.scalar(select(Revision.id).where(*is_this)) is None:
            append_revision(by, body, **place, revision=revision)
        return Answer(201, as_text({"saved_at": by.at.isoformat()}), uuid.hex)

    return run_once(engine, attempt, admit_scorer(address.group, address.game), save)


def _revision_of(game: AnyGame, number: int) -> int:
    revisions = {SETTINGS: game.revision}
    if isinstance(game, GameRow):
        revisions |= {each.number: each.revision for each in game.rounds}
    if number not in revisions:
        raise NotThereError
    return revisions[number]


class PolledRevision(NamedTuple):
    """The revision of a game, and the device's role and permissions."""

    revision: int
    member: Member


def polled_revision(by: Reader, address: GameAddress) -> PolledRevision:
    """Return the revision of a game without loading it."""
    group, member = permissions.group_and_member(by, address.group, Action.READ)
    is_this = AnyGame.group_id == group.id, AnyGame.uuid == address.game
    of_kind = AnyGame.address_word == address.word
    revision = by.session.scalar(select(AnyGame.revision).where(*is_this, of_kind))
    if revision is None:
        raise NotThereError
    return PolledRevision(revision, member)


def find_polled_revision(
    engine: Engine, token: str, address: GameAddress, at: datetime
) -> PolledRevision | None:
    """Return the revision of a game for the device with this *token*, in one query.

    ``None`` if its use must be recorded or nothing is there: call polled_revision().
    """
    asked = {"token_sha256": sha256_of(token), "today": at.astimezone(UTC).date()}
    where = {"group": address.group, "game": address.game, "word": address.word}
    with one_read(engine) as connection:
        row = connection.execute(SEEN, {**asked, **where}).one_or_none()
    if row is None:
        return None
    member = permissions.allowed(Belonging(*row[1:]), Action.READ)
    return PolledRevision(row[0], member)
