"""The schemes by which several workers share a search, and a test for free-threaded Python."""

from __future__ import annotations

import sys
from typing import Final, Literal

from ..base.checks import check_whole
from ..errors import OptionError

Parallel = Literal["auto", "abdada", "lazy_smp", "processes"]
SCHEMES: Final = ("auto", "abdada", "lazy_smp", "processes")
MOST_THREADS: Final = 256
MAXN_ALONE: Final = "max^n is searched by one worker; take 'paranoid' or 'brs', or leave threads out"
INFORMATION_SET_ALONE: Final = "information-set search has one worker; leave threads and parallel out"
SAMPLED_ALONE: Final = "deals of rules in Python are searched by one worker; give mx.compile(game), or leave threads out"
SAMPLED_SCHEME: Final = "workers share the deals in one way; leave parallel out"
MONTE_CARLO_ALONE: Final = (
    "Monte Carlo tree search of rules in Python has one worker; give mx.compile(game), or leave threads out"
)
PROOF_ALONE: Final = "proof-number search has one worker; leave threads and parallel out"
MONTE_CARLO_SCHEME: Final = "Monte Carlo tree search shares its tree in one way; leave parallel out"


def check(threads: object, parallel: object) -> None:
    """Raises OptionError if the number of workers or the scheme is invalid, or they contradict each other."""
    check_threads(threads)
    if parallel not in SCHEMES:
        raise OptionError(f"expected parallel to be one of {', '.join(SCHEMES)}, got {parallel!r}")
    if threads == 1 and parallel != "auto":
        raise OptionError(f"contradictory options: parallel={parallel!r} needs threads from 2")


def check_threads(threads: object) -> None:
    """Raises OptionError if the number of workers is invalid."""
    check_whole("threads", threads, 1, MOST_THREADS)


def is_free_threaded() -> bool:
    """True if Python code can run on several threads at a time."""
    return not getattr(sys, "_is_gil_enabled", lambda: True)()
