"""Information set Monte Carlo tree search, for games of hidden information."""
