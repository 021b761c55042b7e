"""Making a program smaller that fails, as long as it fails in the same way."""

from __future__ import annotations

import ast
import copy
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .running import HANGS, Child
from .trying import WRONG, Verdict

_PATIENCE: Final = 8.0
_BODIES: Final = ("body", "orelse", "finalbody", "handlers", "cases")
_SMALL: Final[tuple[ast.expr, ...]] = (ast.Constant(1), ast.Constant(True), ast.Constant("a"))


def shrunk(source: str, number: int, seconds: float = 300.0, module: str = "tests.compiler.programs") -> tuple[str, Verdict]:
    """The smallest program found that comes to the same verdict, and the verdict.

    Args:
        source: The program's source.
        number: Its number, which decides how it is tried.
        seconds: No further step is begun after so long.
        module: The command whose child tries it.
    """
    until = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as name:
        trial = _Trial(Path(name) / f"program_{number}.py", module)
        try:
            first = trial.verdict(source)
            tree = ast.parse(source)
            while time.monotonic() < until and trial.step(tree, first, until):
                pass
            return ast.unparse(tree), trial.verdict(ast.unparse(tree))
        finally:
            trial.close()


class _Trial:
    def __init__(self, path: Path, module: str) -> None:
        self._path = path
        self._child = Child(path.parent, module)
        self._seen: set[str] = set()

    def close(self) -> None:
        """Ends the process that tries."""
        self._child.close()

    def verdict(self, source: str) -> Verdict:
        """What comes of a program."""
        self._path.write_text(source, encoding="utf-8")
        return self._child.verdict(self._path, _PATIENCE)

    def step(self, tree: ast.Module, first: Verdict, until: float) -> bool:
        """Tries each smaller program once, and stays with those that fail alike; whether any did."""
        changed = False
        for undo in _changes(tree):
            if time.monotonic() > until:
                undo()
                break
            if self._fails_alike(tree, first):
                changed = True
            else:
                undo()
        return changed

    def _fails_alike(self, tree: ast.Module, first: Verdict) -> bool:
        try:
            source = ast.unparse(ast.fix_missing_locations(tree))
            with warnings.catch_warnings(action="ignore"):
                compile(source, "program", "exec")
        except (SyntaxError, ValueError):
            return False
        if source in self._seen:
            return False
        self._seen.add(source)
        found = self.verdict(source)
        if found.what == first.what == WRONG:
            return ("raises" in found.cause) == ("raises" in first.cause)
        return found.what == first.what and (found.cause == first.cause or found.what == HANGS)


class _Undo:
    """Puts back what was there."""

    def __init__(self, owner: ast.AST, name: str, before: object) -> None:
        self._owner, self._name, self._before = owner, name, before

    def __call__(self) -> None:
        setattr(self._owner, self._name, self._before)


def _changes(tree: ast.Module) -> Iterator[_Undo]:
    """Makes one change after the other; each is to be undone, or kept, before the next is asked for."""
    for size in (8, 4, 2, 1):
        for owner in [each for each in ast.walk(tree) if any(getattr(each, name, None) for name in _BODIES)]:
            for name in _BODIES:
                yield from _without(owner, name, size)
    for owner in list(ast.walk(tree)):
        for name in ("body", "orelse"):
            yield from _unwrapped(owner, name)
    for owner in list(ast.walk(tree)):
        for name, value in list(ast.iter_fields(owner)):
            if name != "ctx":
                yield from _simpler(owner, name, value)


def _without(owner: ast.AST, name: str, size: int) -> Iterator[_Undo]:
    """Without some statements in a row."""
    place = 0
    while isinstance(body := getattr(owner, name, None), list) and place < len(body):
        fewer = [*body[:place], *body[place + size :]]
        if not fewer and name == "body":
            if size > 1 or isinstance(body[0], ast.Pass):
                return
            fewer = [ast.Pass()]
        setattr(owner, name, fewer)
        yield _Undo(owner, name, body)
        if getattr(owner, name) is body:
            place += size


def _unwrapped(owner: ast.AST, name: str) -> Iterator[_Undo]:
    """With what stands in a statement instead of the statement."""
    body = getattr(owner, name, None)
    if not isinstance(body, list):
        return
    for each in list(body):
        for inner in ("body", "orelse", "finalbody"):
            found = getattr(each, inner, None)
            now = getattr(owner, name)
            if isinstance(each, ast.If | ast.For | ast.While | ast.Try) and found and each in now:
                place = now.index(each)
                setattr(owner, name, [*now[:place], *found, *now[place + 1 :]])
                yield _Undo(owner, name, now)


def _simpler(owner: ast.AST, name: str, value: object) -> Iterator[_Undo]:
    """With simpler expressions in one place."""
    if isinstance(value, list):
        for place, each in enumerate(value):
            now = getattr(owner, name)
            if isinstance(each, ast.expr) and len(now) == len(value):
                for other in _instead(each):
                    now = getattr(owner, name)
                    setattr(owner, name, [*now[:place], other, *now[place + 1 :]])
                    yield _Undo(owner, name, now)
            if isinstance(each, ast.expr | ast.comprehension) and len(now) > 1 and not isinstance(owner, ast.Compare | ast.Dict):
                now = getattr(owner, name)
                if each in now:
                    setattr(owner, name, [other for other in now if other is not each])
                    yield _Undo(owner, name, now)
    elif isinstance(value, ast.expr):
        for other in _instead(value):
            setattr(owner, name, other)
            undo = _Undo(owner, name, value)
            yield undo
            if getattr(owner, name) is other:
                return


def _instead(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.Constant | ast.Name) or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        return
    yield from (copy.deepcopy(each) for each in _SMALL if ast.dump(each) != ast.dump(node))
    for each in ast.walk(node):
        is_read = isinstance(getattr(each, "ctx", ast.Load()), ast.Load)
        if each is not node and is_read and isinstance(each, ast.expr) and not isinstance(each, ast.Constant | ast.Starred):
            yield each
