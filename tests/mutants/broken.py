"""The list: in which row, what is wrong, where it is made, and which tests find it."""

from typing import NamedTuple


class Mutant(NamedTuple):
    """One line of Scorepad, *old* as it is and *new* as it must not be."""

    row: str
    what: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    slow: bool = False

    def broken(self, whole: str) -> str:
        """The text of its file with the fault.

        :raises ValueError: the line is not there, or there twice.
        """
        if whole.count(self.old) != 1:
            raise ValueError(f"{self.file}: {self.old!r} is not there once")
        return whole.replace(self.old, self.new)


MUTANTS = (
    Mutant(
        "R01",
        "a round is saved whatever was seen of it",
        "scorepad/services/play/playing.py",
        "    if attempt.seen != (before and before.revision):",
        "    if False:",
        ("tests/web/test_any_order.py",),
    ),
    Mutant(
        "R03",
        "an answer to a key is not looked for",
        "scorepad/services/attempting.py",
        "        if known is not None:",
        "        if False:",
        ("tests/web/test_any_order.py",),
    ),
    Mutant(
        "R13",
        "a game's row is not held while it is written",
        "scorepad/store/play/played_games.py",
        "Ready(_FOUND.with_for_update(key_share=True))",
        "Ready(_FOUND)",
        ("tests/web/test_api_together.py",),
    ),
    Mutant(
        "F01",
        "an answer is given before the commit",
        "scorepad/services/attempting.py",
        "        session.commit()\n        return answer",
        "        session.rollback()\n        return answer",
        ("tests/faults/test_kills.py",),
    ),
    Mutant(
        "F03",
        "a full disk is an error like any other",
        "scorepad/store/upkeep/faults.py",
        "isinstance(fault, OperationalError) or fault.connection_invalidated",
        "fault.connection_invalidated",
        ("tests/faults/test_full_and_broken_disks.py",),
    ),
    Mutant(
        "F04",
        "a folder that may not be written to is found out by the first save",
        "scorepad/commands/serving/holding.py",
        "    except OSError as error:\n        raise HoldRefusedError(",
        "    except ZeroDivisionError as error:\n        raise HoldRefusedError(",
        ("tests/commands/test_serve.py",),
    ),
    Mutant(
        "F05",
        "damaged records are written upon",
        "scorepad/web/every_request/read_only.py",
        'if not (current_app.config["SETTINGS"].instance / DAMAGE).exists():',
        "if True:",
        ("tests/web/test_read_only.py",),
    ),
    Mutant(
        "F05",
        "what cannot be read any more is an error like any other",
        "scorepad/store/upkeep/faults.py",
        "        return code is None or code.startswith(_DAMAGED)",
        "        return False",
        ("tests/commands/test_check.py",),
    ),
    Mutant(
        "F06",
        "what goes on beside a server ends with its first error",
        "scorepad/commands/serving/lasting.py",
        "        return None\n",
        "        raise\n",
        ("tests/commands/test_backup.py",),
    ),
    Mutant(
        "P03",
        "what a backup left behind that was cut off stays",
        "scorepad/store/upkeep/backups.py",
        "    for path in _left_behind(folder, now):",
        "    for path in ():",
        ("tests/commands/test_backup.py",),
    ),
    Mutant(
        "F06",
        "a backup is a copy of the file while people save",
        "scorepad/store/upkeep/dumps.py",
        'connection.execute("VACUUM INTO ?", (str(target),))',
        'target.write_bytes(Path(url.removeprefix("sqlite:///")).read_bytes())',
        ("tests/commands/test_backup.py",),
        slow=True,
    ),
    Mutant(
        "F07",
        "an upgrade writes into people's rows",
        "scorepad/store/migrations/versions/0012_the_deck.py",
        '    op.add_column("game", sa.Column("deck"',
        '    op.execute("DELETE FROM entry")\n'
        '    op.add_column("game", sa.Column("deck"',
        ("tests/faults/test_broken_upgrades.py",),
    ),
    Mutant(
        "F07",
        "an upgrade keeps the steps before the one that breaks",
        "scorepad/store/schema.py",
        "with connection.begin():",
        'with plain.execution_options(isolation_level="AUTOCOMMIT").begin():',
        ("tests/faults/test_broken_upgrades.py",),
    ),
    Mutant(
        "F08",
        "the write-ahead log is used whatever SQLite is linked",
        "scorepad/store/db.py",
        "    mended = (\n",
        '    return "WAL"\n    mended = (\n',
        ("tests/store/test_db.py",),
    ),
    Mutant(
        "F09",
        "a session minds at its end that the server hung up",
        "scorepad/store/db.py",
        "        db.session.remove()\n    except FAULTS:",
        "        db.session.remove()\n    except ZeroDivisionError:",
        ("tests/faults/test_restarts.py",),
    ),
    Mutant(
        "F10",
        "nobody is told when to come again",
        "scorepad/web/every_request/errors.py",
        '    answer.headers["Retry-After"] = "1"\n',
        "",
        ("tests/faults/test_full_and_broken_disks.py",),
    ),
    Mutant(
        "F11",
        "workers read from sys.stdin until the end",
        "scorepad/commands/serving/worker.py",
        "os.read(sys.stdin.fileno(), 1)",
        "sys.stdin.buffer.read()",
        ("tests/faults/test_workers.py",),
    ),
    Mutant(
        "F11",
        "the server does not hear SIGTERM",
        "scorepad/commands/serve.py",
        "        signal.signal(signal.SIGTERM, stop)\n",
        "",
        ("tests/faults/test_restarts.py",),
    ),
    Mutant(
        "F12",
        "a server wants more file handles than it may have",
        "scorepad/commands/serving/waiting.py",
        "enough = wanted if most == resource.RLIM_INFINITY else min(wanted, most)",
        "enough = wanted",
        ("tests/faults/test_restarts.py",),
    ),
    Mutant(
        "L04",
        "Waitress's own limit of connections",
        "scorepad/commands/serving/listening.py",
        "connection_limit=MOST_CONNECTIONS",
        "connection_limit=100",
        ("tests/faults/test_slow_clients.py",),
    ),
    Mutant(
        "L02",
        "a connection ends with every 304",
        "scorepad/commands/serving/channels.py",
        'if self.has_body or self.version == "1.0" or self._is_last:',
        "if True:",
        ("tests/commands/test_channels.py",),
    ),
    Mutant(
        "L01",
        "a thread is woken only where none is awake",
        "scorepad/commands/serving/threads.py",
        "if nobody_comes or now - self._since > PATIENCE_S:",
        "if nobody_comes:",
        ("tests/commands/test_threads.py",),
    ),
    Mutant(
        "L03",
        "whoever waited for a page draws what has a new name by then",
        "scorepad/web/play/kept_pages.py",
        "if name_now is not None:",
        "if False:",
        ("tests/web/test_kept_pages.py", "tests/web/test_live.py"),
    ),
    Mutant(
        "P07",
        "a group in which people only play is idle",
        "scorepad/store/upkeep/idle.py",
        "                *(~each for each in played),\n",
        "",
        ("tests/services/test_tidying.py",),
    ),
    Mutant(
        "S19",
        "who asks too often is told so and served",
        "scorepad/services/attempting.py",
        "        if wait is not None:",
        "        if False:",
        ("tests/web/test_pacing.py", "tests/services"),
    ),
    Mutant(
        "F05",
        "a state is not held against its hash",
        "scorepad/store/upkeep/seals.py",
        "            if sha256(body.encode()).hexdigest() != seal:",
        "            if False:",
        ("tests/faults/test_bit_rot.py", "tests/commands/test_check.py"),
    ),
    Mutant(
        "S02",
        "a game of another group is found under one's own address",
        "scorepad/store/play/games.py",
        "select(GameRow).where(GameRow.group_id == group.id, GameRow.uuid == uuid)",
        "select(GameRow).where(GameRow.uuid == uuid)",
        ("tests/web/test_routes.py",),
    ),
    Mutant(
        "S04",
        "tokens are kept as they are",
        "scorepad/services/groups/holding.py",
        "    return hashlib.sha256(secret.encode()).hexdigest()",
        "    return secret",
        ("tests/web/test_api_groups.py",),
    ),
    Mutant(
        "S09",
        "a way in that has ended still opens",
        "scorepad/services/admitting.py",
        "if known is None or (known.ends_at and known.ends_at <= datetime.now(UTC)):",
        "if known is None:",
        ("tests/web/test_live.py",),
    ),
    Mutant(
        "S10",
        "whoever looks on may do what others may",
        "scorepad/services/admitting.py",
        "    if not can(_member(known), action, game):",
        "    if False:",
        ("tests/web/test_roles.py",),
    ),
    Mutant(
        "S11",
        "a foreign page may send requests",
        "scorepad/web/every_request/guard.py",
        "if request.method not in SAFE and not comes_from_our_page():",
        "if False:",
        ("tests/web/test_guard.py",),
    ),
    Mutant(
        "S15",
        "every name is ours",
        "scorepad/web/every_request/guard.py",
        "    if request.host_url.rstrip",
        "    if not request.host_url.rstrip",
        ("tests/web/test_guard.py",),
    ),
    Mutant(
        "S24",
        "an event is more than one line",
        "scorepad/commands/logs.py",
        "        return json.dumps(said, ensure_ascii=True)",
        '        return str(said["said"])',
        ("tests/commands/test_logs.py",),
    ),
    Mutant(
        "I09",
        "a formula stays a formula",
        "scorepad/web/seasons/spreadsheets.py",
        "if FORMULA.match(value) else value",
        "if False else value",
        ("tests/web/test_exports.py",),
    ),
    Mutant(
        "P02",
        "answers that are kept still tell the name",
        "scorepad/services/groups/forgetting.py",
        "        _scrub_answers(session, player)\n        _scrub_invites",
        "        _scrub_invites",
        ("tests/web/test_persons.py",),
    ),
)
