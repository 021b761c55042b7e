"""Games for three and more players as games for two: the root's mover against all others, by alpha-beta, in both tiers."""

from typing import Final

from ...searching.options import DEFAULTS
from ..family import Family

FAMILY: Final = Family(
    package=__name__,
    defaults=DEFAULTS,
    many=True,
    is_composed=True,
    methods={
        "paranoid": "Games for three and more: all others play together against the one who moves; alpha-beta.",
        "brs": "Paranoid in which one opponent a round chooses its move, and the others play the likeliest.",
    },
)
