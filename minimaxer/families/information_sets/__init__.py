"""Information set Monte Carlo tree search, for games of hidden information."""

from typing import Final

from ...searching.validators import INFORMATION_SET_ALONE
from ..family import Family
from .options import INFORMATION_SET_DEFAULTS

FAMILY: Final = Family(
    package=__name__,
    defaults=INFORMATION_SET_DEFAULTS,
    many=None,
    scheme=INFORMATION_SET_ALONE,
    deals=True,
    methods={"ismcts": "Hidden cards: Monte Carlo search of one tree of what is seen, with a new deal for each game."},
)
