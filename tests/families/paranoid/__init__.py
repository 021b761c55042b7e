"""Games for many searched as games for two."""
