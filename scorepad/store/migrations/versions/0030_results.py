"""Results instead of tallies, ledgers and rating steps; the revision of a group."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

GONE = (
    *("tally", "game_marks", "season_ledger", "player_ledger"),
    *("rating_step", "rating_mark"),
)
NUMBERS = ("winners", "possible", "league", "bids_met", "bids_made")
PERHAPS = (
    *("best_round", "bravest_bid", "longest_run", "comeback"),
    *("closest_finish", "lead_changes", "all_right", "none_right"),
)

BEFORE = (
    """
    CREATE TABLE game_marks ( game_id INTEGER NOT NULL, revision INTEGER NOT
        NULL, marks JSON NOT NULL, CONSTRAINT pk_game_marks PRIMARY KEY
        (game_id), CONSTRAINT fk_game_marks_game_id FOREIGN KEY(game_id)
        REFERENCES game (id) )
    """,
    """
    CREATE TABLE rating_step ( game_id INTEGER NOT NULL, seat INTEGER NOT NULL,
        group_id INTEGER NOT NULL, player_id INTEGER NOT NULL, place BIGINT NOT
        NULL, mu DOUBLE PRECISION NOT NULL, sigma DOUBLE PRECISION NOT NULL,
        games INTEGER NOT NULL, wins INTEGER NOT NULL, CONSTRAINT pk_rating_step
        PRIMARY KEY (game_id, seat), CONSTRAINT fk_rating_step_game_id FOREIGN
        KEY(game_id) REFERENCES game (id), CONSTRAINT fk_rating_step_group_id
        FOREIGN KEY(group_id) REFERENCES group_ (id), CONSTRAINT
        fk_rating_step_player_id FOREIGN KEY(player_id) REFERENCES player (id) )
    """,
    """
    CREATE TABLE rating_mark ( group_id INTEGER NOT NULL, stale_from BIGINT NOT
        NULL, changes INTEGER NOT NULL, CONSTRAINT pk_rating_mark PRIMARY KEY
        (group_id), CONSTRAINT fk_rating_mark_group_id FOREIGN KEY(group_id)
        REFERENCES group_ (id) )
    """,
    """
    CREATE TABLE season_ledger ( group_id INTEGER NOT NULL, number INTEGER NOT
        NULL, version INTEGER NOT NULL, changes INTEGER NOT NULL, stale BOOLEAN
        NOT NULL, games INTEGER NOT NULL, last_played_on DATE, last_game
        INTEGER, records JSON NOT NULL, predictions JSON NOT NULL, kinds JSON
        NOT NULL, tail JSON NOT NULL, CONSTRAINT pk_season_ledger PRIMARY KEY
        (group_id, number), CONSTRAINT fk_season_ledger_group_id FOREIGN
        KEY(group_id) REFERENCES group_ (id) )
    """,
    """
    CREATE TABLE player_ledger ( player_id INTEGER NOT NULL, number INTEGER NOT
        NULL, group_id INTEGER NOT NULL, listed INTEGER NOT NULL, games INTEGER
        NOT NULL, wins INTEGER NOT NULL, shared_wins INTEGER NOT NULL, podiums
        INTEGER NOT NULL, league INTEGER NOT NULL, bids_met INTEGER NOT NULL,
        bids_made INTEGER NOT NULL, lost_by_one INTEGER NOT NULL, shares JSON
        NOT NULL, totals JSON NOT NULL, form JSON NOT NULL, run INTEGER NOT
        NULL, longest_run INTEGER NOT NULL, longest_drought INTEGER NOT NULL,
        steps JSON NOT NULL, predictions JSON NOT NULL, met JSON NOT NULL,
        CONSTRAINT pk_player_ledger PRIMARY KEY (player_id, number), CONSTRAINT
        fk_player_ledger_group_id FOREIGN KEY(group_id) REFERENCES group_ (id),
        CONSTRAINT fk_player_ledger_player_id FOREIGN KEY(player_id) REFERENCES
        player (id) )
    """,
    """
    CREATE TABLE tally ( game_id INTEGER NOT NULL, seat INTEGER NOT NULL,
        revision INTEGER NOT NULL, group_id INTEGER NOT NULL, number INTEGER NOT
        NULL, player_id INTEGER NOT NULL, played_on DATE NOT NULL, ranked
        BOOLEAN NOT NULL, listed BOOLEAN NOT NULL, seats INTEGER NOT NULL,
        schedule VARCHAR(32) NOT NULL, total INTEGER, bids_met INTEGER NOT NULL,
        bids_made INTEGER NOT NULL, rank INTEGER, winners INTEGER NOT NULL,
        possible INTEGER NOT NULL, league INTEGER NOT NULL, bids TEXT NOT NULL,
        edition VARCHAR(120) NOT NULL, scoring VARCHAR(32) NOT NULL, CONSTRAINT
        pk_tally PRIMARY KEY (game_id, seat), CONSTRAINT fk_tally_group_id
        FOREIGN KEY(group_id) REFERENCES group_ (id), CONSTRAINT
        fk_tally_game_id FOREIGN KEY(game_id) REFERENCES game (id), CONSTRAINT
        fk_tally_player_id FOREIGN KEY(player_id) REFERENCES player (id) )
    """,
    """
    CREATE INDEX ix_tally_career ON tally (player_id, number, played_on,
        game_id)
    """,
    """
    CREATE INDEX ix_tally_season ON tally (group_id, number, played_on, game_id)
    """,
    """
    CREATE UNIQUE INDEX ix_rating_step_player_id_place ON rating_step
        (player_id, place)
    """,
    """
    CREATE INDEX ix_rating_step_group_id_place ON rating_step (group_id, place)
    """,
    """
    CREATE INDEX ix_tally_player ON tally (player_id, played_on, game_id)
    """,
    """
    CREATE INDEX ix_player_ledger_season ON player_ledger (group_id, number)
    """,
)


def upgrade() -> None:
    for table in GONE:
        op.drop_table(table)
    op.create_table(
        "result",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer()),
        sa.Column("rank", sa.Integer()),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in NUMBERS),
        sa.Column("marks", sa.Text(), nullable=False),
        sa.Column("bids", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Integer()) for name in PERHAPS),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_result_game_id"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_result_player_id"
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_result"),
    )
    op.create_index("ix_result_player_id", "result", ["player_id"])
    op.add_column(
        "group_",
        sa.Column("revision", sa.Integer(), nullable=False, server_default="1"),
    )


def downgrade() -> None:
    op.drop_column("group_", "revision")
    op.drop_table("result")
    for statement in BEFORE:
        op.execute(statement)
