"""The settings to try: ways to search that find the same values, perhaps in different time."""

from __future__ import annotations

from typing import Any, Final

from attrs import field, frozen

from ...api.methods import method_for
from ...game.capability import Capabilities
from ...searching.options import AlphaBetaOptions, TierName, has_use
from ...tree.ordering import ORDERINGS

DEFAULT: Final = "default"
_NATIVE_ORDERINGS: Final = ("insertion", "bubble", "network", "shell", "none")
_SPEEDING: Final = ("order", "search_moves", "bounds", "canonical", "is_legal")
"""Capabilities that only save time, so that going without them may pay."""


@frozen
class Setting:
    """One way to search, by `threads` workers; its name is its difference from the default.

    `changes` are options that differ from the defaults; a compiled game needs other code for them if `must_compile`.
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
        text = ",".join(f"{name}={_text(value)}" for name, value in self.changes.items())
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


def _text(value: Any) -> str:
    return "+".join(sorted(value)) if isinstance(value, frozenset) else str(value)
