CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);

CREATE TABLE device (
    id INTEGER NOT NULL,
    token_sha256 VARCHAR(64) NOT NULL,
    former_sha256 VARCHAR(64),
    name VARCHAR(160),
    kind VARCHAR(16),
    created_at DATETIME NOT NULL,
    seen_on DATE,
    CONSTRAINT pk_device PRIMARY KEY (id),
    CONSTRAINT uq_device_token_sha256 UNIQUE (token_sha256)
);

CREATE UNIQUE INDEX ix_device_former_sha256 ON device (former_sha256) WHERE former_sha256 IS NOT NULL;

CREATE TABLE database_id (
    number INTEGER NOT NULL,
    id VARCHAR(16) NOT NULL,
    CONSTRAINT pk_database_id PRIMARY KEY (number),
    CONSTRAINT ck_database_id_one CHECK (number = 1)
);

CREATE TABLE job_run (
    name VARCHAR(16) NOT NULL,
    ran_on DATE NOT NULL,
    CONSTRAINT pk_job_run PRIMARY KEY (name)
);

CREATE TABLE pace (
    what VARCHAR(16) NOT NULL,
    who VARCHAR(64) NOT NULL,
    since DATETIME NOT NULL,
    times INTEGER NOT NULL,
    CONSTRAINT pk_pace PRIMARY KEY (what, who)
);

CREATE TABLE group_ (
    id INTEGER NOT NULL,
    uuid CHAR(32) NOT NULL,
    name VARCHAR(160),
    time_zone VARCHAR(64) NOT NULL,
    language VARCHAR(16) NOT NULL,
    claim_sha256 VARCHAR(64) NOT NULL,
    claimed_by INTEGER NOT NULL,
    recovery_sha256 VARCHAR(64),
    created_at DATETIME NOT NULL,
    deleted_at DATETIME,
    revision INTEGER NOT NULL,
    CONSTRAINT pk_group_ PRIMARY KEY (id),
    CONSTRAINT uq_group__uuid UNIQUE (uuid),
    CONSTRAINT fk_group__claimed_by FOREIGN KEY(claimed_by) REFERENCES device (id)
);

CREATE TABLE remembered_answer (
    device_id INTEGER NOT NULL,
    "key" VARCHAR(128) NOT NULL,
    group_id INTEGER NOT NULL,
    fingerprint VARCHAR(64) NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    etag VARCHAR(64) NOT NULL,
    created_at DATETIME NOT NULL,
    CONSTRAINT pk_remembered_answer PRIMARY KEY (device_id, "key"),
    CONSTRAINT fk_remembered_answer_device_id FOREIGN KEY(device_id) REFERENCES device (id),
    CONSTRAINT fk_remembered_answer_group_id FOREIGN KEY(group_id) REFERENCES group_ (id)
);

CREATE TABLE player (
    id INTEGER NOT NULL,
    group_id INTEGER NOT NULL,
    uuid CHAR(32) NOT NULL,
    name VARCHAR(160) NOT NULL,
    name_key VARCHAR(640) NOT NULL,
    archived BOOLEAN NOT NULL,
    guest BOOLEAN NOT NULL,
    merged_into INTEGER,
    created_at DATETIME NOT NULL,
    CONSTRAINT pk_player PRIMARY KEY (id),
    CONSTRAINT uq_player_group_id_name_key UNIQUE (group_id, name_key),
    CONSTRAINT uq_player_group_id_uuid UNIQUE (group_id, uuid),
    CONSTRAINT fk_player_group_id FOREIGN KEY(group_id) REFERENCES group_ (id),
    CONSTRAINT fk_player_merged_into FOREIGN KEY(merged_into) REFERENCES player (id)
);

CREATE TABLE season (
    id INTEGER NOT NULL,
    group_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    name VARCHAR(160),
    starts_on DATE NOT NULL,
    ends_on DATE,
    ranked_by VARCHAR(16) NOT NULL,
    least_games INTEGER NOT NULL,
    CONSTRAINT pk_season PRIMARY KEY (id),
    CONSTRAINT ck_season_number CHECK (number > 0),
    CONSTRAINT uq_season_group_id_number UNIQUE (group_id, number),
    CONSTRAINT fk_season_group_id FOREIGN KEY(group_id) REFERENCES group_ (id)
);

CREATE TABLE open_door (
    group_id INTEGER NOT NULL,
    handle VARCHAR(8) NOT NULL,
    secret_hmac VARCHAR(64) NOT NULL,
    role VARCHAR(16) NOT NULL,
    wide BOOLEAN NOT NULL,
    opened_by INTEGER NOT NULL,
    ends_at DATETIME NOT NULL,
    CONSTRAINT pk_open_door PRIMARY KEY (group_id),
    CONSTRAINT ck_open_door_role CHECK (role IN ('player','viewer')),
    CONSTRAINT fk_open_door_group_id FOREIGN KEY(group_id) REFERENCES group_ (id),
    CONSTRAINT uq_open_door_handle UNIQUE (handle),
    CONSTRAINT fk_open_door_opened_by FOREIGN KEY(opened_by) REFERENCES device (id)
);

CREATE TABLE wrong_try (
    id INTEGER NOT NULL,
    group_id INTEGER,
    address VARCHAR(64) NOT NULL,
    at DATETIME NOT NULL,
    CONSTRAINT pk_wrong_try PRIMARY KEY (id),
    CONSTRAINT fk_wrong_try_group_id FOREIGN KEY(group_id) REFERENCES group_ (id)
);

CREATE INDEX ix_wrong_try_at ON wrong_try (at);

CREATE INDEX ix_wrong_try_group_id_at ON wrong_try (group_id, at);

CREATE INDEX ix_wrong_try_address_at ON wrong_try (address, at);

CREATE TABLE game (
    id INTEGER NOT NULL,
    group_id INTEGER NOT NULL,
    season_id INTEGER NOT NULL,
    uuid CHAR(32) NOT NULL,
    game VARCHAR(32) NOT NULL,
    settings JSON NOT NULL,
    schedule VARCHAR(32),
    edition JSON,
    scoring VARCHAR(32),
    started_at DATETIME,
    played_on DATE NOT NULL,
    finished_at DATETIME,
    deleted_at DATETIME,
    deleted_by INTEGER,
    seating INTEGER NOT NULL,
    counts BOOLEAN NOT NULL,
    revision INTEGER NOT NULL,
    settings_revision INTEGER NOT NULL,
    changed_by INTEGER NOT NULL,
    changed_at DATETIME NOT NULL,
    created_at DATETIME NOT NULL,
    CONSTRAINT pk_game PRIMARY KEY (id),
    CONSTRAINT ck_game_revision CHECK (revision > 0),
    CONSTRAINT uq_game_group_id_uuid UNIQUE (group_id, uuid),
    CONSTRAINT fk_game_group_id FOREIGN KEY(group_id) REFERENCES group_ (id),
    CONSTRAINT fk_game_season_id FOREIGN KEY(season_id) REFERENCES season (id),
    CONSTRAINT fk_game_deleted_by FOREIGN KEY(deleted_by) REFERENCES device (id),
    CONSTRAINT fk_game_changed_by FOREIGN KEY(changed_by) REFERENCES device (id)
);

CREATE INDEX ix_game_of_group ON game (group_id, game, played_on, id) WHERE deleted_at IS NULL;

CREATE INDEX ix_game_evening ON game (group_id, played_on, id);

CREATE INDEX ix_game_season_id ON game (season_id);

CREATE INDEX ix_game_of_season ON game (season_id, game, played_on, id) WHERE deleted_at IS NULL;

CREATE TABLE player_merge (
    id INTEGER NOT NULL,
    group_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    into_id INTEGER NOT NULL,
    games JSON NOT NULL,
    merged_at DATETIME NOT NULL,
    CONSTRAINT pk_player_merge PRIMARY KEY (id),
    CONSTRAINT fk_player_merge_group_id FOREIGN KEY(group_id) REFERENCES group_ (id),
    CONSTRAINT fk_player_merge_player_id FOREIGN KEY(player_id) REFERENCES player (id),
    CONSTRAINT fk_player_merge_into_id FOREIGN KEY(into_id) REFERENCES player (id)
);

CREATE INDEX ix_player_merge_group_id ON player_merge (group_id);

CREATE TABLE season_book (
    id INTEGER NOT NULL,
    season_id INTEGER NOT NULL,
    group_id INTEGER NOT NULL,
    language VARCHAR(16) NOT NULL,
    paper VARCHAR(16) NOT NULL,
    "key" VARCHAR(64) NOT NULL,
    phase VARCHAR(16) NOT NULL,
    volume INTEGER NOT NULL,
    volumes INTEGER NOT NULL,
    seen_at DATETIME NOT NULL,
    CONSTRAINT pk_season_book PRIMARY KEY (id),
    CONSTRAINT ck_season_book_phase CHECK (phase IN ('queued','laying_out','ready','changed','failed')),
    CONSTRAINT fk_season_book_season_id FOREIGN KEY(season_id) REFERENCES season (id),
    CONSTRAINT fk_season_book_group_id FOREIGN KEY(group_id) REFERENCES group_ (id)
);

CREATE INDEX ix_season_book_season_id ON season_book (season_id);

CREATE INDEX ix_season_book_group_id ON season_book (group_id);

CREATE TABLE seat (
    game_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    CONSTRAINT pk_seat PRIMARY KEY (game_id, seat),
    CONSTRAINT ck_seat_seat CHECK (seat >= 0),
    CONSTRAINT uq_seat_game_id_player_id UNIQUE (game_id, player_id),
    CONSTRAINT fk_seat_game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_seat_player_id FOREIGN KEY(player_id) REFERENCES player (id)
);

CREATE INDEX ix_seat_player_id ON seat (player_id);

CREATE TABLE round_ (
    game_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    body JSON NOT NULL,
    revealed_at DATETIME,
    revision INTEGER NOT NULL,
    changed_by INTEGER NOT NULL,
    changed_at DATETIME NOT NULL,
    CONSTRAINT pk_round_ PRIMARY KEY (game_id, number),
    CONSTRAINT ck_round__number CHECK (number > 0),
    CONSTRAINT ck_round__revision CHECK (revision > 0),
    CONSTRAINT fk_round__game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_round__changed_by FOREIGN KEY(changed_by) REFERENCES device (id)
);

CREATE TABLE seat_bid (
    game_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    bid INTEGER NOT NULL,
    device_id INTEGER NOT NULL,
    is_own BOOLEAN NOT NULL,
    revision INTEGER NOT NULL,
    put_at DATETIME NOT NULL,
    CONSTRAINT pk_seat_bid PRIMARY KEY (game_id, number, seat),
    CONSTRAINT ck_seat_bid_bid CHECK (bid >= 0),
    CONSTRAINT ck_seat_bid_number CHECK (number > 0),
    CONSTRAINT ck_seat_bid_revision CHECK (revision > 0),
    CONSTRAINT fk_seat_bid_game_id FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE,
    CONSTRAINT fk_seat_bid_device_id FOREIGN KEY(device_id) REFERENCES device (id)
);

CREATE TABLE revision (
    id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    uuid CHAR(32),
    device_id INTEGER NOT NULL,
    saved_at DATETIME NOT NULL,
    body TEXT NOT NULL,
    CONSTRAINT pk_revision PRIMARY KEY (id),
    CONSTRAINT uq_revision_game_id_uuid UNIQUE (game_id, uuid),
    CONSTRAINT fk_revision_game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_revision_device_id FOREIGN KEY(device_id) REFERENCES device (id)
);

CREATE UNIQUE INDEX ix_revision_chosen ON revision (game_id, number, revision) WHERE uuid IS NULL;

CREATE TABLE result (
    game_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    total INTEGER,
    rank INTEGER,
    winners INTEGER NOT NULL,
    possible INTEGER NOT NULL,
    league INTEGER NOT NULL,
    bids_met INTEGER NOT NULL,
    bids_made INTEGER NOT NULL,
    marks TEXT NOT NULL,
    bids TEXT NOT NULL,
    best_round INTEGER,
    bravest_bid INTEGER,
    longest_run INTEGER,
    comeback INTEGER,
    closest_finish INTEGER,
    lead_changes INTEGER,
    all_right INTEGER,
    none_right INTEGER,
    CONSTRAINT pk_result PRIMARY KEY (game_id, seat),
    CONSTRAINT fk_result_game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_result_player_id FOREIGN KEY(player_id) REFERENCES player (id)
);

CREATE INDEX ix_result_player_id ON result (player_id);

CREATE TABLE membership (
    group_id INTEGER NOT NULL,
    device_id INTEGER NOT NULL,
    role VARCHAR(16) NOT NULL,
    player_id INTEGER,
    scores_game_id INTEGER,
    took_over BOOLEAN NOT NULL,
    ends_at DATETIME,
    CONSTRAINT pk_membership PRIMARY KEY (group_id, device_id),
    CONSTRAINT ck_membership_role CHECK (role IN ('owner','scorekeeper','player','viewer')),
    CONSTRAINT fk_membership_group_id FOREIGN KEY(group_id) REFERENCES group_ (id),
    CONSTRAINT fk_membership_device_id FOREIGN KEY(device_id) REFERENCES device (id),
    CONSTRAINT fk_membership_player_id FOREIGN KEY(player_id) REFERENCES player (id),
    CONSTRAINT fk_membership_scores_game_id FOREIGN KEY(scores_game_id) REFERENCES game (id)
);

CREATE INDEX ix_membership_device_id ON membership (device_id);

CREATE TABLE invite (
    id INTEGER NOT NULL,
    uuid CHAR(32) NOT NULL,
    group_id INTEGER NOT NULL,
    secret_sha256 VARCHAR(64) NOT NULL,
    role VARCHAR(16) NOT NULL,
    game_id INTEGER,
    name VARCHAR(160),
    made_by INTEGER NOT NULL,
    made_at DATETIME NOT NULL,
    ends_at DATETIME,
    CONSTRAINT pk_invite PRIMARY KEY (id),
    CONSTRAINT ck_invite_role CHECK (role IN ('scorekeeper','player','viewer')),
    CONSTRAINT uq_invite_uuid UNIQUE (uuid),
    CONSTRAINT fk_invite_group_id FOREIGN KEY(group_id) REFERENCES group_ (id),
    CONSTRAINT uq_invite_secret_sha256 UNIQUE (secret_sha256),
    CONSTRAINT fk_invite_game_id FOREIGN KEY(game_id) REFERENCES game (id),
    CONSTRAINT fk_invite_made_by FOREIGN KEY(made_by) REFERENCES device (id)
);

CREATE INDEX ix_invite_group_id ON invite (group_id);

CREATE TABLE book_volume (
    book_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    size INTEGER NOT NULL,
    pdf BLOB NOT NULL,
    CONSTRAINT pk_book_volume PRIMARY KEY (book_id, number),
    CONSTRAINT fk_book_volume_book_id FOREIGN KEY(book_id) REFERENCES season_book (id)
);

CREATE INDEX ix_game_running ON game (group_id, season_id) WHERE finished_at IS NULL AND deleted_at IS NULL;

CREATE TRIGGER revision_no_update BEFORE UPDATE ON revision BEGIN SELECT RAISE(ABORT, 'revisions are append only'); END;

CREATE TRIGGER revision_no_delete BEFORE DELETE ON revision WHEN NOT EXISTS (SELECT 1 FROM game g JOIN group_ p ON p.id = g.group_id WHERE g.id = OLD.game_id AND (g.deleted_at IS NOT NULL OR p.deleted_at IS NOT NULL)) BEGIN SELECT RAISE(ABORT, 'revisions are append only'); END;

INSERT INTO alembic_version VALUES ('0001');
