"""The kernel of Monte Carlo tree search."""
