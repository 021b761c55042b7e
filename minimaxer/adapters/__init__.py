"""Games of other frameworks as ours. What they need is imported with each module, and is an extra."""
