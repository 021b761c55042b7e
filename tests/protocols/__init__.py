"""Lines of text between programs."""
