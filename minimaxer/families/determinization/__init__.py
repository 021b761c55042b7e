"""Determinization: hidden cards are dealt several times, and each deal is searched with perfect information."""

from typing import Final

from ...searching.validators import SAMPLED_SCHEME
from ..family import Family
from ..information_sets.options import SAMPLED_DEFAULTS

FAMILY: Final = Family(
    package=__name__,
    defaults=SAMPLED_DEFAULTS,
    many=None,
    scheme=SAMPLED_SCHEME,
    deals=True,
    is_composed=True,
    methods={"sampled": "Hidden cards: alpha-beta on a number of deals, as if all saw all; the best on average."},
)
