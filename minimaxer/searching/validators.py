"""Validators of options that several families share, and the schemes by which several workers share a search."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, Final, Literal

from attrs import Attribute

from ..base.checks import check_whole
from ..base.scores import DECISIVE, WIN, plain_number
from ..base.sizes import parse_size
from ..errors import OptionError
from ..game.capability import NAMES

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


FEWEST_BYTES: Final = 1 << 16


def switch(instance: object, attribute: Attribute[Any], value: object) -> None:
    """Raises OptionError unless the value is True or False."""
    if not isinstance(value, bool):
        raise OptionError(f"expected {attribute.name} to be True or False, got {value!r}")


def goal(instance: object, attribute: Attribute[Any], value: Any) -> None:
    """Raises OptionError unless the value is a valid goal or None."""
    if value is not None and not is_goal(value):
        raise OptionError(
            f"expected goal to be mx.WIN, 0 for a draw, or another number between -{DECISIVE} and {DECISIVE}, what player 0 is "
            f"to get at least, got {value!r}"
        )


def is_goal(value: Any) -> bool:
    """True if a search can ask whether player 0 gets at least this much."""
    number = plain_number(value)
    return number is not None and (-DECISIVE < number < DECISIVE or number == WIN)


def whole_or_none(instance: object, attribute: Attribute[Any], value: object) -> None:
    """Raises OptionError unless the value is a whole number or None."""
    if value is not None:
        check_whole(attribute.name, value)


def one_of(*known: str | None) -> Any:
    """A validator that raises OptionError unless the value is one of these; the error leaves out None."""

    def check(instance: object, attribute: Attribute[Any], value: object) -> None:
        if value not in known:
            expected = ", ".join(each for each in known if each is not None)
            raise OptionError(f"expected {attribute.name} to be one of {expected}, got {value!r}")

    return check


def whole_to(most: int, *, least: int = 1) -> Any:
    """A validator that raises OptionError unless the value is a whole number in that range; None where it is the default."""

    def check(instance: object, attribute: Attribute[Any], value: Any) -> None:
        if value is not None or attribute.default is not None:
            check_whole(attribute.name, value, least, most)

    return check


def share(instance: object, attribute: Attribute[Any], value: Any) -> None:
    """Raises OptionError unless the value is a number from 0 to 1."""
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value <= 1:
        raise OptionError(f"expected {attribute.name} to be a number from 0 to 1, got {value!r}")


def memory_size(instance: object, attribute: Attribute[Any], value: Any) -> None:
    """Raises OptionError unless the value is a size from 64 KB."""
    if not isinstance(value, str) or parse_size(value) < FEWEST_BYTES:
        raise OptionError(f"expected memory to be a size from 64KB, such as '512MB', got {value!r}")


def names(value: Iterable[str] | str) -> frozenset[str]:
    """The names as a set; a single name may be given by itself. Raises OptionError for anything else."""
    try:
        return frozenset([value] if isinstance(value, str) else value)
    except TypeError:
        raise OptionError(f"expected ignore to be names of capabilities, got {value!r}") from None


def known_names(instance: object, attribute: Attribute[Any], value: frozenset[str]) -> None:
    """Raises OptionError unless all are names of capabilities."""
    if unknown := sorted(str(name) for name in value - NAMES):
        raise OptionError(
            f"expected names of capabilities to ignore, got {', '.join(unknown)}; known: {', '.join(sorted(NAMES))}"
        )
