"""How the tests are run: on all cores, with compiled games kept between runs, and without what needs packages that are not
installed.

A run that names a folder, or nothing, is shared out to a worker on each core, up to eight. A run of files or single tests, with
`--pdb` or `-s`, stays in one process, and so do benchmarks that are timed; `-n` decides otherwise.

Compiled games are kept in pytest's own cache folder, never in the user's: all workers of a run, the processes they start and
later runs share them. What is kept there is right for the code of today, since each digest covers the package's code and the
game's; `--cache-clear` empties it.

Games are compiled without optimising, which takes half the time: most are compiled for a search or two. Some tests optimise all
the same, so that both kinds of code are tested; so do timed benchmarks, and any run with MINIMAXER_OPTIMISE=1.

Benchmarks are timed where `--benchmark-only` asks for it; otherwise they run once, as tests.
"""

from __future__ import annotations

import faulthandler
import gc
import importlib.util
import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import minimaxer  # noqa: F401  # a module of it that pytest collects before the package is imported would be there twice

_NEED_LLVMLITE = [
    "minimaxer/*native/*",
    "minimaxer/compiler/*",
    "minimaxer/exporting/*",
    "tests/*native/*",
    "tests/compiler/*",
    "tests/families/alphabeta/tree/workers/hammer.py",
    "tests/testing/arrays.py",
    "tests/twin.py",
]
_NEED_STARLETTE = ["minimaxer/web/server.py", "minimaxer/web/site.py"]
_NEED_PYSPIEL = ["tests/benchmarks/against_mcts.py", "tests/benchmarks/match_openspiel.py"]
_NEEDS = {"llvmlite": _NEED_LLVMLITE, "pyspiel": _NEED_PYSPIEL, "starlette": _NEED_STARLETTE}
collect_ignore_glob = [path for name, paths in _NEEDS.items() if not importlib.util.find_spec(name) for path in paths]
_MOST_WORKERS = 8
"""Each may take half a gigabyte, with what it compiled."""

_HANG = 1200.0
"""Seconds after which a test ends its process, and says where it was: longer than any takes on a machine however busy."""
_ERRORS = pytest.StashKey[int]()

_THRESHOLDS = (50_000, 20, 100)
"""Of the garbage collector: compiling makes many objects that stay, and looking through them took a tenth of the time."""


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Asks pytest-xdist for a worker on each core where that is worth it."""
    if config.pluginmanager.hasplugin("xdist") and _is_broad(config):
        config.option.numprocesses = "logical"
        if config.option.dist == "no":
            config.option.dist = "worksteal"
        if config.option.maxprocesses is None:
            config.option.maxprocesses = _MOST_WORKERS


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Times the benchmarks where nothing else was asked for; the options in pyproject.toml switch timing off."""
    config.stash[_ERRORS] = os.dup(2)  # that of the process: nothing is captured yet
    if config.getoption("benchmark_only", False):
        config.option.benchmark_enable = True
        config.option.markexpr = ""  # thorough ones too


def pytest_sessionstart(session: pytest.Session) -> None:
    """Names the folder of compiled games, for this process and all that it starts: a temporary one without pytest's cache."""
    gc.set_threshold(*_THRESHOLDS)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in a shell's background job; tests press Ctrl-C
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config = session.config
    if not _is_worker(config):
        if config.pluginmanager.hasplugin("cacheprovider"):
            folder = str(config.cache.mkdir("compiled"))
        else:
            temporary = tempfile.TemporaryDirectory()
            config.add_cleanup(temporary.cleanup)
            folder = temporary.name
        os.environ["MINIMAXER_CACHE_DIR"] = folder
        if not config.option.benchmark_enable:
            os.environ.setdefault("MINIMAXER_OPTIMISE", "0")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Ends the process where a test hangs in a way that no signal ends."""
    faulthandler.dump_traceback_later(_HANG, exit=True, file=item.config.stash[_ERRORS])
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


def _is_broad(config: pytest.Config) -> bool:
    """Whether the run is of whole folders, and nobody says or needs otherwise."""
    chosen = config.option
    if _is_worker(config) or chosen.numprocesses is not None or chosen.usepdb or chosen.collectonly or chosen.capture == "no":
        return False
    if config.getoption("benchmark_only", False) or config.getoption("benchmark_enable", False):
        return False
    return any(Path(argument).is_dir() for argument in config.args)


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")
