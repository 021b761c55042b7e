"""One random module, tried: each method for each input, in Python and compiled."""

from __future__ import annotations

import ast
import contextlib
import ctypes
import json
import linecache
import re
import sys
import traceback
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import minimaxer as mx
from minimaxer.compiler.operators import GUARDED
from minimaxer.compiler.runtime import header as h
from minimaxer.compiler.runtime.machine import Machine, NativeError
from minimaxer.compiler.runtime.memory import Memory
from minimaxer.game.capability import capabilities
from minimaxer.native import shapes as p
from minimaxer.native.build import Build
from minimaxer.native.kernels.sample import sample_entry
from minimaxer.native.runner import ARENA_BYTES
from minimaxer.native.variant import relevant

from ...processes import within
from ..programs.trying import BROKEN, FINE, NO_LINE, REFUSED, WRONG, Verdict

GAME: Final = """
from typing import NamedTuple

class State(NamedTuple):
    method: int
    a: int
    b: int
    c: int

class Game(Rules):
    def initial(self):
        return State(0, 0, 0, 0)

    def player(self, state):
        return state.a % 2

    def moves(self, state):
        return [0]

    def play(self, state, move):
        return State(state.method, state.a + 1, state.b, state.c)

    def outcome(self, state):
        return 0 if state.a == 2 else None

    def evaluate(self, state):
        method, a, b, c = state
"""
INPUTS: Final = tuple(product((-2, -1, 0, 1, 3, 6), (0, 1, 4), (-1, 2)))
_RETRIES: Final = 12
_SECONDS: Final = 1
_PLAIN: Final = 10
"""One module in so many is compiled without guards too, which takes three times as long."""
_RAISED: Final = (ArithmeticError, LookupError, ValueError, StopIteration, RuntimeError, TypeError, AttributeError)
_FOLDED: Final = (ast.BinOp, ast.UnaryOp, ast.Constant, ast.operator, ast.unaryop)
"""The nodes of constant expressions."""
_BEYOND: Final = "beyond 64 bits"


class _Different(Exception):  # noqa: N818  # a finding rather than an error
    def __init__(self, method: int, told: str) -> None:
        super().__init__(told)
        self.method = method


class _Invalid(_Different):
    """The module itself is wrong."""


def verdict(path: Path) -> Verdict:
    """What comes of the module in a file: methods that are refused are dropped, and told of as JSON where the others agree."""
    source = path.read_text(encoding="utf-8")
    refused: dict[str, str] = {}
    try:
        for _ in range(_RETRIES + 40):
            try:
                count = _compared(path)
                return Verdict(FINE, f"{len(methods_of(source))} methods", json.dumps(refused), count)
            except _Invalid as error:
                source = without(source, [f"m{error.method}"])
                refused[f"m{error.method}"] = f"invalid: {error}"
                path.write_text(source, encoding="utf-8")
            except mx.CompileError as error:
                source, dropped = without_refused(source, str(error))
                if not dropped:
                    has_line = re.search(r", line \d+ of ", str(error)) is not None
                    return Verdict(REFUSED if has_line else NO_LINE, cause_of(str(error)), str(error))
                refused |= dropped
                if not methods_of(source):
                    return Verdict(REFUSED, cause_of(str(error)), json.dumps(refused))
                path.write_text(source, encoding="utf-8")
        return Verdict(REFUSED, "too many refusals", json.dumps(refused))
    except _Different as error:
        return Verdict(WRONG, f"m{error.method}", str(error))
    except Exception as error:  # the compiler should raise nothing else
        frames = [each for each in traceback.extract_tb(error.__traceback__) if "minimaxer" in each.filename]
        place = f"{Path(frames[-1].filename).name}:{frames[-1].name}" if frames else "?"
        return Verdict(BROKEN, f"{type(error).__name__} in {place}", traceback.format_exc())


# --- comparing ------------------------------------------------------------------------------------------------------------------


def _compared(path: Path) -> int:
    source = as_game(path.read_text(encoding="utf-8"))
    game = _loaded(path, source)
    numbers = [int(name[1:]) for name in methods_of(source)]
    expected = {number: [_python(game, number, each) for each in INPUTS] for number in numbers}
    found = relevant(capabilities(game))
    compared = 0
    checked, masked = _beyond(path, source), _with_masks(source)
    number = int("".join(filter(str.isdigit, path.stem)) or "0")
    for guarded in (True, False) if number % _PLAIN == 0 else (True,):
        with_native = _Native(Build(game, found), game, guarded)
        try:
            for number in numbers:
                for each, wanted in zip(INPUTS, expected[number], strict=True):
                    got = with_native(number, each)
                    compared += 1
                    if got == wanted or (got == _BEYOND and wanted == "OverflowError") or (not guarded and checked(number, each)):
                        continue
                    if (got == _BEYOND or f"m{number}" in masked) and checked(number, each):
                        continue
                    kind = "guarded" if guarded else "plain"
                    raise _Different(number, f"m{number}{each} gives {wanted} in Python but {got} compiled ({kind})")
        finally:
            with_native.close()
    return compared


def _python(game: Any, number: int, each: tuple[int, ...]) -> Any:
    try:
        with within(_SECONDS, TimeoutError):
            value = getattr(game, f"m{number}")(*each)
        assert isinstance(value, int), "gives no integer"
        if -(1 << 63) <= value < 1 << 63:
            return value
        raise TypeError("gives an integer beyond 64 bits")  # noqa: TRY301
    except _RAISED as error:
        if isinstance(error, TypeError | AttributeError | RuntimeError):
            raise _Invalid(number, f"raises {type(error).__name__}: {error}") from error
        return type(error).__name__
    except Exception as error:
        raise _Invalid(number, f"raises {type(error).__name__}: {error}") from error


class _Native:
    """The methods compiled."""

    def __init__(self, build: Build, game: Any, guarded: bool) -> None:
        self._state = type(game.initial())
        self._layout = build.shapes.state
        self._machine = Machine(build.kernel(sample_entry, guarded=guarded).code())
        self._memory = (ctypes.c_int64 * p.SIZE)()
        self._arena = Memory(ARENA_BYTES)
        width, size = build.shapes.move.words * p.MOST, self._layout.words * (p.MOST + 2)
        self._lists = [(ctypes.c_int64 * max(width, size))() for _ in range(5)]
        for place, words in zip((p.MOVES, p.CHILDREN, p.SEARCHED, p.NOISY, p.MAPPED), self._lists, strict=True):
            self._memory[place] = ctypes.addressof(words)

    def close(self) -> None:
        """Gives memory back."""
        self._arena.close()

    def __call__(self, number: int, each: tuple[int, ...]) -> Any:
        """What a method gives: a number, or the name of the error it raises."""
        for place, word in enumerate(self._layout.flatten(self._state(number, *each)), p.STATE):
            self._memory[place] = word
        self._memory[h.ARENA], self._memory[h.ARENA_END] = self._arena.address, self._arena.address + ARENA_BYTES
        try:
            self._machine(ctypes.addressof(self._memory))
        except NativeError as error:
            path, text, _, _ = error.failure
            if path == "builtins:OverflowError" and text in GUARDED:
                return _BEYOND
            return type(error.cause()).__name__
        return self._memory[p.EVALUATION]


def as_game(source: str) -> str:
    """The source with a game around its methods, whose evaluation asks the one that the state names."""
    asked = [f"        if method == {name[1:]}:\n            return self.{name}(a, b, c)" for name in methods_of(source)]
    return "\n".join([source, GAME.rstrip(), *asked, "        return 0", "", "GAME = Game()", ""])


def _loaded(path: Path, source: str) -> Any:
    linecache.cache[str(path)] = (len(source), None, source.splitlines(keepends=True), str(path))
    module = sys.modules[path.stem] = ModuleType(path.stem)
    module.__file__ = str(path)
    exec(compile(source, str(path), "exec"), module.__dict__)
    return module.GAME


# --- integers beyond 64 bits ----------------------------------------------------------------------------------------------------


def _beyond(path: Path, source: str) -> Callable[[int, tuple[int, ...]], bool]:
    """Tells of a call that meets an integer beyond 64 bits in Python, or shifts a negative one right."""
    seen: list[bool] = []

    def check(value: Any) -> Any:
        if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
            seen.append(True)
        return value

    def shifted(value: Any, by: int, *, left: bool) -> Any:
        if not 0 <= by < 64 or (value < 0 and not left):
            seen.append(True)
        return check(value << by if left else value >> by)

    module = ModuleType(f"{path.stem}_checked")
    sys.modules[module.__name__] = module
    module.__dict__.update(check_=check, shifted_=shifted)
    tree = ast.fix_missing_locations(_Checked().visit(ast.parse(source)))
    exec(compile(tree, "checked", "exec"), module.__dict__)
    known: dict[tuple[int, tuple[int, ...]], bool] = {}

    def asked(number: int, each: tuple[int, ...]) -> bool:
        if (number, each) not in known:
            seen.clear()
            with contextlib.suppress(Exception):
                getattr(module.GAME, f"m{number}")(*each)
            known[number, each] = bool(seen)
        return known[number, each]

    return asked


def _with_masks(source: str) -> set[str]:
    """The functions with a constant that needs the 64th bit: it stands for a set of bits, with which rules do not reckon."""
    found = set()
    for function in _functions(ast.parse(source)):
        for node in ast.walk(function):
            if isinstance(node, ast.BinOp | ast.Constant) and all(isinstance(each, _FOLDED) for each in ast.walk(node)):
                with contextlib.suppress(Exception):
                    if (1 << 63) <= eval(ast.unparse(node), {}) < 1 << 64:
                        found.add(function.name)
    return found


class _Checked(ast.NodeTransformer):
    """Has each result of arithmetic looked at."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.LShift | ast.RShift):
            left = ast.keyword("left", ast.Constant(isinstance(node.op, ast.LShift)))
            return ast.Call(ast.Name("shifted_", ast.Load()), [node.left, node.right], [left])
        return ast.Call(ast.Name("check_", ast.Load()), [node], [])

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        return ast.Call(ast.Name("check_", ast.Load()), [node], []) if not isinstance(node.operand, ast.Constant) else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        return ast.Call(ast.Name("check_", ast.Load()), [node], [])

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | list[ast.stmt]:
        if isinstance(node.target, ast.Name) and isinstance(node.op, ast.LShift | ast.RShift):
            return ast.Assign(
                [node.target], self.visit_BinOp(ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value))
            )
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name):
            return [node]
        return [node, ast.Expr(ast.Call(ast.Name("check_", ast.Load()), [ast.Name(node.target.id, ast.Load())], []))]


# --- refusals -------------------------------------------------------------------------------------------------------------------


def methods_of(source: str) -> list[str]:
    """The names of the methods that the game asks."""
    return re.findall(r"^    def (m\d+)\(", source, re.MULTILINE)


def cause_of(message: str) -> str:
    """Why it was refused, in words in which nothing of the one module stands."""
    cause = re.sub(r".*?\(`.*?`\): |^cannot compile [^:]*: ", "", message.splitlines()[0])
    cause = re.sub(r"'[^']*'", "'…'", cause)
    cause = re.sub(r"\b([A-Za-z_]+)\d+\b", r"\1", cause)
    return re.sub(r"-?\d+(\.\d+)?", "0", cause)[:160]


def without_refused(source: str, message: str) -> tuple[str, dict[str, str]]:
    """The source without the methods that lead to what was refused, and why for each."""
    tree = ast.parse(source)
    users = _users(tree)
    dropped: dict[str, str] = {}
    for text in message.splitlines():
        found = re.search(r", line (\d+) of ", text)
        owner = None if found is None else _owner(tree, int(found[1]))
        if owner is not None:
            for name in users.get(owner, {owner} if re.fullmatch(r"m\d+", owner) else set()):
                dropped.setdefault(name, cause_of(text))
    return without(source, dropped), dropped


def _owner(tree: ast.Module, line: int) -> str | None:
    """The name of the function or method that a line is in."""
    for each in _functions(tree):
        if each.lineno <= line <= (each.end_lineno or 0):
            return each.name
    return None


def _functions(tree: ast.Module) -> Iterable[ast.FunctionDef]:
    for each in tree.body:
        inner = each.body if isinstance(each, ast.ClassDef) else [each]
        yield from (one for one in inner if isinstance(one, ast.FunctionDef))


def _users(tree: ast.Module) -> dict[str, set[str]]:
    """The game's methods that lead to each function, by names alone."""
    reads = {
        each.name: {getattr(node, "id", "") or getattr(node, "attr", "") for node in ast.walk(each)} for each in _functions(tree)
    }
    found: dict[str, set[str]] = {}
    for name in [each for each in reads if re.fullmatch(r"m\d+", each)]:
        todo, seen = [name], {name}
        while todo:
            for other in reads[todo.pop()]:
                if other in reads and other not in seen:
                    seen.add(other)
                    todo.append(other)
        for other in seen:
            found.setdefault(other, set()).add(name)
    return found


def without(source: str, names: Iterable[str]) -> str:
    """The source without these methods."""
    gone = set(names)
    tree = ast.parse(source)
    for each in tree.body:
        if isinstance(each, ast.ClassDef) and each.name == "Rules":
            each.body = [one for one in each.body if not (isinstance(one, ast.FunctionDef) and one.name in gone)] or [ast.Pass()]
    return ast.unparse(tree)


def pruned(source: str) -> str:
    """The source without functions, classes and tables that nothing names."""
    while True:
        tree = ast.parse(source)
        named = {getattr(node, "id", "") or getattr(node, "attr", "") for node in ast.walk(tree)}
        kept = [
            each
            for each in tree.body
            if not (isinstance(each, ast.FunctionDef | ast.ClassDef) and each.name not in {*named, "Rules"})
        ]
        for each in kept:
            if isinstance(each, ast.ClassDef) and each.name != "Rules":
                each.body = [
                    one
                    for one in each.body
                    if not (isinstance(one, ast.FunctionDef) and one.name not in named and not one.name.startswith("__"))
                ] or [ast.Pass()]
        smaller = ast.unparse(ast.Module(kept, []))
        if smaller == source:
            return source
        source = smaller
