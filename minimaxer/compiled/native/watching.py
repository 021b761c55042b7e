"""A thread that looks after native runs: rules that never come back hear of a stop by a word that their loops look at.

Imports nothing of the package.
"""

from __future__ import annotations

import _thread
import os
import threading
import time
import weakref
from typing import Final, Protocol

TICK: Final = 0.05
"""Seconds between two looks."""
PATIENCE: Final = 0.3
"""Seconds that rules may take after a stop, or for one node on the thread that asked, before they are told to come back."""
_IDLE: Final = 40
"""Looks at nothing after which it waits to be woken."""


class Watched(Protocol):
    """What is looked after."""

    def look_after(self, now: float) -> bool:
        """Does what is due at that time, of `time.perf_counter`; whether it runs."""


class Watch:
    """Looks at what it was given, over and over, on a thread of its own that starts when it is first needed."""

    def __init__(self) -> None:
        self.times = 0
        """How often what was given was forgotten, or was about to be: who was added at another number has to be added again."""
        self._begin()

    def _begin(self) -> None:
        """Looks after nothing; also after a fork, which leaves the thread behind."""
        self.times += 1
        self._watched: weakref.WeakSet[Watched] = weakref.WeakSet()
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._has_begun = False
        if hasattr(os, "register_at_fork") and self.times == 1:
            os.register_at_fork(after_in_child=self._begin)

    def add(self, watched: Watched) -> None:
        """Has it looked after from now on."""
        with self._lock:
            self._watched.add(watched)
            self._woken.set()
            if not self._has_begun:
                self._has_begun = True
                _thread.start_new_thread(self._work, ())  # it is for the process, and none of the threads that a search has

    def _work(self) -> None:
        idle = 0
        while self._woken.wait():
            time.sleep(TICK)
            with self._lock:
                now = time.perf_counter()
                idle = 0 if sum(each.look_after(now) for each in self._watched) else idle + 1
                if idle < _IDLE:
                    continue
                idle, self.times = 0, self.times + 1
                if not sum(each.look_after(now) for each in self._watched):
                    self._watched.clear()
                    self._woken.clear()


WATCH: Final = Watch()
"""The only one there is."""
