"""Information-set Monte Carlo tree search on a tree: one tree of what the mover sees, a new deal for each simulation."""
