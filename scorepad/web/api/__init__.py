"""The JSON API below ``/api``."""
