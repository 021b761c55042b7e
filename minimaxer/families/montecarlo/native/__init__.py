"""Monte Carlo tree search natively: a tree in one block of memory."""
