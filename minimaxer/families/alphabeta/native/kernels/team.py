"""Several workers on one search: marks of moves being searched, stopping the others, and shared bounds.

Source: J.-C. Weill, "The ABDADA distributed minimax search algorithm", ICCA Journal 19(1), 1996; marks in a table of their own:
T. Kerrigan, "Simplified ABDADA", 2017.
"""

from __future__ import annotations

from typing import Final

from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import peek, peek_atomic, plus, poke, poke_atomic, swap_if, times
from .. import layout as w

_SPREAD: Final = -7046029254386353131
_PUT_OFF: Final = 3 << 61
"""Subtracted from the sort key of a deferred move: makes it lower than all others, and leaves the move's number unchanged."""
_LAST_KEYS: Final = -(3 << 60)


def mark_of(key: int, player: int, code: int, depth: int) -> int:
    """A key for the search of a position's move to a depth; never 0."""
    mark = times(plus(key, times((depth << 17) + (code << 1) + player, _SPREAD)), _SPREAD)
    return mark | 1


def _place(mark: int) -> int:
    return w.MARKS + ((mark >> 40) & (w.MARK_COUNT - 1))


def busy(mem: int, mark: int) -> bool:
    """True if a worker is running the marked search."""
    return peek_atomic(peek(mem, w.TEAM), _place(mark)) == mark


def mark_busy(mem: int, mark: int) -> None:
    """Marks a search as being run by this worker."""
    poke_atomic(peek(mem, w.TEAM), _place(mark), mark)


def clear_busy(mem: int, mark: int) -> None:
    """Removes the mark of a search, unless another mark has replaced it."""
    team = peek(mem, w.TEAM)
    if peek_atomic(team, _place(mark)) == mark:
        poke_atomic(team, _place(mark), 0)


def defer(mem: int, first: int, last: int) -> bool:
    """Moves the first key of `first .. last - 1` behind the others; False if it was deferred before, or is the only one."""
    key = peek(mem, w.KEYS + first)
    if key < _LAST_KEYS or first + 1 == last:
        return False
    for place in range(first, last - 1):
        poke(mem, w.KEYS + place, peek(mem, w.KEYS + place + 1))
    poke(mem, w.KEYS + last - 1, key - _PUT_OFF)
    return True


def stop_others(mem: int) -> None:
    """Stops the other workers, because this one has the answer."""
    for number in range(peek(mem, w.PEERS)):
        swap_if(peek(mem, w.PEER_OF + number), h.STOP, 0, h.BY_PEER)


def was_stopped_by_other(mem: int) -> bool:
    """True if another worker had the answer first; clears the stop, so that this worker can go on."""
    return swap_if(mem, h.STOP, h.BY_PEER, 0)


def raise_low(team: int, low: int) -> None:
    """Raises the lower bound that all workers share."""
    while True:
        before = peek_atomic(team, w.TEAM_LOW)
        if low <= before or swap_if(team, w.TEAM_LOW, before, low):
            return


def lower_high(team: int, high: int) -> None:
    """Lowers the upper bound that all workers share."""
    while True:
        before = peek_atomic(team, w.TEAM_HIGH)
        if high >= before or swap_if(team, w.TEAM_HIGH, before, high):
            return
