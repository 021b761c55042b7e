"""Several workers on one search."""
