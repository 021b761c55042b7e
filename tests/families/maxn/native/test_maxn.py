"""Max^n on compiled games: payoffs against a plain search and beside the tree, and what results say."""

from __future__ import annotations

import json
from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx

from .... import refdata
from ....native.random_places import PARTIES, Five, Four, Three, place_of
from ....oracle import maxn
from ....parts import QUARTERS
from ..tree.test_maxn import close, fractions

SEEDS = 2_000
OPTIONS: tuple[dict[str, Any], ...] = ({}, {"deepening": False}, {"exact_moves": True})


@pytest.fixture(scope="module")
def fast() -> dict[type[Any], Any]:
    """The random trees, compiled and compared."""
    return {kind: mx.compile(kind()) for kind in PARTIES}


@pytest.mark.thorough
@pytest.mark.parametrize("part", QUARTERS)
@pytest.mark.parametrize("kind", PARTIES)
def test_payoffs_are_those_of_plain_maxn(fast: dict[type[Any], Any], kind: type[Any], part: int) -> None:
    """At every depth that was finished, ties broken alike, whatever was pruned; and rows say what is true."""
    game = kind()
    each = SEEDS // len(PARTIES) // 4
    for seed in range(part * each, (part + 1) * each):
        state, depth, options = place_of(seed), 1 + seed % 6, OPTIONS[seed % len(OPTIONS)]
        found = mx.search(fast[kind], state, depth=depth, algorithm="maxn", options=mx.AlphaBetaOptions(**options))
        assert close(found.payoffs, maxn(game, state, found.depth)), (seed, found)
        if found.solved:
            assert close(found.payoffs, maxn(game, state, 99)), (seed, found)
        if found.move is not None:
            assert close(found.payoffs, maxn(game, game.play(state, found.move), found.depth - 1)), (seed, found)
        for row in found.moves if options.get("exact_moves") else ():
            assert close(row.payoffs, maxn(game, game.play(state, row.move), found.depth - 1)), (seed, row)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", PARTIES)
def test_both_tiers_give_the_same_result(fast: dict[type[Any], Any], kind: type[Any]) -> None:
    """Payoffs, move, line and rows; and where the tree searches each depth anew in the game's order, the same nodes but its root."""
    for seed in range(60):
        state = place_of(seed)
        options = mx.AlphaBetaOptions(deepening=False)
        native = mx.search(fast[kind], state, depth=5, algorithm="maxn", options=options)
        tree = mx.search(kind(), state, depth=5, algorithm="maxn", options=options)
        assert (native.payoffs, native.pv, native.nodes + 1) == (tree.payoffs, tree.pv, tree.nodes), seed
        assert native.solved <= tree.solved, seed
        assert {row.move: row.payoffs for row in native.moves} == {row.move: row.payoffs for row in tree.moves}, seed


def test_perft_counts_alike(fast: dict[type[Any], Any]) -> None:
    """An outcome of chance is a ply."""
    for kind, compiled in fast.items():
        assert [mx.perft(compiled, place_of(3), depth) for depth in range(6)] == [
            mx.perft(kind(), place_of(3), depth) for depth in range(6)
        ]


def test_limits_keep_what_is_known(fast: dict[type[Any], Any]) -> None:
    """A limit of nodes ends a depth unfinished; a stop before the first gives any move."""
    found = mx.search(fast[Three], place_of(5), nodes=300, algorithm="maxn")
    assert found.stop is mx.StopReason.NODES
    assert found.nodes <= 310
    assert found.depth >= 1
    assert found.payoffs is not None
    first = mx.search(fast[Three], place_of(5), nodes=1, algorithm="maxn")
    assert first.depth == 0
    assert first.move is not None
    assert first.payoffs == Three().evaluate(place_of(5))


def test_a_search_goes_on_through_a_game(fast: dict[type[Any], Any]) -> None:
    """`advance` plays, and refuses what is not legal; finished games have a result and no move."""
    engine = mx.Search(fast[Four], algorithm="maxn")
    state = Four().initial()
    while list(Four().moves(state)):
        found = engine.run(limits=mx.Limits(depth=3))
        assert found.move is not None
        state = engine.advance(found.move)
    over = engine.run()
    assert over.payoffs == Four().stuck(state)
    assert over.move is None
    assert over.stop is mx.StopReason.FINISHED
    with pytest.raises(mx.IllegalMoveError, match="is no legal move in"):
        mx.Search(fast[Three]).advance(99)
    engine.close()


def test_random_choices_and_processes(fast: dict[type[Any], Any]) -> None:
    """Choices go by exact payoffs; several workers are refused with a reason, or told of."""
    options = mx.AlphaBetaOptions(choice="random_best", seed=3)
    found = mx.search(fast[Five], place_of(4), depth=3, options=options)
    assert all(row.payoffs is not None for row in found.moves)
    lone = mx.search(fast[Three], place_of(5), depth=3, threads=2, algorithm="maxn")
    assert lone.workers is not None
    assert lone.workers.note == "max^n is searched by one worker; take 'paranoid' or 'brs', or leave threads out"
    with pytest.raises(mx.OptionError, match="max\\^n is searched by one worker"):
        mx.search(fast[Three], depth=3, threads=2, parallel="lazy_smp", algorithm="maxn")


class Forest:
    """Many trees of payoffs, whose nodes are numbered through."""

    def __init__(self, players: int, total: int | None) -> None:
        self.players = players
        if total is not None:
            self.payoff_sum = total
        self.children: Any = []
        self.mover: Any = []
        self.weights: Any = []
        self.payoffs: Any = []

    def plant(self, tree: Any, ply: int = 0) -> int:
        """Takes in a tree; gives the number of its root."""
        number = len(self.mover)
        inner = tree.get("children", ()) if isinstance(tree, dict) else tree if isinstance(tree[0], list) else ()
        payoffs = None if inner else tree["payoff"] if isinstance(tree, dict) else tree
        self.mover.append(tree.get("player", 0) if isinstance(tree, dict) else ply % self.players)
        self.weights.append(tuple(tree.get("weights", ())) if isinstance(tree, dict) else ())
        self.payoffs.append(tuple(payoffs) if payoffs is not None else (0,) * self.players)
        self.children.append(())
        self.children[number] = tuple(self.plant(each, ply + 1) for each in inner)
        return number

    def close(self) -> Any:
        """The forest, of which no more changes."""
        for name in ("children", "mover", "weights", "payoffs"):
            setattr(self, name, tuple(getattr(self, name)))
        return mx.compile(self, check=False)

    def initial(self) -> int:
        return 0

    def player(self, node: int) -> int:
        mover: int = self.mover[node]
        return mover

    def moves(self, node: int) -> Any:
        yield from range(len(self.children[node]))

    def play(self, node: int, move: int) -> int:
        child: int = self.children[node][move]
        return child

    def outcome(self, node: int) -> Any:
        return None if self.children[node] else self.payoffs[node]

    def evaluate(self, node: int) -> Any:
        """Never asked for; without it equal shares would count, which are fractions."""
        return self.payoffs[node]


class DicedForest(Forest):
    """The same with chance."""

    def chances(self, node: int) -> Any:
        total = sum(self.weights[node])
        for number in range(len(self.weights[node])):
            yield number, self.weights[node][number] / total


@pytest.mark.parametrize("players", [pytest.param(3, marks=pytest.mark.thorough), 4, pytest.param(5, marks=pytest.mark.thorough)])
def test_trees_of_others_have_their_payoffs(players: int) -> None:
    """By max^n, where ties go to the first move, and by paranoid for the one who moves."""
    forest = DicedForest(players, None)
    trees = json.loads(refdata.path("nplayer/random_maxn_trees.json").read_text(encoding="utf-8"))["trees"]
    wanted = {forest.plant(row["tree"]): row for row in trees if row["players"] == players}
    fast = forest.close()
    for root, row in wanted.items():
        found = mx.solve(fast, root, algorithm="maxn")
        assert close(found.payoffs, fractions(row["maxn_first_best"])), row["id"]
        against_all, me = mx.solve(fast, root, algorithm="paranoid").payoffs, max(0, forest.player(root))
        assert against_all is not None
        assert close(against_all[me : me + 1], fractions(row["paranoid"])[me : me + 1]), row["id"]


def shallow(tree: Any, player: int, players: int, bound: int, seen: list[int]) -> list[int]:
    """Korf's search written plainly: counts leaves and nodes seen."""
    seen[1] += 1
    if not isinstance(tree[0], list):
        seen[0] += 1
        return tree
    best = shallow(tree[0], (player + 1) % players, players, 100, seen)
    for child in tree[1:]:
        if best[player] >= bound:
            return best
        found = shallow(child, (player + 1) % players, players, 100 - best[player], seen)
        if found[player] > best[player]:
            best = found
    return best


@pytest.mark.parametrize("players", [pytest.param(3, marks=pytest.mark.thorough), 4])
def test_shallow_pruning_visits_just_the_nodes_of_its_paper(players: int) -> None:
    """As many as the plain search, whose leaves are those of the reference data."""
    forest = Forest(players, 100)
    trees = json.loads(refdata.path("nplayer/shallow_pruning_trees.json").read_text(encoding="utf-8"))["trees"]
    wanted = {forest.plant(row["tree"]): row for row in trees if row["players"] == players}
    fast = forest.close()
    for root, row in wanted.items():
        seen = [0, 0]
        assert shallow(row["tree"], 0, players, 100, seen) == row["maxn"]
        assert seen[0] == row["leaves_shallow"]
        found = mx.search(fast, root, depth=99, algorithm="maxn", options=mx.AlphaBetaOptions(deepening=False))
        assert found.payoffs == tuple(row["maxn"])
        assert found.nodes == seen[1] - 1
