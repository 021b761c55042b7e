"""The functions that people call, `Search`, and the registry of methods."""
