"""The end of a search: its limits, the reasons to stop, and the control that applies the limits while it runs."""

from __future__ import annotations

import math
import sys
import time
from enum import Enum
from typing import Any, Final

from attrs import Attribute, evolve, field, frozen

from ..base.checks import check_whole
from ..base.scores import LONGEST_WIN
from ..errors import OptionError

DEFAULT_SECONDS: Final = 1.0
"""Seconds for a search without any limit."""
FOR_EVER: Final = 1e9
"""Seconds that no search reaches."""
MOST_NODES: Final = 10**18
"""More nodes than any search visits; native counters hold it."""


class StopReason(Enum):
    """The reason why a search ended."""

    DEPTH = "depth"
    """A depth was searched in full, and no other is started: by the limit, or since the clock leaves no time for it."""
    SECONDS = "seconds"
    """Time was up."""
    NODES = "nodes"
    """The limit of nodes was met."""
    STOPPED = "stopped"
    """`stop()` was called."""
    SOLVED = "solved"
    """The value holds at every depth; searching further cannot change it."""
    FINISHED = "finished"
    """The game is over in the state searched."""
    SIMULATIONS = "simulations"
    """The requested number of playouts was reached."""
    PLY_LIMIT = "ply_limit"
    """A compiled game went on for more plies than the native search can follow."""


def _nodes(instance: object, attribute: Attribute[Any], value: Any) -> None:
    if value is not None:
        check_whole(attribute.name, value, 1)
        if value > MOST_NODES:
            raise OptionError(f"expected at most {MOST_NODES:,} {attribute.name}, got {value!r}")


def _depth(instance: object, attribute: Attribute[Any], value: Any) -> None:
    if value is not None:
        check_whole(attribute.name, value, 1)
        if value > LONGEST_WIN:
            raise OptionError(f"expected a depth of at most {LONGEST_WIN} plies, got {value!r}")


def _positive(instance: object, attribute: Attribute[Any], value: Any) -> None:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if value is not None and not (number and 0 < value <= sys.float_info.max):
        raise OptionError(f"expected {attribute.name} to be a number above 0, got {value!r}")


@frozen(kw_only=True)
class Limits:
    """The limits of a search, which ends at the first one that it meets. None: no such limit.

    Attributes:
        depth: Plies to search.
        seconds: Wall-clock time.
        clock: Seconds left for all moves to come. This move gets a share of them: less where depth after depth finds the
            same move, more while the best move changes.
        increment: Seconds that the clock gets back after each move.
        simulations: Playouts of Monte Carlo tree search.
        nodes: Nodes visited, leaves included; exact for one worker on a tree. Compiled games may finish the moves of a position;
            several workers get a share each, and the search ends with the first share.

    Raises:
        OptionError: A limit is not a positive number of the right kind.

    Examples:
        >>> Limits(depth=6, seconds=0.5)
        Limits(depth=6, seconds=0.5, nodes=None, clock=None, increment=None, simulations=None)
    """

    depth: int | None = field(default=None, validator=_depth)
    seconds: float | None = field(default=None, validator=_positive)
    nodes: int | None = field(default=None, validator=_nodes)
    clock: float | None = field(default=None, validator=_positive)
    increment: float | None = field(default=None, validator=_positive)
    simulations: int | None = field(default=None, validator=_nodes)

    def __attrs_post_init__(self) -> None:
        if self.increment is not None and self.clock is None:
            raise OptionError("contradictory options: an increment is given back to a clock; give clock too")

    @property
    def for_one_move(self) -> Limits:
        """These limits for the current move, with a share of the clock as its seconds."""
        if self.clock is None:
            return self
        share = share_of(self.clock, self.increment or 0.0)
        return evolve(self, seconds=min(share, self.seconds or share), clock=None, increment=None)

    @property
    def without_time(self) -> Limits:
        """These limits without a clock, and with seconds that no search reaches."""
        return evolve(self, seconds=FOR_EVER, clock=None, increment=None)


_MOVES: Final = 20
"""A move gets the time left, beyond the reserve, divided by this number."""
_RESERVE: Final = 0.5
"""Seconds kept for moves that take longer than planned, as on a busy machine."""
_LEAST: Final = 0.001


def share_of(clock: float, increment: float) -> float:
    """The seconds for one move: a part of the time left, plus most of the increment; some is kept, however long the game goes on.

    Examples:
        >>> share_of(60, 0), share_of(1, 0.01), share_of(0.1, 0)
        (2.975, 0.0325, 0.0025)
    """
    kept = reserve_of(clock)
    return max(_LEAST, min((clock - kept) / _MOVES + 0.75 * increment, clock - kept))


def reserve_of(clock: float) -> float:
    """The seconds of a clock that no move may take."""
    return min(_RESERVE, clock / 2)


class StopSearch(Exception):  # noqa: N818  # a signal, not an error
    """The one private signal that unwinds a search; raised by `Control.poll`, caught by the deepening loop."""


class Control:
    """Counts nodes and raises `StopSearch` when a limit is met.

    A search keeps its own node count and calls `poll` whenever the count reaches the number that the last `poll` gave. That
    number adapts to the time a node takes, so that a slow `evaluate` does not overrun the deadline by much.
    """

    _SHORT: Final = 0.0005
    _LONG: Final = 0.002
    _LARGEST_STEP: Final = 64

    def __init__(self, limits: Limits) -> None:
        self.started = self._polled = time.perf_counter()
        self.nodes = 0
        self.cutoffs: Final = [0, 0, 0]
        """Cutoffs by the first, the second, and a later move."""
        self._deadline = math.inf if limits.seconds is None else self.started + limits.seconds
        self._nodes_allowed = math.inf if limits.nodes is None else limits.nodes
        self._step = 1
        self._stop_asked = False
        self.reason: StopReason | None = None

    def stop(self) -> None:
        """Asks the search to end; may be called from any thread."""
        self._stop_asked = True

    def must_stop(self) -> bool:
        """True once time is up or a stop was requested."""
        return self._stop_asked or time.perf_counter() >= self._deadline

    @property
    def due(self) -> StopReason:
        """The reason to stop a search that is due: the stop, or else the time."""
        return StopReason.STOPPED if self._stop_asked else StopReason.SECONDS

    @property
    def seconds(self) -> float:
        """Time since the search began."""
        return time.perf_counter() - self.started

    def poll(self, nodes: int) -> int:
        """Checks every limit, given the nodes visited so far, and raises StopSearch if one is met; `reason` then says which.
        Returns the node count at which to call again.
        """
        self.nodes = nodes
        if nodes > self._nodes_allowed:  # before the others, which would count the visit that is not made
            self.nodes = nodes - 1
            self._end(StopReason.NODES)
        if self._stop_asked:
            self._end(StopReason.STOPPED)
        now = time.perf_counter()
        if now >= self._deadline:
            self._end(StopReason.SECONDS)
        elapsed, self._polled = now - self._polled, now
        if elapsed > self._LONG:
            self._step = max(1, self._step // 4)
        elif elapsed < self._SHORT:
            self._step = min(self._LARGEST_STEP, self._step * 2)
        return int(min(nodes + self._step, self._nodes_allowed + 1))

    def _end(self, reason: StopReason) -> None:
        self.reason = reason
        raise StopSearch


class Counter:
    """Counts positions, and polls the limits now and then."""

    def __init__(self, control: Control) -> None:
        self._control: Final = control
        self._nodes = 0
        self._poll_at = 1

    def __call__(self) -> None:
        """Counts one position; raises StopSearch if a limit is met."""
        self._nodes += 1
        if self._nodes >= self._poll_at:
            self._poll_at = self._control.poll(self._nodes)
        self._control.nodes = self._nodes
