"""Time management: a move gets less of the clock if depth after depth finds it, more if it has just changed."""

from __future__ import annotations

from typing import Any, Final

from attrs import evolve

from ..game.comparing import equal
from .limits import Limits, StopReason, reserve_of, share_of
from .options import AlphaBetaOptions, Options
from .result import SearchResult

_SURE: Final = (1.8, 1.4, 1.1, 0.9, 0.75, 0.65)
"""The multiple of its share that a move may take before the next depth starts, by the number of depths in a row that found it."""
_BEGUN: Final = 0.7
"""The next depth is started only within this part of that time, since it takes longer than those before it."""
_MOST: Final = 4.0
"""A started depth is interrupted after this multiple of the share ..."""
_PART: Final = 0.2
"""... and after this part of the time left."""


class Pace:
    """Decides after each depth of a search on a clock whether to search deeper; `limits` are the limits, with the seconds after
    which the search is interrupted in place of the clock.
    """

    def __init__(self, limits: Limits) -> None:
        assert limits.clock is not None
        self._share = share_of(limits.clock, limits.increment or 0.0)
        most = max(self._share, min(_MOST * self._share, _PART * (limits.clock - reserve_of(limits.clock))))
        self.limits: Final = evolve(limits, seconds=min(most, limits.seconds or most), clock=None, increment=None)
        self._move: Any = None
        self._same = 0

    def is_enough(self, result: SearchResult[Any]) -> bool:
        """True if the move of a finished depth should be played at once."""
        if result.stop is not StopReason.DEPTH:
            return False
        if self._move is None and len(result.moves) == 1:
            return True
        self._same = self._same + 1 if equal(result.move, self._move) else 0
        self._move = result.move
        return result.seconds >= _BEGUN * self._share * _SURE[min(self._same, len(_SURE) - 1)]


def pace_of(limits: Limits, options: Options) -> Pace | None:
    """The pace of a search within these limits; None without a clock, or if the method does not search depth by depth."""
    return None if limits.clock is None or not isinstance(options, AlphaBetaOptions) else Pace(limits)
