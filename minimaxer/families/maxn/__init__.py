"""Max^n: games for three and more, in which each player wants its own payoff to be great."""

from typing import Final

from ...searching.options import DEFAULTS
from ...searching.validators import MAXN_ALONE
from ..family import Family

FAMILY: Final = Family(
    package=__name__,
    defaults=DEFAULTS,
    many=True,
    scheme=MAXN_ALONE,
    methods={"maxn": "Games for three and more: every player wants its own payoff to be great."},
)
