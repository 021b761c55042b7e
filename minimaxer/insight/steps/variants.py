"""The searches that a recording may hold side by side, by name, and plain minimax as the judge of the order of moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from attrs import evolve, frozen

from ...errors import OptionError
from ...families.alphabeta.tree.tree import Node, Tree
from ...families.alphabeta.tree.tree_search import TreeSearch
from ...families.information_sets.options import INFORMATION_SET_DEFAULTS
from ...game.capability import Capabilities
from ...game.comparing import equal
from ...searching.limits import Limits, StopReason
from ...searching.mover import for_mover
from ...searching.options import AlphaBetaOptions, Options
from ...searching.setup import Setup

MOST_NODES: Final = 100_000
"""Most nodes that the judge visits."""
LEFT_OUT: Final = frozenset({"bounds", "noisy_moves", "must_move"})
"""Capabilities that the searches with names leave unused, but for the one that shows them: they differ in one thing each."""


class Judge:
    """Minimax of a state to a depth, up to `MOST_NODES` nodes; `is_complete` is True if `nodes`, those visited, are all."""

    def __init__(self, setup: Setup[Any, Any], state: Any, depth: int) -> None:
        options = AlphaBetaOptions(deepening=False, ignore=LEFT_OUT | {"order"})
        plain = evolve(setup, options=options, algorithm="expectimax" if setup.capabilities().chances else "minimax")
        search: TreeSearch[Any, Any] = TreeSearch(plain)
        result = search.last(state, Limits(depth=depth, nodes=MOST_NODES))
        self.nodes: Final = result.nodes
        self.is_complete: Final = result.stop is not StopReason.NODES
        self._tree: Final[Tree[Any, Any]] = search.tree
        self._twins: Final[dict[Node[Any, Any], Node[Any, Any] | None]] = {}

    def arranged(self, *, best_first: bool) -> Callable[[Node[Any, Any], list[Any]], Iterable[Any]]:
        """The order of a node's moves by their true value: best first, or worst first; equal ones in the game's order."""

        def arrange(node: Node[Any, Any], moves: list[Any]) -> Iterable[Any]:
            twin = self._twin(node)
            if twin is None or len(twin.children) != len(moves):
                return moves
            ranked = sorted(
                zip(moves, twin.children, strict=True), key=lambda pair: for_mover(node.player, pair[1].value), reverse=best_first
            )
            return [move for move, _ in ranked]

        return arrange

    def _twin(self, node: Node[Any, Any]) -> Node[Any, Any] | None:
        """The node of the judge's tree for the same moves."""
        if node.parent is None:
            return self._tree.root
        if node not in self._twins:
            above = self._twin(node.parent)
            children = [] if above is None else above.children
            self._twins[node] = next((child for child in children if equal(child.move, node.move)), None)
        return self._twins[node]


_PLAIN: Final = AlphaBetaOptions(deepening=False, ignore=LEFT_OUT | {"order"})
_OWN: Final = AlphaBetaOptions(deepening=False, ignore=LEFT_OUT)
_EAGER: Final = evolve(_PLAIN, lazy_children=False, ordering="none")
_DEEPENING: Final = evolve(_PLAIN, deepening=True)
_NOISY: Final = evolve(_PLAIN, ignore=frozenset({"bounds", "order"}))
_TABLE: Final = evolve(_DEEPENING, table=100_000, table_depth="exact")


@frozen
class Variant:
    """A way to search that can be recorded.

    Attributes:
        label: The text of its switch.
        about: A description in one sentence.
        options: Its options; None for those of Monte Carlo.
        arranged: `best` or `worst` where moves come in that order; else empty.
    """

    name: str
    label: str
    about: str
    algorithm: str
    options: Options | None = _PLAIN
    arranged: str = ""


_AB: Final = "alphabeta"
OWN: Final = "own"
QUIESCENCE: Final = "quiescence"
_VARIANTS: Final = (
    Variant("minimax", "minimax", "Every move of every position is looked at.", "minimax"),
    Variant("alphabeta", "alpha-beta", "Moves come in the order in which the game gives them.", _AB),
    Variant(OWN, "alpha-beta, game's order", "Moves are tried best first by the game's own method order.", _AB, _OWN),
    Variant("best", "alpha-beta, best first", "The best move always comes first: most is cut off.", _AB, arranged="best"),
    Variant("worst", "alpha-beta, worst first", "The best move always comes last: cut-offs come late.", _AB, arranged="worst"),
    Variant("eager", "alpha-beta, eager", "All children of a node are made before any is searched.", _AB, _EAGER),
    Variant("pvs", "PVS", "Every move but the first is tried with a null window, and again where that was wrong.", "pvs"),
    Variant("deepening", "deepening", "Alpha-beta to depth 1, 2, 3: each search orders the next one.", _AB, _DEEPENING),
    Variant("table", "deepening, table", "Positions that come again are answered by a table.", _AB, _TABLE),
    Variant(
        QUIESCENCE,
        "alpha-beta, quiescence",
        "Beyond the depth limit, noisy moves such as captures are tried as well.",
        _AB,
        _NOISY,
    ),
    Variant("expectimax", "expectimax", "Where chance decides, the average of all outcomes is taken.", "expectimax"),
    Variant("star1", "star1", "Alpha-beta that also cuts off where an average cannot come into the window.", "star1"),
    Variant("star2", "star2", "Star1 that looks at one reply to each outcome first.", "star2"),
    Variant("maxn", "max^n", "Every player takes the move that brings it most itself.", "maxn", _OWN),
    Variant("montecarlo", "Monte Carlo", "Games are played out at random, the promising ones more often.", "montecarlo", None),
    Variant(
        "ismcts",
        "Monte Carlo, dealt",
        "Each game is played out in a deal of what the player to move cannot see.",
        "ismcts",
        INFORMATION_SET_DEFAULTS,
    ),
)
VARIANTS: Final = {each.name: each for each in _VARIANTS}
"""The searches by name."""
NEEDS: Final = {OWN: "order", QUIESCENCE: "noisy_moves"}
"""The method that a game must have for a search, by the name of the search."""
YOURS: Final = "yours"
"""The name of a search with an algorithm or options of one's own."""


def usual(found: Capabilities[Any, Any], players: int) -> tuple[str, ...]:
    """The names of the variants that are recorded by default."""
    if found.deal is not None:
        return ("ismcts",)
    if players > 2:
        return ("maxn", "montecarlo")
    if found.chances is not None:
        return ("expectimax", "star1", "star2")
    own = (OWN,) if found.order is not None else ()
    noisy = (QUIESCENCE,) if found.noisy_moves is not None else ()
    return ("alphabeta", "minimax", *own, "best", "worst", "eager", "pvs", "deepening", *noisy)


def named(names: Sequence[str]) -> list[Variant]:
    """The variants of those names; raises OptionError for an unknown name, or one that occurs twice."""
    if isinstance(names, str) or not all(isinstance(name, str) for name in names):
        raise OptionError(f"expected variants to be a list of names such as ['minimax', 'alphabeta'], got {names!r}")
    if unknown := [name for name in names if name not in VARIANTS]:
        raise OptionError(f"expected variants to be among {', '.join(VARIANTS)}; got {unknown[0]!r}")
    if len(set(names)) < len(names):
        raise OptionError(f"expected each variant once, got {list(names)!r}")
    return [VARIANTS[name] for name in names]
