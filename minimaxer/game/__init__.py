"""The game: its protocol, what it can do besides, how its positions are written, compared and found by name."""
