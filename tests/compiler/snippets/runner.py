"""Many random modules, tried in another process."""

from __future__ import annotations

import json
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ..programs.running import CRASHED, HANGS, Child
from ..programs.shrinking import shrunk
from ..programs.trying import FINE, INVALID, REFUSED, WRONG, Verdict
from .modules import written
from .trial import methods_of, pruned, without

MODULE = "tests.compiler.snippets"
_PATIENCE = 60.0


def tried(first: int, count: int, seconds: float = 1e9, keep: Path | None = None) -> Iterator[tuple[int, Verdict]]:
    """What comes of the modules of so many seeds."""
    until = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as name:
        child = Child(Path(name), MODULE)
        try:
            for number in range(first, first + count):
                if time.monotonic() > until:
                    break
                path = Path(name) / f"module_{number}.py"
                source = written(number)
                path.write_text(source, encoding="utf-8")
                found = child.verdict(path, _PATIENCE)
                if keep is not None and found.what not in (FINE, REFUSED):
                    keep.mkdir(parents=True, exist_ok=True)
                    (keep / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
                    (keep / f"{path.stem}.txt").write_text(f"{found.what} {found.cause}\n{found.told}", encoding="utf-8")
                path.unlink()
                yield number, found
        finally:
            child.close()


def failures(first: int, count: int) -> dict[int, Verdict]:
    """The modules that are neither right nor refused with a line."""
    return {number: found for number, found in tried(first, count) if found.what not in (FINE, REFUSED)}


def smaller(source: str, seconds: float) -> str:
    """The smallest module found that fails in the same way, with what comes of it."""
    with tempfile.TemporaryDirectory() as name:
        child = Child(Path(name), MODULE)
        path = Path(name) / "module_1.py"

        def verdict(text: str) -> Verdict:
            path.write_text(text, encoding="utf-8")
            return child.verdict(path, _PATIENCE)

        try:
            first = verdict(source)
            source = path.read_text(encoding="utf-8")
            names = methods_of(source)
            step = len(names)
            while step := step // 2:
                for place in range(0, len(names), step):
                    gone = [each for each in names[place : place + step] if each != first.cause]
                    less = without(source, gone)
                    if less != source and _alike(first, verdict(less)):
                        source = less
            less = pruned(source)
            source = less if _alike(first, verdict(less)) else source
        finally:
            child.close()
    made, last = shrunk(source, 1, seconds, MODULE)
    told = "\n".join(f"# {each}" for each in last.told.splitlines()[-12:])
    return f"{made}\n\n# {last.what}: {last.cause}\n{told}"


def _alike(one: Verdict, other: Verdict) -> bool:
    return one.what == other.what and (one.cause == other.cause or one.what in (WRONG, CRASHED, HANGS))


def summary(found: list[tuple[int, Verdict]]) -> str:
    """How often each came of them, and why methods were refused."""
    lines = [f"{times:6} {what}" for what, times in Counter(each.what for _, each in found).most_common()]
    methods = sum(int(each.cause.split()[0]) for _, each in found if each.what == FINE)
    causes: Counter[str] = Counter()
    example: dict[str, int] = {}
    for number, each in found:
        if each.what in (FINE, REFUSED) and each.told.startswith("{"):
            for cause in json.loads(each.told).values():
                causes[cause] += 1
                example.setdefault(cause, number)
    lines.append(f"{methods:6} methods right for {sum(each.states for _, each in found)} calls, {sum(causes.values())} refused")
    lines += [f"  {times:6} {cause}  [{example[cause]}]" for cause, times in causes.most_common(40)]
    for number, each in found:
        if each.what != FINE:
            lines.append(
                f"  {number}: {each.what}: {each.cause} {each.told[:160] if each.what not in (INVALID, REFUSED) else ''}"
            )
    return "\n".join(lines)
