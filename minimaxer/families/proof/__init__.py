"""Proof-number search."""

from typing import Final

from ...searching.validators import PROOF_ALONE
from ..family import Family
from .options import PROOF_DEFAULTS

FAMILY: Final = Family(
    package=__name__,
    defaults=PROOF_DEFAULTS,
    scheme=PROOF_ALONE,
    methods={"proof": "Proof-number search: whether player 0 gets at least so much, by the lines that take least to prove."},
)
