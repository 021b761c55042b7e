"""Creating a native search of the alpha-beta family: on one thread, or on several."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from ....errors import OptionError
from ....game.protocol import M, S
from ....searching.details import Workers
from ....searching.setup import Setup
from .kernel import Kernel
from .native_search import NativeSearch
from .team import Team

NO_TABLE: Final = "without a table workers cannot share what they find; leave the option table as it is"
PLAIN_ALGORITHM: Final = "{} has no table through which workers could share what they find; take algorithm='pvs'"

CHANCE_DECIDES: Final = (
    "where chance decides, all workers look at the same outcomes and save nothing; parallel='abdada' shares the search all the "
    "same"
)
"""Source: a second worker with twice the nodes in the same time: backgammon to depth 5, star1 5.1 s with one and 5.0 s with two
(24.2 and 44.6 million nodes), star2 1.1 and 1.0 s; 2048 to depth 7, 0.04 s."""


class _ThreadedSearch(NativeSearch[S, M]):
    """The compiled tier on several threads; the scheme `auto` is `abdada`, or one worker where nothing could be shared."""

    def __init__(self, setup: Setup[S, M]) -> None:
        super().__init__(setup)
        self._scheme: Final = setup.parallel
        self._orders: Final = Random(setup.options.seed)

    def _pool_key(self) -> None:
        """None: these kernels are not pooled, since each reports the number of workers requested."""

    def _new_kernel(self) -> Kernel:
        machine, shapes, table = self._parts()
        plain = self._plan.is_plain
        alone = None
        if self._scheme == "auto":
            by_chance = None if self.found.chances is None else CHANCE_DECIDES
            alone = PLAIN_ALGORITHM.format(self.algorithm) if plain else NO_TABLE if self.options.table is None else by_chance
        if alone is not None:
            return _Lone(machine, shapes, table, plain=plain, asked=self.asked, note=alone)
        lazy = self._scheme == "lazy_smp"
        return Team(machine, shapes, table, plain=plain, workers=self.asked, lazy=lazy, rng=self._orders)


class _Lone(Kernel):
    """A kernel that works alone and reports the reason."""

    def __init__(self, *arguments: Any, plain: bool, asked: int, note: str) -> None:
        super().__init__(*arguments, plain=plain)
        self._asked: Final = asked
        self._note: Final = note

    def workers(self) -> Workers:
        """Statistics of the only worker, with the reason."""
        return Workers(asked=self._asked, scheme=None, nodes=(self.nodes(),), note=self._note)


def create(setup: Setup[S, M]) -> NativeSearch[S, M]:
    """Creates the search on one thread, or on several; raises OptionError if the scheme or options do not fit compiled games."""
    if setup.threads == 1:
        return NativeSearch(setup)
    if setup.parallel == "processes":
        raise OptionError("compiled games run on threads, which cost less than processes; leave parallel out")
    return _ThreadedSearch(setup)
