"""Validators that options of several families share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import Attribute

from ..errors import OptionError
from ..rules.capability import NAMES


def switch(instance: object, attribute: Attribute[Any], value: object) -> None:
    """Raises OptionError unless the value is True or False."""
    if not isinstance(value, bool):
        raise OptionError(f"expected {attribute.name} to be True or False, got {value!r}")


def whole_or_none(instance: object, attribute: Attribute[Any], value: object) -> None:
    """Raises OptionError unless the value is a whole number or None."""
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise OptionError(f"expected {attribute.name} to be a whole number, got {value!r}")


def names(value: Iterable[str] | str) -> frozenset[str]:
    """The names given, of which one may come by itself.

    Raises:
        OptionError: They are no names at all.
    """
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
