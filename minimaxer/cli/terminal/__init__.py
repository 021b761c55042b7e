"""A game played at the terminal."""
