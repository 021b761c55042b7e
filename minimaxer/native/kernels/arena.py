"""The arena of a kernel's thread: where it ends is noted before a move is tried, and put back behind it."""

from __future__ import annotations

from typing import Any

from ...compiler.runtime import header as h
from ...compiler.runtime.intrinsics import peek, poke


def arena_mark(game: Any, mem: int) -> int:
    """Where the arena ends."""
    return peek(mem, h.ARENA) if game.has_arena else 0


def arena_rewind(game: Any, mem: int, end: int) -> None:
    """Gives back all that was put into the arena since it ended there."""
    if game.has_arena:
        poke(mem, h.ARENA, end)
