"""Makes a table of a compiled game, in one of three ways."""

from __future__ import annotations

from contextlib import closing, suppress
from typing import Any

from ...native.variant import Variant
from ..making import Request, made
from ..settling import LoopError
from ..table import Table
from ..tiering import Tier
from .native_tables import NativeMaking
from .native_tier_graphs import tier_graphs_made_natively
from .native_tiers import tiers_made_natively


def made_natively(
    request: Request[Any, Any], variant: Variant, roots: list[Any] | None, tiers: list[Tier] | None
) -> Table[Any, Any]:
    """Makes the table of a compiled game; in Python where positions that differ only in their margin can repeat.

    `roots` are the positions to start from; None: all that the game's `unindex` gives. `tiers` are made one after the other;
    Ctrl-C ends the table with those that are finished, or before the first raises KeyboardInterrupt. Raises GameError if the
    table does not fit or keys are not made of whole numbers alone, RulesError if a method of the game returned an invalid value.
    """
    if tiers is not None:
        make = tiers_made_natively if request.found.has_margins else tier_graphs_made_natively
        return make(request, variant, tiers)
    with suppress(LoopError), closing(NativeMaking(request, variant)) as making:
        if roots is None:
            making.enumerate()
        else:
            making.reach(roots)
        return making.table(request.endless, plies=request.plies)
    return made(request, roots)
