"""Several workers on one search. May import floors below: both tiers."""
