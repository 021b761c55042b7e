"""Alpha-beta for a part of the time, then playouts."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any, Final, Generic, cast

from attrs import define, evolve

from ...base.overdue import PATIENCE
from ...errors import MinimaxerError
from ...game.capability import Capabilities
from ...game.data import Sample
from ...game.protocol import M, S, players_of
from ...native import rules_of
from ...searching.limits import Limits, StopReason
from ...searching.options import AUTO
from ...searching.result import SearchResult
from ...searching.saved import Lasting, Saved, SavedFile
from ...searching.setup import Setup, Tier
from .. import alphabeta, maxn, montecarlo
from .options import UnevaluatedOptions, goes_deep

LOG: Final = logging.getLogger("minimaxer")
_PLAYERS: Final = 2
"""Players of games whose evaluation can be learnt."""


class HybridSearch(Generic[S, M]):
    """A `Search` of a game without an evaluation, by alpha-beta and Monte Carlo tree search in the game's tier.

    Alpha-beta alone solves, and searches to a depth or by nodes unless `playouts` follow, there with an evaluation that is learnt
    from the rules if the setup allows it. Otherwise it gets a share of the limits, and if it has not proven the value by then,
    playouts get the rest. Raises GameError if the game lacks a method or one has another signature, OptionError if the options of
    one of the two do not fit the game.
    """

    algorithm: Final = "unevaluated"

    def __init__(self, setup: Setup[S, M]) -> None:
        options = cast("UnevaluatedOptions", setup.options)
        self.options: Final = options
        self._game: Final = setup.game
        self.found: Final[Capabilities[S, M]] = setup.capabilities()
        ignored = options.ignore
        proof = evolve(options.deep, ignore=options.deep.ignore | ignored)
        playouts = evolve(
            options.wide,
            ignore=options.wide.ignore | ignored,
            seed=options.seed if options.wide.seed is None else options.wide.seed,
        )
        self._proof: Final = evolve(setup, options=proof, algorithm=AUTO, learn=None)
        self._create_deep: Final = (alphabeta if players_of(setup.game) <= 2 else maxn).FAMILY.create
        is_blind = self.found.evaluate is self.found.bounds is None and players_of(setup.game) == _PLAYERS
        self._learn = setup.learn if is_blind else None
        self._state: S | None = None
        self._deep: Final[_Part[S, M]] = _Part(self._create_deep(self._proof))
        self._evaluated: _Part[S, M] | None = None
        playing = evolve(setup, options=playouts, algorithm="montecarlo", parallel="auto")
        self._wide: Final[_Part[S, M]] = _Part(montecarlo.FAMILY.create(playing))
        self._last: _Part[S, M] = self._deep
        self._is_stopped = False

    @property
    def tree(self) -> Any:
        """The tree of the part that answered last."""
        return cast("Any", self._last.tier).tree

    @property
    def size_bytes(self) -> int:
        """Memory that all keep."""
        return sum(part.tier.size_bytes for part in self._parts.values())

    def ready(self) -> None:
        """Prepares in advance whatever would delay the first search."""
        self._deep.tier.ready()
        self._wide.tier.ready()

    def iterate(self, state: S | None, limits: Limits) -> Iterator[SearchResult[M]]:
        """Yields the results of alpha-beta if it searches alone or proves the value; otherwise those of the playouts after it."""
        self._begin(state)
        if goes_deep(limits, solving=False) and not self.options.playouts:
            part, limits = self._evaluated_part(limits)
            for result in part.tier.iterate(self._place(part), limits):
                yield self._marked(result)
            return
        if (proven := self._proven(limits)) is not None and self._is_last(proven, limits):
            yield proven
            return
        for result in self._wide.tier.iterate(self._place(self._wide), self._left(limits, proven)):
            yield _with_costs(result, proven)

    def solve(self, state: S | None, limits: Limits) -> Iterator[SearchResult[M]]:
        """Yields the results of alpha-beta, depth by depth."""
        self._begin(state)
        yield from self._deep.tier.solve(self._place(self._deep), limits)

    def last(self, state: S | None, limits: Limits, *, solving: bool = False) -> SearchResult[M]:
        """The last result of `iterate` or `solve`, in less time."""
        self._begin(state)
        if solving:
            return self._deep.tier.last(self._place(self._deep), limits, solving=True)
        if goes_deep(limits, solving=False) and not self.options.playouts:
            part, limits = self._evaluated_part(limits)
            return self._marked(part.tier.last(self._place(part), limits))
        if (proven := self._proven(limits)) is not None and self._is_last(proven, limits):
            return proven
        return _with_costs(self._wide.tier.last(self._place(self._wide), self._left(limits, proven)), proven)

    def stop(self) -> None:
        """Ends the search that is running."""
        self._is_stopped = True
        for part in self._parts.values():
            part.tier.stop()

    def close(self) -> None:
        """Frees what all keep."""
        for part in self._parts.values():
            part.tier.close()

    def advance(self, move: M) -> S:
        """Plays a move; each part that has followed the game so far keeps its results for the new position."""
        state, *_ = [part.tier.advance(move) for part in self._parts.values() if not part.is_behind]  # one has, at least
        self._state = state
        return state

    def saved(self) -> Saved:
        """The data of all parts and their position, for a file; raises OptionError if one of them cannot be written."""
        state = None if self._state is None else self._sample().codec.written(self._state)
        [last] = [name for name, part in self._parts.items() if part is self._last]
        facts: dict[str, Any] = {"place": state, "last": last, "is_evaluated": self._evaluated is not None}
        parts: dict[str, memoryview] = {}
        for name, part in self._parts.items():
            assert isinstance(part.tier, Lasting)
            kept = part.tier.saved()
            facts[name] = {**kept.facts, "is_behind": part.is_behind}
            parts |= {f"{name} {each}": content for each, content in kept.parts.items()}
        return Saved(facts, parts)

    def restore(self, saved: SavedFile) -> None:
        """Restores a search of the same game with the same options from a file that this version wrote."""
        if saved.facts["is_evaluated"]:
            self._evaluated_part(Limits())
            if self._evaluated is None:
                saved.refuse("expected rules that are compiled, as when their evaluation was learnt; compile them first")
        for name, part in self._parts.items():
            assert isinstance(part.tier, Lasting)
            part.tier.restore(saved.within(name))
            part.is_behind = bool(saved.facts[name]["is_behind"])
        place = saved.facts["place"]
        self._state = None if place is None else self._sample().codec.read(place)
        self._last = self._parts[saved.facts["last"]]
        if self._state is None and any(part.is_behind for part in self._parts.values()):
            raise ValueError("expected the position that a part has not followed to")

    def _sample(self) -> Sample:
        """A sample of the game, whose codec writes and reads positions."""
        game: Any = self._game
        return Sample(rules_of(game), self.found)

    @property
    def _parts(self) -> dict[str, _Part[S, M]]:
        """The searches by name; the evaluated one only once it is needed."""
        evaluated = {} if self._evaluated is None else {"evaluated": self._evaluated}
        return {"deep": self._deep, "wide": self._wide, **evaluated}

    def _evaluated_part(self, limits: Limits) -> tuple[_Part[S, M], Limits]:
        """The search to a depth, with an evaluation that was learnt from the rules if one is to be and can be; its limits. After
        a stop these allow a single node.
        """
        if self._learn is not None:
            evaluate = self._learn(lambda: self._is_stopped)
            if evaluate is not None or not self._is_stopped:
                self._learn = None
            if evaluate is not None:
                self._evaluated = self._part_with(evaluate)
        return self._evaluated or self._deep, evolve(limits, nodes=1) if self._is_stopped else limits

    def _part_with(self, evaluate: Callable[[S], Any]) -> _Part[S, M] | None:
        """The search with an evaluation; None where that does not compile, or differs from what it is in Python."""
        try:
            tier = self._create_deep(evolve(self._proof, evaluate=evaluate))
            tier.ready()
        except MinimaxerError as error:
            LOG.warning("the evaluation that was learnt cannot be used: %s", error)
            return None
        return _Part(tier, is_behind=self._state is not None)

    def _marked(self, result: SearchResult[M]) -> SearchResult[M]:
        if self._is_stopped and result.stop is StopReason.NODES:  # it was stopped before it began
            result = evolve(result, stop=StopReason.STOPPED)
        return evolve(result, evaluation="learnt") if self._last is self._evaluated else result

    def _begin(self, state: S | None) -> None:
        """Begins a search; a given state becomes the current one, which neither part has followed to."""
        self._is_stopped = False
        if state is not None:
            self._state = state
            for part in self._parts.values():
                part.is_behind = True

    def _place(self, part: _Part[S, M]) -> S | None:
        """The state to give to the part that answers next; None if it is there already."""
        self._last = part
        state = self._state if part.is_behind else None
        part.is_behind = False
        return state

    def _proven(self, limits: Limits) -> SearchResult[M] | None:
        """The result of alpha-beta in its share of the limits; None if it has no share, or the limits are for playouts alone."""
        proving, is_deep = self.options.proving, goes_deep(limits, solving=False)
        if not proving or (limits.seconds is None and not is_deep):
            return None
        seconds = None if limits.seconds is None else limits.seconds * proving
        nodes = max(1, int(limits.nodes * proving)) if limits.nodes is not None and is_deep else limits.nodes
        return self._deep.tier.last(self._place(self._deep), evolve(limits, seconds=seconds, nodes=nodes, simulations=None))

    def _left(self, limits: Limits, proven: SearchResult[M] | None) -> Limits:
        """The limits that alpha-beta leaves to playouts, which have no depth."""
        limits = evolve(limits, depth=None, simulations=limits.simulations if limits.depth is None else self.options.playouts)
        if proven is None:
            return limits
        nodes = None if limits.nodes is None else max(1, limits.nodes - proven.nodes)
        seconds = None if limits.seconds is None else max(SHORTEST, limits.seconds - proven.statistics.seconds)
        return evolve(limits, seconds=seconds, nodes=nodes)

    def _is_last(self, proven: SearchResult[M], limits: Limits) -> bool:
        """True if the result of alpha-beta is final: it is solved, the search was stopped, or time has run out."""
        is_late = limits.seconds is not None and proven.statistics.seconds >= limits.seconds + PATIENCE / 2
        return proven.solved or self._is_stopped or is_late


@define
class _Part(Generic[S, M]):
    """One of the searches; `is_behind` if the game has moved on without it."""

    tier: Tier[S, M]
    is_behind: bool = False


def _with_costs(result: SearchResult[M], proven: SearchResult[M] | None) -> SearchResult[M]:
    """The result of playouts, with the costs of the search before them added."""
    if proven is None:
        return result
    now, before = result.statistics, proven.statistics
    added = ("nodes", "created", "seconds", "compile_seconds")
    costs: dict[str, Any] = {name: getattr(now, name) + getattr(before, name) for name in added}
    return evolve(result, statistics=evolve(now, **costs))


SHORTEST: Final = 1e-4
"""Fewest seconds that playouts get."""


create: Final = HybridSearch
"""The family's only search."""
