"""Answers of searches, written for people and as data."""

from __future__ import annotations

from typing import Any, Final

from ..families.proof.options import ProofDetails
from ..game.notation import Notation
from ..searching.limits import StopReason
from ..searching.result import SearchResult


def as_json(text: str, state: Any, result: SearchResult[Any], notation: Notation[Any, Any]) -> dict[str, Any]:
    """The answer as plain data."""
    return {"position": text, **result.to_dict(lambda line: notation.write_line(state, line))}


def _verdict(result: SearchResult[Any]) -> str:
    words = result.value_text
    if result.meaning != "plies":
        return words
    if result.solved and result.winner is None:
        return "draw"
    return f"{words}, player {result.winner} wins" if result.solved and "wins" not in words else words


def in_a_line(text: str, state: Any, result: SearchResult[Any], notation: Notation[Any, Any]) -> str:
    """One position's answer in one line."""
    move = "-" if result.move is None else notation.write_move(state, result.move)
    how_far = "" if result.solved else f"  (depth {result.depth}: {_REASONS[result.stop.value]})"
    return f"{text}  {move}  {_verdict(result)}{how_far}"


def how_far(result: SearchResult[Any]) -> str:
    """The depth that the search reached, and the reason it went no deeper."""
    return f"depth {result.depth} ({_REASONS[result.stop.value]})"


def in_full(state: Any, result: SearchResult[Any], notation: Notation[Any, Any]) -> str:
    """The answer with the board and the values of the moves."""
    rows = [notation.draw(state), ""]
    if result.stop is StopReason.FINISHED:
        return "\n".join([*rows, f"the game is over: {_verdict(result)}"])
    line = notation.write_line(state, result.pv)
    rows += [
        f"move   {line[0] if line else 'chance decides'}",
        f"value  {_verdict(result)}" + (" (solved)" if result.solved else ""),
        f"line   {' '.join(line)}",
        how_far(result).replace("depth ", "depth  "),
        f"nodes  {result.nodes:,} in {result.seconds:.3f} s, {result.nps:,.0f}/s, {result.created:,} made ({result.engine})",
    ]
    if result.evaluation == "learnt":
        rows.append("using  an evaluation learnt from the rules (--evaluate none: nothing)")
    if isinstance(result.details, ProofDetails):
        rows.append(f"asked  {result.details}")
    if result.workers is not None:
        rows.append(f"by     {result.workers}")
    known = [row for row in result.moves if row.value is not None]
    shown = known if result.move is None else known[:_MOST_MOVES]
    for row in shown:
        likely = "" if row.probability is None else f" with {row.probability:.4g}"
        sure = f"depth {row.depth}" if row.visits is None else f"{row.visits:,} visits"
        rows.append(f"       {notation.write_move(state, row.move):>4}{likely}: {row.value_text} ({sure})")
    if len(shown) < len(known):
        rows.append(f"       and {len(known) - len(shown)} more")
    return "\n".join(rows)


_MOST_MOVES: Final = 10
"""Moves to list, best first; outcomes of chance are listed in full."""
_REASONS = {
    "depth": "the limit",
    "seconds": "time was up",
    "nodes": "the limit of nodes was met",
    "simulations": "the limit of simulations was met",
    "stopped": "stopped",
    "solved": "nothing can change",
    "finished": "the game is over",
    "ply_limit": "the game goes on for too long",
}
