"""Monte Carlo tree search."""

from typing import Final

from ...searching.validators import MONTE_CARLO_SCHEME
from ..family import Family
from .options import MONTE_CARLO_DEFAULTS

FAMILY: Final = Family(
    package=__name__,
    defaults=MONTE_CARLO_DEFAULTS,
    many=None,
    scheme=MONTE_CARLO_SCHEME,
    methods={"montecarlo": "Games played out at random, the promising ones more often: needs no evaluation."},
)
