"""Results of experiments as text and as bar charts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...drawing import Bar, Drawing, bar_chart
from .experiment import TOO_SHORT, Experiment
from .trial import Trial

_WIDTHS: Final = {
    "time": 11, "against": 9, "spread": 13, "runs": 6, "nodes": 12, "made": 11, "compared": 12, "1st": 7, "2nd": 7, "later": 7,
    "memory": 10,
}  # fmt: skip
"""The columns and their widths."""


def table(trials: Sequence[Trial], best: Trial | None = None) -> str:
    """A row for each setting.

    Its time, the ratio to the default's time, and the quartiles of that ratio; the runs; nodes visited and made, comparisons
    of the ordering, the shares of cutoffs by the first, the second and a later move, and memory.
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
