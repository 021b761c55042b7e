"""Searches on trees that are put aside and taken up: nothing tells them from those that were not."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from enum import Enum
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import frozen

import minimaxer as mx
from minimaxer.cli import main
from minimaxer.game.data import Codec
from tests.random_trees import RandomTree

MINIMAXER = mx.Limits(depth=3), mx.Limits(depth=5)
PLAYOUTS = mx.Limits(simulations=60), mx.Limits(simulations=150)
SMALL = "connect_four:width=4,height=4"


@frozen
class Lot:
    """A state of a class of its own, compared by what it holds."""

    ply: int
    sum: int


class Side(Enum):
    """Moves that are members of an enumeration."""

    LEFT = "left"
    RIGHT = "right"


class Lots:
    """Two players, then a lot, and so on; states are objects, and moves are lazy."""

    def initial(self) -> Lot:
        return Lot(0, 1)

    def player(self, state: Lot) -> int:
        return mx.CHANCE if state.ply % 3 == 2 else state.ply % 3

    def moves(self, state: Lot) -> Iterator[Side]:
        yield from Side

    def chances(self, state: Lot) -> list[tuple[Side, float]]:
        return [(Side.LEFT, 0.25), (Side.RIGHT, 0.75)]

    def play(self, state: Lot, move: Side) -> Lot:
        return Lot(state.ply + 1, state.sum * 3 % 17 + (move is Side.LEFT))

    def outcome(self, state: Lot) -> float | None:
        return float(state.sum - 8) if state.ply == 9 else None

    def evaluate(self, state: Lot) -> float:
        return state.sum / 3


CASES: dict[str, tuple[Any, Any, str, tuple[mx.Limits, mx.Limits]]] = {
    "ordered": (SMALL, mx.AlphaBetaOptions(), "auto", MINIMAXER),
    "table": (SMALL, mx.AlphaBetaOptions(table="1MB"), "pvs", MINIMAXER),
    "shuffled": (SMALL, mx.AlphaBetaOptions(shuffle=True, seed=5), "alphabeta", MINIMAXER),
    "budget": (SMALL, mx.AlphaBetaOptions(memory="100KB"), "alphabeta", MINIMAXER),
    "random": (RandomTree(seed=7, merging=True), mx.AlphaBetaOptions(table="1MB"), "alphabeta", MINIMAXER),
    "chance": (Lots(), mx.AlphaBetaOptions(), "star2", MINIMAXER),
    "many": ("chinese_checkers", mx.AlphaBetaOptions(), "maxn", (mx.Limits(depth=1), mx.Limits(depth=2))),
    "proof": (SMALL, mx.ProofOptions(), "proof", (mx.Limits(nodes=200), mx.Limits(nodes=700))),
    "playouts": (SMALL, mx.MonteCarloOptions(seed=5), "montecarlo", PLAYOUTS),
    "lots": (Lots(), mx.MonteCarloOptions(seed=5), "montecarlo", PLAYOUTS),
    "hidden": ("whist:ranks=3", mx.InformationSetOptions(seed=5), "ismcts", PLAYOUTS),
    "both": ("tic_tac_toe", mx.UnevaluatedOptions(seed=5, wide=mx.MonteCarloOptions(exploration=0.5)), "auto", PLAYOUTS),
}


def told(result: Any) -> Any:
    """What two searches of one thing have in common."""
    return result.nodes, result.pv, result.value, result.moves, result.statistics.created


@pytest.mark.parametrize("case", CASES)
def test_nothing_tells_that_it_was_put_aside(case: str, tmp_path: Path) -> None:
    """After moves and searches: the same nodes, lines, values and visits, now and after the next move."""
    given, options, algorithm, (short, long) = CASES[case]
    game = mx.find_game(given) if isinstance(given, str) else given
    search = mx.Search(game, options, algorithm=algorithm)
    first = search.run(limits=short)
    search.advance(first.move if first.move is not None else first.moves[0].move)
    search.run(limits=short)
    search.save(tmp_path / "a")
    restored = mx.Search.restore(tmp_path / "a", game)
    assert (restored.options, restored.algorithm) == (search.options, search.algorithm)
    one, other = (each.run(limits=long) for each in (search, restored))
    assert told(one) == told(other)
    move = one.move if one.move is not None else one.moves[0].move
    assert search.advance(move) == restored.advance(move)
    assert told(search.run(limits=short)) == told(restored.run(limits=short))


@pytest.mark.parametrize(
    ("algorithm", "options"),
    [
        ("fixed", mx.AlphaBetaOptions()),
        ("mtdf", mx.AlphaBetaOptions(table="1MB", ordering="lazy_pick")),
        ("pvs", mx.AlphaBetaOptions(ordering="bubble", exact_moves=True)),
        ("proof", mx.ProofOptions(goal=1)),
    ],
)
@pytest.mark.parametrize("seed", range(2))
def test_in_the_middle_of_a_depth(algorithm: str, options: Any, seed: int, tmp_path: Path) -> None:
    """Wherever a limit of nodes ended it: random trees with ties, irregular turns and positions that come again."""
    game = RandomTree(seed=seed, branching=4, merging=True)
    for nodes in (3, 57, 150):
        search = mx.Search(game, options, algorithm=algorithm)
        search.run(limits=mx.Limits(nodes=nodes))
        search.save(tmp_path / "a")
        restored = mx.Search.restore(tmp_path / "a", game)
        for limits in (mx.Limits(nodes=31), mx.Limits(nodes=1_000)):
            assert told(search.run(limits=limits)) == told(restored.run(limits=limits))


def test_the_tree_is_what_is_kept(tmp_path: Path) -> None:
    """Without it, other nodes are visited, and other games played out; trees are drawn alike."""
    game = mx.find_game(SMALL)
    for options, algorithm, (short, long) in (
        (mx.AlphaBetaOptions(), "alphabeta", MINIMAXER),
        (mx.MonteCarloOptions(seed=5), "montecarlo", PLAYOUTS),
    ):
        search = mx.Search(game, options, algorithm=algorithm)
        search.run(limits=short)
        search.save(tmp_path / "a")
        restored = mx.Search.restore(tmp_path / "a", game)
        assert restored.tree.render(depth=9) == search.tree.render(depth=9)
        assert told(restored.run(limits=long)) != told(mx.Search(game, options, algorithm=algorithm).run(limits=long))


def test_solving_goes_on_with_its_table(tmp_path: Path) -> None:
    """The table that solving adds is kept too, and what is left takes as many nodes."""
    game = mx.find_game("connect_four:width=4,height=3")
    search = mx.Search(game, mx.AlphaBetaOptions())
    search.solve(limits=mx.Limits(nodes=1_000))
    search.save(tmp_path / "a")
    restored = mx.Search.restore(tmp_path / "a", game)
    assert isinstance(restored.options, mx.AlphaBetaOptions)
    assert restored.options.table == "64MB"
    assert restored.options == search.options
    one, other = search.solve(), restored.solve()
    assert (one.nodes, one.value, one.solved) == (other.nodes, other.value, True)


def test_what_was_never_begun_and_positions_of_ones_own(tmp_path: Path) -> None:
    """A search without a tree; one from a given state, of a class of the game's own."""
    search: mx.Search[Lot, Side] = mx.Search(Lots(), algorithm="star1")
    search.save(tmp_path / "a")
    restored = mx.Search.restore(tmp_path / "a", Lots())
    assert told(restored.run(limits=mx.Limits(depth=2))) == told(search.run(limits=mx.Limits(depth=2)))
    search.run(Lot(4, 5), mx.Limits(depth=1))
    search.save(tmp_path / "a")
    assert mx.Search.restore(tmp_path / "a", Lots()).tree.root.state == Lot(4, 5)


def test_endgame_tables_are_given_again(tmp_path: Path) -> None:
    """They are in no file, and without them it is refused."""
    game = mx.find_game("tic_tac_toe")
    tables = [mx.tabulate(game, [game.play(game.play(game.initial(), 0), 1)])]
    search = mx.Search(game, tables=tables)
    search.run(limits=mx.Limits(depth=2))
    search.save(tmp_path / "a")
    restored = mx.Search.restore(tmp_path / "a", game, tables=tables)
    assert told(search.run(limits=mx.Limits(depth=4))) == told(restored.run(limits=mx.Limits(depth=4)))
    assert refusal(tmp_path / "a", game) == "expected the 1 endgame tables that the search was given, got 0"


def test_the_command_goes_on_in_python(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bit by bit, with the tree and its table."""
    command = ["solve", "connect_four:width=4,height=3", "--tier", "tree", "--resume", str(tmp_path / "a"), "--json"]
    nodes = []
    for limits in (["--nodes", "500"], []):
        assert main([*command, *limits]) == 0
        nodes.append(json.loads(capsys.readouterr().out)["nodes"])
    assert main([*command[:4], "--json"]) == 0
    assert nodes[1] < json.loads(capsys.readouterr().out)["nodes"]


def refusal(path: Path, game: Any, **given: Any) -> str:
    """Why a file is refused."""
    with pytest.raises(mx.errors.SavedSearchError) as refused:
        mx.Search.restore(path, game, **given)
    return str(refused.value).removeprefix(f"{path}: ")


def test_other_rules_and_other_gifts(tmp_path: Path) -> None:
    """Another game, another evaluation, another version, other tables are told."""
    path, game = tmp_path / "a", mx.find_game(SMALL)
    search = mx.Search(game, mx.AlphaBetaOptions())
    search.run(limits=mx.Limits(depth=2))
    search.save(path)
    other = mx.find_game("connect_four:width=5,height=4")
    assert refusal(path, other).startswith(
        f"expected a search of {other!r} by the same rules and the same version of minimaxer, got"
    )
    assert refusal(path, game, tables=[object()]) == "expected the 0 endgame tables that the search was given, got 1"
    assert refusal(path, game, evaluate=abs) == f"expected no evaluate that the search was given, got {abs!r}"
    changed(path, version="0.0.9")
    assert refusal(path, game) == f"expected a search that minimaxer {mx.__version__} saved, got one of minimaxer 0.0.9"
    changed(path, version=mx.__version__, algorithm="brs")
    with pytest.raises(mx.OptionError, match="brs is for games for three and more"):
        mx.Search.restore(path, game)
    judged = mx.Search(game, mx.AlphaBetaOptions(), evaluate=lambda state: 1)
    judged.save(path)
    assert refusal(path, game) == "expected the evaluate that the search was given, got None"
    assert "by the same rules" in refusal(path, game, evaluate=lambda state: 2)
    assert mx.Search.restore(path, game, evaluate=lambda state: 1).run(limits=mx.Limits(depth=1)).value == 1


def changed(path: Path, nodes: Callable[[dict[str, Any]], object] | None = None, **facts: Any) -> None:
    """Makes a file what a stranger could have written, with a digest that fits."""
    magic, line, parts = path.read_bytes()[:-32].split(b"\n", 2)
    told = json.loads(line) | facts
    if nodes is not None:
        columns = json.loads(parts[: told["parts"]["nodes"]])
        nodes(columns)
        rest, parts = parts[told["parts"]["nodes"] :], json.dumps(columns).encode()
        told["parts"]["nodes"], parts = len(parts), parts + rest
    content = b"\n".join((magic, json.dumps(told).encode(), parts))
    path.write_bytes(content + hashlib.blake2b(content, digest_size=32).digest())


ODD: dict[str, Callable[[dict[str, Any]], object]] = {
    "a move that is none": lambda columns: columns["place"].__setitem__(1, 99),
    "a move below none": lambda columns: columns["place"].__setitem__(1, -1),
    "a move twice": lambda columns: columns["place"].__setitem__(2, columns["place"][1]),
    "a move that is text": lambda columns: columns["place"].__setitem__(1, "1"),
    "more children than there are": lambda columns: columns["children"].__setitem__(0, 10**9),
    "fewer than none": lambda columns: columns["children"].__setitem__(0, -5),
    "rows of two lengths": lambda columns: columns["depth"].pop(),
    "a column too few": lambda columns: columns.pop("value"),
    "a value that is text": lambda columns: columns["value"].__setitem__(0, "0"),
    "a value that is no number": lambda columns: columns["value"].__setitem__(0, float("nan")),
    "a value that is missing": lambda columns: columns["value"].__setitem__(0, None),
    "a bound of another name": lambda columns: columns["bound"].__setitem__(0, "HALF"),
    "a best child that is none": lambda columns: columns["best"].__setitem__(0, 99),
    "a move tried and not tried": lambda columns: columns["rest"].__setitem__(0, [0]),
    "an end that is none": lambda columns: columns["over"].__setitem__(0, 3),
}


@pytest.mark.parametrize("odd", ODD)
def test_files_of_strangers(odd: str, tmp_path: Path) -> None:
    """What no search ever writes is refused, and nothing of it gets into a tree."""
    game = mx.find_game(SMALL)
    search = mx.Search(game, mx.AlphaBetaOptions())
    search.run(limits=mx.Limits(depth=3))
    search.save(tmp_path / "a")
    changed(tmp_path / "a", ODD[odd])
    assert refusal(tmp_path / "a", game) == "expected what Search.save writes, got something that it never does"


def test_facts_of_strangers(tmp_path: Path) -> None:
    """Likewise what is said of the whole: a table too large is not even asked memory for."""
    path, game = tmp_path / "a", mx.find_game(SMALL)
    search = mx.Search(game, mx.AlphaBetaOptions(table="1MB"))
    search.run(limits=mx.Limits(depth=3))
    odds: tuple[tuple[str, Any], ...] = (
        ("random", [3, [1], None]),
        ("begun", -1),
        ("tree", {}),
        ("kind", "Path"),
        ("options", {"seed": "?"}),
    )
    for name, odd in odds:
        search.save(path)
        changed(path, None, **{name: odd})
        with pytest.raises(mx.MinimaxerError, match="expected"):
            mx.Search.restore(path, game)
    search.save(path)
    changed(path, entries=10**9)
    assert refusal(path, game) == "expected a table of the size that the options give it, got one of 1,000,000,000 entries"
    search.save(path)
    path.write_bytes(path.read_bytes()[:-40])
    assert refusal(path, game) == "expected a whole file as it was written, got one that was cut short or changed"


def as_it_is(children: list[Any], maximise: bool) -> list[Any]:
    """An ordering of one's own."""
    return children


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    """Functions in options, states that hold what no file can, several processes; nothing is left behind."""
    path, game = tmp_path / "a", mx.find_game(SMALL)

    def told_by(search: mx.Search[Any, Any]) -> str:
        with pytest.raises(mx.OptionError) as refused:
            search.save(path)
        return str(refused.value)

    ordering = mx.Search(game, mx.AlphaBetaOptions(ordering=as_it_is), algorithm="alphabeta")
    assert told_by(ordering) == f"expected options of numbers and text, which can be written to a file, got ordering={as_it_is!r}"
    odd: mx.Search[Any, Any] = mx.Search(Lots(), algorithm="star1")
    odd.run(Lot(9, Fraction(9)))  # type: ignore[arg-type]  # on purpose
    assert told_by(odd).startswith("expected positions and moves of numbers, text, tuples and objects of the game's own classes")
    team = mx.Search(game, mx.AlphaBetaOptions(), threads=2, parallel="processes")
    told_of_team = told_by(team)
    assert told_of_team.startswith(
        "expected a search that can be written to a file: of a game that is not compiled, by one worker"
    )
    assert told_of_team.endswith("searched by 'alphabeta' with threads=2")
    assert not list(tmp_path.iterdir())


def test_moves_that_change_are_told(tmp_path: Path) -> None:
    """A game that gives other moves for the same state cannot be kept."""

    class Fickle(Lots):
        chances = None  # type: ignore[assignment]
        given = tuple(Side)

        def player(self, state: Lot) -> int:
            return state.ply % 2

        def moves(self, state: Lot) -> Iterator[Any]:
            return iter(self.given)

    game = Fickle()
    search: mx.Search[Lot, Any] = mx.Search(game, mx.AlphaBetaOptions(ignore={"chances"}), algorithm="alphabeta")
    search.run(limits=mx.Limits(depth=1))
    Fickle.given = (Side.LEFT,)
    with pytest.raises(
        mx.RulesError, match=r"and not <Side.RIGHT: 'right'> as before; expected the same moves for the same state"
    ):
        search.save(tmp_path / "a")


def test_values_come_back_as_they_were() -> None:
    """Of their own types, one within the other; what was never written is refused."""
    values: list[Any] = [
        True,
        1,
        -1.5,
        float("inf"),
        "a",
        None,
        b"\0",
        (1, (2,)),
        [3],
        {4},
        frozenset({5}),
        {(6,): [7]},
        Lot(1, 2),
        Side.LEFT,
    ]
    codec = Codec(values)
    for value in (*values, 1 << 200, (Lot(8, 9), Side.RIGHT)):
        data = json.loads(json.dumps(codec.written(value)))
        assert codec.read(data) == value
        assert type(codec.read(data)) is type(value)
    odds: list[Any] = [
        ["object", "Path", "x"],
        ["object", "Lot", 1],
        ["object", "Side", "UP"],
        ["other"],
        [],
        {},
        ["bytes", "x"],
        ["dict", 1],
    ]
    for odd in odds:
        with pytest.raises((LookupError, ValueError, TypeError)):
            codec.read(odd)
    with pytest.raises(
        mx.OptionError, match=r"objects of the game's own classes, got <random.Random object at .*, which cannot be"
    ):
        codec.written(Random(1))


def test_outcomes_that_a_result_listed_are_searched_after_restoring(tmp_path: Path) -> None:
    """A result lists all that chance may bring, also where a limit left some of it without a node."""

    class Lots:
        def initial(self) -> int:
            return 0

        def player(self, place: int) -> int:
            return mx.CHANCE if place == 0 else 0

        def moves(self, place: int) -> list[int]:
            return [0]

        def play(self, place: int, move: int) -> int:
            return place + move

        def outcome(self, place: int) -> int | None:
            return (None, 0, 4, 8, 16)[place]

        def chances(self, place: int) -> list[tuple[int, float]]:
            return [(move, 0.25) for move in (1, 2, 3, 4)]

    for algorithm in ("expectimax", "star1", "star2"):
        for nodes in (1, 2, 3, 4):
            path = tmp_path / f"{algorithm}{nodes}"
            with closing(mx.Search(Lots(), algorithm=algorithm)) as search:
                assert len(search.solve(limits=mx.Limits(nodes=nodes)).moves) == 4
                search.save(path)
            with closing(mx.Search.restore(path, Lots())) as search:
                assert search.run(limits=mx.Limits(depth=1)).value == 7, (algorithm, nodes)
