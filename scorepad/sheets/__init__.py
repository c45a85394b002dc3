"""Paper: what a sheet shows, the page it becomes, and the PDF printed from it."""
