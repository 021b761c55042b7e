"""The script that puts faults into the code: what it changes, what it leaves alone, and which tests it asks."""

from __future__ import annotations

import ast

from .mutants import OTHERS, ROOT, Changes, changed, drawn, stages

SOURCE = '''"""A module of 3 things."""
import os
LIMIT: int = 3

@cache(size=5)
def middle(low: int, high: int = 9, *, wide: bool = False) -> int:
    """Gives 1 of them."""
    assert low < 7
    if not low <= high and wide:
        raise ValueError(f"expected {low + 1}")
    for each in range(low):
        self.seen[each] -= 1
        LOG.info("at %d", each + 1)
        note(max(low, high))
        continue
    return low if wide else low - high
    return -high
'''

FOUND = {
    (3, "constant", "3", "(3 + 1)"),
    (3, "constant", "3", "(3 - 1)"),
    (6, "constant", "9", "(9 + 1)"),
    (6, "constant", "9", "(9 - 1)"),
    (6, "constant", "False", "True"),
    (9, "condition", "not low <= high and wide", "(not (not low <= high and wide))"),
    (9, "logic", "and", "or"),
    (9, "sign", "not low <= high", "(low <= high)"),
    (9, "comparison", "<=", "<"),
    (12, "statement", "self.seen[each] -= 1", "pass"),
    (12, "arithmetic", "-", "+"),
    (12, "constant", "1", "(1 + 1)"),
    (12, "constant", "1", "(1 - 1)"),
    (14, "statement", "note(max(low, high))", "pass"),
    (14, "function", "max", "min"),
    (15, "statement", "continue", "pass"),
    (16, "return", "low if wide else low - high", "(-high)"),
    (16, "branch", "low if wide else low - high", "(low)"),
    (16, "branch", "low if wide else low - high", "(low - high)"),
    (16, "arithmetic", "-", "+"),
    (17, "return", "-high", "(low if wide else low - high)"),
    (17, "sign", "-high", "(high)"),
}


def test_what_is_changed() -> None:
    """Code is; texts, errors, assertions, annotations, imports and decorators are not."""
    changes = Changes("module.py", SOURCE.encode())
    changes.visit(ast.parse(SOURCE))
    assert {(each.line, each.operator, each.before, each.after) for each in changes.found} == FOUND
    assert len({changed(SOURCE.encode(), each) for each in changes.found} - {SOURCE.encode()}) == len(FOUND)


def test_the_seed_decides() -> None:
    """The same seed draws the same mutants, more of them where more are asked for, none twice."""
    mutants = drawn(ROOT, 5, 12, ["minimaxer/game"])
    assert drawn(ROOT, 5, 6, ["minimaxer/game"]) == mutants[:6]
    assert len({*mutants}) == 12
    assert drawn(ROOT, 6, 6, ["minimaxer/game"]) != mutants[:6]
    assert {each.file for each in drawn(ROOT, 5, 40, ["minimaxer/base/scores", "minimaxer/base/sizes"])} == {
        "minimaxer/base/scores.py",
        "minimaxer/base/sizes.py",
    }


def test_each_module_has_its_tests() -> None:
    """The file or the folder of its name, then the oracle of its tier, then what else of its tier could notice."""
    tree, native = (
        "tests/families/alphabeta/tree/test_against_oracle.py",
        "tests/families/alphabeta/native/test_against_oracle.py",
    )
    assert stages(ROOT, "minimaxer/searching/limits.py") == [
        ("mirror", ["tests/searching/test_limits.py", "tests/searching"]),
        ("oracle", [tree]),
        ("others", [*OTHERS["tree"], "--ignore=tests/searching/test_limits.py", "--ignore=tests/searching", f"--ignore={tree}"]),
    ]
    assert stages(ROOT, "minimaxer/families/alphabeta/native/kernels/search.py")[:2] == [
        ("mirror", ["tests/families/alphabeta/native", "tests/families/alphabeta", "tests/families"]),
        ("oracle", [native]),
    ]
    assert stages(ROOT, "games/minimaxer_games/chess_lite/movement.py")[0] == ("mirror", ["tests/games/test_chess_lite.py"])
    assert stages(ROOT, "minimaxer/errors.py") == [("oracle", [tree]), ("others", [*OTHERS["tree"], f"--ignore={tree}"])]
    assert all((ROOT / each.removeprefix("--ignore=")).exists() for tests in OTHERS.values() for each in tests)
    assert (ROOT / tree).exists()
    assert (ROOT / native).exists()
