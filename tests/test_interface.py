"""The public interface is the one that is written down."""

from __future__ import annotations

import pytest

import minimaxer as mx

from .interface import FILE, lines
from .needs import needs_llvmlite


@needs_llvmlite
def test_the_interface_is_the_one_that_is_written_down() -> None:
    """Whoever changes a public name, a parameter, a command or a file format writes it down, and says so in the changelog."""
    today, kept = list(lines()), FILE.read_text(encoding="utf-8").splitlines()
    gone, come = [each for each in kept if each not in today], [each for each in today if each not in kept]
    if gone or come:
        pytest.fail(f"run python -m tests.interface, and name the change in CHANGELOG.md; gone: {gone}; new: {come}")


def test_the_citation_is_of_this_version() -> None:
    """The file by which research cites the package names the version that it comes with."""
    assert f"\nversion: {mx.__version__}\n" in FILE.parents[1].joinpath("CITATION.cff").read_text(encoding="utf-8")
