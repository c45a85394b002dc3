"""The paper of Wandering Towers."""
