"""The algorithms, one a file, by name. May import the floors below."""

from __future__ import annotations

from typing import Any, Final

from ..limits import Control
from ..tree import Tree
from .alphabeta import AlphaBeta
from .fixed import Fixed
from .minimax import Minimax
from .mtdf import MTDF
from .options import AlphaBetaOptions
from .pvs import PrincipalVariationSearch
from .searcher import M, S, Searcher
from .transpositions import Transpositions

__all__ = ["ALGORITHMS", "AlphaBetaOptions", "Searcher", "Transpositions", "searcher"]

_CONFIGURABLE: Final[dict[str, type[AlphaBeta[Any, Any]]]] = {
    "alphabeta": AlphaBeta,
    "pvs": PrincipalVariationSearch,
    "mtdf": MTDF,
}
ALGORITHMS: Final = ("auto", "fixed", "minimax", *_CONFIGURABLE)
"""The names `algorithm` may have."""


def searcher(
    algorithm: str, tree: Tree[S, M], control: Control, options: AlphaBetaOptions, table: Transpositions[S, M] | None
) -> Searcher[S, M]:
    """The algorithm of that name (not `auto`) at work on the tree."""
    if algorithm == "fixed":
        return Fixed(tree, control, options)
    if algorithm == "minimax":
        return Minimax(tree, control, options)
    return _CONFIGURABLE[algorithm](tree, control, options, table)
