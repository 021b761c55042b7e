"""Validators that options of several families share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from attrs import Attribute

from ..base.checks import check_whole
from ..base.scores import DECISIVE, WIN, plain_number
from ..base.sizes import parse_size
from ..errors import OptionError
from ..game.capability import NAMES

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
