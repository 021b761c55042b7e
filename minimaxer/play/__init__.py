"""Games that are played: sessions, players, clocks, matches and their records."""
