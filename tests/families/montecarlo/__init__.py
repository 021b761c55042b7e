"""Monte Carlo tree search, in both tiers."""
