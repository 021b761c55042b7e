"""Under everything else: numbers and scores, sizes, stable hashes, checks of arguments, writing and reading files."""
