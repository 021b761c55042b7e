"""Games without an evaluation: alpha-beta proves what it can in a part of the time, and playouts get the rest."""

from typing import Final

from ..family import Family
from .options import UNEVALUATED_DEFAULTS

FAMILY: Final = Family(
    package=__name__,
    defaults=UNEVALUATED_DEFAULTS,
    many=None,
    is_composed=True,
    methods={"unevaluated": "Games that nobody evaluates: alpha-beta proves what it can, then playouts."},
)
