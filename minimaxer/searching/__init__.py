"""The request and the answer of every search: limits, options, bounds, results."""
