"""Which code results were measured on: they carry its digest, and no page shows results of other code."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
SEARCHES: Final = (
    "minimaxer/tree/*.py",
    "minimaxer/families/alphabeta/tree/**/*.py",
    "minimaxer/tree/ordering/**/*.py",
    "minimaxer/families/alphabeta/native/**/*.py",
    "minimaxer/native/kernels/*.py",
    *(f"games/minimaxer_games/{name}" for name in ("connect_four.py", "mancala.py", "reversi.py", "chess_lite/**/*.py")),
)
"""What story, suites, threads and lessons time: alpha-beta in both tiers, and the games that they play."""
CLAIMS: Final = "tests/benchmarks/claims/{}.py"


@cache
def digest(*patterns: str) -> str:
    """The digest of what files define, whatever their comments, docstrings and imports are, and wherever they lie.

    Raises:
        ValueError: A pattern has no file, as when what it names was moved.
    """
    parts = set()
    for pattern in patterns:
        files = sorted(ROOT.glob(pattern))
        if not files:
            raise ValueError(
                f"expected files of the pattern {pattern}, got none; say in {Path(__file__).name} where they are now"
            )
        parts |= {_written(each) for file in files for each in _defined(ast.parse(file.read_bytes()))}
    return hashlib.sha256("\n".join(sorted(parts)).encode()).hexdigest()[:16]


def _defined(tree: ast.AST) -> Iterator[ast.stmt]:
    """The statements of a module, without those that do nothing or only bring in a name."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list):
                setattr(node, name, [each for each in body if not _is_idle(each)])
    assert isinstance(tree, ast.Module)
    yield from tree.body


def _written(node: object) -> str:
    """A piece of source as text that is the same in all versions of Python: fields that have nothing to say are left out."""
    if isinstance(node, list):
        return f"[{','.join(map(_written, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    told = [(name, value) for name, value in ast.iter_fields(node) if value not in (None, []) and name not in ("ctx", "kind")]
    return f"{type(node).__name__}({','.join(f'{name}={_written(value)}' for name, value in told)})"


def _is_idle(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    return isinstance(statement, ast.Import | ast.ImportFrom)


def digest_for(name: str, source: str = "") -> str:
    """The digest of the code that a file of results, or one source in it, was measured on."""
    return digest(CLAIMS.format(source)) if name == "claims" else digest(*SEARCHES)
