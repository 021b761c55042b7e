"""Errors of native code in games that break the protocol, the same as in the tree tier."""

from __future__ import annotations

from collections import deque
from typing import Any, NoReturn

from ..base.scores import checked_bounds
from ..compiler.runtime import header as h
from ..errors import RulesError
from ..game.capability import Capabilities
from ..game.chance import chances_of, is_chance
from ..game.checked import checked_player
from ..game.ending import no_moves
from ..game.players import players_of
from ..game.priors import priors
from ..game.scales import outcomes_of, static_value


def raise_fault(game: Any, found: Capabilities[Any, Any], fault: int, state: Any) -> NoReturn:
    """Raises the error of a rule, as `compiler.runtime.header` numbers it, that was broken in a state."""
    scale = outcomes_of(game)
    if fault == h.OUTCOME:
        scale.outcome(game.outcome(state), state)
    elif fault == h.EVALUATION:
        static_value(found, scale, state)
    elif fault == h.PLAYER:
        checked_player(game.player(state), state, players=players_of(game), chance=found.chances is not None)
    elif fault == h.BOUNDS and found.bounds is not None:
        checked_bounds(found.bounds(state), state)
    elif fault == h.STUCK and found.stuck is not None:
        scale.outcome(found.stuck(state), state, "stuck")
    elif fault == h.PRIOR and found.prior is not None:
        priors(found, state, list((found.search_moves or game.moves)(state)))
    elif fault == h.CHANCES:
        deque(chances_of(game, state), maxlen=0)
    elif fault == h.MANY_MOVES:
        method = "chances" if is_chance(game, state) else "moves"
        raise RulesError(
            f"{method}({state!r}) gave more than {h.MOST_MOVES} moves, the limit of compiled games; search the original"
        )
    elif fault == h.NO_MOVES:
        raise no_moves("moves" if found.search_moves is None else "search_moves", state)
    raise RulesError(f"the compiled rules gave something in {state!r} that Python's rules do not; please report it")
