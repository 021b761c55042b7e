"""Errors that a game's author can act on."""

from __future__ import annotations

import linecache

from ..errors import CompileError
from .program import Refusal


def compile_error(*refusals: Refusal) -> CompileError:
    """The error that lists all refusals, one a line, in the order of the source."""
    refusals = tuple(sorted(refusals, key=lambda each: (each.file, each.line)))
    return CompileError("\n".join(_text(each.name, each.file, each.line, each.cause) for each in refusals))


def _text(name: str, file: str, line: int, cause: str) -> str:
    where = f", line {line}" if line else ""
    if file and line:
        source = linecache.getline(file, line).strip()
        where += f" of {file}" + (f" (`{source}`)" if source else "")
    return f"cannot compile {name}{where}: {cause}"
