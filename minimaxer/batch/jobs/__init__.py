"""Solves one position by many jobs: an upper tree here, whose leaves are solved elsewhere."""
