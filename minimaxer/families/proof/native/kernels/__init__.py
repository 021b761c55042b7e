"""The kernel of df-pn."""
