"""The searches that a recording may hold side by side, by name, and running them with a watcher.

Plain minimax is the judge of the order of moves.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from attrs import evolve, frozen

from ...drawing.layout import Numbers
from ...errors import OptionError
from ...families.alphabeta.tree.search import TreeSearch
from ...families.alphabeta.tree.tree import Node, Tree
from ...families.alphabeta.tree.watching import Arrange, WatchedTreeSearch
from ...families.information_sets.options import INFORMATION_SET_DEFAULTS, InformationSetOptions
from ...families.information_sets.tree.search import WatchedInformationSetSearch
from ...families.maxn.tree.search import WatchedMaxNSearch
from ...families.montecarlo.options import MONTE_CARLO_DEFAULTS, MonteCarloOptions, PlayoutOptions
from ...families.montecarlo.tree.search import MonteCarloSearch, WatchedMonteCarloSearch
from ...game.capability import Capabilities
from ...game.comparing import equal
from ...game.protocol import players_of
from ...searching.limits import Limits, StopReason
from ...searching.mover import for_mover
from ...searching.options import FOR_MANY, PLAIN, AlphaBetaOptions, Options
from ...searching.result import SearchResult
from ...searching.setup import Setup
from ...tree.tier import make_room
from . import sentences
from .notes import Notes
from .payoff_recorder import PayoffRecorder, PlayoutRecorder
from .recorder import Recorder
from .step import RecordedSearch, Step

MOST_NODES: Final = 100_000
"""Most nodes that the judge visits."""
LEFT_OUT: Final = frozenset({"bounds", "noisy_moves", "must_move"})
"""Capabilities that the searches with names leave unused, but for the one that shows them: they differ in one thing each."""
_PLAIN: Final = AlphaBetaOptions(deepening=False, ignore=LEFT_OUT | {"order"})


class Judge:
    """Minimax of a state to a depth, up to `MOST_NODES` nodes; `is_complete` is True if `nodes`, those visited, are all."""

    def __init__(self, setup: Setup[Any, Any], state: Any, depth: int) -> None:
        plain = evolve(setup, options=_PLAIN, algorithm="expectimax" if setup.capabilities().chances else "minimax")
        search: TreeSearch[Any, Any] = TreeSearch(plain)
        result = search.last(state, Limits(depth=depth, nodes=MOST_NODES))
        self.nodes: Final = result.nodes
        self.is_complete: Final = result.stop is not StopReason.NODES
        self._tree: Final[Tree[Any, Any]] = search.tree
        self._twins: Final[dict[Node[Any, Any], Node[Any, Any] | None]] = {}

    def arranged(self, node: Node[Any, Any], moves: list[Any], *, best_first: bool) -> Iterable[Any]:
        """A node's moves in the order of their true value: best first, or worst first; equal ones in the game's order."""
        twin = self._twin(node)
        if twin is None or len(twin.children) != len(moves):
            return moves
        pairs = zip(moves, twin.children, strict=True)
        return [move for move, _ in sorted(pairs, key=lambda pair: for_mover(node.player, pair[1].value), reverse=best_first)]

    def _twin(self, node: Node[Any, Any]) -> Node[Any, Any] | None:
        """The node of the judge's tree for the same moves."""
        if node.parent is None:
            return self._tree.root
        if node not in self._twins:
            above = self._twin(node.parent)
            children = [] if above is None else above.children
            self._twins[node] = next((child for child in children if equal(child.move, node.move)), None)
        return self._twins[node]


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


_FRAMES: Final = 2
"""Calls of a watched search for each call of an unwatched one."""


@frozen
class Recorded:
    """A recorded search, and the format of its values. `write` formats a value or an end of a window; None if steps have the
    payoffs of all players. `whole` is the value drawn at full length; None for the greatest one seen.
    """

    search: RecordedSearch
    write: Callable[[float], str] | None = None
    whole: float | None = None


class Runs:
    """Runs the searches of one recording, one after the other, by `depth` plies or `simulations`, at most `most` steps each."""

    def __init__(self, setup: Setup[Any, Any], state: Any, depth: int, simulations: int, most: int) -> None:
        self.setup: Final = setup
        self._state: Final = state
        self._depth: Final = depth
        self._simulations: Final = simulations
        self._most: Final = most
        self.found: Final = setup.capabilities()

    @functools.cached_property
    def judge(self) -> Judge:
        """Plain minimax of the same state to the same depth."""
        return Judge(self.setup, self._state, self._depth)

    def run(self, variant: Variant) -> Recorded:
        """The recorded search of a variant; raises OptionError if it does not fit the game."""
        setup = evolve(self.setup, algorithm=variant.algorithm, options=variant.options or MONTE_CARLO_DEFAULTS)
        is_dealt = isinstance(setup.options, InformationSetOptions)
        asked = f"algorithm {variant.algorithm!r}" if variant.name == YOURS else f"variant {variant.name!r}"
        if is_dealt != (self.found.deal is not None):
            why = "is for games that hide something, and this one has no method deal(state, player, rng); take 'montecarlo'"
            sees = "sees all, and this game hides something from the player to move; take 'ismcts'"
            raise OptionError(f"{asked} {why if is_dealt else sees}")
        if isinstance(setup.options, PlayoutOptions):
            return self._played_out(variant, setup)
        is_for_many = variant.algorithm in FOR_MANY
        if is_for_many != ((players := players_of(setup.game)) > 2):
            fits = "three and more" if is_for_many else "one or two"
            other = "minimax" if is_for_many else "maxn"
            raise OptionError(f"{asked} is for games for {fits}, and this one has players = {players}; take {other!r}")
        if (needed := NEEDS.get(variant.name)) is not None and getattr(self.found, needed) is None:
            raise OptionError(f"{asked} is for games with a method {needed}, and this one has none; take 'alphabeta'")
        return self._shared_out(variant, setup) if is_for_many else self._searched(variant, setup)

    def _searched(self, variant: Variant, setup: Setup[Any, Any]) -> Recorded:
        options = setup.alphabeta
        notes = Notes(self.found, self._most, lambda: search.stop())
        recorder = Recorder(
            notes,
            self._depth,
            deepens=options.deepening,
            at_once=not options.lazy_children,
            prunes=variant.algorithm not in PLAIN,
            quiescence=options.quiescence,
        )
        make_room(_FRAMES * self._depth, _FRAMES * options.quiescence)
        search: WatchedTreeSearch[Any, Any] = WatchedTreeSearch(setup, recorder, self._arranged(variant))
        result = search.last(self._state, Limits(depth=self._depth))
        recorder.settle()
        tree = recorder.tree
        beyond = sum(step.kind == "noisy" for step in notes.steps)
        plain = f"; plain minimax visits {'' if self.judge.is_complete else 'more than '}{self.judge.nodes:,}"
        if beyond:
            plain = f", {beyond:,} of them beyond the limit{plain}, none of them there"
        text = recorder.words.value(result.value, result.bound)
        recorded = self._recorded(variant, notes, result, tree, text, plain, recorder.spared_moves())
        whole = None if tree.scale.meaning == "plies" else max(abs(tree.scale.low), abs(tree.scale.high))
        return Recorded(recorded, Numbers(tree.scale, tree.seen).end, whole)

    def _shared_out(self, variant: Variant, setup: Setup[Any, Any]) -> Recorded:
        notes = Notes(self.found, self._most, lambda: search.stop())
        recorder = PayoffRecorder(notes, self._depth, deepens=setup.alphabeta.deepening)
        make_room(_FRAMES * self._depth, 0)
        search: WatchedMaxNSearch[Any, Any] = WatchedMaxNSearch(setup, recorder)
        result = search.last(self._state, Limits(depth=self._depth))
        recorder.settle()
        return Recorded(self._recorded(variant, notes, result, recorder.tree, result.value_text))

    def _played_out(self, variant: Variant, setup: Setup[Any, Any]) -> Recorded:
        options: Any = setup.options
        notes = Notes(self.found, self._most, lambda: search.stop())
        is_dealt = isinstance(options, InformationSetOptions)
        recorder = PlayoutRecorder(notes, _rule_of(options, self.found), deals=is_dealt)
        setup = evolve(setup, options=options if options.seed is not None else evolve(options, seed=0))
        watched = WatchedInformationSetSearch if is_dealt else WatchedMonteCarloSearch
        search: MonteCarloSearch[Any, Any] = watched(setup, recorder)
        result = search.last(self._state, Limits(simulations=self._simulations))
        tree = recorder.tree
        recorded = self._recorded(variant, notes, result, tree, result.value_text)
        if tree.players > 2:
            return Recorded(recorded)
        return Recorded(recorded, lambda value: tree.written((value,)), max(abs(tree.low), abs(tree.high)) or None)

    def _recorded(
        self,
        variant: Variant,
        notes: Notes,
        result: SearchResult[Any],
        tree: Any,
        text: str,
        plain: str = "",
        spared: Sequence[tuple[int, str]] = (),
    ) -> RecordedSearch:
        if notes.is_full:
            words = sentences.full(self._most, "Give a smaller depth, or more steps.")
        else:
            move = None if result.move is None else f"move {notes.written(tree.root, result.move)}"
            words = sentences.end(move, text, result.nodes, plain)
        ghosts = [
            (number, notes.written(node, move))
            for number, node in enumerate(notes.originals)
            if node.children
            for move in tree.untried(node)
        ]
        value, payoffs = (None, None) if notes.is_full else (result.value, result.payoffs if tree.players > 2 else None)
        return RecordedSearch(
            name=variant.name,
            label=variant.label,
            about=variant.about,
            algorithm=variant.algorithm,
            steps=(*notes.steps, Step(kind="end", node=0, words=words, value=value, payoffs=payoffs)),
            nodes=tuple(notes.nodes),
            ghosts=tuple(ghosts),
            spared=tuple(spared),
            result=result,
            is_complete=not notes.is_full,
        )

    def _arranged(self, variant: Variant) -> Arrange | None:
        """The order in which moves are tried; None for the game's own."""
        if not variant.arranged:
            return None
        if not self.judge.is_complete:
            raise OptionError(
                f"variant {variant.name!r} needs the true value of every move, and minimax to depth {self._depth} visits more "
                f"than {self.judge.nodes:,} nodes; give a smaller depth, or leave {variant.name!r} out of the variants"
            )
        return functools.partial(self.judge.arranged, best_first=variant.arranged == "best")


def _rule_of(options: PlayoutOptions, found: Capabilities[Any, Any]) -> str:
    """The name of the selection rule in sentences."""
    if not isinstance(options, MonteCarloOptions):
        return "UCT among the moves that are legal in a new deal"
    return "PUCT" if options.follows_priors(found) else "UCT" if isinstance(options.selection, str) else "its own rule"
