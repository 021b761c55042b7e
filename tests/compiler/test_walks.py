"""Walks of the source: few, however deeply loops nest, and however many wrong assumptions come to light."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

from minimaxer.compiler import statements
from minimaxer.compiler.compiling import Assembly
from minimaxer.game.capability import capabilities
from minimaxer.native.build import Build
from minimaxer.native.kernels.sample import sample_entry

from .programs import cells
from .programs.trying import loaded

RULES = cells.RULES.format(calls="        if state >= 0: return value(state)")
LOOPS = {
    "for": "for {0} in range(n + 2):",
    "while": "while n < {0}:",
    "generator": "for {0} in items(n):",
    "comprehension": "for {0} in [n + each for each in range(3)]:",
}
HEAD = """
def items(n):
    for each in range(n):
        yield each

"""


def nested(loop: str, depth: int) -> str:
    """Rules whose evaluation has so many loops, one in the other, with a statement in the innermost."""
    names = [f"i{place}" for place in range(depth)]
    lines = ["def value(n):", "    total = 0", *(f"    {name} = 9" for name in names)]
    for place, name in enumerate(names, 1):
        lines.append(f"{'    ' * place}{LOOPS[loop].format(name)}")
        if loop == "while":
            lines.append(f"{'    ' * (place + 1)}{name} -= 1")
    lines += [f"{'    ' * (depth + 1)}total += n  # innermost", "    return total"]
    return HEAD + "\n".join(lines) + "\n" + RULES


def walks(source: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """The number of times that the innermost statement is walked to infer the types of the game's methods."""
    path.write_text(source, encoding="utf-8")
    line = next(number for number, each in enumerate(source.splitlines(), 1) if each.endswith("# innermost"))
    walked: Counter[int] = Counter()
    for node_type, handler in list(statements._STATEMENTS.items()):

        def counted(b: Any, node: Any, handler: Any = handler) -> None:
            if b.frame.function.__code__.co_filename == str(path):
                walked[node.lineno] += 1
            handler(b, node)

        monkeypatch.setitem(statements._STATEMENTS, node_type, counted)
    game = loaded(path)
    Build(game, capabilities(game))
    return walked[line]


@pytest.mark.parametrize("loop", LOOPS)
def test_a_loop_more_adds_walks_but_does_not_multiply_them(loop: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each level that doubled them would make it 64 times as many."""
    with monkeypatch.context() as patched:
        few = walks(nested(loop, 1), tmp_path / "few.py", patched)
    with monkeypatch.context() as patched:
        many = walks(nested(loop, 7), tmp_path / "many.py", patched)
    assert 0 < few <= many <= 6 * few


def test_texts_that_only_code_meets_are_found_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A known text becomes one of run time where paths meet; a dozen of them do not make the code be made a dozen times."""
    lines = "\n".join(f'    "a{number} b{number} c{number}",' for number in range(8))
    source = f"""
LINES = [
{lines}
]

def value(n):
    for line in LINES:
        if all(point != "b7" for point in line.split()):
            return n
    return 2

{RULES}"""
    path = tmp_path / "lines.py"
    path.write_text(source, encoding="utf-8")
    game = loaded(path)
    build = Build(game, capabilities(game))
    known, made = set(build.texts), []

    def counted(program: Any, special: Any) -> Any:
        made.append(program)
        return Assembly(program, special)

    monkeypatch.setattr("minimaxer.native.build.Assembly", counted)
    build.kernel(sample_entry)
    assert len(made) == 2
    assert len(set(build.texts) - known) >= 8
