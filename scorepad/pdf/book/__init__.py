"""Season books: contents and pages."""
