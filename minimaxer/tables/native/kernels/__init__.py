"""The kernel of retrograde analysis."""
