"""From a page to a PDF: processes that print, what they may load, what is kept."""
