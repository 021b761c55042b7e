"""The short story of what makes a search fast, told by measuring on this machine. May import `trial` and floors below."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from attrs import frozen

from ..facade import compile
from ..registry import find_game
from .settings import Setting
from .trial import Bench, Trial

_PLAIN: Final[dict[str, Any]] = {"ignore": frozenset({"order"})}


@frozen
class Chapter:
    """One comparison.

    Attributes:
        title: What is compared.
        game: On which game, as `find_game` takes it.
        depth: Plies to look ahead from the start.
        settings: What is compared; ratios are to the first one.
        is_compiled: In which tier.
        rounds: How often each is run.
    """

    title: str
    game: str
    depth: int
    settings: tuple[Setting, ...]
    is_compiled: bool = False
    rounds: int = 7


CHAPTERS: Final = (
    Chapter(
        "what each idea saves: Kalah without extra turns, depth 6, in Python",
        "kalah_benchmark",
        6,
        (
            Setting("plain minimax", "minimax", {"deepening": False, **_PLAIN}),
            Setting("alpha-beta, deepening, sorted", "alphabeta", {"lazy_children": False, "ordering": "builtin", **_PLAIN}),
            Setting("children only when needed", "alphabeta", {"ordering": "builtin", **_PLAIN}),
            Setting("early-exit bubble sort", "alphabeta", {"ordering": "early_exit_bubble", **_PLAIN}),
            Setting("the fixed-option search", "fixed", dict(_PLAIN)),
            Setting("the default, with the game's order"),
        ),
        rounds=5,
    ),
    Chapter(
        "the same at depth 8, without minimax",
        "kalah_benchmark",
        8,
        (
            Setting("alpha-beta, deepening, sorted", "alphabeta", {"lazy_children": False, "ordering": "builtin", **_PLAIN}),
            Setting("children only when needed", "alphabeta", {"ordering": "builtin", **_PLAIN}),
            Setting("early-exit bubble sort", "alphabeta", {"ordering": "early_exit_bubble", **_PLAIN}),
            Setting("the fixed-option search", "fixed", dict(_PLAIN)),
            Setting("the default, with the game's order"),
        ),
    ),
    Chapter(
        "how children are ordered: Kalah, depth 8, in Python",
        "kalah_benchmark",
        8,
        tuple(
            Setting(name, "alphabeta", {"ordering": name, **_PLAIN})
            for name in ("early_exit_bubble", "builtin", "lazy_pick", "insertion", "network", "shell", "counting", "none")
        ),
    ),
    Chapter(
        "native code: connect four, depth 14",
        "connect_four",
        14,
        (
            Setting("the default: moves picked lazily"),
            Setting("moves sorted by insertion", changes={"ordering": "insertion"}),
            Setting("moves sorted by a network", changes={"ordering": "network"}),
            Setting("moves as they come", changes={"ordering": "none"}),
            Setting("without what was learnt", changes={"history": False}),
            Setting("without a table", changes={"table": None}),
        ),
        is_compiled=True,
    ),
)
"""What is told, in order."""


def told(*, compiled: bool, on_run: Callable[[str], object] | None = None) -> Iterator[tuple[Chapter, list[Trial]]]:
    """Measures chapter by chapter.

    Args:
        compiled: Whether native code can be measured too.
        on_run: Called with the name of each setting before it is run.

    Yields:
        Each chapter with what its settings cost, in their order.
    """
    for chapter in CHAPTERS:
        if chapter.is_compiled and not compiled:
            continue
        game = find_game(chapter.game)
        state = game.initial()
        bench: Bench[Any, Any] = Bench(compile(game) if chapter.is_compiled else game, [state], chapter.depth)
        for number in range(chapter.rounds):
            for setting in chapter.settings:
                if on_run is not None:
                    on_run(setting.name)
                bench.run(setting, number)
        yield chapter, [bench.trial(setting.name, chapter.settings[0].name) for setting in chapter.settings]
