"""Options of the search, read from the command line."""

from __future__ import annotations

from attrs import fields_dict

from ..errors import OptionError
from ..rules.registry import read_fields
from ..terms.options import AlphaBetaOptions


def options_from(text: str) -> AlphaBetaOptions | None:
    """The options a text such as `ordering=lazy_pick,table=64MB` stands for; None for the empty text.

    Raises:
        OptionError: An option is unknown or refused.
    """
    if not text:
        return None
    given = read_fields(text, "--options")
    known = fields_dict(AlphaBetaOptions)
    if unknown := [name for name in given if name not in known]:
        raise OptionError(f"there is no option {unknown[0]!r}; known: {', '.join(known)}")
    return AlphaBetaOptions(**given)
