"""Pages at the table: keep score, look on, bid on one's own, correct a sheet, ask."""
