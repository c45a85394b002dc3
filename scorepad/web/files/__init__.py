"""Our own files, as browsers keep them."""
