"""The declaration of a family of searches: made once, in the family's own package."""

from __future__ import annotations

import functools
from typing import Any, Final

from attrs import frozen

from ..base.lazy import imported
from ..game.protocol import M, S
from ..native import tier_of
from ..searching.options import Options
from ..searching.setup import Setup, Tier

_FOLDERS: Final = {"tree": "tree", "compiled": "native"}


@frozen(kw_only=True)
class Family:
    """Searches of one kind, which share their options and their package.

    Attributes:
        package: The package: `tree` and `native` in it have a module `search` each, whose `create` makes a search of a setup.
        methods: The names that `algorithm` may have, each with what it is, in one sentence.
        defaults: The options where none are given; their class is the one that the methods take.
        many: True if the methods are for games of more than two players, None if for any number.
        scheme: Where workers share a search in one way only: that way, and the advice for who asks for another. Else empty.
        deals: True if the methods are for games of hidden information; all others see the whole state.
        is_composed: True if searches are made of those of other families: `create` is in the package's own module `search`.
    """

    package: str
    methods: dict[str, str]
    defaults: Options
    many: bool | None = False
    scheme: str = ""
    deals: bool = False
    is_composed: bool = False

    def create(self, setup: Setup[S, M]) -> Tier[S, M]:
        """Creates the search of a setup, in the tier of its game. The module is imported only now: trees need no compiler."""
        place = self.package if self.is_composed else f"{self.package}.{_FOLDERS[tier_of(setup.game)]}"
        search: Tier[S, M] = _creator(place)(setup)
        return search


@functools.cache
def _creator(place: str) -> Any:
    return imported(f"{place}.search:create")
