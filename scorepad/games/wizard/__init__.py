"""Wizard (Ken Fisher): one small module for each question the rulebook answers."""
