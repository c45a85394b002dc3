"""The options of every command that works on the database."""

import argparse


def add_database_options(parser: argparse.ArgumentParser) -> None:
    """Take where the database is."""
    parser.add_argument("--instance", help="as for 'scorepad serve'")
    parser.add_argument("--database-url", help="as for 'scorepad serve'")
