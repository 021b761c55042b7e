"""What pytest leaves out where numba is not installed: the modules that import it, and the tests of compiled games.

Benchmarks are timed where `--benchmark-only` asks for it; otherwise they run once, as tests.
"""

from __future__ import annotations

import importlib.util

import pytest

import minimaxer  # noqa: F401  # a module of it that pytest collects before the package is imported would be there twice

collect_ignore_glob = (
    [] if importlib.util.find_spec("numba") else ["minimaxer/compiled/*", "tests/compiled/*", "tests/parallel/hammer.py"]
)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Times the benchmarks where nothing else was asked for; the options in pyproject.toml switch timing off."""
    if config.getoption("benchmark_only", False):
        config.option.benchmark_enable = True
