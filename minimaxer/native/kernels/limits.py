"""Early end of a search: on request, out of nodes, or too deep for the thread's stack."""

from __future__ import annotations

from ...compiler.runtime import header as h
from ...compiler.runtime.intrinsics import host_allows, peek, peek_atomic, poke, stack_pointer


def stopped(mem: int) -> bool:
    """True if the search must end; writes the reason to `STOP`."""
    if peek_atomic(mem, h.STOP) != 0:
        return True
    if peek(mem, h.NODES) >= peek(mem, h.NODE_LIMIT) and not host_allows(mem):
        poke(mem, h.STOP, h.BY_NODES)
        return True
    if stack_pointer() < peek(mem, h.STACK_END):
        poke(mem, h.STOP, h.BY_PLIES)
        return True
    return False
