"""Changes one thing in the package at a time and looks whether a test fails: what no test notices, no test promises.

    uv run python -m tests.mutants --seed 1 --count 100 --out build/mutants.jsonl

A script, not a test. It works in a copy of the repository in a temporary folder, with an environment of its own in which the copy
is the package that is imported; the checkout is not touched. A test that fails is run again without the change; where it fails
there too, it is told, left out from then on, and the mutant tried again.

**Mutants.** A line is drawn among all lines of `minimaxer/` and `games/` that hold something to change, then one of its changes:
a comparison or an operator for its neighbour, `and` for `or`, a condition or a sign turned round, a constant one more or one less,
`min` for `max`, one branch of an expression for both, the value of another `return`, a statement less. Texts, messages of errors,
assertions, annotations, imports and decorators stay as they are. The seed decides everything.

**Tests.** A mutant meets the tests in stages, each with `-x`:

1. those that mirror the module: `tests/searching/test_limits.py` and `tests/searching/limits` where the module is
   `searching/limits`, and the same for each folder above it;
2. the oracle tests of its tier: `tests/families/alphabeta/native/test_against_oracle.py` for what is native, else those of the
   tree tier;
3. what else could notice: all tests of compiled games for what is native; for other modules all but those, benchmarks and
   documents, which compile games for minutes. What survives this may still fail a test of the others.

A test that takes too long kills the mutant too: by processor time, so that a busy machine does not matter, or where it hangs.
This module is the plug-in of pytest that sees to it. Games that were compiled before, in the checkout too, need not be compiled
again; a change in what makes compiled code has every game compiled anew, so that those mutants take longest.

**Results.** One line of JSON for each mutant: its number, file, line, operator, the text before and after, the outcome (`killed`,
`survived`), the test that failed, the stage, and the seconds of wall clock and of processor time. `--resume` goes on where an
earlier run with the same seed was ended. The exit code says nothing about survivors: they are for people to look at, since a
change may be no fault.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import faulthandler
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
import venv
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from attrs import asdict, field, frozen

from . import refdata

ROOT: Final = Path(__file__).parents[1]
SOURCES: Final = ("minimaxer", "games")
NATIVE: Final = tuple(
    f"tests/{each}"
    for each in (
        "compiler", "native", "tables/native", "learning/native", "families/alphabeta/native", "families/maxn/native",
        "families/paranoid/native", "families/value_iteration/native",
    )
)  # fmt: skip
OTHERS: Final = {
    "tree": (
        "tests",
        *(f"--ignore={each}" for each in NATIVE),
        "--ignore=tests/benchmarks",
        "--ignore=tests/peers",
        "--ignore=tests/test_documents.py",
    ),
    "compiled": (*NATIVE, "tests/tree/test_repetition.py"),
}
ORACLES: Final = {
    "tree": "tests/families/alphabeta/tree/test_against_oracle.py",
    "compiled": "tests/families/alphabeta/native/test_against_oracle.py",
}
COMPARISONS: Final[dict[type[ast.cmpop], tuple[str, str]]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
OPERATORS: Final[dict[type[ast.operator], tuple[str, str]]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "+"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "|"),
}
NAMES: Final = {"min": "max", "max": "min", "any": "all", "all": "any", "floor": "ceil", "ceil": "floor"}
COMPILED: Final = ".pytest_cache/d/compiled"
"""Where runs of the tests keep compiled games; the copy begins with those."""
MOST_PROCESSOR: Final = 200
MOST_SECONDS: Final = 600
"""Of one test, beyond which it counts as failed: many times what the longest takes."""
SILENT: Final = (ast.Raise, ast.Assert, ast.Import, ast.ImportFrom, ast.JoinedStr)
"""What is left as it is, with everything in it."""


@frozen
class Mutant:
    """One change.

    Attributes:
        file: The module, as seen from the root.
        line: The line of the change.
        operator: The kind of change.
        start: Where the text begins that is replaced, in bytes.
        end: Where it ends.
        before: The text.
        after: What stands there instead.
    """

    file: str
    line: int
    operator: str
    start: int = field(repr=False)
    end: int = field(repr=False)
    before: str
    after: str


class Changes(ast.NodeVisitor):
    """Collects what can be changed in one module.

    Args:
        file: The module, as seen from the root.
        source: Its text.
    """

    def __init__(self, file: str, source: bytes) -> None:
        self.found: list[Mutant] = []
        self._file: Final = file
        self._source: Final = source
        self._lines: Final = [0]
        for line in source.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        self._returns: list[list[ast.expr]] = []

    def visit(self, node: ast.AST) -> None:
        """Leaves out what is not to be changed."""
        of_types = isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        if not isinstance(node, SILENT) and not of_types:
            super().visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """The body and the defaults; values of `return` are exchanged within it."""
        own = [each for each in _own(node) if isinstance(each, ast.Return)]
        self._returns.append([each.value for each in own if each.value is not None])
        for each in (*node.args.defaults, *node.args.kw_defaults, *node.body):
            if each is not None:
                self.visit(each)
        self._returns.pop()

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815  # as `ast` wants it

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """The body."""
        for each in node.body:
            self.visit(each)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """The value."""
        if node.value is not None:
            self.visit(node.value)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Each of its operators."""
        for operator, one, other in zip(node.ops, (node.left, *node.comparators), node.comparators, strict=False):
            self._between(one, other, *COMPARISONS[type(operator)], "comparison")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Its operator."""
        if type(node.op) in OPERATORS:
            self._between(node.left, node.right, *OPERATORS[type(node.op)], "arithmetic")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Its operator, and the statement."""
        if type(node.op) in OPERATORS:
            self._between(node.target, node.value, *OPERATORS[type(node.op)], "arithmetic")
        self._replace(node, "pass", "statement")
        self.visit(node.value)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Each `and` and `or`."""
        words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for one, other in zip(node.values, node.values[1:], strict=False):
            self._between(one, other, *words, "logic")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Is left out."""
        if isinstance(node.op, ast.Not | ast.USub):
            self._replace(node, f"({self._text(node.operand)})", "sign")
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        """The condition turned round."""
        self._replace(node.test, f"(not ({self._text(node.test)}))", "condition")
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        """The condition turned round."""
        self._replace(node.test, f"(not ({self._text(node.test)}))", "condition")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """One branch for both."""
        self._replace(node, f"({self._text(node.body)})", "branch")
        self._replace(node, f"({self._text(node.orelse)})", "branch")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """One more, one less, or the other truth value."""
        if isinstance(node.value, bool):
            self._replace(node, str(not node.value), "constant")
        elif isinstance(node.value, int | float):
            self._replace(node, f"({self._text(node)} + 1)", "constant")
            self._replace(node, f"({self._text(node)} - 1)", "constant")

    def visit_Call(self, node: ast.Call) -> None:
        """Another function of the same kind."""
        if isinstance(node.func, ast.Name) and node.func.id in NAMES:
            self._replace(node.func, NAMES[node.func.id], "function")
        elif isinstance(node.func, ast.Attribute) and node.func.attr in NAMES:
            self._replace(node.func, f"{self._text(node.func.value)}.{NAMES[node.func.attr]}", "function")
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        """The value of another `return`."""
        if node.value is not None:
            text = self._text(node.value)
            for other in dict.fromkeys(self._text(each) for each in self._returns[-1] if not isinstance(each, ast.JoinedStr)):
                if other != text and not isinstance(node.value, ast.JoinedStr):
                    self._replace(node.value, f"({other})", "return")
            self.visit(node.value)

    def visit_Expr(self, node: ast.Expr) -> None:
        """The statement; docstrings and what is written to the log stay, and generators yield."""
        if not isinstance(node.value, ast.Constant | ast.Yield) and not self._text(node).startswith("LOG."):
            self._replace(node, "pass", "statement")
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        """The statement, where the name exists without it."""
        if all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
            self._replace(node, "pass", "statement")
        self.visit(node.value)

    def visit_Break(self, node: ast.Break) -> None:
        """The statement."""
        self._replace(node, "pass", "statement")

    def visit_Continue(self, node: ast.Continue) -> None:
        """The statement."""
        self._replace(node, "pass", "statement")

    def _span(self, node: ast.AST) -> tuple[int, int]:
        place: Any = node
        start = self._lines[place.lineno - 1] + place.col_offset
        return start, self._lines[place.end_lineno - 1] + place.end_col_offset

    def _text(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return self._source[start:end].decode()

    def _replace(self, node: ast.AST, after: str, operator: str) -> None:
        start, end = self._span(node)
        self._add(start, end, after, operator)

    def _between(self, one: ast.AST, other: ast.AST, before: str, after: str, operator: str) -> None:
        """The operator between two operands; parentheses and comments may stand there too."""
        start, end = self._span(one)[1], self._span(other)[0]
        pattern = r"\b" + before.replace(" ", r"\s+") + r"\b" if before[0].isalpha() else re.escape(before)
        found = re.search(pattern.encode(), re.sub(rb"#[^\n]*", lambda comment: b" " * len(comment[0]), self._source[start:end]))
        assert found is not None, (self._file, self._source[start:end])
        self._add(start + found.start(), start + found.end(), after, operator)

    def _add(self, start: int, end: int, after: str, operator: str) -> None:
        line = bisect_right(self._lines, start)
        self.found.append(Mutant(self._file, line, operator, start, end, self._source[start:end].decode(), after))


def _own(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.AST]:
    """What is in a function, without what is in functions within it."""
    todo: list[ast.AST] = [*function.body]
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            todo += ast.iter_child_nodes(node)


def changed(source: bytes, mutant: Mutant) -> bytes:
    """The module's text with the change."""
    assert source[mutant.start : mutant.end].decode() == mutant.before, mutant
    return source[: mutant.start] + mutant.after.encode() + source[mutant.end :]


def modules(root: Path) -> list[str]:
    """The package's and the games' modules, as seen from the root."""
    return sorted(str(path.relative_to(root)) for folder in SOURCES for path in (root / folder).rglob("*.py"))


def lines(root: Path, under: Sequence[str] = ("",)) -> list[list[Mutant]]:
    """The possible changes of each line that has any, in modules whose path begins with one of those texts."""
    found: list[list[Mutant]] = []
    for file in (each for each in modules(root) if each.startswith(tuple(under))):
        source = (root / file).read_bytes()
        changes = Changes(file, source)
        changes.visit(ast.parse(source))
        by_line: dict[int, list[Mutant]] = {}
        for mutant in changes.found:
            by_line.setdefault(mutant.line, []).append(mutant)
        found += by_line.values()
    return found


def drawn(root: Path, seed: int, count: int, under: Sequence[str] = ("",)) -> list[Mutant]:
    """That many different mutants: a line, then one of its changes, and again where the change is no Python."""
    rng, choices, found = Random(seed), lines(root, under), list[Mutant]()
    while len(found) < count:
        mutant = rng.choice(rng.choice(choices))
        if mutant not in found and _is_python(changed((root / mutant.file).read_bytes(), mutant)):
            found.append(mutant)
    return found


def _is_python(source: bytes) -> bool:
    try:
        compile(source, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def stages(root: Path, file: str) -> list[tuple[str, list[str]]]:
    """The tests of a module, in stages."""
    parts = [part.removesuffix(".py") for part in Path(file).parts]
    below = parts[2:] if parts[0] == "games" else parts[1:]
    folder = ["tests", "games"] if parts[0] == "games" else ["tests"]
    mirror = []
    for depth in range(len(below), 0, -1):
        place = root.joinpath(*folder, *below[: depth - 1])
        names = (place / f"test_{below[depth - 1]}.py", place / below[depth - 1])
        mirror += [str(name.relative_to(root)) for name in names if name.exists()]
    tier = "tree" if {"compiler", "native"}.isdisjoint(parts) else "compiled"
    first = [("mirror", mirror)] if mirror else []
    others = [*OTHERS[tier], *(f"--ignore={each}" for each in (*mirror, ORACLES[tier]))]
    return [*first, ("oracle", [ORACLES[tier]]), ("others", others)]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Iterator[None]:
    """Ends the process, and with it the test, where the test takes too much processor time or hangs."""
    signal.setitimer(signal.ITIMER_PROF, MOST_PROCESSOR)
    faulthandler.dump_traceback_later(MOST_SECONDS, exit=True)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        faulthandler.cancel_dump_traceback_later()


class Copy:
    """A copy of the repository, and a Python for which it is the package.

    Args:
        folder: An empty folder.
    """

    def __init__(self, folder: Path) -> None:
        self.root: Final = folder / "repository"
        self._stamp = time.time()
        ignored = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "site")
        shutil.copytree(ROOT, self.root, ignore=ignored)
        venv.create(folder / "venv", symlinks=True, with_pip=False)
        self._bin: Final = folder / "venv" / "bin"
        site = next((folder / "venv").glob("lib/python*/site-packages"))
        (site / "copy.pth").write_text(f"{self.root}\n{self.root / 'games'}\n{sysconfig.get_path('purelib')}\n")
        for name, module, function in (("minimaxer", "minimaxer.cli", "main"), ("pytest", "pytest", "console_main")):
            script = self._bin / name
            script.write_text(f"#!{self._bin / 'python'}\nimport sys\nfrom {module} import {function}\nsys.exit({function}())\n")
            script.chmod(0o755)
        self._cache: Final = folder / "cache"
        if (ROOT / COMPILED).exists():
            shutil.copytree(ROOT / COMPILED, self._cache.joinpath(*Path(COMPILED).parts[1:]))
        self._sound: Final[set[str]] = set()
        self._left_out: Final[list[str]] = []
        self._check_imports()

    def _check_imports(self) -> None:
        source = "import minimaxer, minimaxer_games.nim, tests; print(minimaxer.__file__, minimaxer_games.nim.__file__, tests.__file__)"
        done = subprocess.run([self._bin / "python", "-c", source], capture_output=True, text=True, check=True, cwd="/")
        for path in done.stdout.split():
            assert Path(path).is_relative_to(self.root), f"expected the copy to be imported, got {path}"

    def write(self, file: str, source: bytes) -> None:
        """Writes a module, each time with another date, so that no compiled module of before is taken for it."""
        self._stamp += 2
        path = self.root / file
        path.write_bytes(source)
        os.utime(path, (self._stamp, self._stamp))

    def is_sound(self, test: str) -> bool:
        """Whether a test, or a file that could not be collected, passes without a change; it is left out where it does not."""
        if test in self._sound or not test.startswith(("tests/", *SOURCES)):
            return True
        if self.run([test])["by"] is None:
            self._sound.add(test)
            return True
        print(f"left out, since it fails where nothing is changed: {test}", flush=True)
        self._left_out.append(test)
        return False

    def run(self, tests: list[str]) -> dict[str, Any]:
        """Runs tests up to the first that fails: that test, if any, and the seconds."""
        command = [
            str(self._bin / "python"),
            "-m",
            "pytest",
            "-p",
            __spec__.name,
            "-x",
            "-q",
            "-n",
            "logical",
            "--dist",
            "worksteal",
        ]
        command += ["-rfE", "--tb=no", "-o", f"cache_dir={self._cache}", *tests]
        command += [f"--deselect={each}" for each in self._left_out]
        environment = {**os.environ, "MINIMAXER_REFDATA": str(refdata.FOLDER)}
        began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        with subprocess.Popen(
            command,
            cwd=self.root,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                out, _ = process.communicate()
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        failed = re.search(r"^(?:FAILED|ERROR) (\S.*?)(?: - .*)?$", out, re.MULTILINE)
        passed = process.returncode in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
        by = None if passed else failed[1] if failed else out.strip().splitlines()[-1]
        processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return {"by": by, "seconds": round(time.perf_counter() - began, 1), "processor": round(processor, 1)}


def tried(copy: Copy, mutant: Mutant, *, quick: bool = False) -> dict[str, Any]:
    """What becomes of one mutant; `quick` leaves the last stage out."""
    source = (copy.root / mutant.file).read_bytes()
    copy.write(mutant.file, changed(source, mutant))
    seconds = processor = 0.0
    stage, by = "", None
    try:
        for stage, tests in stages(copy.root, mutant.file)[: -1 if quick else None]:  # noqa: B007  # the last one is told
            run = copy.run(tests)
            seconds, processor, by = seconds + run["seconds"], processor + run["processor"], run["by"]
            if by is not None:
                break
    finally:
        copy.write(mutant.file, source)
    if by is not None and not copy.is_sound(by):
        return tried(copy, mutant, quick=quick)
    outcome = "survived" if by is None else "killed"
    cost = {"seconds": round(seconds, 1), "processor": round(processor, 1)}
    return {**told(mutant), "outcome": outcome, "by": by, "stage": stage, **cost}


def done_before(out: Path, mutants: list[Mutant]) -> int:
    """How many of the mutants are in the file.

    Raises:
        SystemExit: Others are there: of another seed, or of other code.
    """
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()] if out.exists() else []
    for row, mutant in zip(rows, mutants, strict=False):
        if {name: row[name] for name in told(mutant)} != told(mutant):
            raise SystemExit(f"expected {mutant} in {out}, got {row}; give another file")
    return len(rows)


def told(mutant: Mutant) -> dict[str, Any]:
    """What the results say of a mutant itself."""
    return {name: value for name, value in asdict(mutant).items() if name not in ("start", "end")}


def shown(row: dict[str, Any]) -> str:
    """One mutant on one line, for people."""
    change = f"{row['before']!r} -> {row['after']!r}"
    end = f"killed by {row['by']}" if row["by"] else "SURVIVED"
    return f"{row['number']:4} {row['file']}:{row['line']} {change[:90]}: {end} ({row['stage']}, {row['processor']:.0f} s)"


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, required=True, help="decides which mutants are drawn")
    parser.add_argument("--count", type=int, default=100, help="how many (default: 100)")
    parser.add_argument("--out", type=Path, required=True, help="where results go, a line of JSON each")
    parser.add_argument("--resume", action="store_true", help="leave out the mutants that are in --out already")
    parser.add_argument("--quick", action="store_true", help="leave the last stage out: what survives may be killed by it")
    parser.add_argument("--under", nargs="+", default=[""], metavar="PATH", help="only modules whose path begins so")
    parser.add_argument("--list", action="store_true", help="show the mutants drawn, and run nothing")
    return parser.parse_args(given)


def main() -> int:
    """Tries the mutants one by one."""
    given = arguments()
    mutants = drawn(ROOT, given.seed, given.count, given.under)
    if given.list:
        for number, mutant in enumerate(mutants):
            print(f"{number:4} {mutant.file}:{mutant.line} {mutant.operator}: {mutant.before!r} -> {mutant.after!r}")
        return 0
    if given.out.exists() and not given.resume:
        raise SystemExit(f"{given.out} exists; give --resume to go on, or another file")
    given.out.parent.mkdir(parents=True, exist_ok=True)
    first = done_before(given.out, mutants)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder, contextlib.suppress(KeyboardInterrupt):
        copy = Copy(Path(folder))
        for number, mutant in enumerate(mutants[first:], first):
            row = {"seed": given.seed, "number": number, **tried(copy, mutant, quick=given.quick)}
            with given.out.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
            print(shown(row), flush=True)
        return 0
    return 130


if __name__ == "__main__":
    sys.exit(main())
