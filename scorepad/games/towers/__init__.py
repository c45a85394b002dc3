"""Wandering Towers: the rules a companion needs, without board and cards."""
