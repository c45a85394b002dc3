"""Forms: the shape of what is sent, and nothing about what may be true."""
