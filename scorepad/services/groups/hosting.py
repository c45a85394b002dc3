"""Founding groups, remembering devices, finding the game that is running."""

import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorepad.rules.wizard.game import Schedule
from scorepad.services.errors import NotThereError
from scorepad.services.groups import signups
from scorepad.services.groups.holding import (
    device_of,
    lost_answer,
    new_device,
    renew_for,
    sha256_of,
)
from scorepad.services.groups.signups import ANYBODY, Permission
from scorepad.services.other_games.document_words import document_line
from scorepad.services.permissions import (
    Action,
    Member,
    Role,
    can,
    group_and_member,
)
from scorepad.services.rate_limits import Deed, forget_who, spend
from scorepad.services.telling import game_line, game_record, group_words
from scorepad.store.db import write_transaction
from scorepad.store.groups.groups import find_group, groups_of
from scorepad.store.groups.members import add_membership, is_in_others
from scorepad.store.groups.people import players_of, season_for
from scorepad.store.play.document_games import (
    latest_running_document,
    recent_documents,
)
from scorepad.store.play.games import Span, latest_running, recent_games
from scorepad.store.seasons.results import wins_of_everybody
from scorepad.store.tables import Device, GameRow, Group, Season

RUNNING_FOR = timedelta(hours=24)
GAMES_SHOWN = 20
DOCUMENTS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Claim:
    """What lets a device into a group, and what kind of device it is."""

    uuid: UUID
    claim: str
    device_kind: str | None = None


@dataclass(frozen=True, slots=True)
class Founding:
    """A group to be made; whoever knows the *claim* again is who made it.

    *address* tells where that is done, and nobody who reads it where that is. *token*
    is what the browser showed, whether anybody knows it or not. *signup* is whether it
    may found one.
    """

    uuid: UUID
    claim: str
    time_zone: str
    language: str
    device_kind: str | None = None
    address: str = ""
    token: str = ""
    signup: Permission = ANYBODY


@dataclass(frozen=True, slots=True)
class Founded:
    """A group, whether it is new, and the token of its device from now on."""

    group: Mapping[str, Any]
    is_new: bool
    token: str


@dataclass(frozen=True, slots=True)
class RunningGame:
    """Where the game is that this device should return to: to score or to look on.

    Who *sits* there has a seat to bid from. *word* tells which game it is.
    """

    group_id: UUID
    game_id: UUID
    may_score: bool = True
    sits: bool = False
    word: str = "wizard"


def found_group(
    session: Session, device_id: int | None, at: datetime, founding: Founding
) -> Founded:
    """Make a group silently, with one open-ended season, and its device the owner.

    The same claim again finds the same group, and lets the device in that shows it.
    Its token is a fresh one each time.

    :raises NotThereError: the group exists and the claim is another one.
    :raises SignupRefusedError: it would be new, and whoever asks may not found one.
    :raises TooOftenError: too many groups were made from there lately.
    """
    try:
        return _found_group(session, device_id, at, founding)
    except IntegrityError:
        # Two requests founded it in the same moment; now it is there.
        return _found_group(session, device_id, at, founding)


def _found_group(
    session: Session, device_id: int | None, at: datetime, founding: Founding
) -> Founded:
    with write_transaction(session):
        group = find_group(session, founding.uuid)
        if group is not None and not _opens(founding.claim, group):
            raise NotThereError
        device, token = _device(session, group, device_id, at, founding)
        device.kind = device.kind or founding.device_kind
        is_new = group is None
        if is_new:
            signups.use(session, founding.signup, at)
            forget_who(session, Deed.FOUND, at)
            spend(session, Deed.FOUND, founding.address, at)
        group = group or new_group(session, founding, device, at)
        add_membership(session, group, device.id, role=Role.OWNER)
        session.flush()
        told = _told(session, group, at)
        session.commit()
        return Founded(told, is_new, token)


def enter_group(
    session: Session, device_id: int | None, at: datetime, claim: Claim
) -> str:
    """Let in a device that knows the claim; its token from now on.

    :raises NotThereError: there is no such group, or the claim is another one.
    """
    with write_transaction(session):
        group = find_group(session, claim.uuid)
        if group is None or not _opens(claim.claim, group):
            raise NotThereError
        device, token = device_of(session, device_id, at)
        device.kind = device.kind or claim.device_kind
        add_membership(session, group, device.id, role=Role.OWNER)
        session.commit()
        return token


def _opens(claim: str, group: Group) -> bool:
    is_right = hmac.compare_digest(group.claim_sha256, sha256_of(claim))
    return is_right and group.deleted_at is None


def _device(
    session: Session,
    group: Group | None,
    device_id: int | None,
    at: datetime,
    founding: Founding,
) -> tuple[Device, str]:
    """The device that asks; else that which founded the group, or a new one."""
    known = None if device_id is None else session.get(Device, device_id)
    if known is None and group is not None:
        known = _founder(session, group, founding)
    if known is None:
        return new_device(session, at)
    shown, claim = founding.token, founding.claim
    return known, renew_for(session, known, at, shown=shown, claim=claim)


def _founder(session: Session, group: Group, founding: Founding) -> Device | None:
    """The device that founded a group, if its answer was lost."""
    founder = session.get_one(Device, group.claimed_by)
    had = lost_answer(founder, founding.token, founding.claim)
    # A key of this group must not open the other groups of its founder.
    return founder if had or not is_in_others(session, group, founder.id) else None


def new_group(
    session: Session, founding: Founding, device: Device, at: datetime
) -> Group:
    """A group with one open season and nobody in it."""
    group = Group(
        uuid=founding.uuid,
        time_zone=founding.time_zone,
        language=founding.language,
        claim_sha256=sha256_of(founding.claim),
        claimed_by=device.id,
        created_at=at,
    )
    session.add(group)
    session.flush()
    today = at.astimezone(ZoneInfo(founding.time_zone)).date()
    session.add(Season(group_id=group.id, number=1, starts_on=today))
    return group


def group_state(
    session: Session, device_id: int | None, uuid: UUID, at: datetime
) -> dict[str, Any]:
    """A group with its unfinished and its latest games, and the rules it plays by.

    And how many games each of its players has ever won, where they won any, whether
    this device may begin one, and which one it was made the scorekeeper of.

    :raises NotThereError: the device does not belong to such a group.
    """
    group, member = group_and_member(session, device_id, uuid, Action.READ)
    games = recent_games(session, group, GAMES_SHOWN)
    return {
        **_told(session, group, at),
        "rules": house_rules(games),
        "games": [game_line(game) for game in games],
        "documents": [
            document_line(row)
            for row in recent_documents(session, group, DOCUMENTS_SHOWN)
        ],
        "wins": {
            str(who): wins for who, wins in wins_of_everybody(session, group.id).items()
        },
        "may_score": can(member, Action.SCORE),
        "scorekeeper_of": _scorekeeper_of(member),
    }


def _scorekeeper_of(member: Member) -> str | None:
    """The game that this device may also delete, besides keeping its score."""
    may_delete = can(member, Action.DELETE, member.scores)
    return str(member.scores) if member.scores and may_delete else None


def _told(session: Session, group: Group, at: datetime) -> dict[str, Any]:
    today = at.astimezone(ZoneInfo(group.time_zone)).date()
    season = season_for(session, group, today)
    return group_words(group, players_of(session, group), season)


def lately(at: datetime) -> Span:
    """When a game that is played now was touched last.

    What lies far ahead was written by a clock that was wrong, and is not played for
    good.
    """
    return at - RUNNING_FOR, at + RUNNING_FOR


def running_game(
    session: Session, device_id: int | None, at: datetime
) -> RunningGame | None:
    """The unfinished game of this device's groups touched last, within 24 hours."""
    if device_id is None:
        return None
    groups = {group.id: group for group in groups_of(session, device_id)}
    game = latest_running(session, tuple(groups), lately(at))
    other = latest_running_document(session, tuple(groups), lately(at))
    running = max(
        (row for row in (game, other) if row is not None),
        key=lambda row: row.changed_at,
        default=None,
    )
    if running is None:
        return None
    gid = groups[running.group_id].uuid
    _, member = group_and_member(session, device_id, gid, Action.READ)
    if other is not None and running is other:
        may_score = can(member, Action.SCORE)
        return RunningGame(gid, other.uuid, may_score=may_score, word=other.game)
    return _running_wizard(member, gid, game) if game is not None else None


def _running_wizard(member: Member, gid: UUID, game: GameRow) -> RunningGame:
    sits = any(seat.player.uuid == member.player for seat in game.seats)
    return RunningGame(
        gid,
        game.uuid,
        may_score=can(member, Action.SCORE, game.uuid),
        sits=sits and can(member, Action.PLAY),
    )


OFFERED = (
    *("schedule", "edition", "bid_mode", "even_bid_rule", "foresight"),
    *("scoring", "formula", "deck", "letters"),
)
"""What a phone asks before a game, beside who plays; and a custom schedule's cards."""


def house_rules(games: Iterable[GameRow]) -> dict[str, Any] | None:
    """The rules of the newest of *games*; ``None`` if no phone has started one yet.

    Paper games are typed in when they are long over, so they set nothing.
    """
    started = [game for game in games if game.started_at is not None]
    if not started:
        return None
    newest = game_record(max(started, key=lambda game: game.id))
    rules = {key: newest[key] for key in OFFERED}
    is_custom = newest["schedule"] == Schedule.CUSTOM
    planned = newest.get("planned", newest["cards"]) if is_custom else None
    return {**rules, "cards": planned}
