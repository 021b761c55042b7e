"""Certificates: what one player can get for sure, written down so that a stranger can check it."""
