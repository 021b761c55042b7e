"""Chapters of a benchmark that measure the ideas that make a search fast on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from attrs import frozen

from ...game.registry import find_game
from ...native import compile_game
from .settings import Setting
from .trial import Bench, Trial

_PLAIN: Final[dict[str, Any]] = {"ignore": frozenset({"order"})}
_MINIMAX: Final = Setting("plain minimax", "minimax", {"deepening": False, **_PLAIN})
_IDEAS: Final = (
    Setting("alpha-beta, deepening, sorted", "alphabeta", {"lazy_children": False, "ordering": "builtin", **_PLAIN}),
    Setting("children only when needed", "alphabeta", {"ordering": "builtin", **_PLAIN}),
    Setting("early-exit bubble sort", "alphabeta", {"ordering": "early_exit_bubble", **_PLAIN}),
    Setting("the fixed-option search", "fixed", dict(_PLAIN)),
)
"""The configurations of D. Wilson's table ("Minimaxer part 4"); the original has no static `order`."""
_CHILDREN: Final = tuple(
    Setting(name, "alphabeta", {"ordering": name, **_PLAIN})
    for name in ("early_exit_bubble", "builtin", "lazy_pick", "insertion", "network", "shell", "counting", "none")
)
_NATIVE_IDEAS: Final = (
    Setting("plain minimax", "minimax", {"deepening": False}),
    Setting("alpha-beta, nothing else", "fixed", {"deepening": False}),
    Setting("deepening, without a table", changes={"table": None}),
    Setting("the default"),
)
_TABLES: Final = (
    Setting("none", changes={"table": None}),
    Setting("256 KB", changes={"table": "256KB"}),
    Setting("1 MB", changes={"table": "1MB"}),
    Setting("64 MB, the default"),
)
_THREADS: Final = (Setting("one thread"), Setting("two threads", threads=2))
_ORDERINGS: Final = (
    Setting("moves picked lazily"),
    Setting("all sorted by insertion", changes={"ordering": "insertion"}),
    Setting("all sorted by a network", changes={"ordering": "network"}),
    Setting("all sorted by Shell's method", changes={"ordering": "shell"}),
    Setting("all sorted by bubbles", changes={"ordering": "bubble"}),
)
"""Different ways to find the same order."""


@frozen
class Chapter:
    """One comparison.

    Attributes:
        name: A short name, for files.
        title: The comparison in words.
        game: The game, as `find_game` takes it.
        depth: Plies to look ahead from the start.
        settings: The settings to compare; ratios are to the first one.
    """

    name: str
    title: str
    game: str
    depth: int
    settings: tuple[Setting, ...]
    is_compiled: bool = False
    rounds: int = 7


CHAPTERS: Final = (
    Chapter("ideas-5", "each idea: Kalah without extra turns, depth 5, in Python", "kalah_benchmark", 5, (_MINIMAX, *_IDEAS)),
    Chapter("ideas-6", "the same at depth 6", "kalah_benchmark", 6, (_MINIMAX, *_IDEAS)),
    Chapter("ideas-8", "the same at depth 8, without minimax", "kalah_benchmark", 8, _IDEAS),
    Chapter("children", "how children are ordered: Kalah, depth 8, in Python", "kalah_benchmark", 8, _CHILDREN),
    Chapter("native-ideas", "native code: Kalah without extra turns, depth 8", "kalah_benchmark", 8, _NATIVE_IDEAS, True),
    Chapter(
        "native-connect-four", "how moves are ordered: connect four, depth 14, natively", "connect_four", 14, _ORDERINGS, True, 15
    ),
    Chapter("native-mancala", "the same: mancala, depth 14", "mancala", 14, _ORDERINGS, True, 15),
    Chapter("native-chess", "the same: chess on 5x5 squares, depth 9", "chess_lite", 9, _ORDERINGS, True, 15),
    Chapter("tables", "tables: connect four, depth 15, natively", "connect_four", 15, _TABLES, True),
    Chapter("threads", "threads: connect four, depth 16, natively", "connect_four", 16, _THREADS, True),
)
"""The chapters, in order."""


def run_chapters(*, compiled: bool, on_run: Callable[[str], object] | None = None) -> Iterator[tuple[Chapter, list[Trial]]]:
    """Measures the chapters, one after the other; yields each with the trials of its settings, in their order.

    With `compiled` it measures native code too; `on_run` is called with the name of each setting before it is run.
    """
    for chapter in CHAPTERS:
        if chapter.is_compiled and not compiled:
            continue
        game = find_game(chapter.game)
        state = game.initial()
        bench: Bench[Any, Any] = Bench(compile_game(game) if chapter.is_compiled else game, [state], chapter.depth)
        for number in range(chapter.rounds):
            for setting in chapter.settings:
                if on_run is not None:
                    on_run(setting.name)
                bench.run(setting, number)
        for setting in chapter.settings:
            bench.count_comparisons(setting.name)
        yield chapter, [bench.trial(setting.name, chapter.settings[0].name) for setting in chapter.settings]
