"""Games as they are played: found, read, written, and what stood there before."""
