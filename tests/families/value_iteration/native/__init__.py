"""Value iteration on compiled games."""
