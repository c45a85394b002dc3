"""Paper without figures: what somebody wants on it, its columns, lines and foot."""
