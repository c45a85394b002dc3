"""The history of a game: every saved revision, and versions that lost a conflict."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from scorepad.db.history import Answer, Place, Stamp, append_aside, as_text, versions_of
from scorepad.db.tables import AnyGame, GameRow, Group, Membership, Player
from scorepad.services.errors import NotThereError
from scorepad.services.idempotency import admit_scorer, run_once
from scorepad.services.inputs import Attempt, GameAddress
from scorepad.services.permissions import Action, any_game_for, group_for
from scorepad.services.seat_changes import (
    current_ids_by_former,
    seatings_of,
    with_current_seats,
)
from scorepad.services.serializers import device_words

SETTINGS = 0
"""The number of a game's settings in the history; rounds count from 1."""


def history_of(
    session: Session, device_id: int | None, address: GameAddress, number: int
) -> list[dict[str, Any]]:
    """Return every revision of a round or of the settings, newest first.

    Rounds have the current seat order, and merged players their current ids.
    """
    group = group_for(session, device_id, address.group, Action.READ)
    game = any_game_for(session, group, address)
    named = select(Membership.device_id, Player.name).where(
        Membership.group_id == group.id, Player.id == Membership.player_id
    )
    names = {row.device_id: row.name for row in session.execute(named)}
    states: list[dict[str, Any]] = [
        {
            "revision": each.revision,
            "chosen": each.chosen,
            "saved_at": each.saved_at.isoformat(),
            "device": device_words(
                names.get(each.device.id),
                each.device.kind,
                you=each.device.id == device_id,
            ),
            "body": each.body,
        }
        for each in versions_of(session, game, number)
    ]
    if number == SETTINGS or not isinstance(game, GameRow):
        now = current_ids_by_former(session, game)
        for state in states:
            people = [now.get(each, each) for each in state["body"]["players"]]
            state["body"] = {**state["body"], "players": people}
    elif game.seating:
        seatings = seatings_of(session, game)
        for state in states:
            state["body"] = with_current_seats(game, state["body"], seatings)
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

    def save(session: Session, stamp: Stamp, group: Group) -> Answer:
        game = any_game_for(session, group, address, lock=True)
        place = _place(game, number)
        append_aside(session, place, stamp, uuid, without_names(body))
        saved = {"saved_at": stamp.at.isoformat()}
        return Answer(201, as_text(saved), uuid.hex)

    admit = admit_scorer(address.group, address.game)
    return run_once(engine, attempt, admit, save)


def _place(game: AnyGame, number: int) -> Place:
    if number == SETTINGS:
        return Place(game.id, number, game.revision)
    rounds = game.rounds if isinstance(game, GameRow) else ()
    revision = next((each.revision for each in rounds if each.number == number), None)
    if revision is None:
        raise NotThereError
    return Place(game.id, number, revision)


def without_names(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the body with player ids in place of players with names."""
    if "players" not in body:
        return body
    return {**body, "players": [player["id"] for player in body["players"]]}
