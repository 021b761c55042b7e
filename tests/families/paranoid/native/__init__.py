"""Games for many as games for two, compiled."""
