"""Pseudocode of each algorithm, and the line that belongs to a step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from .step import KINDS, Kind, Step


@frozen
class Pseudocode:
    """The pseudocode of an algorithm, with the line, from 0, of each kind of step; `beyond` has those of quiescence, if any."""

    lines: tuple[str, ...]
    places: Mapping[Kind, int]
    beyond: Mapping[Kind, int] = field(factory=dict)

    def line(self, step: Step) -> int | None:
        """The line that runs at a step; None if there is none."""
        return (self.beyond if step.beyond else self.places).get(step.kind)

    def with_quiescence(self) -> Pseudocode:
        """The algorithm with quiescence below it."""
        leaf, below = self.places["judged"], len(self.lines)
        lines = (*self.lines[:leaf], _LEAF, *self.lines[leaf + 1 :], *_QUIESCENCE.lines)
        return Pseudocode(lines, self.places, {kind: below + place for kind, place in _QUIESCENCE.places.items()})


def _of(*rows: tuple[str, str]) -> Pseudocode:
    """Pseudocode by its lines, each behind the kinds of the steps that it is about."""
    places: dict[Kind, int] = {}
    for number, (kinds, _) in enumerate(rows):
        places.update({kind: number for kind in KINDS if kind in kinds.split()})
    return Pseudocode(tuple(line for _, line in rows), places)


_LEAF: Final = "  if depth = 0: return quiescence(node, alpha, beta)"
_QUIESCENCE: Final = _of(
    ("noisy", "quiescence(node, alpha, beta):"),
    ("over stuck", "  if the game is over: return the result"),
    ("judged", "  after its last ply: return evaluate(node)"),
    ("forced", "  if who moves must move: every move is tried"),
    ("pat", "  else: stand pat, value = evaluate(node)"),
    ("", "  for each noisy move: make its child"),
    ("", "    value = quiescence(child, alpha, beta)"),
    ("passed", "    keep the best value for who moves"),
    ("better", "    that raises alpha, or lowers beta"),
    ("cut", "    if alpha >= beta: stop here"),
    ("", "  return the best value"),
)
_ANSWERED: Final = ("known table repetition bounds", "  if the value is known already: return it")
_ENDS: Final = (
    ("over stuck", "  if the game is over: return the result"),
    ("judged", "  if depth = 0: return evaluate(node)"),
)
_NARROWED: Final = (
    ("passed", "    keep the best value for who moves"),
    ("better", "    player 0 raises alpha, player 1 lowers beta"),
    ("cut", "    if alpha >= beta: stop here"),
    ("root", "  return the best value"),
)
_MINIMAX: Final = _of(
    ("start depth entered", "minimax(node, depth):"),
    *_ENDS,
    ("made", "  for each move: make its child"),
    ("", "    value = minimax(child, depth - 1)"),
    ("better passed", "    keep the best value for who moves"),
    ("root", "  return the best value"),
)
_ALPHABETA: Final = _of(
    ("start depth entered again", "alphabeta(node, depth, alpha, beta):"),
    *_ENDS,
    _ANSWERED,
    ("made", "  for each move: make its child, now"),
    ("", "    value = alphabeta(child, depth - 1, alpha, beta)"),
    *_NARROWED,
)
_PVS: Final = _of(
    ("start depth entered", "pvs(node, depth, alpha, beta):"),
    *_ENDS,
    _ANSWERED,
    ("made", "  for each move: make its child, now"),
    ("", "    first child: search it with (alpha, beta)"),
    ("", "    others: search with a null window"),
    ("again", "    if that lies inside: search again with (alpha, beta)"),
    *_NARROWED,
)
_MTDF: Final = _of(
    ("start depth", "mtdf(root, depth): guess a value"),
    ("again", "  search again with a null window at the new guess"),
    ("root", "  until lower and upper bound meet"),
    ("entered", "alphabeta(node, depth, alpha, beta):"),
    *_ENDS,
    _ANSWERED,
    ("made", "  for each move: make its child, now"),
    ("", "    value = alphabeta(child, depth - 1, alpha, beta)"),
    ("better passed", "    keep the best value for who moves"),
    ("cut", "    if alpha >= beta: stop here"),
)
_EXPECTIMAX: Final = _of(
    ("start depth entered", "expectimax(node, depth):"),
    *_ENDS,
    ("made", "  for each move or outcome: make its child"),
    ("", "    value = expectimax(child, depth - 1)"),
    ("weighed", "    chance: add probability x value"),
    ("better passed", "    a player: keep the best value"),
    ("root", "  return the best value, or the average"),
)
_STAR: Final = _of(
    ("start depth entered again", "star(node, depth, alpha, beta):"),
    *_ENDS,
    _ANSWERED,
    ("made", "  for each move or outcome: make its child"),
    ("", "    chance: a window for what can still change the average"),
    ("weighed", "    chance: add probability x value"),
    ("better passed", "    a player: keep the best value, narrow the window"),
    ("cut", "    if it cannot come into the window: stop here"),
    ("root", "  return the best value, or the average"),
)
_MAXN: Final = _of(
    ("start depth entered", "maxn(node, depth, limit):"),
    ("over stuck", "  if the game is over: return the payoffs"),
    ("judged", "  if depth = 0: return evaluate(node)"),
    ("known", "  if they are known already: return them"),
    ("made", "  for each move or outcome: make its child"),
    ("", "    limit = what two share - the mover's best"),
    ("", "    payoffs = maxn(child, depth - 1, limit)"),
    ("weighed", "    chance: add probability x payoffs"),
    ("better passed", "    a player: keep them if they bring it more"),
    ("cut", "    if it gets all, or limit: stop here"),
    ("root", "  return the payoffs kept, or the averages"),
)
_REPEAT: Final = ("start", "repeat as long as there is time:")
_PLAYED_OUT: Final = (
    ("expanded made", "  expansion: make one new child"),
    ("played over", "  playout: random moves to the end"),
    ("backed", "  backing up: credit every node on the path"),
    ("end", "play the move visited most"),
)
_MONTE_CARLO: Final = _of(_REPEAT, ("selected", "  selection: follow the promising moves down"), *_PLAYED_OUT)
_INFORMATION_SET: Final = _of(
    _REPEAT,
    ("", "  deal what the player to move cannot see"),
    ("selected", "  selection: down, by moves legal in this deal"),
    *_PLAYED_OUT,
)
PSEUDOCODE: Final = {
    "minimax": _MINIMAX,
    "alphabeta": _ALPHABETA,
    "pvs": _PVS,
    "mtdf": _MTDF,
    "expectimax": _EXPECTIMAX,
    "star1": _STAR,
    "star2": _STAR,
    "maxn": _MAXN,
    "montecarlo": _MONTE_CARLO,
    "ismcts": _INFORMATION_SET,
}
"""The algorithms by name."""
