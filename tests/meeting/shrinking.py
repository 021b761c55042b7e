"""Makes a failing case as small as it stays failing, and writes it as a program of its own."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator

from .cases import Case
from .judging import RefusedError, trial
from .rules import kind_of
from .sheets import Edge, settle


def complaint(case: Case) -> str | None:
    """The kind of the first thing that is wrong; None where all is right."""
    try:
        wrong = trial(case)
    except RefusedError:
        return None
    except Exception as error:  # whatever is raised is what is wrong
        return type(error).__name__
    return wrong[0].partition(":")[0] if wrong else None


def shrunk(case: Case, fails: Callable[[Case], bool] | None = None, most: int = 4_000) -> Case:
    """A smaller case that fails in the same way."""
    if fails is None:
        wanted = complaint(case)
        fails = lambda each: complaint(each) == wanted  # noqa: E731
    tries, found = 0, True
    while found and tries < most:
        found = False
        for other in _smaller(case):
            tries += 1
            if tries >= most:
                break
            if fails(other):
                other.seed, case, found = None, other, True
                break
    return case


def _smaller(case: Case) -> Iterator[Case]:
    """Smaller cases, the much smaller first."""
    shape = kind_of(case.kind).shape

    def other() -> Case:
        return copy.deepcopy(case)

    for number in range(len(case.calls) if len(case.calls) > 1 else 0):
        made = other()
        del made.calls[number]
        yield made
    for name in case.options:
        made = other()
        del made.options[name]
        yield made
    if case.threads > 1:
        made = other()
        made.threads = 1
        yield made
    for place in range(1, len(case.sheet.rows)):
        made = other()
        rows = made.sheet.rows
        del rows[place]
        for row in rows:
            row.edges = [edge for edge in row.edges if edge.target != place]
            for edge in row.edges:
                edge.target -= edge.target > place
            row.null = -1 if row.null == place else row.null - (row.null > place)
        settle(made.sheet, shape)
        if not made.sheet.rows[0].over:
            yield made
    for place, row in enumerate(case.sheet.rows):
        for number in range(len(row.edges)):
            if place or len(row.edges) > 1:
                made = other()
                del made.sheet.rows[place].edges[number]
                settle(made.sheet, shape)
                yield made
            for name, value in (("order", 0), ("gain", 0), ("noisy", 0), ("worth", 1), ("turn", 0), ("chance", 1), ("rise", 0)):
                if getattr(row.edges[number], name) != value:
                    made = other()
                    setattr(made.sheet.rows[place].edges[number], name, value)
                    yield made
        for name, value in (("evaluation", 0), ("forced", 0), ("null", -1), ("slack", 3), ("mover", 0)):
            if getattr(row, name) != value:
                made = other()
                setattr(made.sheet.rows[place], name, value)
                settle(made.sheet, shape)
                yield made
        for value in (0, 1, -1, 2, -2):
            if row.over and row.outcome != value and abs(row.outcome) > abs(value):
                made = other()
                made.sheet.rows[place].outcome = value
                yield made
        if row.over == 2:
            made = other()
            made.sheet.rows[place].over = 1
            yield made
    for number, call in enumerate(case.calls):
        for at, word in enumerate(call):
            if isinstance(word, int) and not isinstance(word, bool) and word > 1:
                for value in (1, word // 2, word - 1):
                    made = other()
                    made.calls[number] = (*call[:at], value, *call[at + 1 :])
                    yield made
            if isinstance(word, tuple) and word:
                made = other()
                made.calls[number] = (*call[:at], word[1:], *call[at + 1 :])
                yield made


def written(case: Case) -> str:
    """The case in a few lines."""
    has = " ".join(part.__name__ for part in kind_of(case.kind).parts)
    lines = [
        f"seed {case.seed}: {case.kind} ({has}), {case.tier}, {case.algorithm}, options {case.options}, threads {case.threads}",
        f"  calls {case.calls}",
    ]
    for place, row in enumerate(case.sheet.rows):
        if row.over:
            ends = f"over{'' if row.over == 1 else ' by stuck'} {row.payoffs or row.outcome}"
            lines.append(f"  {place}: {ends}, evaluation {row.judged or row.evaluation}")
            continue
        plain = Edge(0)
        edges = []
        for edge in row.edges:
            names = ("order", "gain", "noisy", "worth", "turn", "chance", "rise")
            more = " ".join(f"{name}={getattr(edge, name)}" for name in names if getattr(edge, name) != getattr(plain, name))
            edges.append(f"{edge.target}{f' ({more})' if more else ''}")
        lines.append(
            f"  {place}: mover {row.mover}, to {', '.join(edges)}; evaluation {row.judged or row.evaluation}"
            f"{' forced' if row.forced else ''}{f' null {row.null}' if row.null >= 0 else ''} slack {row.slack}"
        )
    return "\n".join(lines)
