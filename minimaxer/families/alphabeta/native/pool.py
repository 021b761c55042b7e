"""Idle kernels kept for the next search: making one, with its table and thread, takes longer than many searches.

A kernel that is returned is reset. The few used last are kept; the others, and all when Python exits, are closed.
"""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Hashable
from typing import Final

from .kernel import Kernel

MOST_KEPT: Final = 4
_LOCK: Final = threading.Lock()
_kept: list[tuple[Hashable, Kernel]] = []
"""The kernels kept, in the order in which they were returned."""


def take(key: Hashable) -> Kernel | None:
    """A kernel that was returned under an equal key; None if there is none."""
    with _LOCK:
        for number in range(len(_kept) - 1, -1, -1):
            if _kept[number][0] == key:
                return _kept.pop(number)[1]
    return None


def give(key: Hashable | None, kernel: Kernel) -> None:
    """Keeps a kernel for another search; closes it if it has no key or was interrupted at work."""
    if key is None or not kernel.is_idle:
        _close(kernel)
        return
    kernel.renew()
    with _LOCK:
        _kept.append((key, kernel))
        surplus = _kept.pop(0)[1] if len(_kept) > MOST_KEPT else None
    if surplus is not None:
        _close(surplus)


def close() -> None:
    """Closes all idle kernels."""
    with _LOCK:
        kernels = [kernel for _, kernel in _kept]
        _kept.clear()
    for kernel in kernels:
        _close(kernel)


def _close(kernel: Kernel) -> None:
    kernel.close()
    if kernel.table is not None:
        kernel.table.close()


atexit.register(close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_kept.clear)  # their threads are not there
