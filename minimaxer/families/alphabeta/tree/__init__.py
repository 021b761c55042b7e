"""The alpha-beta family on a tree: algorithms, orderings, table, deepening and workers."""
