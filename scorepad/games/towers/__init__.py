"""Wandering Towers: the rules that score keeping needs, without board and cards."""
