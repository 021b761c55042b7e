"""Games of other frameworks, and ours in theirs."""
