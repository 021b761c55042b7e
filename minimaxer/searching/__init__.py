"""What every search is asked and answers in: limits, options, bounds, results."""
