"""The operations of the language: all have code, and a type of value without code for one is refused."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer.compiler
from minimaxer.compiler import compiling, operations, value_types as types
from minimaxer.compiler.operations import Operation

FOLDER = Path(minimaxer.compiler.__file__).parent
DECLARED = {name: each for name, each in vars(operations).items() if isinstance(each, Operation)}
ONE_FOR_ALL = {"the_one_of", "item_of"}
"""What only some types take part in, so that all others are refused."""


def test_every_operation_has_code() -> None:
    """Once the modules are imported that `compiling` imports."""
    assert compiling.library()
    assert {name for name, each in DECLARED.items() if each._usual is None} == ONE_FOR_ALL
    assert all(DECLARED[name]._of for name in ONE_FOR_ALL)


class Refused(Exception):  # noqa: N818  # of a body that only refuses
    """What a body raises."""


class Refusing:
    """A body of which nothing is asked but to refuse."""

    def refuse(self, cause: str) -> None:
        raise Refused(cause)


class Unknown(types.Type):
    """A type of values that no module knows."""

    def __str__(self) -> str:
        return "something new"


def test_a_type_without_code_is_refused() -> None:
    """By its name, in the words of the operation; once it has code, that is called."""
    new: Operation[[Any, Any], str] = Operation("turns {} round")
    new.of(types.Int)(lambda b, kind: "a number")
    assert new(Refusing(), types.INT) == "a number"
    with pytest.raises(Refused, match=r"^turns something new round$"):
        new(Refusing(), Unknown())
    new.of(Unknown)(lambda b, kind: "now known")
    assert new(Refusing(), Unknown()) == "now known"


def test_the_code_of_a_base_class_serves_those_derived() -> None:
    """A type registers for those that are made of it, unless they have code of their own."""
    new: Operation[[Any, Any], str] = Operation()
    new.of(types.Type)(lambda b, kind: "any")
    new.of(types.FixedTuple)(lambda b, kind: "board")
    assert new(None, types.Named(types.INT, 2, ("a", "b"))) == "board"
    assert new(None, types.INT) == "any"


def test_nothing_is_imported_inside_functions() -> None:
    """So that arrows between the compiler's modules can be seen, and point one way."""
    found = [
        f"{path.name}:{node.lineno}"
        for path in sorted(FOLDER.rglob("*.py"))
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert not found
