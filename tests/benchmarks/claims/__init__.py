"""The claims of the articles that this project grew from, each measured: a module for each source.

`python -m tests.benchmarks.claims` writes docs/results/claims.json, from which docs/scripts/render.py fills the pages "What we
found".
"""
