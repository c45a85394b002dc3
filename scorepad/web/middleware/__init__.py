"""What every request meets: who asks, from where, in which language, how often."""
