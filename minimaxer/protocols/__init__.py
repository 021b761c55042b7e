"""Engines of the world: ours for their programs, theirs at our table, in lines of text."""
