"""Proof-number search on a tree: `proving` is the search itself."""
