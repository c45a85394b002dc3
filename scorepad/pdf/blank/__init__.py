"""Blank sheets: options, columns, layout and drawing."""
