"""``scorepad rebuild``: work out all statistics again."""

import click

from scorepad.commands.database import database, database_options
from scorepad.commands.printing import progress_bar
from scorepad.services.seasons.results import measure_tables, rebuild_results


@click.command("rebuild")
@database_options
def command(instance: str | None, database_url: str | None) -> int:
    """Work out the results of all finished games again.

    Seasons are summed up from them. What people wrote down is not touched, and they may
    go on writing meanwhile.
    """
    with database(instance, database_url) as (session, _settings):
        with progress_bar("games worked out") as show:
            count = rebuild_results(session, show)
        measure_tables(session)
        print(f"{count} finished games worked out again.")
    return 0
