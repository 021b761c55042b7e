"""Cases drawn at random: a game, how to search it, and what is asked of one search; a seed gives one case."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, Final

from attrs import define, field

import minimaxer as mx

from .rules import (
    BUILT,
    KINDS,
    Banked,
    Bounds,
    Evaluate,
    Hidden,
    Index,
    JudgeFour,
    JudgeThree,
    Key,
    Kind,
    Noisy,
    Null,
    Order,
    SearchMoves,
    drawn_kind,
    kind_of,
)
from .sheets import Sheet, drawn

Call = tuple[Any, ...]
ALPHA_BETA: Final = ("auto", "fixed", "alphabeta", "pvs", "mtdf", "minimax")
CHANCES: Final = ("auto", "expectimax", "star1", "star2")
SIDES: Final = ("brs", "paranoid")
PLAIN: Final = ("fixed", "minimax", "expectimax")
STANDING: Final = ("tabulate", "prove", "perft")
"""What is no search of a `Search`."""
_ORDERINGS: Final = {
    "tree": ("builtin", "bubble", "early_exit_bubble", "lazy_pick", "insertion", "network", "shell", "counting", "none"),
    "compiled": ("lazy_pick", "insertion", "bubble", "network", "shell", "none"),
}
_NAMES: Final = {
    "key": Key,
    "order": Order,
    "evaluate": Evaluate,
    "bounds": Bounds,
    "search_moves": SearchMoves,
    "noisy_moves": Noisy,
    "null": Null,
}
_KERNELS: Final = {
    "fixed": "plain",
    "minimax": "plain",
    "expectimax": "plain",
    "montecarlo-open": "montecarlo",
    "unevaluated": "montecarlo",
}
"""The kernels that algorithms need beside that of alpha-beta."""
_PLIES: Final = (1, 2, 3, 4, 5, 6, 8)
_NODES: Final = (1, 2, 3, 5, 8, 13, 21, 40, 80, 200)
_FEW: Final = 5
"""Places of games in which play goes round, of which each position is solved without a table."""
ENOUGH: Final = 3_000
"""Nodes after which a tree that need not end is given up; natively 20 times as many."""


@define
class Case:
    """One search and what is asked of it.

    Attributes:
        kind: The name of the game's class.
        sheet: Its table.
        tier: `tree` or `compiled`.
        algorithm: The algorithm, or one of `STANDING`.
        options: The options that are given, by name.
        threads: How many.
        calls: What is asked, in turn.
        seed: The seed; None of a case that was made smaller.
    """

    kind: str
    sheet: Sheet
    tier: str
    algorithm: str
    options: dict[str, Any] = field(factory=dict)
    threads: int = 1
    calls: list[Call] = field(factory=list)
    seed: int | None = None

    @property
    def family(self) -> str:
        """What searches: one name for all algorithms of alpha-beta."""
        if self.algorithm in (*ALPHA_BETA, *CHANCES) and kind_of(self.kind).shape.players <= 2:
            return "alphabeta"
        return {"auto": "maxn"}.get(self.algorithm, self.algorithm)

    @property
    def ignored(self) -> frozenset[str]:
        """The capabilities that are left out."""
        return frozenset(self.options.get("ignore", ()))


def case_of(seed: int, tier: str, kinds: Iterable[str] = ()) -> Case:
    """The case of a seed, among these classes of games; by default among all, and on a tree among those made of random parts."""
    rng = Random(f"{tier} {seed}")
    is_drawn = not kinds and tier == "tree" and rng.random() < 0.6
    kind = kind_of(drawn_kind(rng) if is_drawn else rng.choice(list(kinds or KINDS)))
    sheet = drawn(rng, kind.shape)
    algorithm = _algorithm(rng, kind)
    while tier == "compiled" and kind.name not in BUILT.get(_KERNELS.get(algorithm, algorithm), KINDS):
        algorithm = _algorithm(rng, kind)
    case = Case(kind.name, sheet, tier, algorithm, threads=2 if rng.random() < 0.15 else 1, seed=seed)
    if algorithm in STANDING:
        if algorithm == "prove" and kind.shape.loops and len(sheet.rows) > _FEW:
            case.algorithm = algorithm = "tabulate" if tier == "tree" else "prove"
        case.calls = [_standing(rng, kind, algorithm)]
        return case
    case.options = _options(rng, kind, case)
    case.calls = _calls(rng, kind, case)
    return case


def _algorithm(rng: Random, kind: Kind) -> str:
    if kind.has(Hidden):
        return rng.choice(("ismcts", "sampled", "sampled", "auto-open", "montecarlo-open"))
    if kind.shape.players > 2:
        return rng.choice(("auto", "maxn", "paranoid", "paranoid", "brs", "brs", "montecarlo", "perft"))
    if kind.shape.chance:
        return rng.choice((*CHANCES, *CHANCES, "montecarlo", "perft"))
    choices = [*ALPHA_BETA, *ALPHA_BETA, "montecarlo", "montecarlo", "proof", "proof", "unevaluated", "tabulate", "perft"]
    if kind.shape.players == 2:
        choices += ["prove", "prove"]
    if kind.shape.players == 1:
        choices.remove("unevaluated")
    return rng.choice(choices)


def _standing(rng: Random, kind: Kind, algorithm: str) -> Call:
    if algorithm == "perft":
        return "perft", rng.randint(0, 5), rng.random() < 0.5
    if algorithm == "tabulate":
        endless = rng.choice((None, None, 0, 1)) if not kind.shape.banked else None
        return "tabulate", endless, rng.random() < 0.8, kind.has(Index) and rng.random() < 0.7
    return "prove", rng.choice((None, 0, 1)), rng.choice((None, None, mx.WIN, 0, 1, 3, -2, 0.5))


def _options(rng: Random, kind: Kind, case: Case) -> dict[str, Any]:
    family = case.family
    if family == "montecarlo" or case.algorithm == "montecarlo-open":
        return _playouts(rng, kind)
    if family in ("ismcts", "sampled"):
        return {"seed": rng.randrange(100)} | ({"deals": rng.choice((1, 3))} if family == "sampled" else {})
    if family == "unevaluated":
        return {"seed": rng.randrange(100)}
    if family == "proof":
        goal = rng.choice((None, None, None, mx.WIN, 0, 1, -3, 0.5))
        return {} if goal is None else {"goal": goal}
    return _alphabeta(rng, kind, case)


def _playouts(rng: Random, kind: Kind) -> dict[str, Any]:
    found: dict[str, Any] = {"seed": rng.randrange(100)}
    for name, values in (
        ("playout_plies", (0, 1, 3)),
        ("decisive", (True,)),
        ("playout_choices", (2,)),
        ("selection", ("uct", "puct")),
        ("implicit", (0, 0.6)),
        ("exploration", (0, 1.5)),
        ("solver", (False,)),
        ("evaluation_scale", (0, 5.0)),
        ("memory", ("64KB",)),
    ):
        if rng.random() < 0.2:
            found[name] = rng.choice(values)
    if kind.shape.loops:
        found.setdefault("playout_plies", 8)
        found.setdefault("evaluation_scale", 0)
        found.pop("exploration", None)
    if kind.shape.players <= 2 and rng.random() < (0.5 if kind.shape.loops else 0.1):
        found["repetition"] = True
    return found


def _alphabeta(rng: Random, kind: Kind, case: Case) -> dict[str, Any]:
    is_tree, players = case.tier == "tree", kind.shape.players
    found: dict[str, Any] = {}
    ignored = [name for name, part in _NAMES.items() if kind.has(part) and rng.random() < (0.1 if is_tree else 0)]
    if "key" in ignored and kind.has(Banked):
        ignored.remove("key")
    if ignored:
        found["ignore"] = frozenset(ignored)
    choices: list[tuple[str, tuple[Any, ...]]] = [
        ("deepening", (False,)),
        ("exact_moves", (True,)),
        ("choice", ("random_best", "weighted")),
        ("table", (None, None, "64KB", "1MB")),
    ]
    if case.algorithm in PLAIN or case.family == "maxn":
        choices = choices[:3]
    else:
        choices += [
            ("ordering", _ORDERINGS[case.tier]),
            ("aspiration", (0.5, 1, 3)),
            ("quiescence", (0, 1, 2, 4)),
            ("table_depth", ("exact", "exact")),
            ("shuffle", (True,)),
        ]
        if is_tree:
            choices += [("table", (None, 2, 16, "64KB")), ("lazy_children", (False,)), ("trace", (True,))]
            choices += [("memory", ("20KB",)), ("shorten", (True,))] if players <= 2 else []
        else:
            for name in ("killers", "history", "countermoves", "reductions", "selective", "enhanced_cutoffs"):
                choices.append((name, (True,)))
            choices += [("null_move", (False,)), ("win_distance", (False,)), ("enhanced_cutoffs", (False,))]
        if players <= 2:
            choices.append(("repetition", (True,)))
            choices.append(("goal", (mx.WIN, 0, 1, -2)))
    for name, values in choices:
        likely = 0.18
        if name == "repetition":
            likely = 0.6 if kind.shape.loops else 0.08
        if name == "table":
            likely = 0.5
        if name == "goal":
            likely = 0.06 if not is_tree else 0
        if rng.random() < likely:
            found[name] = rng.choice(values)
    if "choice" in found or "shuffle" in found:
        found["seed"] = rng.randrange(100)
    return found


def _calls(rng: Random, kind: Kind, case: Case) -> list[Call]:
    if case.algorithm == "sampled" or (kind.shape.players > 2 and case.algorithm in SIDES):
        names: tuple[str, ...] = ("run", "run", "solve", "nodes", "iterate", "advance", "goto", "stop")
    else:
        names = ("run", "run", "solve", "solve", "nodes", "nodes", "solve_nodes", "iterate", "advance", "goto", "save", "stop")
    count = rng.choice((1, 1, 1, 2, 3, 4, 6))
    calls = [_call(rng, rng.choice(names)) for _ in range(count)]
    if calls[-1][0] in ("advance", "goto", "save"):
        calls.append(_call(rng, rng.choice(("run", "solve"))))
    if "goal" in case.options and case.family == "alphabeta":
        calls = [("solve",) if call[0] in ("run", "nodes", "iterate", "stop") else call for call in calls]
    return calls


def _call(rng: Random, name: str) -> Call:
    if name == "run":
        return "run", rng.choice(_PLIES)
    if name in ("nodes", "solve_nodes"):
        return name, rng.choice(_NODES)
    if name in ("iterate", "stop"):
        return name, rng.choice(_PLIES), rng.randint(1, 3)
    if name == "advance":
        return "advance", rng.randrange(4)
    if name == "goto":
        return "goto", tuple(rng.randrange(4) for _ in range(rng.randrange(5)))
    return (name,)


def judged(kind: Kind, ignored: frozenset[str]) -> bool:
    """True if the game is evaluated."""
    return kind.has(Evaluate, JudgeThree, JudgeFour) and "evaluate" not in ignored
