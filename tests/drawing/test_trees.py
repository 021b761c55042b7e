"""Pictures of search trees: every child is shown as what became of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import minimaxer as mx
from minimaxer.drawing.layout import Box, spread, walk
from minimaxer_games.mancala import kalah_benchmark
from minimaxer_games.pig import Pig

from ..insight.steps.games import Menu
from ..random_trees import RandomTree
from .svg import count, hints, parsed, words


def searched(depth: int, algorithm: str = "auto", options: mx.AlphaBetaOptions | None = None) -> mx.Tree[tuple[int, ...], int]:
    engine = mx.Search(Menu(), options, algorithm=algorithm)
    engine.run(limits=mx.Limits(depth=depth))
    return engine.tree


def test_the_root_of_a_large_tree_is_seen() -> None:
    """In a tree that fits a page the root stands in the middle; in a larger one at the top left."""
    engine = mx.Search(kalah_benchmark())
    engine.run(limits=mx.Limits(depth=4))
    small = mx.draw_tree(engine.tree, depth=1, direction="down").svg
    large = mx.draw_tree(engine.tree, nodes=500).svg
    places = [re.search(r"translate\(([\d.]+) ([\d.]+)\)", svg) for svg in (small, large)]
    assert all(places)
    assert float(places[0][1]) > 100  # type: ignore[index]  # found, as just said
    assert float(places[1][2]) < 50  # type: ignore[index]


def test_the_legend_explains_the_marks_that_there_are() -> None:
    """Windows only where they were noted, wins only where there are some."""
    options = mx.AlphaBetaOptions(trace=True)
    assert "(low, high): the window" in mx.draw_tree(searched(2, "alphabeta", options)).svg
    plain = mx.draw_tree(searched(2, "minimax")).svg
    assert "the window" not in plain
    assert "player 0 wins, loses" not in plain


def test_what_was_searched_is_shown_with_its_value() -> None:
    """The best value, a bound with its sign, and the moves for which nothing was made."""
    svg = mx.draw_tree(searched(2, "alphabeta", mx.AlphaBetaOptions(deepening=False))).svg
    assert words(svg)[:4] == ["start", "+3", "0", "+3"]
    assert "≤+1" in words(svg)
    assert words(svg).count("✂ cut-off") == 1
    assert [text for text in words(svg) if text.startswith("never")] == ["never made: 1 2"]
    assert "player 1 moves; ≤+1 for player 0, searched to depth 1, solved; (1,)" in hints(svg)
    assert "over, +3 for player 0" in hints(svg)


def test_windows_are_shown_where_they_were_traced() -> None:
    """After the first dish, 3 is certain: the others are searched above it."""
    options = mx.AlphaBetaOptions(deepening=False, trace=True)
    tree = searched(2, options=options)
    assert {tree.name(node): window for node, window in (tree.windows or {}).items() if node.ply == 1} == {
        "0": (float("-inf"), float("inf")),
        "1": (3, float("inf")),
        "2": (3, float("inf")),
    }
    assert words(mx.draw_tree(tree).svg).count("(+3, ∞)") >= 2
    assert words(mx.draw_tree(searched(2)).svg).count("(+3, ∞)") == 0


def test_plain_minimax_cuts_nothing_off() -> None:
    """Everything is made and visited."""
    svg = mx.draw_tree(searched(2, "minimax")).svg
    assert not [text for text in words(svg) if "made" in text or "cut" in text]
    assert words(svg).count("+9") == 1


def test_children_that_the_latest_search_left_out_are_dashed() -> None:
    """All made at first, and ordered by their outcomes: three drinks in dashes, and nothing that was never made."""
    tree = searched(2, "alphabeta", mx.AlphaBetaOptions(deepening=False, lazy_children=False))
    svg = mx.draw_tree(tree).svg
    assert not [text for text in words(svg) if text.startswith("never")]
    assert svg.count("stroke-dasharray") == 1 + 2 * 3  # the legend's, and three drinks with their edges


def test_large_trees_are_elided() -> None:
    """No more nodes than asked for; what is left out is counted, and the line expected stays."""
    engine = mx.Search(kalah_benchmark())
    engine.run(limits=mx.Limits(depth=5))
    tree = engine.tree
    total = sum(1 for _ in tree.walk())
    assert total > 200
    svg = mx.draw_tree(tree, nodes=50).svg
    shown = count(svg, "rect", "f-(first|second)_pale|f-paper s-") - 5  # without the legend
    assert shown == 50
    hidden = sum(int(text[1:].split()[0]) for text in words(svg) if text.startswith("+") and "move" in text)
    assert 0 < hidden <= total - 50
    assert count(svg, "path", "s-accent") == 5


def test_depth_and_node_choose_a_part() -> None:
    """From the first dish on; or without any child."""
    tree = searched(2)
    part = mx.draw_tree(tree, node=tree.root.children[0])
    assert words(part.svg)[0] == "0"
    assert "start" not in words(part.svg)
    top = words(mx.draw_tree(tree, depth=0).svg)
    assert top[:3] == ["start", "+3", "+3 moves"]


def test_trees_grow_down_or_to_the_right() -> None:
    """Down is wide, right is high."""
    tree = searched(2)
    assert mx.draw_tree(tree, direction="right").height > mx.draw_tree(tree, direction="down").height


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_themes(theme: mx.drawing.Theme) -> None:
    """A theme that was asked for does not follow the reader's."""
    svg = mx.draw_tree(searched(2), theme=theme).svg
    assert "prefers-color-scheme" not in svg
    assert f'class="mx-{theme}"' in svg


def test_notebooks_show_trees() -> None:
    """A tree, a drawing and a result are pictures of themselves."""
    tree = searched(2)
    assert tree._repr_svg_() == mx.draw_tree(tree)._repr_svg_() == mx.draw_tree(tree).svg
    result = mx.search(Menu(), depth=2)
    assert words(result._repr_svg_())[0] == "0: +3 at depth 2"


@pytest.mark.parametrize("algorithm", ["alphabeta", "montecarlo"])
def test_nodes_show_their_boards_on_request(algorithm: str) -> None:
    """As many as there are boxes of nodes, each inside its own."""
    engine = mx.Search(mx.find_game("tic_tac_toe"), algorithm=algorithm)
    engine.run(limits=mx.Limits(depth=2) if algorithm == "alphabeta" else mx.Limits(simulations=50))
    drawn, plain = (mx.draw_tree(engine.tree, nodes=10, boards=boards).svg for boards in (True, False))
    assert count(drawn, "svg") == 10
    assert count(plain, "svg") == 0
    for box in (each for each in parsed(drawn).iter("{*}g") if each.find("{*}svg") is not None):
        frame, board = box.find("{*}rect"), box.find("{*}svg")
        for side, length in (("x", "width"), ("y", "height")):
            assert frame is not None
            assert board is not None
            assert 0 <= float(board.get(side, -1)) <= float(frame.get(length, 0)) - float(board.get(length, 0))


def test_boards_that_are_not_found_are_told() -> None:
    """With what to do."""
    with pytest.raises(mx.GameError) as caught:
        mx.draw_tree(searched(2), boards=True)
    assert str(caught.value).startswith("no board was found in the states of ")
    assert str(caught.value).endswith("; give it a method svg(self, state) that draws one")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"depth": -1}, "expected depth to be a whole number from 0, got -1"),
        ({"nodes": 0}, "expected nodes to be a whole number from 1 to 5,000, got 0"),
        ({"nodes": 5001}, "expected nodes to be a whole number from 1 to 5,000, got 5001"),
        ({"node": "a"}, "expected node to be one of the tree's nodes as it is now, got 'a'"),
        ({"direction": "up"}, "expected direction to be auto, down or right, got 'up'"),
        ({"theme": "blue"}, "expected theme to be one of auto, light, dark, got 'blue'"),
    ],
)
def test_wrong_arguments(given: dict[str, object], message: str) -> None:
    """What was expected, and what was given."""
    with pytest.raises(mx.OptionError) as caught:
        mx.draw_tree(searched(2), **given)  # type: ignore[arg-type]
    assert str(caught.value) == message


def test_nodes_of_other_trees() -> None:
    """They are refused, and so are those of a tree that was given up."""
    engine = mx.Search(Menu())
    engine.run(limits=mx.Limits(depth=2))
    stranger = engine.tree.root.children[0]
    with pytest.raises(mx.OptionError, match="expected node to be one of the tree's nodes as it is now, got Node"):
        mx.draw_tree(searched(2), node=stranger)
    tree = engine.tree
    engine.advance(1)
    with pytest.raises(mx.OptionError, match="expected node to be one of the tree's nodes"):
        mx.draw_tree(tree, node=stranger)


def test_known_values_are_no_cut_offs() -> None:
    """A node whose value was known is not marked, though its children were not looked at."""
    engine = mx.Search(mx.find_game("nim:heaps=3+2"), mx.AlphaBetaOptions(trace=True))
    engine.run(limits=mx.Limits(depth=20))
    svg = mx.draw_tree(engine.tree).svg
    known = [hint for hint in hints(svg) if "known already, so that no move was looked at" in hint]
    assert len(known) == 8
    assert words(svg).count("✂ cut-off") + words(svg).count("✂") <= 1


@pytest.mark.parametrize("options", [{"exact_moves": True}, {"choice": "random_best", "seed": 1}])
def test_tracing_with_exact_root_moves(options: dict[str, Any]) -> None:
    """The windows are those of the last depth: the root's moves are searched with open ones."""
    engine = mx.Search(kalah_benchmark(houses=3, seeds=2), mx.AlphaBetaOptions(trace=True, **options))
    engine.run(limits=mx.Limits(depth=4))
    windows = engine.tree.windows
    assert windows is not None
    root = engine.tree.root
    everything = (float("-inf"), float("inf"))
    assert windows[root] == everything
    assert [windows[child] for child in root.children] == [everything] * len(root.children)
    assert all(node.depth == 4 - node.ply for node in windows)


def test_interrupted_searches_show_the_last_finished_depth() -> None:
    """All root moves were searched, whatever the next depth had come to."""
    engine = mx.Search(kalah_benchmark(), mx.AlphaBetaOptions(trace=True))
    result = engine.run(limits=mx.Limits(nodes=700))
    assert result.stop is mx.StopReason.NODES
    root = engine.tree.root
    assert engine.tree.windows is not None
    assert all(child in engine.tree.windows for child in root.children)
    assert "✂ cut-off" not in words(mx.draw_tree(engine.tree, depth=0).svg)


def test_null_windows_can_be_read() -> None:
    """The next number above a whole one is written beside it."""
    engine = mx.Search(mx.find_game("tic_tac_toe"), mx.AlphaBetaOptions(trace=True, ignore={"evaluate"}), algorithm="pvs")
    engine.run(limits=mx.Limits(depth=2))
    assert "(0, 0⁺)" in words(mx.draw_tree(engine.tree).svg)
    engine = mx.Search(mx.find_game("tic_tac_toe"), mx.AlphaBetaOptions(trace=True, ignore={"evaluate"}), algorithm="mtdf")
    engine.run(limits=mx.Limits(depth=2))
    assert "(0⁻, 0⁺)" in words(mx.draw_tree(engine.tree).svg)


class Shouting(Menu):
    """Moves with names that no picture should be at the mercy of."""

    def format_move(self, path: tuple[int, ...], move: int) -> str:
        return ("a\x00b<&>", "x" * 500, "\ud800")[move]

    def parse_move(self, path: tuple[int, ...], text: str) -> int:
        raise mx.NotationError("none")


def test_any_name_can_be_drawn() -> None:
    """What XML cannot hold is replaced, and what is long is cut short."""
    engine = mx.Search(Shouting())
    result = engine.run(limits=mx.Limits(depth=2))
    drawing = mx.draw_tree(engine.tree)
    assert "a\N{REPLACEMENT CHARACTER}b<&>" in words(drawing.svg)
    assert drawing.width < 1500
    assert words(result._repr_svg_())


def test_drawing_leaves_no_moves_behind_when_it_is_broken_off() -> None:
    """A generator that raises while it is asked for the moves never made takes its node's children along, to be made again."""

    class Breaking(Menu):
        broken = False

        def moves(self, path: tuple[int, ...]) -> Iterator[int]:  # type: ignore[override]
            for move in super().moves(path):
                if self.broken and move == 2:
                    raise KeyboardInterrupt
                yield move

    game = Breaking()
    engine = mx.Search(game, mx.AlphaBetaOptions(deepening=False), algorithm="alphabeta")
    engine.run(limits=mx.Limits(depth=2))
    cut = engine.tree.root.children[1]
    game.broken = True
    with pytest.raises(KeyboardInterrupt):
        mx.draw_tree(engine.tree)
    game.broken = False
    assert cut.pending is None
    assert engine.tree.untried(cut) == []
    engine.tree.expand(cut)
    assert [child.move for child in cut.children] == [0, 1, 2]


def test_what_is_no_tree() -> None:
    """A game or a Search is no tree."""
    with pytest.raises(mx.OptionError, match=r"expected a tree to draw, such as Search\(game\)\.tree, got 3"):
        mx.draw_tree(3)  # type: ignore[arg-type]


def test_tracing_belongs_to_trees() -> None:
    """The fixed-option search has no switches; `auto` takes another one."""
    assert mx.Search(Menu(), mx.AlphaBetaOptions(trace=True)).algorithm == "alphabeta"
    with pytest.raises(mx.OptionError, match="contradictory options: fixed has no use for trace"):
        mx.Search(Menu(), mx.AlphaBetaOptions(trace=True), algorithm="fixed")


@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs", "mtdf", "minimax"])
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), depth=st.integers(1, 5))
def test_tracing_changes_nothing(algorithm: str, seed: int, depth: int) -> None:
    """Values and nodes are those without; every node visited last has a window, its value keeps the contract."""
    game = RandomTree(seed=seed)
    plain = mx.search(game, depth=depth, algorithm=algorithm)
    engine = mx.Search(game, mx.AlphaBetaOptions(trace=True), algorithm=algorithm)
    traced = engine.run(limits=mx.Limits(depth=depth))
    assert (traced.value, traced.nodes, traced.cutoffs) == (plain.value, plain.nodes, plain.cutoffs)
    windows = engine.tree.windows
    assert windows is not None
    for node, (low, high) in windows.items():
        assert low < high
        if algorithm != "minimax" and low < node.value < high:
            assert node.bound is mx.Bound.EXACT
    mx.draw_tree(engine.tree)


def _boxes(shape: object, level: int = 0) -> Box[Any, Any]:
    return Box(level, below=[_boxes(each, level + 1) for each in shape])  # type: ignore[attr-defined]


@settings(max_examples=200, deadline=None)
@given(st.recursive(st.just(()), lambda below: st.lists(below, min_size=1, max_size=4).map(tuple), max_leaves=25))
def test_boxes_never_overlap(shape: object) -> None:
    """Boxes of a level stand a step apart, in order; a parent stands in the middle above its children; nothing is outside."""
    top = _boxes(shape)
    steps = spread(top)
    levels: dict[int, list[float]] = {}
    for box in walk(top):
        levels.setdefault(box.level, []).append(box.place)
        if box.below:
            assert box.place == pytest.approx((box.below[0].place + box.below[-1].place) / 2)
    for places in levels.values():
        assert all(right - left >= 1 - 1e-9 for left, right in pairwise(places))
        assert min(places) >= -1e-9
        assert max(places) <= steps - 1 + 1e-9


def test_chance_is_round() -> None:
    """What may come has its probability beside it, and values are chances where all outcomes are wins and losses."""
    game = Pig(goal=12)
    engine = mx.Search(game)
    engine.run(game.parse("6-7+0/0"), limits=mx.Limits(depth=3))
    picture = mx.draw_tree(engine.tree).svg
    assert "6 (0.167)" in words(picture)
    assert "62.50 %" in words(picture)
    assert 'rx="17"' in picture
    assert "chance decides; 62.50 % for player 0" in picture
    assert "*roll: chance, " in engine.tree.render(1)
