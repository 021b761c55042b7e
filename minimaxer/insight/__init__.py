"""Looking into searches: recordings step by step, and experiments."""
