"""Several workers on one tree search: threads or processes that share a table."""
