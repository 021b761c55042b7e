"""The tree: lazily made children, reuse, advancing, dropping under a budget, printing."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator

import pytest

import minimaxer as mx
from minimaxer.searching.limits import StopReason
from minimaxer.tree.ordering import ORDERINGS
from minimaxer_games.connect_four import Board, ConnectFour
from minimaxer_games.mancala import kalah_benchmark
from minimaxer_games.nim import Nim
from minimaxer_games.tic_tac_toe import TicTacToe


class Counting(ConnectFour):
    """Connect four that notes which moves were asked for and played."""

    asked: list[int]
    played: list[int]

    def moves(self, board: Board) -> Iterator[int]:
        for column in super().moves(board):
            self.asked.append(column)
            yield column

    def play(self, board: Board, column: int) -> Board:
        self.played.append(column)
        return super().play(board, column)


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Counting:
    """A fresh one."""
    monkeypatch.setattr(Counting, "asked", [], raising=False)
    monkeypatch.setattr(Counting, "played", [], raising=False)
    return Counting()


def test_children_are_made_only_when_asked_for(counting: Counting) -> None:
    """Each `next` takes one move from the game's generator and plays it; a later call goes on where the first stopped."""
    tree = mx.Tree(counting, found=mx.capabilities(counting, ignore={"search_moves"}))
    children = tree.children(tree.root)
    first = next(children)
    assert (counting.asked, counting.played) == ([3], [3])
    children.close()
    again = list(tree.children(tree.root))
    assert again[0] is first
    assert counting.played == [3, 2, 4, 1, 5, 0, 6]
    assert list(tree.children(tree.root)) == again
    assert counting.played == [3, 2, 4, 1, 5, 0, 6]
    assert tree.made == tree.live == 8


def test_children_come_in_the_order_asked_for() -> None:
    """Existing children are reordered before they are given, then new ones follow."""
    tree = mx.Tree(ConnectFour())
    children = tree.children(tree.root)
    for value in (1, 3, 2):
        child = next(children)
        child.value, child.depth = value, 0
    given = [child.value for child in tree.children(tree.root, ORDERINGS["builtin"])]
    assert given[:3] == [3, 2, 1]
    assert len(given) == 7


def test_iterations_reuse_the_tree() -> None:
    """Deepening makes each node once: the last iteration finds the earlier ones' nodes there."""
    engine = mx.Search(kalah_benchmark())
    for result in engine.iterate(limits=mx.Limits(depth=6)):
        assert engine.tree.made == result.created
    alone = mx.search(kalah_benchmark(), depth=6)
    assert engine.tree.made == alone.created
    assert engine.tree.made == len(list(engine.tree.walk()))


def test_advance_keeps_the_subtree_and_drops_the_rest() -> None:
    """The move's subtree is the same objects; nothing of the other moves stays reachable or counted."""
    engine = mx.Search(kalah_benchmark())
    result = engine.run(limits=mx.Limits(depth=6))
    assert result.move is not None
    tree = engine.tree
    kept = next(child for child in tree.root.children if child.move == result.move)
    size = len(list(tree.walk(kept)))
    state = engine.advance(result.move)
    assert engine.tree.root is kept
    assert (kept.parent, kept.state) == (None, state)
    assert tree.live == size
    deeper = engine.run(limits=mx.Limits(depth=5))
    fresh = mx.search(kalah_benchmark(), state, depth=5)
    assert deeper.value == fresh.value
    assert deeper.created < fresh.created


def test_advance_by_a_move_that_was_not_made_yet() -> None:
    """A legal move nobody has searched leads to a new node."""
    tree = mx.Tree(ConnectFour())
    assert tree.advance(6).state == ConnectFour().parse("7")
    assert tree.live == 1


def test_advance_refuses_illegal_moves() -> None:
    """The error names the move and the legal ones, and the tree stays."""
    tree = mx.Tree(ConnectFour())
    root = tree.root
    with pytest.raises(mx.IllegalMoveError, match=r"expected a legal move of .*, got 9; legal: \[3, 2, 4, 1, 5, 0, 6\]"):
        tree.advance(9)
    assert tree.root is root


def test_advance_after_very_many_plies() -> None:
    """Far from the first root the tree starts afresh, so that distances stay inside the band of wins."""
    tree = mx.Tree(Nim(heaps=(1, 1)))
    tree.root.ply = 60_000
    root = tree.advance(next(iter(Nim().moves(tree.root.state))))
    assert root.ply == 0
    assert tree.live == 1


def test_memory_budget_is_kept() -> None:
    """With a budget the tree stays within it by Python's own accounting, and the value is that of a free search."""
    game = ConnectFour()
    depth = mx.Limits(depth=7)
    ignore = {"bounds", "search_moves"}
    free = mx.Search(game, mx.AlphaBetaOptions(memory=None, ignore=ignore)).run(limits=depth)
    budget = 500_000
    engine = mx.Search(game, mx.AlphaBetaOptions(memory=f"{budget}B", ignore=ignore))
    gc.collect()
    tracemalloc.start()
    result = engine.run(limits=depth)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert result.value == free.value
    assert engine.tree.live < free.created // 2
    assert engine.tree.made > engine.tree.live
    assert peak < 1.25 * budget
    assert len(list(engine.tree.walk())) == engine.tree.live


def test_a_line_survives_dropped_subtrees() -> None:
    """The line is complete although the tree below it was dropped meanwhile."""
    result = mx.search(ConnectFour(), depth=9, options=mx.AlphaBetaOptions(memory="200KB"))
    assert len(result.pv) == 9


def test_shrink_keeps_the_path_in_use() -> None:
    """Only nodes off the path to the current one lose their children."""
    engine = mx.Search(ConnectFour(), mx.AlphaBetaOptions(memory="100KB"))
    engine.run(limits=mx.Limits(depth=4, nodes=400))
    tree = engine.tree
    current = next(node for node in tree.walk() if node.ply == 3 and node.children)
    tree.capacity = 10
    tree.shrink(current)
    assert all(node.children for node in current.path())
    assert tree.live == len(list(tree.walk()))
    assert all(not node.children for node in tree.walk() if node not in current.path())


def test_render_shows_moves_values_and_what_is_missing() -> None:
    """A small tree prints one line a node: best child marked, bounds and finished games named, moves left shown as dots."""
    engine = mx.Search(Nim(heaps=(2, 1)), mx.AlphaBetaOptions(ignore={"order", "evaluate"}))
    engine.run(limits=mx.Limits(depth=2))
    assert engine.tree.render(depth=2).splitlines() == [
        "root: player 0, +0 at depth 2",
        "  1-2: player 1, -999998 at depth 1, solved",
        "    *2-1: over, -1e+06",
        "  *1-1: player 1, +0 at depth 1",
        "    *1-1: player 0, +0 at depth 0",
        "    2-1: player 0, +0 at depth 0",
        "  2-1: player 1, <= -999998 at depth 1, solved",
        "    *1-2: over, -1e+06",
        "    ...",
    ]
    assert engine.tree.render(depth=1).splitlines()[2] == "    (1 below)"


def test_best_line_and_path() -> None:
    """The best line leads to the last move; a node's path leads back to the root."""
    game = TicTacToe()
    engine = mx.Search(game)
    result = engine.run(game.parse("xx.oo...."), mx.Limits(depth=3))
    line = engine.tree.line()
    assert tuple(node.move for node in line) == result.pv == (2,)
    assert line[-1].path() == [engine.tree.root, line[-1]]
    assert result.stop is StopReason.SOLVED


class Locked:
    """A count of sticks that refuses to be changed once it is made."""

    def __init__(self, sticks: int = 7, player: int = 0) -> None:
        self.__dict__.update(sticks=sticks, player=player)

    def __setattr__(self, name: str, value: object) -> None:
        raise AssertionError(f"{name} was written to")

    def __getattr__(self, name: str) -> int:
        raise AttributeError(name)

    def moves(self) -> range:
        return range(1, min(3, self.__dict__["sticks"]) + 1)

    def play(self, taken: int) -> Locked:
        return Locked(self.__dict__["sticks"] - taken, 1 - self.__dict__["player"])

    def outcome(self) -> int | None:
        won = mx.WIN if self.__dict__["player"] == 1 else mx.LOSS
        return None if self.__dict__["sticks"] else won


@pytest.mark.parametrize("algorithm", ["fixed", "minimax", "alphabeta", "pvs", "mtdf"])
def test_the_users_states_are_not_written_to(algorithm: str) -> None:
    """States may forbid any change."""
    result = mx.search(mx.from_state_class(Locked), depth=7, algorithm=algorithm)
    assert (result.move, result.winner) == (3, 0)


def test_nodes_are_named_by_their_moves() -> None:
    """As the game writes them, or else as text; the root has a name of its own."""
    tree = mx.Tree(Nim(heaps=(1, 2)))
    child = next(tree.children(tree.root))
    assert (tree.name(tree.root), tree.name(child)) == ("root", "1-1")
    plain = mx.Tree(Nim(heaps=(1, 2)), found=mx.capabilities(Nim(), ignore={"format_move", "parse_move"}))
    assert plain.name(next(plain.children(plain.root))) == "Take(0, 1)"
