"""Putting games and rounds into the store, inside somebody else's transaction."""

from collections.abc import Sequence
from datetime import date, datetime
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.wizard.bidding import has_bids, is_sealed
from scorepad.rules.wizard.document import round_record
from scorepad.rules.wizard.game import Round
from scorepad.rules.wizard.seating import has_all_tricks, present_in
from scorepad.services.errors import Change
from scorepad.services.inputs import GameAddress, GameEntry, RoundEntry
from scorepad.services.play.evenings import evening_from
from scorepad.services.play.preparing import with_cards
from scorepad.services.play.seating import seat_players
from scorepad.services.quotas import check_room_for_games
from scorepad.services.telling import game_record
from scorepad.store.groups.devices import find_holders
from scorepad.store.groups.people import season_for
from scorepad.store.play.history import Place, Stamp, append_revision
from scorepad.store.play.played_games import PlayedGame, PlayedRound
from scorepad.store.play.records import write_seats, write_settings
from scorepad.store.play.rounds import write_round
from scorepad.store.play.seat_bids import drop_bids
from scorepad.store.tables import (
    DocumentGame,
    GameRow,
    Group,
    Player,
    Season,
)
from scorepad.store.upkeep.deletions import mark_deleted


def new_game(
    session: Session,
    group: Group,
    stamp: Stamp,
    address: GameAddress,
    entry: GameEntry,
) -> GameRow:
    """Add a game at revision 1; its season follows from its evening.

    :raises WrongTimeError: the group has as many games as it may.
    """
    check_room_for_games(session, group)
    evening = evening_of(group, stamp, entry)
    season = season_for(session, group, evening)
    row = begun_game(season, stamp, address.game, entry, evening)
    write_settings(row, with_cards(entry.game))
    session.add(row)
    session.flush()
    return row


def begun_game(
    season: Season, stamp: Stamp, uuid: UUID, entry: GameEntry, evening: date
) -> GameRow:
    """A game at revision 1, with nothing of its settings yet and not stored."""
    return GameRow(
        group_id=season.group_id,
        season_id=season.id,
        uuid=uuid,
        started_at=entry.started_at,
        played_on=evening,
        revision=1,
        settings_revision=1,
        changed_by=stamp.device_id,
        changed_at=stamp.at,
        created_at=stamp.at,
        counts=entry.counts,
        seating=entry.seating,
    )


def evening_of(group: Group, stamp: Stamp, entry: GameEntry) -> date:
    """The day the game began: as written, by the phone if it is sane, else by us."""
    written = entry.game.played_on
    return evening_from(group, stamp, written=written, begun=entry.started_at)


def put_settings(
    session: Session, group: Group, row: GameRow, stamp: Stamp, entry: GameEntry
) -> None:
    """Write the settings into a row whose revision has been counted already."""
    names = zip(entry.player_ids, entry.game.players, strict=True)
    players = seat_players(session, group, stamp, list(names))
    apply_settings(session, row, stamp, entry, players)
    append_settings(session, row, stamp)


def apply_settings(
    session: Session,
    row: GameRow,
    stamp: Stamp,
    entry: GameEntry,
    players: Sequence[Player],
) -> None:
    """Put the settings into a row, with *players* in the order of seats."""
    game = with_cards(entry.game)
    write_settings(row, game)
    write_seats(session, row, players)
    row.seating = entry.seating
    row.counts = entry.counts
    # Another date does not move the game to another season; people do.
    row.played_on = game.played_on or row.played_on
    row.finished_at = (row.finished_at or stamp.at) if entry.finished else None
    set_deleted(row, stamp, deleted=entry.deleted)


def set_deleted(row: GameRow | DocumentGame, stamp: Stamp, *, deleted: bool) -> None:
    """Delete a game or bring it back, unless it is so already."""
    if deleted is (row.deleted_at is None):
        mark_deleted(row, stamp.at if deleted else None)
        row.deleted_by = stamp.device_id if deleted else None


def deletion_of(session: Session, row: GameRow | DocumentGame) -> Change | None:
    """Who deleted a game, and when; unknown of those deleted long ago."""
    if row.deleted_at is None or row.deleted_by is None:
        return None
    return change_by(session, row.group_id, row.deleted_by, row.deleted_at)


def append_settings(session: Session, row: GameRow, stamp: Stamp) -> None:
    """Append the settings as they are now to the history."""
    session.flush()
    append_revision(session, Place(row.id, 0, row.revision), stamp, game_record(row))


def put_round(  # noqa: PLR0913 - where, who and what
    session: Session,
    game: PlayedGame,
    number: int,
    stamp: Stamp,
    entry: RoundEntry,
    *,
    reveals: bool = False,
) -> PlayedRound:
    """Write a round of a game that is held; tell it as it is now.

    *reveals* says that it shows what was sealed until now.
    """
    closed = has_all_tricks(entry.round_, present_in(game.value, number))
    _forget_bids_in(session, game, number, entry.round_)
    row = write_round(
        session,
        game,
        number,
        stamp,
        entry.round_,
        winners=() if closed else entry.winners,
        revealed_at=stamp.at if reveals else _revealed_at(game, number, entry.round_),
    )
    # Who sat there is told by the settings that were kept with this seating.
    body = {"seating": game.seating, **round_record(row.value, row.winners)}
    append_revision(session, Place(game.id, number, row.revision), stamp, body)
    return row


def _revealed_at(game: PlayedGame, number: int, round_: Round) -> datetime | None:
    """When its bids were revealed, if they still are."""
    before = game.rounds.get(number)
    if before is None or (is_sealed(game.value.bid_mode) and not has_bids(round_)):
        return None
    return before.revealed_at


def _forget_bids_in(
    session: Session, game: PlayedGame, number: int, round_: Round
) -> None:
    """Forget the bids beside a round that has them from now on."""
    if not game.has_bids_beside:
        return
    row = game.rounds.get(number)
    before = row.value if row else None
    if is_sealed(game.value.bid_mode):
        if has_bids(round_) and not has_bids(before):
            drop_bids(session, game.id, number)
    elif made := _seats_with_bids(round_) - _seats_with_bids(before):
        drop_bids(session, game.id, number, made)


def _seats_with_bids(round_: Round | None) -> set[int]:
    bids = round_.bids if round_ else ()
    return {seat for seat, bid in enumerate(bids) if bid is not None}


def season_of(session: Session, row: GameRow | DocumentGame) -> Season:
    """The season a game was put into."""
    return session.get_one(Season, row.season_id)


def change_of(session: Session, row: GameRow | PlayedGame | DocumentGame) -> Change:
    """Who changed a game last, and when."""
    return change_by(session, row.group_id, row.changed_by, row.changed_at)


def change_by(session: Session, group_id: int, device_id: int, at: datetime) -> Change:
    """Which device of a group changed something then."""
    kind, name = find_holders(session, group_id, [device_id])[device_id]
    return Change(device_id, name, kind, at)
