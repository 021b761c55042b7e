"""`Search`: one game's tree and options, kept from search to search. May import floors below."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator
from copy import deepcopy
from random import Random
from typing import Final, Generic, TypeVar

from attrs import evolve

from .algorithms import AlphaBetaOptions, Transpositions, resolve, searcher
from .algorithms.deepening import Deepening
from .capability import Capabilities, capabilities, check_call
from .errors import OptionError, RulesError, SearchBusyError
from .game import Game
from .limits import DEFAULT_SECONDS, Control, Limits, StopReason
from .ordering import shuffle
from .report import Report
from .result import SearchResult
from .scores import shifted, shortened
from .sizes import parse_size
from .tree import Tree, equal

S = TypeVar("S")
M = TypeVar("M")


class Search(Generic[S, M]):
    """A search that keeps its tree: between iterations, between calls, and from one move of a game to the next.

    Args:
        game: The rules.
        options: How to search; the defaults are the fast ones.
        algorithm: `auto`, `fixed`, `alphabeta`, `pvs`, `mtdf` or `minimax`. `auto` is the fixed-option search where the
            options and the game's capabilities allow it, else `alphabeta`.
        evaluate: A static evaluation to use instead of the game's: state to number for player 0.

    Raises:
        GameError: The game lacks a method, or one has another signature than the protocol's.
        OptionError: The algorithm is unknown or cannot do what the options ask for.

    Examples:
        >>> from minimaxer_games.connect_four import ConnectFour
        >>> engine = Search(ConnectFour())
        >>> engine.run(limits=Limits(depth=4)).depth
        4
        >>> _ = engine.advance(3)
        >>> engine.run(limits=Limits(depth=4)).move in range(7)
        True
    """

    def __init__(
        self,
        game: Game[S, M],
        options: AlphaBetaOptions | None = None,
        *,
        algorithm: str = "auto",
        evaluate: Callable[[S], float] | None = None,
    ) -> None:
        if not isinstance(options, AlphaBetaOptions | None):
            raise OptionError(f"expected options to be AlphaBetaOptions(...), got {options!r}")
        self.game: Final = game
        self.options: Final = AlphaBetaOptions() if options is None else options
        self.found: Final = _with_evaluation(capabilities(game, ignore=self.options.ignore), evaluate)
        self.algorithm: Final = resolve(algorithm, self.options, self.found)
        self._rng: Final = Random(self.options.seed)
        self._tree: Tree[S, M] | None = None
        self._table: Transpositions[S, M] | None = None
        self._begun = 0
        self._control: Control | None = None

    @property
    def tree(self) -> Tree[S, M]:
        """The tree as the last search left it; a new one at the initial state before the first."""
        return self._ready(None)

    def run(
        self,
        state: S | None = None,
        limits: Limits | None = None,
        *,
        on_depth: Callable[[SearchResult[M]], object] | None = None,
    ) -> SearchResult[M]:
        """Searches until a limit is met or the value cannot change any more.

        Args:
            state: Where to search; by default where the tree is. Another state than the tree's root starts a new tree.
            limits: When to end; 1 second by default.
            on_depth: Called with the result after each depth that was finished.

        Returns:
            The last finished depth's result, with the better move where the unfinished depth had already proven one.

        Raises:
            SearchBusyError: This object is searching already.
            RulesError: A method of the game gave something that no rules can mean.
        """
        result: SearchResult[M] | None = None
        for result in self.iterate(state, limits):
            if on_depth is not None and (result.stop in (StopReason.DEPTH, StopReason.SOLVED)):
                on_depth(result)
        assert result is not None
        return result

    def iterate(self, state: S | None = None, limits: Limits | None = None) -> Generator[SearchResult[M], None, None]:
        """Searches depth by depth.

        Args:
            state: As in `run`.
            limits: As in `run`.

        Yields:
            A result after each finished depth, and a last one when a limit ends a depth unfinished. Leaving the loop early is
            fine.

        Raises:
            SearchBusyError: This object is searching already.
            RulesError: A method of the game gave something that no rules can mean.
        """
        if not isinstance(limits, Limits | None) or isinstance(state, Limits):
            raise OptionError(f"expected limits=Limits(...) after the state, got state {state!r} and limits {limits!r}")
        limits = Limits(seconds=DEFAULT_SECONDS) if limits is None or limits == Limits() else limits
        if limits.depth is None and not self.options.deepening:
            raise OptionError("contradictory options: deepening=False needs a limit of depth, to which it goes at once")
        if self._control is not None:
            raise SearchBusyError("this Search is searching already; wait for it, stop() it, or make another Search")
        self._control = control = Control(limits)
        try:
            yield from self._iterate(self._ready(state), limits, control)
        except GeneratorExit:
            raise
        except BaseException:
            self._start_afresh()
            raise
        finally:
            self._control = None

    def stop(self) -> None:
        """Ends the search that is running, from any thread; its result stays usable. Without one it does nothing."""
        control = self._control
        if control is not None:
            control.stop()

    def close(self) -> None:
        """Frees the tree and the table at once; a later search starts with new ones.

        Raises:
            SearchBusyError: This object is searching.
        """
        if self._control is not None:
            raise SearchBusyError("expected no search to be running while its tree is freed; stop() it first")
        if self._tree is not None:
            self._tree.untie()
        self._tree = self._table = None

    def advance(self, move: M) -> S:
        """Plays a move: what the tree knows below it is kept, the rest dropped.

        Returns:
            The state after the move.

        Raises:
            IllegalMoveError: The move is not legal where the tree is.
            SearchBusyError: This object is searching.
        """
        if self._control is not None:
            raise SearchBusyError("expected no search to be running while a move is played; stop() it first")
        root = self.tree.advance(move)
        if self.found.bounds is not None:
            root.best = None  # it may have its value from `bounds`, which prove no move
        self._begun = max(0, self._begun - 1)
        return root.state

    # --- one search -----------------------------------------------------------------------------------------------------

    def _ready(self, state: S | None) -> Tree[S, M]:
        tree = self._tree
        if tree is None or (state is not None and not equal(state, tree.root.state)):
            size = None if self.options.memory is None else parse_size(self.options.memory)
            shift = shortened if self.options.shorten else shifted
            new = Tree(self.game, state, found=self.found, size_bytes=size, shift=shift)
            if self.options.table is not None and self._table is None:
                self._table = Transpositions(new, self.options)
            if tree is not None:
                tree.untie()
            tree = self._tree = new
            self._begun = 0
        return tree

    def _iterate(self, tree: Tree[S, M], limits: Limits, control: Control) -> Iterator[SearchResult[M]]:
        root = tree.root
        made = 0 if tree.made == 1 else tree.made
        report = Report(tree, control, self.options, self.algorithm, self._rng, made)
        if limits.depth is not None and limits.depth < self._begun:
            tree.forget()
            self._begun = 0
        if root.outcome is None:
            self._first_child(tree)
        if root.outcome is not None:
            yield report.finished()
            return
        if root.best is None:  # its value may be known, as from `bounds`, but not the move
            root.depth, root.solved = -1, False
        at_work = searcher(self.algorithm, tree, control, self.options, self._table)
        loop = Deepening(tree, at_work, control, self.options)
        last: SearchResult[M] | None = None
        for _ in loop.run(limits, start=max(1, root.depth)):
            self._begun = max(self._begun, loop.begun)
            stop = loop.reason or StopReason.DEPTH
            if loop.depth and (last is None or loop.depth != last.depth) and root.best is not None:
                last = report.of(report.chosen(), loop.depth, stop)
            elif loop.improved is not None:
                last = report.improved(loop.improved, loop.depth, stop)
            elif last is None and root.best is not None:  # what an earlier search knew
                last = report.of(root.best, root.depth, stop)
            elif last is None:
                last = report.unsearched(at_work.evaluation(root.state), stop)
            else:
                last = report.again(last, stop)
            yield last

    def _first_child(self, tree: Tree[S, M]) -> None:
        """Makes sure that there is a move to give, whatever happens; without one the game is over."""
        root = tree.root
        if root.pending is None:
            tree.open(root)
            if self.options.shuffle and root.pending is not None:
                root.pending = iter(shuffle(root.pending, self._rng))
            tree.rank(root)
        before = None if isinstance(root.state, Hashable) else deepcopy(root.state)
        if not root.children and next(tree.children(root), None) is None:
            root.value = tree.without_moves(root)
        if before is not None and not equal(before, root.state):
            raise RulesError(f"play() changed its argument from {before!r} to {root.state!r}; it must give a new state")

    def _start_afresh(self) -> None:
        """Drops what an error may have left half done; the tree stays at its state."""
        if self._tree is not None:
            self._tree.drop(self._tree.root)
            self._begun = 0


def _with_evaluation(found: Capabilities[S, M], evaluate: Callable[[S], float] | None) -> Capabilities[S, M]:
    if evaluate is None:
        return found
    check_call(evaluate, "evaluate", ("state",), "the argument")
    return evolve(found, evaluate=evaluate)
