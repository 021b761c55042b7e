"""The original rules of a compiled game: their names, lines of play as their moves, and errors where they break the protocol."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, NoReturn

from ..base.scores import checked_bounds
from ..compiler.runtime import header as h
from ..compiler.runtime.layout import Layout, Words
from ..errors import RulesError
from ..game.capability import Capabilities
from ..game.following import chances_of, checked_player, is_chance, no_moves, outcomes_of, priors, static_value, steps
from ..game.protocol import players_of
from .game import Wrapped


def described(game: Any) -> str:
    """A text for the rules that is the same in every process."""
    if isinstance(game, Wrapped):
        judged = "" if game.evaluation is None else f", evaluate={named(game.evaluation)}"
        return f"compile({described(game.game)}{judged})"
    plain: Any = object.__repr__
    return named(type(game)) if type(game).__repr__ is plain else repr(game)


def named(thing: Any) -> str:
    """The name of a class, a function, or the class of an object, with its module, and an object's digest if it has one."""
    if hasattr(thing, "__qualname__"):
        return f"{thing.__module__}.{thing.__qualname__}"
    digest = getattr(thing, "digest", None)
    return named(type(thing)) + (f" {digest}" if isinstance(digest, str) else "")


def played(game: Any, layout: Layout, state: Any, lines: Sequence[Words]) -> list[Any]:
    """Converts the words of a line of play from a state to moves; raises RulesError if Python's rules have no such move."""
    moves = []
    for words in lines:
        move = _match(layout, steps(game, state), state, words)
        moves.append(move)
        state = game.play(state, move)
    return moves


def _match(layout: Layout, legal: Any, state: Any, words: Words) -> Any:
    single = words[0] if layout.kind == "int" else None
    for move in legal:
        if (single is not None and move == single) or tuple(layout.flatten(move)) == words:
            return move
    raise RulesError(
        f"the compiled rules play {layout.rebuild(words)!r} in {state!r}, which Python's rules do not; please report it"
    )


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
