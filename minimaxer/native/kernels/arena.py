"""The arena of a kernel's thread: its end is marked before a move is tried, and restored after it."""

from __future__ import annotations

from typing import Any

from ...compiler.runtime import header as h
from ...compiler.runtime.intrinsics import peek, poke


def arena_mark(game: Any, mem: int) -> int:
    """The end of the arena's used part; 0 if the game needs no arena."""
    return peek(mem, h.ARENA) if game.has_arena else 0


def arena_rewind(game: Any, mem: int, end: int) -> None:
    """Frees all that was put into the arena since that mark."""
    if game.has_arena:
        poke(mem, h.ARENA, end)
        poke(mem, h.LISTED, 0)
