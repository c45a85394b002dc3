"""What tells a host how the server is."""
