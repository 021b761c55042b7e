"""The answers of `minimaxer search` and `minimaxer solve`, for people and as data: of one position or of many in parallel."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from ..api.methods import defaults_for
from ..api.search import Search
from ..api.store import SolvedStore
from ..base.lazy import imported
from ..errors import OptionError, UnknownGameError
from ..families.proof.options import ProofDetails
from ..game.notation import Notation
from ..game.registry import find_object
from ..searching.limits import Limits, StopReason
from ..searching.result import SearchResult
from ..searching.setup import Setup
from .positions import located, positions, read
from .progress import counter, ending_early, live_line, progress, say
from .tiers import game_in_tier, options_of_answer, search_in_tier

if TYPE_CHECKING:
    from ..batch import Analysis


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

_EXPECTED = "expected --executor as package.module:object or path/to/file.py:object, of an executor or a function that gives one"


def new_engine(given: Namespace, game: Any, tiered: Any) -> Search[Any, Any]:
    """A search with the options given on the command line."""
    return search_in_tier(given, game, tiered, options_of_answer(given))


def answer(
    given: Namespace,
    limits: Limits,
    look: Callable[..., SearchResult[Any]],
    engine_of: Callable[[Namespace, Any, Any], Search[Any, Any]] = new_engine,
) -> int:
    """Searches each position by that method of `Search`, within the limits, and prints what it found."""
    for name in ("tables", "evaluate"):
        if getattr(given, name) not in (None, "none") and _is_many(given):
            raise OptionError(f"contradictory options: --{name} is for one process; leave --workers, --executor and --out out")
    if _is_many(given):
        return _run_many(given, limits, solve=look is Search.solve)
    game, tiered = game_in_tier(given)
    notation = Notation(game)
    engine = engine_of(given, game, tiered)
    rows = positions(given)
    found = [located(row, notation) for row in rows]
    notes = set()
    with closing(engine), _kept(given, tiered) as kept:
        for given_text, state in progress(found, "position"):
            with ending_early(engine) if len(rows) == 1 else nullcontext():
                looked = partial(look, engine, state, limits, on_depth=live_line() if len(rows) == 1 else None)
                result = looked() if kept is None else kept.solve(state, looked)
            text = notation.write_position(state) if given_text is None else given_text
            if given.json:
                say(json.dumps(as_json(text, state, result, notation)))
            elif len(rows) == 1:
                say(in_full(state, result, notation))
            else:
                say(in_a_line(text, state, result, notation))
                notes.add(result.workers.note if result.workers is not None and result.workers.used == 1 else None)
    if len(notes) == 1 and None not in notes:
        print(f"minimaxer: each by one worker: {notes.pop()}", file=sys.stderr)
    return 0


def _kept(given: Namespace, tiered: Any) -> AbstractContextManager[SolvedStore[Any, Any] | None]:
    """The file of solved positions, if one is given."""
    path = getattr(given, "store", None)
    if path is None:
        return nullcontext()
    options = options_of_answer(given) or defaults_for(given.algorithm, tiered)
    return closing(SolvedStore(path, Setup(game=tiered, options=options, algorithm=given.algorithm)))


def _is_many(given: Namespace) -> bool:
    return any(each is not None for each in (given.workers, given.executor, given.out))


def _run_many(given: Namespace, limits: Limits, *, solve: bool) -> int:
    """Searches the positions of a file in parallel; returns 1 if one of them failed."""
    if given.file is None:
        raise OptionError("--workers, --executor and --out are for many positions; give them with --file")
    if given.threads != 1:
        raise OptionError("contradictory options: --workers look at one position each, with one thread; leave out --threads")
    game, tiered = game_in_tier(given)
    notation = Notation(game)
    states = [read(row, notation) for row in positions(given)]
    printer = _Printer(notation, len(states), as_json=given.json)
    options = options_of_answer(given)
    with executor_of(given.executor) as executor:
        imported("minimaxer.batch:analyse_many")(
            tiered,
            states,
            executor=executor,
            workers=given.workers,
            solve=solve,
            evaluate=None if given.evaluate == "none" else "auto",
            depth=limits.depth,
            seconds=limits.seconds,
            nodes=limits.nodes,
            algorithm=given.algorithm,
            options=options,
            path=given.out,
            store=getattr(given, "store", None),
            on_result=printer.take,
        )
    return printer.close()


class _Printer:
    """Prints results as they arrive."""

    def __init__(self, notation: Notation[Any, Any], count: int, *, as_json: bool) -> None:
        self._notation: Final = notation
        self._as_json: Final = as_json
        self._show: Final = counter("searching", count, "positions")
        self._earlier = self._failed = 0

    def take(self, found: Analysis[Any, Any]) -> None:
        """Prints one position's answer; one found by an earlier run is only counted."""
        text = found.row["position"]
        if found.error is not None:
            self._failed += 1
        if found.error is None and found.result is None:
            self._earlier += 1
        elif self._as_json:
            say(json.dumps(found.row))
        elif found.result is None:
            say(f"{text}  failed: {found.error}")
        else:
            say(in_a_line(text, found.state, found.result, self._notation))
        self._show(found.number + 1)

    def close(self) -> int:
        """Prints a summary; returns the exit code."""
        self._show(None)
        if self._earlier:
            print(f"minimaxer: {_positions(self._earlier)} had been done before", file=sys.stderr)
        if self._failed:
            print(f"minimaxer: error: {_positions(self._failed)} failed; the others are done", file=sys.stderr)
        return 1 if self._failed else 0


def _positions(count: int) -> str:
    return "1 position" if count == 1 else f"{count} positions"


def executor_of(text: str | None) -> AbstractContextManager[Executor | None]:
    """The executor that a text names; one made for the command ends with it. Raises OptionError for other texts."""
    if text is None:
        return nullcontext()
    try:
        found: Any = find_object(text)
    except UnknownGameError as error:
        raise OptionError(f"{_EXPECTED}, got {text!r}: {error}") from None
    if isinstance(found, Executor):
        return nullcontext(found)
    made = found() if callable(found) else found
    if not isinstance(made, Executor):
        raise OptionError(f"{_EXPECTED}, got {text!r}, which gives {made!r}")
    return made
