"""Faults that are made on purpose, and the tests that must find them."""
