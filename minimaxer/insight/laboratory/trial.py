"""Settings that find the same values, perhaps in different time, and repeated measurements of them, also of comparisons made."""

from __future__ import annotations

import gc
import statistics
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from random import Random
from typing import Any, Final, Generic

from attrs import asdict, define, evolve, field, frozen

from ...api.methods import method_for
from ...api.search import Search
from ...families.alphabeta.tree.tree import Node
from ...game.capability import Capabilities
from ...game.comparing import equal
from ...game.protocol import Game, M, S
from ...native import tier_of
from ...searching.details import Cutoffs
from ...searching.limits import Limits, StopReason
from ...searching.options import AlphaBetaOptions, TierName, has_use
from ...testing.play import play_random
from ...tree.game_tree import Ordering
from ...tree.ordering import ORDERINGS

DEFAULT: Final = "default"
_NATIVE_ORDERINGS: Final = ("insertion", "bubble", "network", "shell", "none")
_SPEEDING: Final = ("order", "search_moves", "bounds", "canonical", "is_legal")
"""Capabilities that only save time, so that going without them may pay."""


@frozen
class Setting:
    """One way to search, by `threads` workers; its name is its difference from the default. `changes` are options that differ
    from the defaults; a compiled game needs other code for them if `must_compile`.
    """

    name: str
    algorithm: str = "auto"
    changes: dict[str, Any] = field(factory=dict)
    must_compile: bool = False
    threads: int = 1

    @property
    def options(self) -> AlphaBetaOptions:
        """The options."""
        return AlphaBetaOptions(**self.changes)

    @property
    def written(self) -> str:
        """The setting as on the command line; empty for the default."""
        changes = {name: "+".join(sorted(each)) if isinstance(each, frozenset) else each for name, each in self.changes.items()}
        text = ",".join(f"{name}={value}" for name, value in changes.items())
        parts = [f"--algorithm {self.algorithm}"] if self.algorithm != "auto" else []
        return " ".join([*parts, f"--options {text}"] if text else parts)

    def to_dict(self) -> dict[str, Any]:
        """The setting as plain data for JSON."""
        plain = {name: sorted(value) if isinstance(value, frozenset) else value for name, value in self.changes.items()}
        return {"name": self.name, "algorithm": self.algorithm, "options": plain, "threads": self.threads}


def settings_for(tier: TierName, found: Capabilities[Any, Any], players: int = 2) -> list[Setting]:
    """The settings to try for a game in a tier, the default first.

    Every setting finds the value of the same depth, except for `bounds` and a table, which may answer from deeper. Options that
    search something else (`quiescence`, `null_move`, `reductions`, `shorten`) are left out: faster is not better there. Methods
    for more than two players find different values, so only one of them is tried.
    """
    usual = method_for("auto", players)
    return [each for each in _all(tier, found, players) if all(has_use(name, tier, usual) for name in each.changes)]


def _all(tier: TierName, found: Capabilities[Any, Any], players: int) -> list[Setting]:
    """The settings that may be tried, before those that the method has no use for are left out."""
    without = [
        Setting(f"without {name}", changes={"ignore": frozenset({name})}, must_compile=True)
        for name in _SPEEDING
        if name in found
    ]
    chance = found.chances is not None
    names = ["star2"] if chance else ["pvs", "mtdf"] if tier == "tree" else ["alphabeta", "mtdf"]
    others = [Setting(name, name) for name in names if players <= 2]
    if tier == "tree":
        usual = "auto" if players > 2 else "star1" if chance else "alphabeta"
        return [
            Setting(DEFAULT),
            *[Setting(name, usual, {"ordering": name}) for name in ORDERINGS],
            Setting("children made at once", usual, {"lazy_children": False}),
            *others,
            Setting("table of 16 MB", changes={"table": "16MB"}),
            *[each for each in without if not {"canonical", "is_legal"} & each.changes["ignore"]],
        ]
    return [
        Setting(DEFAULT),
        *[Setting(name, changes={"ordering": name}) for name in _NATIVE_ORDERINGS],
        Setting("without history", changes={"history": False}),
        Setting("killers", changes={"killers": True}),
        Setting("countermoves", changes={"countermoves": True}),
        *([] if chance else [Setting("enhanced cut-offs", changes={"enhanced_cutoffs": True})]),
        *others,
        Setting("no table", changes={"table": None}),
        Setting("table of 1 MB", changes={"table": "1MB"}),
        *without,
    ]


def combined(one: Setting, other: Setting) -> Setting | None:
    """One setting with the changes of both; None if they change the same thing, other than capabilities to ignore."""
    clash = set(one.changes) & set(other.changes) - {"ignore"}
    algorithms = {one.algorithm, other.algorithm} - {"auto"}
    if clash or len(algorithms) > 1:
        return None
    changes = {**one.changes, **other.changes}
    if "ignore" in changes:
        changes["ignore"] = one.changes.get("ignore", frozenset()) | other.changes.get("ignore", frozenset())
    algorithm = algorithms.pop() if algorithms else "auto"
    return Setting(f"{one.name} + {other.name}", algorithm, changes, must_compile=one.must_compile or other.must_compile)


_LONGEST: Final = 120
"""Plies after which a random game is broken off."""


def some_positions(game: Game[S, M], count: int, seed: int) -> list[S]:
    """The start, and positions from the first half of random games; at most `count`, fewer if games are over too soon."""
    rng = Random(seed)
    found = [game.initial()]
    for _ in range(4 * count):
        if len(found) == count:
            break
        played = play_random(game, rng, _LONGEST)
        plies = len(played.moves)
        running = played.states[:plies][1 : max(2, plies // 2)]
        state = rng.choice(running) if running else None
        if state is not None and not any(equal(state, other) for other in found):
            found.append(state)
    return found


class Tally:
    """The number of comparisons of values, and of lists by length."""

    def __init__(self) -> None:
        self.comparisons = 0
        self.lengths: dict[int, int] = {}


@define
class _StandIn:
    """A substitute for a node, whose value counts its comparisons."""

    node: Node[Any, Any]
    value: Any
    depth: int


def counted(name: str, tally: Tally) -> Ordering[Node[Any, Any]]:
    """The ordering of that name in `ORDERINGS`, unchanged, with its comparisons counted in the tally."""
    strategy: Final = ORDERINGS[name]
    whole, broken = _counting(int, tally), _counting(float, tally)

    def ordering(children: list[Node[Any, Any]], maximise: bool) -> Iterator[Node[Any, Any]]:
        fresh = sum(child.depth >= children[0].depth for child in children)
        tally.lengths[fresh] = tally.lengths.get(fresh, 0) + 1
        standing: list[Any] = [
            _StandIn(child, (whole if isinstance(child.value, int) else broken)(child.value), child.depth) for child in children
        ]
        try:
            for each in strategy(standing, maximise):
                yield each.node
        finally:
            children[:] = [each.node for each in standing]

    return ordering


def _counting(kind: Any, tally: Tally) -> Any:
    """A class of numbers of that kind (`int` or `float`) that count their comparisons by size."""

    class Counting(kind):  # type: ignore[misc]  # a class that is known only here
        def __lt__(self, other: Any) -> Any:
            tally.comparisons += 1
            return kind.__lt__(self, other)

        def __gt__(self, other: Any) -> Any:
            tally.comparisons += 1
            return kind.__gt__(self, other)

        def __neg__(self) -> Any:
            return Counting(kind.__neg__(self))

    return Counting


@frozen(kw_only=True)
class Trial:
    """The measurements of a setting. Times are for searching all positions once, as medians over the runs.

    Attributes:
        low: A quarter of the runs took less.
        high: A quarter of the runs took more.
        ratio: Its time divided by the default's in the same round, the median over the rounds that both took part in.
        ratio_low: A quarter of these ratios are less.
        ratio_high: A quarter of these ratios are greater.
        created: Nodes made; in the compiled tier those visited.
        cutoffs: Cutoffs by the number of the move; None if they are not counted.
        comparisons: Comparisons of the ordering; None if they are not counted.
        size_bytes: Memory that tree and table took after the last position.
        values: The value of each position.
    """

    setting: Setting
    tier: TierName
    runs: int
    seconds: float
    low: float
    high: float
    ratio: float
    ratio_low: float
    ratio_high: float
    nodes: int
    created: int
    cutoffs: Cutoffs | None
    comparisons: int | None
    size_bytes: int
    values: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """The trial as plain data for JSON."""
        figures = asdict(self, filter=lambda attribute, _: attribute.name != "setting")
        values = [int(value) if value == int(value) else float(value) for value in self.values]  # a game may use other types
        return self.setting.to_dict() | figures | {"values": values}


class Bench(Generic[S, M]):
    """Runs settings on the same positions, to the same depth."""

    def __init__(self, game: Game[S, M], states: Sequence[S], depth: int) -> None:
        self.game: Final = game
        self.states: Final = states
        self.depth: Final = depth
        self.tier: Final = tier_of(game)
        self._times: Final[dict[str, dict[int, float]]] = {}
        self._facts: Final[dict[str, dict[str, Any]]] = {}
        self._settings: Final[dict[str, Setting]] = {}

    def run(self, setting: Setting, number: int, limit: float | None = None) -> bool:
        """Searches all positions once, each with a new tree and table, and records the time as that of the round. Returns False,
        and records nothing, if that takes longer than the limit.
        """
        seconds, results, size = self._search(setting, limit)
        if len(results) < len(self.states):
            return False
        self._settings[setting.name] = setting
        self._times.setdefault(setting.name, {})[number] = seconds
        if setting.name not in self._facts:
            comparisons = [result.comparisons for result in results]
            self._facts[setting.name] = {
                "nodes": sum(result.nodes for result in results),
                "created": sum(result.created for result in results),
                "cutoffs": _added([result.cutoffs for result in results]),
                "comparisons": None if None in comparisons else sum(filter(None, comparisons)),
                "size_bytes": size,
                "values": tuple(result.value for result in results),
            }
        return True

    def count_comparisons(self, name: str, limit: float | None = None) -> None:
        """Counts the comparisons of a tree's ordering, if that takes no longer than the limit."""
        if self.tier == "tree" and self._facts[name]["comparisons"] is None:
            self._facts[name]["comparisons"] = self._comparisons(self._settings[name], limit)

    def knows(self, name: str) -> bool:
        """True if a setting of that name was measured."""
        return name in self._times

    def trial(self, name: str, default: str) -> Trial:
        """The measurements of that setting, compared with the default's."""
        times, others = self._times[name], self._times[default]
        ratios = [times[number] / others[number] for number in times if number in others] or [1.0]
        return Trial(
            setting=self._settings[name],
            tier=self.tier,
            runs=len(times),
            seconds=statistics.median(times.values()),
            low=_quartile(times.values(), 0),
            high=_quartile(times.values(), 2),
            ratio=statistics.median(ratios),
            ratio_low=_quartile(ratios, 0),
            ratio_high=_quartile(ratios, 2),
            **self._facts[name],
        )

    def _search(self, setting: Setting, limit: float | None) -> tuple[float, list[Any], int]:
        """The time, the results and the memory; fewer results than positions if the limit was met."""
        seconds, results, size = 0.0, [], 0
        for state in self.states:
            with _collected_by_itself(), closing(self._engine(setting)) as engine:
                if self.tier == "compiled":
                    engine.run(state, Limits(depth=1))  # loads code and takes memory
                left = None if limit is None else max(limit - seconds, 0.001)
                result = engine.run(state, Limits(depth=self.depth, seconds=left))
                seconds += result.seconds
                if result.stop is StopReason.SECONDS:
                    break
                results.append(result)
                size = max(size, engine.size_bytes)
        return seconds, results, size

    def _engine(self, setting: Setting) -> Search[S, M]:
        return Search(self.game, setting.options, algorithm=setting.algorithm, evaluate=None, threads=setting.threads)

    def _comparisons(self, setting: Setting, limit: float | None) -> int | None:
        """Comparisons of a tree's ordering, by another search with counting numbers; None if time is up or it has none."""
        engine = Search(self.game, setting.options, algorithm=setting.algorithm, evaluate=None)
        name = engine.options.ordering if isinstance(engine.options, AlphaBetaOptions) else None
        if engine.algorithm == "minimax" or not isinstance(name, str) or name not in ORDERINGS:
            return None
        tally = Tally()
        algorithm = "alphabeta" if engine.algorithm == "fixed" else engine.algorithm
        counting = evolve(setting, algorithm=algorithm, changes={**setting.changes, "ordering": counted(name, tally)})
        _, results, _ = self._search(counting, limit)
        return tally.comparisons if len(results) == len(self.states) else None


@contextmanager
def _collected_by_itself() -> Iterator[None]:
    """Restricts garbage collection to objects made within, also at the end: collecting all earlier objects can take
    longer than a search.
    """
    gc.freeze()
    try:
        yield
    finally:
        gc.collect()
        gc.unfreeze()


def _quartile(figures: Iterable[float], number: int) -> float:
    known = sorted(figures)
    return statistics.quantiles(known, n=4, method="inclusive")[number] if len(known) > 1 else known[0]


def _added(cutoffs: list[Cutoffs | None]) -> Cutoffs | None:
    known = [each for each in cutoffs if each is not None]
    if len(known) < len(cutoffs):
        return None
    return Cutoffs(sum(each.first for each in known), sum(each.second for each in known), sum(each.later for each in known))
