"""The database that tests are lent in turns is as fresh as one made anew."""

import psycopg
import pytest

from tests.emptied import SHAPE, Emptied


@pytest.fixture
def lending(postgresql_folder):
    return Emptied(postgresql_folder)


def test_nothing_of_the_test_before_is_left(lending):
    with lending.lent() as first, psycopg.connect(first, autocommit=True) as left:
        assert number_of_one_more(left) == (1,)
    with pytest.raises(psycopg.OperationalError):
        left.execute("SELECT 1")
    with lending.lent() as second, psycopg.connect(second, autocommit=True) as fresh:
        assert fresh.execute("SELECT count(*) FROM wrong_try").fetchone() == (0,)
        assert number_of_one_more(fresh) == (1,)
    assert first != second


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE season ADD COLUMN nobodys text",
        "DROP INDEX ix_game_evening",
        "ALTER TABLE revision DISABLE TRIGGER ALL",
        "CREATE TABLE nobodys (id int)",
        "UPDATE alembic_version SET version_num = 'older'",
    ],
)
def test_what_changes_the_tables_is_not_handed_on(lending, change):
    with lending.lent() as first, psycopg.connect(first) as connection:
        before = shape(connection)
        connection.execute(change)
        assert shape(connection) != before
    with lending.lent() as second, psycopg.connect(second) as connection:
        assert shape(connection) == before


def number_of_one_more(connection):
    added = "INSERT INTO wrong_try (address, at) VALUES ('', now()) RETURNING id"
    return connection.execute(added).fetchone()


def shape(connection):
    return connection.execute(SHAPE).fetchone()
