"""The pictures of the documents: trees and boards drawn anew, charts from docs/results."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from figures import (  # type: ignore[import-not-found, unused-ignore]
    LISTS,
    NATIVE_GAMES,
    chapter,
    milliseconds,
    peer_rows,
    results,
    row,
)

import minimaxer as mx
from minimaxer.drawing import Bar, bar_chart
from minimaxer.play.record import record_of
from minimaxer_games.mancala import Mancala, kalah_benchmark
from minimaxer_games.tic_tac_toe import TicTacToe

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))

from three_in_a_row import ThreeInARow  # type: ignore[import-not-found, unused-ignore]

SMALL: Final = kalah_benchmark(houses=3, seeds=2)


def tree(theme: Any, game: Any, depth: int, algorithm: str = "auto", **options: Any) -> str:
    """A search tree."""
    engine = mx.Search(game, mx.AlphaBetaOptions(**options), algorithm=algorithm)
    engine.run(limits=mx.Limits(depth=depth))
    return mx.draw_tree(engine.tree, theme=theme).svg


class Cells(TicTacToe):
    """Tic-tac-toe whose moves are written as in the first tutorials, from 0."""

    def format_move(self, board: Any, cell: int) -> str:
        """The number of the cell."""
        return str(cell)


def by_hand(theme: Any) -> str:
    """The tree of the second tutorial, which the reader draws on paper first."""
    game = Cells()
    engine = mx.Search(game, mx.AlphaBetaOptions(deepening=False), algorithm="minimax")
    engine.run(game.parse("..xxoo.xo"), limits=mx.Limits(depth=3))
    return mx.draw_tree(engine.tree, theme=theme).svg


def grown(theme: Any, simulations: int) -> str:
    """The tree of Monte Carlo search after so many simulations."""
    engine = mx.Search(SMALL, mx.MonteCarloOptions(seed=1), algorithm="montecarlo")
    engine.run(limits=mx.Limits(simulations=simulations))
    return mx.draw_tree(engine.tree, theme=theme, direction="right").svg


def board(theme: str, name: str) -> str:
    """A position of a random game, or one that was chosen."""
    game: Any = mx.find_game(name)
    chosen = {"tic_tac_toe": "xo..x...o", "connect_four": "44455553226", "nim": "3,4,5/0", "pig": "42-61+17/0",
              "einstein": "1.3../45a../.6.f./...ed/..cb. 1 4",
              "chinese_checkers": "./2./1...1.2/....../...../.0..0./..12..0/../. 0 24",
              "backgammon": "0-1 0-0 0 3-1 -1,0,0,-2,0,5,1,3,0,0,0,-4,3,0,0,0,-2,0,-5,0,3,0,0,0",
              "whist": "N:AQ4.K762.QJ.953 K87..KT653.KQJ62 JT5.AT54.A97.T74 9632.QJ93.842.A8 E S H8 0-0 - ...",
              "higher_lower": "9 4-11 3 7?",
              "2048": "2,.,4,2/.,2,16,4/4,8,64,32/2,16,128,256 3412 0"}  # fmt: skip
    state = game.parse(chosen[name]) if name in chosen else game.initial()
    rng = Random(5)
    for _ in range(0 if name in chosen else 8):
        state = game.play(state, rng.choice(list(game.moves(state))))
    return themed(game.svg(state), theme)


def found(theme: Any) -> str:
    """The board of the game that the README begins with, as it is found in its states."""
    return mx.board(ThreeInARow(), ("XO..X...O", 0), theme=theme).svg


def curve(theme: Any) -> str:
    """The values of a game of Kalah between a search and one that looks less far ahead."""
    game, session = Mancala(), mx.Session(Mancala())
    while not session.is_over:
        session.play(mx.best_move(game, session.state, depth=3 - game.player(session.state)))
    record = record_of(session, "mancala", ("depth 3", "depth 2"))
    return mx.review(game, record, limits=mx.Limits(depth=6)).curve(theme=theme).svg


def themed(svg: str, theme: str) -> str:
    """The picture in one palette: a game's own pictures follow the reader's setting."""
    before, _, rest = svg.partition("@media (prefers-color-scheme:dark){")
    dark, _, after = rest.partition("}</style>")
    return (before + (dark if theme == "dark" else "") + "</style>" + after).replace("mx-auto", f"mx-{theme}")


def chapter_bars(name: str, group: str, keys: tuple[str, str, str], marked: Callable[[str, Any], bool]) -> list[Bar]:
    """A bar for each setting of a chapter; the keys are those of the value and of its spread."""
    value, low, high = keys
    return [
        Bar(label=label, value=each[value], low=each[low], high=each[high], group=group, marked=marked(label, each))
        for label, each in chapter(name).items()
    ]


def ideas(theme: Any) -> str:
    """What each idea saves."""
    bars = [
        bar
        for depth in (5, 6, 8)
        for bar in chapter_bars(
            f"ideas-{depth}", f"depth {depth}", ("seconds", "low", "high"), lambda name, _: name == "the fixed-option search"
        )
    ]
    return bar_chart(
        bars, title="Kalah in Python, time to a depth (logarithmic)", write=milliseconds, logarithmic=True, theme=theme
    ).svg


def native_orderings(theme: Any) -> str:
    """Native orderings against picking lazily."""
    ratios = "ratio", "ratio_low", "ratio_high"
    bars = [
        bar
        for game, title in NATIVE_GAMES.items()
        for bar in chapter_bars(f"native-{game}", title, ratios, lambda _, each: each["ratio"] == 1)
    ]
    return bar_chart(bars, title="time, divided by that of picking lazily", write=lambda value: f"{value:.2f}", theme=theme).svg


def list_lengths(theme: Any) -> str:
    """How many lists have how many moves."""
    bars = []
    for name in ("mancala", "connect_four", "reversi", "chess_lite"):
        lengths = {int(length): count for length, count in row("7 lengths of lists", name=name)["extra"]["moves"].items()}
        total = sum(lengths.values())
        spans = ((1, 2), (3, 4), (5, 6), (7, 8), (9, 12), (13, 99))
        for low, high in spans:
            share = sum(count for length, count in lengths.items() if low <= length <= high) / total
            label = f"{low} to {high}" if high < 99 else f"{low} and more"
            bars.append(Bar(label=label, value=100 * share, group=LISTS[name], marked=high <= 8))
    return bar_chart(bars, title="lists of legal moves by length, percent", write=lambda value: f"{value:.0f}", theme=theme).svg


def threads(theme: Any) -> str:
    """Speed-up by two threads."""
    bars = [
        Bar(label=label, value=value, group=each["title"], marked=label == "time")
        for each in results("threads")["threads"]
        for label, value in (
            ("nodes a second", each["rows"][1]["nps"] / each["rows"][0]["nps"]),
            ("time", each["rows"][1]["speed_up"]),
        )
    ]
    return bar_chart(
        bars, title="two threads against one: how many times as fast", write=lambda value: f"{value:.2f}", theme=theme
    ).svg


def peers(theme: Any) -> str:
    """Other frameworks."""
    bars = []
    for label, seconds, _ in peer_rows():
        work, _, who = label.partition(": ")
        bars.append(Bar(label=who, value=seconds, group=work, marked=who.startswith("minimaxer")))
    return bar_chart(bars, title="time (logarithmic)", write=milliseconds, logarithmic=True, theme=theme).svg


BOARDS: Final = (
    "tic_tac_toe", "nim", "pig", "connect_four", "mancala", "chess_lite", "reversi", "breakthrough", "domineering",
    "dots_and_boxes", "einstein", "2048", "chinese_checkers", "backgammon",
    "whist", "higher_lower",
)  # fmt: skip
PICTURES: Final[dict[str, Callable[[str], str]]] = {
    "tree-by-hand": by_hand,
    "tree-minimax": partial(tree, game=SMALL, depth=3, algorithm="minimax", deepening=False, trace=True),
    "tree-alphabeta": partial(tree, game=SMALL, depth=3, algorithm="alphabeta", deepening=False, trace=True),
    "tree-eager": partial(tree, game=SMALL, depth=4, algorithm="alphabeta", lazy_children=False, ignore={"order"}),
    "tree-pvs": partial(tree, game=mx.find_game("nim:heaps=1+2+2"), depth=3, algorithm="pvs", trace=True),
    **{f"tree-playouts-{number}": partial(grown, simulations=number) for number in (8, 20)},
    "board-found": found,
    "game-curve": curve,
    "ideas": ideas,
    "native-orderings": native_orderings,
    "list-lengths": list_lengths,
    "threads": threads,
    "peers": peers,
    **{f"board-{name}": partial(board, name=name) for name in BOARDS},
}
"""Every picture by its name; each is drawn in a theme."""
