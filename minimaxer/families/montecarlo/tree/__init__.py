"""Monte Carlo tree search on a tree: `phases` is the search itself."""
