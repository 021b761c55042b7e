"""Max^n on compiled games."""
