"""Information-set Monte Carlo tree search on a tree of the mover's information, with a new deal for each simulation."""
