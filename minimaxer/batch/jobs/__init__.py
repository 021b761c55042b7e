"""Solving one position as many jobs: an upper tree here, whose leaves are solved elsewhere."""
