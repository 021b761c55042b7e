"""Boards found in the states of games."""

from .finder import find_board
from .shape import Board, BoardShape

__all__ = ["Board", "BoardShape", "find_board"]
