"""`Search`: one game's tree and options, kept from search to search. May import floors below."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from random import Random
from typing import Final, Generic, TypeVar, cast

from attrs import evolve

from .algorithms import ALGORITHMS, AlphaBetaOptions, Transpositions, searcher
from .algorithms.choice import choose
from .algorithms.deepening import Deepening
from .capabilities import Capabilities, capabilities, check_call
from .errors import OptionError, SearchBusyError
from .game import Game
from .limits import DEFAULT_SECONDS, Control, Limits, StopReason
from .node import Bound, Node
from .ordering import shuffle
from .result import RootMove, SearchResult
from .scores import lengthened, shifted, shortened
from .sizes import parse_size
from .tree import Tree

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
        self.game: Final = game
        self.options: Final = AlphaBetaOptions() if options is None else options
        self.found: Final = _with_evaluation(capabilities(game, ignore=self.options.ignore), evaluate)
        self.algorithm: Final = _resolve(algorithm, self.options, self.found)
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
        limits = Limits(seconds=DEFAULT_SECONDS) if limits in (None, Limits()) else limits
        assert limits is not None
        if self._control is not None:
            raise SearchBusyError("this Search is searching already; wait for it, stop() it, or make another Search")
        self._control = control = Control(limits)
        try:
            yield from self._iterate(self._ready(state), limits, control)
        except Exception:
            self._start_afresh()
            raise
        except KeyboardInterrupt:
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
        self._begun = max(0, self._begun - 1)
        return root.state

    # --- one search -----------------------------------------------------------------------------------------------------

    def _ready(self, state: S | None) -> Tree[S, M]:
        tree = self._tree
        if tree is None or (state is not None and state is not tree.root.state and state != tree.root.state):
            size = None if self.options.memory is None else parse_size(self.options.memory)
            shift = shortened if self.options.shorten else shifted
            tree = self._tree = Tree(self.game, state, found=self.found, size_bytes=size, shift=shift)
            self._begun = 0
            if self.options.table is not None and self._table is None:
                self._table = Transpositions(tree, self.options)
        return tree

    def _iterate(self, tree: Tree[S, M], limits: Limits, control: Control) -> Iterator[SearchResult[M]]:
        root = tree.root
        made = tree.made - 1 if self._begun == 0 else tree.made
        report = _Report(self, tree, control, made)
        if limits.depth is not None and limits.depth < self._begun:
            tree.forget()
            self._begun = 0
        if root.outcome is None:
            self._first_child(tree)
        if root.outcome is not None:
            yield report.finished()
            return
        at_work = searcher(self.algorithm, tree, control, self.options, self._table)
        loop = Deepening(tree, at_work, control, self.options)
        last: SearchResult[M] | None = None
        for _ in loop.run(limits, start=max(1, root.depth)):
            at_work.close()
            self._begun = max(self._begun, loop.begun)
            stop = loop.reason or StopReason.DEPTH
            if loop.depth and (last is None or loop.depth != last.depth):
                last = report.of(report.chosen(), loop.depth, stop)
            elif loop.improved is not None:
                last = report.of(loop.improved, loop.depth, stop)
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
        if not root.children and next(tree.children(root), None) is None:
            root.value = tree.without_moves(root)

    def _start_afresh(self) -> None:
        """Drops what an error may have left half done; the tree stays at its state."""
        if self._tree is not None:
            self._tree.drop(self._tree.root)
            self._tree.root.depth = -1
            self._begun = 0


class _Report(Generic[S, M]):
    """Writes the results of one search."""

    def __init__(self, search: Search[S, M], tree: Tree[S, M], control: Control, made: int) -> None:
        self._search = search
        self._tree = tree
        self._control = control
        self._made = made

    def finished(self) -> SearchResult[M]:
        """The result where the game is over."""
        root = self._tree.root
        return self._result(None, root.value, [], 0, StopReason.FINISHED, solved=True, finished=True)

    def unsearched(self, evaluation: float, stop: StopReason) -> SearchResult[M]:
        """The result before depth 1 is finished: any move, and the static evaluation."""
        child = self._tree.root.children[0]
        return self._result(child, evaluation, [], 0, stop, solved=False, finished=False, shift=False)

    def chosen(self) -> Node[S, M]:
        """The root's best child, or another one that the options' choice fell on."""
        root, options = self._tree.root, self._search.options
        assert root.best is not None
        if options.choice == "best":
            return root.best
        sign = 1 if root.player == 0 else -1
        items = [(child, sign * self._tree.shift(child.value, -root.ply)) for child in root.children]
        return choose(items, options, self._search._rng)

    def of(self, child: Node[S, M], depth: int, stop: StopReason) -> SearchResult[M]:
        """The result of playing that child's move, after so many depths were finished."""
        root = self._tree.root
        line = self._tree.line(child)
        solved = child.solved and child.bound is Bound.EXACT and (root.solved or child is not root.best)
        value = root.value if child is root.best else child.value
        finished = (line[-1] if line else child).outcome is not None
        return self._result(child, value, line, depth, stop, solved=solved, finished=finished)

    def again(self, last: SearchResult[M], stop: StopReason) -> SearchResult[M]:
        """The last result once more, with the counts of now."""
        return evolve(
            last, stop=stop, nodes=self._control.nodes, created=self._tree.made - self._made, seconds=self._control.seconds
        )

    def _result(
        self,
        child: Node[S, M] | None,
        value: float,
        line: list[Node[S, M]],
        depth: int,
        stop: StopReason,
        *,
        solved: bool,
        finished: bool,
        shift: bool = True,
    ) -> SearchResult[M]:
        moves = () if child is None else self._moves(child)
        pv = () if child is None else _moves_of([child, *line])
        return SearchResult(
            move=pv[0] if pv else None,
            value=self._plain(value) if shift else value,
            pv=pv,
            depth=depth,
            nodes=self._control.nodes,
            created=self._tree.made - self._made,
            seconds=self._control.seconds,
            stop=stop,
            moves=moves,
            solved=solved,
            finished=finished,
            engine=f"tree/{self._search.algorithm}",
            table_key=None if self._search.options.table is None else "exact",
        )

    def _plain(self, value: float) -> float:
        """A value of the tree as seen from its root."""
        value = self._tree.shift(value, -self._tree.root.ply)
        return lengthened(value) if self._search.options.shorten else value

    def _moves(self, chosen: Node[S, M]) -> tuple[RootMove[M], ...]:
        root = self._tree.root
        sign = 1 if root.player == 0 else -1
        known = [child for child in root.children if child.depth >= 0 or child.outcome is not None]
        known.sort(key=lambda child: (child is root.best, child.depth, sign * child.value), reverse=True)
        rows = [self._row(child) for child in known]
        seen = [row.move for row in rows]
        legal = self._search.found.search_moves or self._search.game.moves
        rows += [
            RootMove(move=move, value=None, bound=None, depth=0, pv=(move,)) for move in legal(root.state) if move not in seen
        ]
        return tuple(rows)

    def _row(self, child: Node[S, M]) -> RootMove[M]:
        pv = _moves_of([child, *self._tree.line(child)])
        return RootMove(move=pv[0], value=self._plain(child.value), bound=child.bound, depth=max(child.depth, 0) + 1, pv=pv)


def _moves_of(nodes: list[Node[S, M]]) -> tuple[M, ...]:
    return tuple(cast("M", node.move) for node in nodes)


def _with_evaluation(found: Capabilities[S, M], evaluate: Callable[[S], float] | None) -> Capabilities[S, M]:
    if evaluate is None:
        return found
    check_call(evaluate, "evaluate", ("state",), "the argument")
    return evolve(found, evaluate=evaluate)


def _resolve(algorithm: str, options: AlphaBetaOptions, found: Capabilities[S, M]) -> str:
    """The algorithm that runs, once it is known to do what the options ask for."""
    if algorithm not in ALGORITHMS:
        raise OptionError(f"expected algorithm to be one of {', '.join(ALGORITHMS)}, got {algorithm!r}")
    changed = set(options.changed())
    for_fixed = changed & {"ordering", "lazy_children", "table", "table_depth", "shorten"}
    quiescence = found.noisy_moves is not None and options.quiescence > 0
    if algorithm == "auto":
        return "alphabeta" if for_fixed or quiescence or found.bounds is not None else "fixed"
    refused: set[str] = set()
    if algorithm == "fixed":
        refused = for_fixed
        for name, used in (("bounds", found.bounds is not None), ("noisy_moves", quiescence)):
            if used:
                raise OptionError(
                    f"the fixed-option search does not use the game's {name}; take 'auto' or 'alphabeta', or ignore={{{name!r}}}"
                )
    elif algorithm == "minimax":
        refused = changed & {"ordering", "lazy_children", "table", "table_depth", "aspiration"}
    elif algorithm == "mtdf":
        refused = changed & {"aspiration"}
    if refused:
        raise OptionError(
            f"contradictory options: {algorithm} has no use for {', '.join(sorted(refused))}; leave out or take 'alphabeta'"
        )
    return algorithm
