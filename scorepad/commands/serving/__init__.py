"""What a server does while it serves: listen, answer, share, look after itself."""
