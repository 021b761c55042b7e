"""Many programs, tried in other processes: one that crashes or hangs does not end the run."""

from __future__ import annotations

import faulthandler
import json
import os
import select
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from .trying import FINE, INVALID, REFUSED, Verdict, verdict
from .writing import written

CRASHED, HANGS = "crashed", "hangs"
"""What more can come of a program: the process that tries it ends, or does not come back."""
ROOT: Final = Path(__file__).parents[3]
_PATIENCE: Final = 60.0
"""Seconds for one program; the compiler takes a few at most."""
_PROGRAMS_PER_PROCESS: Final = 150
"""Loaded code stays in memory."""


class Child:
    """A process that tries programs, one after the other."""

    def __init__(self, folder: Path, module: str = "tests.compiler.programs") -> None:
        self._folder = folder
        self._module = module
        self._process: subprocess.Popen[str] | None = None
        self._tried = 0

    def verdict(self, path: Path, patience: float = _PATIENCE) -> Verdict:
        """What comes of the program in a file."""
        if self._process is None or self._tried >= _PROGRAMS_PER_PROCESS:
            self.close()
            self._begin()
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._tried += 1
        print(patience, path, file=self._process.stdin, flush=True)
        answers = self._process.stdout
        ready, _, _ = select.select([answers], [], [], patience)
        if not ready:
            self._process.kill()
            self._process.wait()
            self._process = None
            return Verdict(HANGS, f"after {patience} s", self._errors())
        line = answers.readline()
        if line:
            return Verdict(**json.loads(line))
        code = self._process.wait()
        self._process = None
        return Verdict(CRASHED, f"exit code {code}", self._errors())

    def _errors(self) -> str:
        return (self._folder / "errors.txt").read_text(errors="replace")[-3000:]

    def _begin(self) -> None:
        environment = {**os.environ, "MINIMAXER_CACHE_DIR": str(self._folder / "cache"), "PYTHONFAULTHANDLER": "1"}
        command = [sys.executable, "-B", "-m", self._module, "--child"]  # two programs of one second share a name
        with (self._folder / "errors.txt").open("w") as errors:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment, cwd=ROOT
            )
        self._tried = 0

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def answer(tried: Callable[[Path], Verdict] = verdict) -> None:
    """Tries the programs whose paths come in, a line each; the other end of `Child`."""
    answers = sys.stdout
    sys.stdout = sys.stderr  # programs may print
    for line in sys.stdin:
        patience, path = line.split()
        faulthandler.dump_traceback_later(float(patience) * 0.9)
        found = tried(Path(path))
        faulthandler.cancel_dump_traceback_later()
        print(json.dumps(found.to_json()), file=answers, flush=True)


def failures(first: int, count: int) -> dict[int, Verdict]:
    """The programs, of so many, that come to what none should: neither compiled and right, nor refused with a line."""
    wanted = (FINE, REFUSED, INVALID)
    return {number: found for number, found in tried(first, count, 1e9) if found.what not in wanted}


def tried(first: int, count: int, seconds: float, keep: Path | None = None) -> Iterator[tuple[int, Verdict]]:
    """What comes of so many programs, until time is over; those that fail are kept in a folder, where one is named."""
    until = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        child = Child(folder)
        try:
            for number in range(first, first + count):
                if time.monotonic() > until:
                    break
                path = folder / f"program_{number}.py"
                path.write_text(written(number), encoding="utf-8")
                found = child.verdict(path)
                if keep is not None and found.what not in (FINE, REFUSED):
                    keep.mkdir(parents=True, exist_ok=True)
                    (keep / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
                path.unlink()
                yield number, found
        finally:
            child.close()


def summary(found: list[tuple[int, Verdict]]) -> str:
    """How often each came of them, and the reasons, those met most often first, each with numbers of programs."""
    lines = []
    for what, times in Counter(each.what for _, each in found).most_common():
        lines.append(f"{times:6} {what}")
        if what == FINE:
            continue
        causes: dict[str, list[int]] = {}
        for number, each in found:
            if each.what == what:
                causes.setdefault(each.cause, []).append(number)
        ordered = sorted(causes.items(), key=lambda pair: -len(pair[1]))
        shown = 12 if what in (REFUSED, INVALID) else 60
        lines += [f"       {len(numbers):6} {cause}  {numbers[:4]}" for cause, numbers in ordered[:shown]]
    return "\n".join(lines)
