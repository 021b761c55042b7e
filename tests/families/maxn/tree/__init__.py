"""Max^n on a tree."""
