"""Alpha-beta and related algorithms: minimax, principal variation search, MTD(f), expectimax, Star1 and Star2."""

from typing import Final

from ...searching.options import DEFAULTS
from ..family import Family

FAMILY: Final = Family(
    package=__name__,
    defaults=DEFAULTS,
    methods={
        "fixed": "Alpha-beta with the best choices built in and no switches.",
        "minimax": "Every move of every position: the judge of the others.",
        "alphabeta": "Alpha-beta with every option.",
        "pvs": "Principal variation search: alpha-beta that expects the first move to be the best.",
        "mtdf": "MTD(f): the value is closed in on by null windows.",
        "expectimax": "Games with chance, without pruning: the judge of the next two.",
        "star1": "Games with chance: alpha-beta, also where an average is taken.",
        "star2": "Star1 that looks at one reply to each outcome first.",
    },
)
