"""Many positions side by side."""
