"""Wizard by Ken Fisher: one module per topic of the rule book."""
