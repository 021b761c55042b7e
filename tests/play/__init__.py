"""Games that are played."""
