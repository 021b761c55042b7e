"""Selection of the algorithm: names, supported options and construction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ....errors import OptionError
from ....game.capability import Capabilities
from ....searching.limits import Control
from ....searching.options import AUTO, AlphaBetaOptions, check_chance, has_use, refuse_unused
from .alphabeta import MTDF, AlphaBeta, Minimax, PrincipalVariationSearch, traced
from .expectimax import Expectimax, Star1, Star2
from .fixed import Fixed
from .searcher import M, S, Searcher
from .transpositions import Transpositions
from .tree import Tree

_CONFIGURABLE: Final[dict[str, type[AlphaBeta[Any, Any]]]] = {
    "alphabeta": AlphaBeta,
    "pvs": PrincipalVariationSearch,
    "mtdf": MTDF,
    "star1": Star1,
    "star2": Star2,
}
_KINDS: Final[dict[str, type[Searcher[Any, Any]]]] = {
    "fixed": Fixed,
    "minimax": Minimax,
    "expectimax": Expectimax,
    **_CONFIGURABLE,
}


def resolve(algorithm: str, options: AlphaBetaOptions, found: Capabilities[S, M]) -> str:
    """The algorithm to run; raises OptionError if there is none of that name, or it has no use for one of the options."""
    changed = options.changed()
    refuse_unused(changed, "tree", "auto")
    if options.table_depth == "exact" and options.table == AUTO:
        raise OptionError(
            "contradictory options: table_depth='exact' needs a table, and a tree is searched without one unless asked"
        )
    if options.repetition and options.table not in (None, AUTO):
        raise OptionError(
            "contradictory options: on a tree, repetition goes without a table, since values then hang on the way to a position; "
            "leave table out or compile the game"
        )
    check_chance(algorithm, found)
    if found.chances is not None:
        algorithm = "star1" if algorithm == AUTO else algorithm
        refuse_unused(changed, "tree", algorithm)
        return algorithm
    uses = {"bounds": found.bounds is not None, "noisy_moves": found.noisy_moves is not None and options.quiescence > 0}
    beyond_fixed = [name for name, is_used in uses.items() if is_used]
    if algorithm == "auto":
        fits = not beyond_fixed and all(has_use(name, "tree", "fixed") for name in changed)
        return "fixed" if fits else "alphabeta"
    if algorithm == "fixed" and beyond_fixed:
        name = beyond_fixed[0]
        raise OptionError(
            f"the fixed-option search does not use the game's {name}; take 'auto' or 'alphabeta', or ignore={{{name!r}}}"
        )
    refuse_unused(changed, "tree", algorithm)
    return algorithm


def searcher(
    algorithm: str,
    tree: Tree[S, M],
    control: Control,
    options: AlphaBetaOptions,
    table: Transpositions[S, M] | None,
    added: Callable[[type[Searcher[Any, Any]]], type[Searcher[Any, Any]]] | None = None,
) -> Searcher[S, M]:
    """The searcher of that algorithm (not `auto`) for the tree; `added` returns an extended class of it."""
    kind: type[Any] = traced(_KINDS[algorithm]) if options.trace else _KINDS[algorithm]
    kind = kind if added is None else added(kind)
    made: Searcher[S, M] = kind(tree, control, options, *([table] if algorithm in _CONFIGURABLE else []))
    return made
