"""Random modules of many methods: each method gives what it gives in Python, or is refused with its line.

The ordinary run runs none of them, `-m thorough` 2 modules of about 27 methods, each for 36 inputs. A seed that fails is a bug:
`python -m tests.compiler.snippets --shrink --first SEED` makes its module smaller, and `--first SEED --count 1000` tries many.
"""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")
pytest.importorskip("numpy", reason="random modules hold arrays")

from ..programs.trying import FINE, Verdict
from . import found
from .modules import written
from .runner import failures
from .trial import INPUTS, methods_of, verdict

pytestmark = pytest.mark.thorough


def test_modules() -> None:
    """The same ones each time."""
    assert failures(0, 2) == {}


def test_a_seed_makes_one_module() -> None:
    """Whatever else was written before."""
    first = written(7)
    assert written(8) != first
    assert written(7) == first


def test_found(tmp_path: Path) -> None:
    """Small methods, each of which once gave something else than in Python, give the same."""
    path = tmp_path / "module_10.py"
    source = Path(found.__file__).read_text(encoding="utf-8")
    path.write_text(source, encoding="utf-8")
    count = len(methods_of(source))
    assert verdict(path) == Verdict(FINE, f"{count} methods", "{}", count * len(INPUTS) * 2)
