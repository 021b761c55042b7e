"""What pytest is told of `minimaxer.testing`: one option. It imports nothing, since every run of pytest loads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--minimaxer-write`."""
    group = parser.getgroup("minimaxer", "tests of games, made by minimaxer.testing.game_tests")
    group.addoption("--minimaxer-write", action="store_true", help="write the snapshots of games' tests anew")
