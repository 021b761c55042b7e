"""Games of other frameworks."""
