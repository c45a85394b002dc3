"""Scorepad: keep score of Wizard, print the sheet, see the season."""
