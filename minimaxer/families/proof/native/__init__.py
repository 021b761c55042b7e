"""Proof-number search natively: df-pn on a table of bounded size."""
