"""Every way to write an expression: importing this module registers them all."""

from . import anything, arrays, containers, numbers, operators, texts, truths, tuples

__all__ = ["anything", "arrays", "containers", "numbers", "operators", "texts", "truths", "tuples"]
