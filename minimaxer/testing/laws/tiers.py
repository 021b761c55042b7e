"""The law of the tiers: compiled rules and Python rules give the same results."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import Any, Final

from ...api.perft import perft
from ...api.search import Search
from ...base.progress import OnProgress, Progress
from ...errors import CompileError, MinimaxerError, TierError, how_to_install
from ...game.comparing import RAISED
from ...native import compile_game
from ...searching.limits import Limits
from ...searching.options import AlphaBetaOptions
from ...searching.result import SearchResult
from ..case import RAISES, Clock, error_text, shown
from ..findings import Finding

DIFFERENT: Final = "tiers-agree"
REFUSED: Final = "rules-compile"
NOT_INSTALLED: Final = f"the compiled tier was not looked at, since llvmlite is not installed: {how_to_install('compiled')}"
TIME_UP: Final = "the compiled tier was not looked at, since time was up"
_DEPTH: Final = 2


def compare(
    game: Any, states: Sequence[Any], *, must: bool, clock: Clock, on_progress: OnProgress
) -> tuple[Finding | None, str | None]:
    """Compiles the game and compares its methods, perft counts and values with Python's in running states.

    Returns a finding and a note on what was not examined, each or None. If the game `must` compile, it is an error that it
    cannot. Compiling is not interrupted by the clock; `on_progress` is called before each part of the work.
    """
    if clock.is_over:
        return None, TIME_UP
    note: str | None = None
    try:
        fast = compile_game(game, on_progress=on_progress)
        for number, state in enumerate(states):
            if clock.is_over:
                return None, f"compiled rules were compared in {number} of {len(states)} states only, since time was up"
            on_progress(Progress("comparing searches and counts", number, len(states), unit="states"))
            found = _difference(game, fast, state)
            if found is not None:
                return Finding(law=DIFFERENT, severity="error", diagnosis=found), None
        note = f"compiled rules: {fast.report}" if fast.report.never_compared else None
    except TierError as error:
        return Finding(law=DIFFERENT, severity="error", diagnosis=str(error)), None
    except CompileError as error:
        text = f"{error}; without that, searches stay slow"
        return Finding(law=REFUSED, severity="error" if must else "warning", diagnosis=text), None
    except MinimaxerError as error:  # in rules that broke no law in Python
        return Finding(law=DIFFERENT, severity="error", diagnosis=f"comparing compiled rules with Python's ended: {error}"), None
    except RAISED as error:  # in a state that no random game met
        text = f"a method raised {error_text(error)} while compiled rules were compared with Python's"
        return Finding(law=RAISES, severity="error", diagnosis=text), None
    return None, note


def _found(result: SearchResult[Any]) -> Any:
    """The value of a search, or the payoffs of more than two players."""
    return result.value if result.payoffs is None else result.payoffs


def _difference(game: Any, fast: Any, state: Any) -> str | None:
    slow_count, fast_count = perft(game, state, _DEPTH), perft(fast, state, _DEPTH)
    if slow_count != fast_count:
        return f"perft to depth {_DEPTH} of {shown(state)} gives {slow_count} in Python and {fast_count} compiled"
    limits = Limits(depth=_DEPTH)
    # what bounds cut off may be worth another value at a fixed depth, and deals are drawn: compiling has compared both
    ignore = {"bounds", "deal"}
    slow = _found(Search(game, AlphaBetaOptions(ignore=ignore)).run(state, limits))
    with closing(Search(fast, AlphaBetaOptions(table_depth="exact", ignore=ignore))) as engine:
        quick = _found(engine.run(state, limits))
    return f"a search to depth {_DEPTH} of {shown(state)} gives {slow} in Python and {quick} compiled" if slow != quick else None
