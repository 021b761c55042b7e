"""Chapters of a benchmark that measure what makes a search fast on this machine; results as text and as bar charts."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Any, Final

from attrs import asdict, frozen

from ...api.search import Search
from ...drawing import Bar, Drawing, bar_chart
from ...game.protocol import Game, M, S
from ...game.registry import find_game
from ...native import compile_game
from ...searching.limits import Limits
from ...searching.options import AlphaBetaOptions
from ...searching.validators import Parallel
from .experiment import TOO_SHORT, Experiment
from .trial import Bench, Setting, Trial

LONG_ENOUGH: Final = 0.3
"""Seconds that one worker must take at least for a depth to be measured."""


@frozen(kw_only=True)
class Scaling:
    """Measurements of a number of workers at the same work. Figures are medians over the repetitions.

    Attributes:
        seconds: Wall-clock time to the answer: until the depth was finished, or the value known.
        nodes: Nodes visited by all.
        speed_up: The time that one worker took, divided by `seconds`.
        efficiency: `speed_up` divided by `threads`.
        spread: The longest time of a repetition divided by the shortest.
        note: The reason that one worker did it all, if so.
    """

    threads: int
    seconds: float
    nodes: int
    nps: float
    speed_up: float
    efficiency: float
    spread: float
    note: str | None

    def to_dict(self) -> dict[str, Any]:
        """The measurements as plain data for JSON."""
        return asdict(self)


def scaling(
    game: Game[S, M],
    states: Sequence[S],
    *,
    threads: Sequence[int],
    depth: int | None = None,
    repeat: int = 3,
    algorithm: str = "auto",
    options: AlphaBetaOptions | None = None,
    parallel: Parallel = "auto",
    on_run: Callable[[int], object] | None = None,
) -> list[Scaling]:
    """Measures the same work with different numbers of workers, one after the other, repeatedly; one worker is always measured.

    The table is kept from one position to the next; they are solved if `depth`, in plies, is None. `on_run` is called before each
    measurement with the number of workers; the other options are those of `Search`.
    """
    counts = sorted({1, *threads})
    runs: dict[int, list[tuple[float, int, str | None]]] = {count: [] for count in counts}
    for _ in range(repeat):
        for count in counts:
            if on_run is not None:
                on_run(count)
            scheme: Parallel = parallel if count > 1 else "auto"
            with closing(Search(game, options, algorithm=algorithm, evaluate=None, threads=count, parallel=scheme)) as engine:
                runs[count].append(_run(engine, states, depth))
    alone = statistics.median(seconds for seconds, _, _ in runs[1])
    return [_row(count, runs[count], alone) for count in counts]


def fitting_depth(game: Game[S, M], state: S, algorithm: str = "auto", options: AlphaBetaOptions | None = None) -> int:
    """The first depth at which one worker takes `LONG_ENOUGH` seconds, or the deepest within a minute."""
    depth = 1
    with closing(Search(game, options, algorithm=algorithm, evaluate=None)) as engine:
        for result in engine.iterate(state, Limits(seconds=60)):
            depth = max(result.depth, 1)
            if result.seconds >= LONG_ENOUGH:
                break
    return depth


def _run(engine: Search[S, M], states: Sequence[S], depth: int | None) -> tuple[float, int, str | None]:
    engine.run(states[0], Limits(depth=1))  # loads code and takes memory
    nodes = 0
    notes: list[str | None] = []
    began = time.perf_counter()
    for state in states:
        result = engine.solve(state) if depth is None else engine.run(state, Limits(depth=depth))
        nodes += result.nodes
        notes.append(None if result.workers is None else result.workers.note)
    return time.perf_counter() - began, nodes, None if None in notes else notes[-1]


def _row(threads: int, runs: list[tuple[float, int, str | None]], alone: float) -> Scaling:
    times = [seconds for seconds, _, _ in runs]
    seconds = statistics.median(times)
    return Scaling(
        threads=threads,
        seconds=seconds,
        nodes=int(statistics.median(nodes for _, nodes, _ in runs)),
        nps=statistics.median(nodes / seconds for seconds, nodes, _ in runs),
        speed_up=alone / seconds,
        efficiency=alone / seconds / threads,
        spread=max(times) / min(times),
        note=runs[-1][2] if threads > 1 else None,
    )


_WIDTHS: Final = {
    "time": 11, "against": 9, "spread": 13, "runs": 6, "nodes": 12, "made": 11, "compared": 12, "1st": 7, "2nd": 7, "later": 7,
    "memory": 10,
}  # fmt: skip
"""The columns and their widths."""


def table(trials: Sequence[Trial], best: Trial | None = None) -> str:
    """A row for each setting. Its time, the ratio to the default's time, and the quartiles of that ratio; the runs; nodes visited
    and made, comparisons of the ordering, the shares of cutoffs by the first, the second and a later move, and memory.
    """
    width = max(len(trial.setting.name) for trial in trials) + 2
    lines = [" " * width + "".join(f"{head:>{wide}}" for head, wide in _WIDTHS.items())]
    for trial in trials:
        mark = "* " if trial is best else "  "
        cells = _cells(trial)
        lines.append(f"{mark + trial.setting.name:{width}}" + "".join(f"{cells[head]:>{wide}}" for head, wide in _WIDTHS.items()))
    return "\n".join(line.rstrip() for line in lines)


def _cells(trial: Trial) -> dict[str, str]:
    shares = ("", "", "") if trial.cutoffs is None else tuple(f"{share:.0%}" for share in trial.cutoffs.shares)
    return {
        "time": milliseconds(trial.seconds),
        "against": f"{trial.ratio:.2f}",
        "spread": f"{trial.ratio_low:.2f}-{trial.ratio_high:.2f}" if trial.runs > 2 else "",
        "runs": f"{trial.runs}",
        "nodes": f"{trial.nodes:,}",
        "made": f"{trial.created:,}",
        "compared": "" if trial.comparisons is None else f"{trial.comparisons:,}",
        "1st": shares[0],
        "2nd": shares[1],
        "later": shares[2],
        "memory": f"{trial.size_bytes / 2**20:.1f} MB",
    }


def milliseconds(seconds: float) -> str:
    """A time in milliseconds, as text."""
    return f"{1000 * seconds:,.2f} ms" if seconds < 0.1 else f"{1000 * seconds:,.0f} ms"


def described(found: Experiment, name: str) -> str:
    """The whole experiment as text."""
    where = "1 position" if found.positions == 1 else f"{found.positions} positions"
    lines = [
        f"{name}, {found.tier}: {where} searched to depth {found.depth}; times for all of them, medians",
        table(found.trials, found.best),
        "",
        verdict(found),
    ]
    if found.differ:
        lines.append(f"another value somewhere, from answers deeper down: {', '.join(found.differ)}")
    if found.stopped:
        lines.append(f"stopped after four times the default's time: {', '.join(found.stopped)}")
    lines += [f"not possible here: {name}: {why}" for name, why in found.impossible]
    if found.interrupted:
        lines.append("interrupted: fewer runs than there should be")
    if found.left_out:
        lines.append(f"no time for: {', '.join(found.left_out)} (more --seconds)")
    return "\n".join(lines)


def verdict(found: Experiment) -> str:
    """The recommendation that follows from an experiment."""
    best = found.best
    if found.default.seconds < TOO_SHORT:
        return (
            f"too short to tell: all positions together take {milliseconds(found.default.seconds)}; give more --positions or a "
            "greater --depth"
        )
    if best is found.default:
        return "best: the default options; nothing tried was faster beyond doubt"
    quartiles = f"half of {best.runs} runs between {best.ratio_low:.2f} and {best.ratio_high:.2f} of it"
    saved = f"{1 - best.ratio:.0%} less time than the default ({quartiles})"
    return f"best: {best.setting.name}, {saved}: {best.setting.written}"


def chart(experiments: Sequence[Experiment], name: str) -> Drawing:
    """A bar chart of the times divided by the default's, with a group for each tier."""
    bars = [
        Bar(
            label=trial.setting.name,
            value=trial.ratio,
            low=trial.ratio_low,
            high=trial.ratio_high,
            group=f"{found.tier}, depth {found.depth}; default {milliseconds(found.default.seconds)}",
            marked=trial is found.best,
        )
        for found in experiments
        for trial in found.trials
    ]
    return bar_chart(bars, title=f"{name}: time, divided by the default's", write=lambda value: f"{value:.2f}")


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
    """Measures the chapters, one after the other; yields each with the trials of its settings, in their order. With `compiled` it
    measures native code too; `on_run` is called with the name of each setting before it is run.
    """
    for chapter in CHAPTERS:
        if chapter.is_compiled and not compiled:
            continue
        game = find_game(chapter.game)
        bench: Bench[Any, Any] = Bench(compile_game(game) if chapter.is_compiled else game, [game.initial()], chapter.depth)
        for number in range(chapter.rounds):
            for setting in chapter.settings:
                if on_run is not None:
                    on_run(setting.name)
                bench.run(setting, number)
        for setting in chapter.settings:
            bench.count_comparisons(setting.name)
        yield chapter, [bench.trial(setting.name, chapter.settings[0].name) for setting in chapter.settings]
