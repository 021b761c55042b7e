"""Games of other frameworks as ours, and ours as theirs. What they need is imported with each module, and is an extra."""
