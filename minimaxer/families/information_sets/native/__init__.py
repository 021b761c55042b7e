"""Information-set Monte Carlo tree search natively: one tree of what the mover sees, grown in many deals."""
