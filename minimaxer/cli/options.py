"""Options of the search, read from the command line."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from attrs import fields_dict

from ..api.methods import family_of
from ..errors import OptionError
from ..families.proof.options import asking
from ..game.registry import read_fields
from ..searching.options import Options


def options_from(text: str, algorithm: str = "auto") -> Options | None:
    """The options of the method's family that a text such as `ordering=lazy_pick,table=64MB` sets; None for an empty text.

    Raises OptionError if an option is unknown or refused.
    """
    if not text:
        return None
    given = read_fields(text, "--options")
    known = options_of(algorithm)
    if unknown := [name for name in given if name not in known]:
        raise OptionError(f"there is no option {unknown[0]!r}; known: {', '.join(known)}")
    return made(given, algorithm)


def options_of_answer(given: Namespace) -> Options | None:
    """The options of a search, with its goal if one is given; raises OptionError if one is unknown or refused."""
    options = options_from(given.options, given.algorithm)
    if given.goal is None:
        return options
    asked: Options = asking(given.goal, family_of(given.algorithm).defaults if options is None else options, given.algorithm)
    return asked


def options_of(algorithm: str) -> dict[str, Any]:
    """The options of a method's family, by name."""
    return fields_dict(type(family_of(algorithm).defaults))


def made(given: dict[str, Any], algorithm: str) -> Options:
    """The options of a method's family with these values."""
    return type(family_of(algorithm).defaults)(**given)
