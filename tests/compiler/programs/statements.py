"""Every way to write a statement: importing this module registers them all."""

from . import assigning, branching, changing, expressions, matching, others

__all__ = ["assigning", "branching", "changing", "expressions", "matching", "others"]
