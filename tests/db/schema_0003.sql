CREATE TABLE log_entry (
    id INTEGER NOT NULL,
    group_id INTEGER NOT NULL,
    at DATETIME NOT NULL,
    kind VARCHAR(24) NOT NULL,
    device_id INTEGER,
    player_id INTEGER,
    whom_id INTEGER,
    about_id INTEGER,
    into_id INTEGER,
    game_id INTEGER,
    facts JSON NOT NULL,
    CONSTRAINT pk_log_entry PRIMARY KEY (id),
    CONSTRAINT fk_log_entry_group_id FOREIGN KEY(group_id) REFERENCES group_ (id),
    CONSTRAINT fk_log_entry_device_id FOREIGN KEY(device_id) REFERENCES device (id),
    CONSTRAINT fk_log_entry_player_id FOREIGN KEY(player_id) REFERENCES player (id),
    CONSTRAINT fk_log_entry_whom_id FOREIGN KEY(whom_id) REFERENCES device (id),
    CONSTRAINT fk_log_entry_about_id FOREIGN KEY(about_id) REFERENCES player (id),
    CONSTRAINT fk_log_entry_into_id FOREIGN KEY(into_id) REFERENCES player (id),
    CONSTRAINT fk_log_entry_game_id FOREIGN KEY(game_id) REFERENCES game (id)
);

CREATE INDEX ix_log_entry_group_id_id ON log_entry (group_id, id);

UPDATE alembic_version SET version_num = '0003';
