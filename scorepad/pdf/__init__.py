"""PDF files: rendered by worker processes, cached, and read back."""
