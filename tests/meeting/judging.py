"""Runs a case and compares everything that is promised with the oracles; gives what is wrong in words."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import minimaxer as mx
from minimaxer.game.weights import WeightTable

from .cases import ENOUGH, PLAIN, Case, judged
from .oracle import WIN, At, Judge, Party, is_decisive, result_of
from .rules import (
    Bounds,
    Fractions,
    Must,
    Noisy,
    Null,
    Order,
    SearchMoves,
    Spot,
    kind_of,
)

_CLOSE: Final = 1e-6
_MOST: Final = 600
"""The greatest bound of games that end in margins alone."""
_DEEP: Final = 64
_REFUSED: Final = (mx.OptionError, mx.GameError)


class RefusedError(Exception):
    """The case asks for what the package refuses."""


class Trial:
    """A case at work.

    Args:
        case: The case.
        note: Called with the names of what was done.
    """

    def __init__(self, case: Case, note: Callable[[str], object] = lambda _: None) -> None:
        self.case: Final = case
        self.kind: Final = kind_of(case.kind)
        self.note: Final = note
        self.wrong: Final[list[str]] = []
        kind, shape, rows = self.kind, self.kind.shape, case.sheet.rows
        self.options: Final = dict(case.options)
        ignored = set(case.ignored) | ({"deal"} if case.algorithm.endswith("-open") else set())
        if ignored:
            self.options["ignore"] = frozenset(ignored)
        scale = 0.25 if kind.has(Fractions) else 1
        self.party = None
        if shape.players > 2:
            self.party = Party(
                rows,
                shape.players,
                unknown=None if judged(kind, case.ignored) else (shape.total or 0) / shape.players,
                is_ordered=kind.has(Order) and "order" not in ignored,
            )
        judge = Judge(rows, plies=not shape.chance, scale=scale)
        values = best = None
        if self.party is None and kind.has(Bounds):
            plain = Judge(rows, plies=not shape.chance)
            values = [plain.solved((place, 0)) for place in range(len(rows))]
            if shape.loops and shape.banked:  # endless play is a draw whatever is banked, which no sum can tell
                values = None
        if self.party is None and kind.has(SearchMoves) and not (shape.loops and shape.banked):
            best = [None if row.mover < 0 or row.over else judge.best((place, 0)) for place, row in enumerate(rows)]
        self.words: Final[WeightTable] = case.sheet.words(
            values, best, _MOST if shape.banked or shape.margins else WIN, all_best=shape.loops
        )
        worths = None
        if kind.has(SearchMoves) and "search_moves" not in ignored:
            from .sheets import HEAD, WIDTH, WORTH

            worths = [
                [number for number in range(len(row.edges)) if self.words[HEAD + place * WIDTH + WORTH + number]]
                for place, row in enumerate(rows)
            ]
        self.worths: Final = worths
        self.judge: Final = Judge(
            rows,
            plies=not shape.chance,
            scale=scale,
            is_evaluated=judged(kind, case.ignored),
            has_forced=kind.has(Must),
            worths=worths,
        )
        self.plain: Final[Any] = kind.rules(self.words)
        self.game: Final[Any] = self.plain if case.tier == "tree" else _compiled(kind.name, self.words)
        self.spot = self.plain.initial()
        self.played = False
        """True once a position was there before the one searched."""
        self.has_table = False
        """True once a search to a depth may answer from deeper entries."""

    # --- what is asked ------------------------------------------------------------------------------------------------------

    def run(self) -> list[str]:
        """What is wrong."""
        case = self.case
        if case.algorithm in ("tabulate", "prove", "perft"):
            with tempfile.TemporaryDirectory() as folder:
                getattr(self, f"_{case.algorithm}")(*case.calls[0][1:], Path(folder))
            return self.wrong
        try:
            search = self._opened()
        except _REFUSED as error:
            raise RefusedError(str(error)) from None
        self.search = search
        with tempfile.TemporaryDirectory() as folder:
            self.folder = Path(folder)
            try:
                for call in case.calls:
                    self.note(call[0])
                    given = self.given
                    try:
                        getattr(self, f"_{call[0]}")(*call[1:])
                    except _REFUSED as error:
                        if not isinstance(error, mx.OptionError) and not (
                            "memory" in self.options and "do not fit" in str(error)
                        ):
                            raise
                        self.note(f"refused {call[0]}: {str(error)[:60]}")
                        self.given = given
                    if self.wrong:
                        break
            finally:
                self.search.close()
        return self.wrong

    def _opened(self) -> mx.Search[Any, Any]:
        case = self.case
        algorithm = case.algorithm.removesuffix("-open")
        kinds: dict[str, Any] = {
            "montecarlo": mx.MonteCarloOptions,
            "proof": mx.ProofOptions,
            "ismcts": mx.InformationSetOptions,
            "sampled": mx.SampledOptions,
            "unevaluated": mx.UnevaluatedOptions,
        }
        options = kinds.get(algorithm, mx.AlphaBetaOptions)(**self.options)
        return mx.Search(self.game, options, algorithm=algorithm, threads=case.threads)

    @property
    def _playouts(self) -> bool:
        return self.case.algorithm.removesuffix("-open") in ("montecarlo", "ismcts")

    def _limits(self, **limits: Any) -> mx.Limits:
        most = ENOUGH if self.case.tier == "tree" else 20 * ENOUGH
        if self.case.algorithm == "sampled":
            return mx.Limits(**limits)
        return mx.Limits(**{"nodes": most, **limits})

    def _run(self, depth: int) -> None:
        if self._playouts:
            self._look(
                self.search.run(self.state, mx.Limits(simulations=(2 if self.kind.shape.loops else 10) * depth * depth)), None
            )
        elif self.case.algorithm == "proof":
            self._look(self.search.run(self.state, self._limits(nodes=20 * depth)), None)
        else:
            self._look(self.search.run(self.state, self._limits(depth=depth)), depth)

    def _nodes(self, nodes: int) -> None:
        self._look(self.search.run(self.state, mx.Limits(nodes=nodes)), None, selective=True)

    def _solve(self) -> None:
        most = mx.Limits(simulations=60 if self.kind.shape.loops else 400) if self._playouts else self._limits()
        result = self.search.solve(self.state, most)
        self._after_solving()
        self._look(result, None, solving=True)

    def _solve_nodes(self, nodes: int) -> None:
        result = self.search.solve(self.state, mx.Limits(nodes=nodes))
        self._after_solving()
        self._look(result, None, solving=True)

    def _iterate(self, depth: int, most: int) -> None:
        if self._playouts or self.case.algorithm == "proof":
            return
        with closing(self.search.iterate(self.state, self._limits(depth=depth))) as results:
            for number, result in enumerate(results, 1):
                self._look(result, depth)
                if number >= most or self.wrong:
                    break

    def _stop(self, depth: int, after: int) -> None:
        if self._playouts or self.case.algorithm == "proof":
            return
        with closing(self.search.iterate(self.state, self._limits(depth=depth))) as results:
            for number, result in enumerate(results, 1):
                self._look(result, depth)
                if number == after:
                    self.search.stop()
                if self.wrong:
                    break

    def _advance(self, number: int) -> None:
        row = self.case.sheet.rows[self.spot.place]
        if not row.edges:
            return
        if self.given:
            few = (
                mx.Limits(simulations=1)
                if self._playouts
                else mx.Limits(depth=1)
                if self.case.algorithm == "sampled"
                else mx.Limits(nodes=1)
            )
            self.search.solve(self.state, few)
            self._after_solving()
            self.me = row.mover if row.mover >= 0 else self.me
        if self.me is None:
            self.me = max(row.mover, 0)
        move = list(self.plain.moves(self.spot))[number % len(row.edges)]
        wanted = self.plain.play(self.spot, move)
        found = self.search.advance(move)
        self._need(tuple(found) == tuple(wanted), "advance", f"the state {wanted} after {move}, got {found}")
        self.spot, self.played, self.played_to = wanted, True, wanted

    def _goto(self, path: tuple[int, ...]) -> None:
        spot = self.plain.initial()
        for number in path:
            if not (moves := list(self.plain.moves(spot))):
                break
            spot = self.plain.play(spot, moves[number % len(moves)])
        self.played = spot == self.played_to
        self.spot, self.given = spot, True

    def _save(self) -> None:
        path = self.folder / "saved"
        try:
            self.search.save(path)
        except mx.OptionError as error:
            self.note(f"refused save: {str(error)[:60]}")
            return
        self.search.close()
        self.search = mx.Search.restore(path, self.game)

    given = False
    played_to: Spot | None = None
    """Where the search knows that the game has come to, until it is given another state."""

    @property
    def state(self) -> Spot | None:
        """What is given to the search: the state where it is another one, else nothing."""
        given, self.given = self.given, False
        if given and not self.played:
            self.played_to = None
        return self.spot if given else None

    def _after_solving(self) -> None:
        if self.case.tier == "tree" and "table" not in self.options:
            self.has_table = True

    # --- what is promised ---------------------------------------------------------------------------------------------------

    def _need(self, holds: bool, what: str, text: str) -> None:
        if not holds:
            self.wrong.append(f"{what}: expected {text}")

    @property
    def at(self) -> At:
        """Where the search is."""
        return self.spot.place, self.spot.bank

    def _look(self, result: Any, depth: int | None, *, solving: bool = False, selective: bool = False) -> None:
        self.looked += 1
        if self.kind.shape.players > 2 or self.case.algorithm == "ismcts" or self.case.algorithm == "sampled":
            end = self._line(result)
            if self.case.algorithm == "sampled":
                self._sampled(result)
            elif self.party is not None:
                self._look_party(result, end, depth)
            return
        end = self._line(result)
        if result.stop.value == "finished" or end is None:
            return
        self._rows(result)
        if self.case.family == "proof":
            self._look_proof(result, end)
        elif self.case.algorithm.startswith("montecarlo") or "montecarlo" in result.engine:
            self._look_playouts(result, end)
        elif self.kind.shape.chance:
            self._look_chance(result, end, depth, solving=solving)
        else:
            self._look_value(result, end, depth, solving=solving, selective=selective)

    def _line(self, result: Any) -> At | None:
        """Plays the line; gives where it ends."""
        spot = self.spot
        way = [(spot.place, spot.bank)]
        for move in result.pv:
            row = self.case.sheet.rows[spot.place]
            legal = [] if row.mover < 0 else list(self.plain.moves(spot))
            if move not in legal:
                self._need(False, "line", f"legal moves, got {result.pv}, of which {move} is none of {legal}")
                return None
            spot = self.plain.play(spot, move)
            way.append((spot.place, spot.bank))
        row, root = self.case.sheet.rows[spot.place], self.case.sheet.rows[self.spot.place]
        asked = result.solved or (result.stop.value in ("depth", "solved") and result.bound.value == "exact")
        comes_again = self.options.get("repetition") and len({*way}) < len(way)  # by quiescence, which knows of no draw
        if (
            not self._playouts
            and not comes_again
            and self.case.algorithm != "sampled"
            and (result.finished or (row.over < 2 and asked))
        ):
            self._need(
                result.finished == bool(row.over) or (self.case.algorithm == "proof" and not result.finished),
                "finished",
                f"{bool(row.over)} of the line {result.pv}, got {result.finished}",
            )
        if root.over:
            self._need(result.stop.value == "finished", "stop", f"finished, got {result.stop.value}")
            if self.party is None:
                self._same(result.value, self.judge.outcome(self.at), "over", result)
        elif root.mover >= 0:
            self._need(result.move is not None, "move", "a move, got none")
        return spot.place, spot.bank

    def _same(self, got: float, wanted: float | None, what: str, result: Any) -> None:
        holds = wanted is not None and abs(got - wanted) <= _CLOSE * max(1, abs(wanted) if self.kind.shape.chance else 1)
        self._need(holds, what, f"{wanted}, got {got}: {_told(result)}")

    def _true(self, at: At) -> float:
        """The game's value, endless play being a draw."""
        return self.judge.solved(at)

    @property
    def _is_solvable(self) -> bool:
        """True if the true values are those of this search: draws by what was played before may change them."""
        return not (self.played and self.kind.shape.loops and self.options.get("repetition"))

    def _behind(self, move: int) -> At:
        spot = self.plain.play(self.spot, move)
        return spot.place, spot.bank

    def _is_strict(self, depth: int | None, *, selective: bool) -> bool:
        """True if values to a depth are those of plain minimax."""
        options, algorithm = self.options, self.case.algorithm.removesuffix("-open")
        ignored = options.get("ignore", ())
        if options.get("repetition") or options.get("choice") == "weighted" or options.get("goal") is not None:
            return False
        if algorithm in PLAIN and self.case.tier == "compiled":
            return True
        if self.kind.shape.stuck and self.case.tier == "tree" and self.looked > 1:  # where there is no move may be known by now
            return False
        if self.kind.has(Bounds) and "bounds" not in ignored:
            return False
        if options.get("table_depth") != "exact":
            if self.case.tier == "compiled" and options.get("table", "auto") is not None:
                return False
            if self.case.tier == "tree" and (options.get("table") is not None or self.has_table):
                return False
        if self.case.tier == "compiled":
            if self.kind.has(Null) and "null" not in ignored and options.get("null_move", True) and not self.kind.shape.chance:
                return False
            if options.get("reductions") or options.get("selective"):
                return False
            if self.kind.has(Noisy) and depth is None:
                return False
        return True

    @property
    def _quiescence(self) -> int:
        if not self.kind.has(Noisy) or "noisy_moves" in self.options.get("ignore", ()):
            return 0
        return int(self.options.get("quiescence", 32))

    def _fixed(self, at: At, depth: int) -> float:
        return self.judge.fixed(at, depth, self._quiescence)

    def _look_value(self, result: Any, end: At, depth: int | None, *, solving: bool, selective: bool) -> None:
        value, bound, true = result.value, result.bound.value, self._true(self.at)
        weighted = self.options.get("choice") == "weighted"
        if result.solved:
            self._need(bound == "exact", "solved-bound", f"an exact value, got {_told(result)}")
            if self._is_solvable:
                wanted = true if not weighted else self.judge._earlier(self._true(self._behind(result.move)))
                self._same(value, wanted, "solved", result)
                if result.move is not None:
                    self._same(self.judge._earlier(self._true(self._behind(result.move))), wanted, "solved-move", result)
        if bound == "exact" and result.finished and (result.depth or result.solved):
            outcome = self.judge.outcome(end)
            assert outcome is not None
            for _ in result.pv:
                outcome = self.judge._earlier(outcome)
            self._same(value, outcome, "line-value", result)
        if is_decisive(value) and bound == "exact" and result.solved:
            plies = int(WIN - abs(value))
            self._need(result.plies_to_end == plies, "plies", f"{plies} plies, got {result.plies_to_end}")
        if self._is_solvable and self.options.get("goal") is None and not weighted:
            self._sure(value, bound, true, "sure", result)
        strict = self._is_strict(depth, selective=selective)
        known = result.solved and self.kind.shape.stuck  # from an earlier search: that there is no move
        if (
            strict
            and not solving
            and not known
            and result.stop.value in ("depth", "solved")
            and bound == "exact"
            and result.depth
        ):
            self._same(value, self._fixed(self.at, result.depth), "fixed", result)
            if depth is not None and result.solved:
                self._same(value, self._fixed(self.at, depth), "fixed-on", result)
            if result.move is not None:
                behind = self._behind(result.move)
                self._same(self.judge._earlier(self._fixed(behind, result.depth - 1)), value, "fixed-move", result)
            if not result.finished and len(result.pv) == result.depth and not self._quiescence and self.kind.shape.players <= 2:
                self._same(value, self.judge.evaluation(end), "line-evaluation", result)
        if strict and not solving and result.stop.value in ("nodes", "stopped") and result.depth:
            behind = self._behind(result.move)
            if bound == "exact":
                self._same(value, self._fixed(self.at, result.depth), "cut-fixed", result)
                self._same(self.judge._earlier(self._fixed(behind, result.depth - 1)), value, "cut-move", result)
            else:
                deeper = [self.judge._earlier(self._fixed(behind, deep)) for deep in (result.depth - 1, result.depth)]
                holds = any(each >= value - _CLOSE if bound == "lower" else each <= value + _CLOSE for each in deeper)
                self._need(holds, "cut-bound", f"the move to be worth one of {deeper}, got {_told(result)}")
        self._look_rows(result, strict=strict and not solving)

    def _sure(self, value: float, bound: str, true: float, what: str, result: Any) -> None:
        """Wins and losses are proven: they come at least as soon."""
        if not is_decisive(value):
            return
        if value > 0 and bound in ("exact", "lower"):
            self._need(true >= value, what, f"a win as quick, the value is {true}: {_told(result)}")
        if value < 0 and bound in ("exact", "upper"):
            self._need(true <= value, what, f"a loss as quick, the value is {true}: {_told(result)}")

    def _rows(self, result: Any) -> None:
        """Rows: the moves, each once."""
        row = self.case.sheet.rows[self.spot.place]
        numbers = self.worths[self.spot.place] if self.worths and row.mover >= 0 else range(len(row.edges))
        legal = [-number - 1 if self.spot.flip else number + 1 for number in numbers]
        moves = [each.move for each in result.moves]
        allowed = [-number - 1 if self.spot.flip else number + 1 for number in range(len(row.edges))]
        if not moves and "value_iteration" in result.engine and not result.solved:
            return
        self._need(
            set(legal) <= set(moves) <= set(allowed) and len(moves) == len(set(moves)), "rows", f"the moves {legal}, got {moves}"
        )
        if result.moves and result.move is not None:
            is_first = result.moves[0].move == result.move or "choice" in self.options or self.case.algorithm == "proof"
            is_first = is_first or result.stop.value not in ("depth", "solved")
            self._need(is_first, "first-row", f"the best move {result.move} first, got {_told(result)}")

    def _look_rows(self, result: Any, *, strict: bool) -> None:
        mover = self.case.sheet.rows[self.spot.place].mover
        sign = 1 if mover == 0 else -1
        for row in result.moves:
            if row.value is None:
                continue
            true = self.judge._earlier(self._true(self._behind(row.move)))
            if self._is_solvable and not self.options.get("goal"):
                self._sure(row.value, row.bound.value, true, "row-sure", (row, result))
            if result.solved and "choice" not in self.options:
                claims = row.bound.value in ("exact", "lower" if mover == 0 else "upper")
                better = row.depth >= result.depth and sign * row.value > sign * result.value + _CLOSE
                self._need(
                    not (claims and better), "row-better", f"no move better than the solved value: {row!r} in {_told(result)}"
                )
                if row.move == result.move and row.bound.value == "exact":
                    self._same(row.value, result.value, "row-best", result)
                back = self.kind.shape.loops and self.options.get("repetition")  # a draw on that way
                if (
                    result.stop.value in ("depth", "solved")
                    and self.options.get("exact_moves")
                    and self._is_solvable
                    and not back
                ):
                    self._need(row.bound.value == "exact", "row-exact", f"an exact value, got {row!r}")
                    self._same(row.value, true, "row-true", (row, result))
            elif strict and row.depth:
                wanted = self.judge._earlier(self._fixed(self._behind(row.move), row.depth - 1))
                got = {"exact": row.value == wanted, "lower": wanted >= row.value, "upper": wanted <= row.value}[row.bound.value]
                close = abs(row.value - wanted) < _CLOSE
                final = {"exact": row.value == true, "lower": true >= row.value, "upper": true <= row.value}[row.bound.value]
                self._need(got or close or final, "row-fixed", f"{wanted} at depth {row.depth}, got {row!r} in {_told(result)}")

    def _look_chance(self, result: Any, end: At, depth: int | None, *, solving: bool) -> None:
        true = self._true(self.at)
        weighted = self.options.get("choice") == "weighted"
        if result.solved and not weighted:
            self._same(result.value, true, "solved", result)
            if result.move is not None:
                self._same(self._true(self._behind(result.move)), true, "solved-move", result)
        if result.bound.value == "exact" and result.finished and (result.depth or result.solved):
            self._same(result.value, self.judge.outcome(end), "line-value", result)
        strict = self._is_strict(depth, selective=False)
        if strict and not solving and result.stop.value in ("depth", "solved") and result.bound.value == "exact" and result.depth:
            self._same(result.value, self._fixed(self.at, result.depth), "fixed", result)
            if result.move is not None:
                self._same(self._fixed(self._behind(result.move), result.depth - 1), result.value, "fixed-move", result)
            for row in result.moves:
                if row.value is not None and row.depth and row.bound.value == "exact":
                    wanted = self._fixed(self._behind(row.move), row.depth - 1)
                    true = self._true(self._behind(row.move))
                    close = min(abs(row.value - wanted), abs(row.value - true)) <= _CLOSE * max(1, abs(wanted))
                    self._need(close, "row-fixed", f"{wanted} at depth {row.depth}, got {row!r} in {_told(result)}")

    def _look_playouts(self, result: Any, end: At) -> None:
        true = self._true(self.at)
        if not self._is_solvable:
            return
        if result.solved:
            self._same(result.value, result_of(true), "proven", result)
            if result.move is not None and not self.kind.shape.chance:
                self._same(result_of(self._true(self._behind(result.move))), result_of(true), "proven-move", result)
            if result.finished and not self.kind.shape.chance:
                self._same(result_of(self.judge.outcome(end) or 0), result_of(true), "proven-line", result)

    def _look_proof(self, result: Any, end: At) -> None:
        true = result_of(self._true(self.at))
        value, bound = result.value, result.bound.value
        open_ = value == WIN and bound == "upper"
        if not open_:
            near = abs(true - value) <= _CLOSE  # sums of fractions
            holds = near or {"exact": False, "lower": true >= value, "upper": true <= value}[bound]
            self._need(holds, "proof", f"{true}, got {_told(result)}")
        details = result.details
        if details.proven is not None:
            near = self.kind.has(Fractions) and abs(true - details.goal) <= _CLOSE  # sums of fractions
            self._need(near or details.proven == (true >= details.goal), "proof-answer", f"{true}, got {details}")
        if result.solved:
            self._same(value, true, "proof-solved", result)
            if result.move is not None:
                self._same(result_of(self._true(self._behind(result.move))), true, "proof-move", result)
            if result.finished:
                got, sign = result_of(self.judge.outcome(end) or 0), 1 if self.case.sheet.rows[self.spot.place].mover == 0 else -1
                self._need(sign * got >= sign * true, "proof-line", f"{true} or better, got {got}: {_told(result)}")
        for row in result.moves:
            if row.value is None or row.bound is None:
                continue
            behind = result_of(self._true(self._behind(row.move)))
            near = abs(behind - row.value) <= _CLOSE
            holds = near or {"exact": False, "lower": behind >= row.value, "upper": behind <= row.value}[row.bound.value]
            self._need(holds, "proof-row", f"{behind}, got {row!r} in {_told(result)}")

    def _sampled(self, result: Any) -> None:
        if result.stop.value != "solved":
            return
        wanted = result_of(self._true(self.at))
        self._same(result_of(result.value), wanted, "sampled", result)
        for row in result.moves:
            if row.value is None:
                continue
            behind = result_of(self._true(self._behind(row.move)))
            self._same(result_of(row.value), behind, "sampled-row", result)

    def _look_party(self, result: Any, end: At | None, depth: int | None) -> None:
        party, algorithm, place = self.party, self.case.algorithm, self.spot.place
        assert party is not None
        row = self.case.sheet.rows[place]
        if row.over:
            self._need(tuple(result.payoffs) == tuple(row.payoffs), "over", f"{row.payoffs}, got {_told(result)}")
            return
        me = self.me = row.mover if row.mover >= 0 else self.me or 0
        if end is None or algorithm == "montecarlo":
            if algorithm == "montecarlo" and result.solved and not self.kind.shape.chance:
                self.note("proven party")
            return
        self._rows(result)
        engine = result.engine.rpartition("/")[2]
        if self.options.get("choice") == "weighted":
            return
        if engine == "maxn":
            if result.depth and result.stop.value in ("depth", "solved", "nodes", "stopped"):
                for deep in {_DEEP} if result.solved else {result.depth} if result.depth <= _DEEP else set[int]():
                    wanted, payoffs = party.maxn(place, deep), result.payoffs
                    close = all(abs(one - other) <= _CLOSE for one, other in zip(wanted, payoffs, strict=True))
                    if result.stop.value in ("nodes", "stopped") and result.pv:  # or a better move of the depth broken off
                        behind = party.maxn(self._behind(result.move)[0], deep)
                        close = close or all(abs(one - other) <= _CLOSE for one, other in zip(behind, payoffs, strict=True))
                    self._need(
                        close or self.options.get("choice") is not None, "maxn", f"{wanted} at {deep}, got {_told(result)}"
                    )
            return
        brs = engine == "brs"
        got = result.payoffs[me]
        if result.solved:
            self._same(got, party.seated(place, _DEEP, me, brs=brs), "seat-solved", result)
        elif (
            self._is_strict(depth, selective=False)
            and not self._party_quiescence
            and result.depth
            and result.bound.value == "exact"
        ) and result.stop.value in ("depth", "solved"):
            self._same(got, party.seated(place, result.depth, me, brs=brs), "seat-fixed", result)

    me: int | None = None
    looked = 0

    @property
    def _party_quiescence(self) -> int:
        return self._quiescence if self.case.algorithm == "paranoid" else 0

    # --- what is no search --------------------------------------------------------------------------------------------------

    def _perft(self, depth: int, finished: bool, folder: Path) -> None:
        wanted = self.judge.count(self.at, depth)
        if finished:
            wanted = self._ended(self.at, depth)
        got = mx.perft(
            self.game, depth=depth, finished=finished, threads=self.case.threads if self.case.tier == "compiled" else 1
        )
        self._need(got == wanted, "perft", f"{wanted} to {depth}, got {got}")

    def _ended(self, at: At, depth: int) -> int:
        if depth == 0 or self.judge.outcome(at) is not None:
            return 1
        return sum(self._ended(child, depth - 1) for child in self.judge.children(at))

    def _tabulate(self, endless: int | None, plies: bool, indexed: bool, folder: Path) -> None:
        ignore = (
            set()
            if indexed
            else {"index", "unindex", "tier"} & {each for each in ("index", "unindex", "tier") if hasattr(self.plain, each)}
        )
        try:
            table = mx.tabulate(self.game, endless=endless, plies=plies, ignore=ignore)
        except mx.GameError as error:
            raise RefusedError(str(error)) from None
        except mx.RulesError as error:
            if "put what is banked into index" not in str(error):
                raise
            raise RefusedError(str(error)) from None
        worth = 0.0 if endless is None else float((-WIN, WIN)[endless])
        for at in self.judge.positions(self.at):
            spot = Spot(at[0], 0, 0, at[1])
            wanted, got = self.judge.solved(at, worth), table.value(spot)
            if not plies or abs(wanted) == WIN - 100_000 or wanted == worth:
                wanted, got = result_of(wanted), result_of(got)
            self._need(wanted == got, "table", f"{wanted}, got {got} at {at}")
            if endless is None and plies and not self.case.sheet.rows[at[0]].over:
                best = {abs(move) - 1 for move in table.best_moves(spot)}
                self._need(best <= self.judge.best(at) and bool(best), "table-best", f"{self.judge.best(at)}, got {best} at {at}")

    def _prove(self, player: int | None, least: float | None, folder: Path) -> None:
        path = folder / "proof"
        # where many moves are noisy, quiescence goes round without end; 32 plies of it take hours
        quiet: dict[str, Any] = {"quiescence": 3} if hasattr(self.plain, "noisy_moves") else {}
        true = result_of(self._true(self.at))
        try:
            claim = mx.prove(
                self.game,
                path=path,
                player=player,
                at_least=least,
                options=mx.AlphaBetaOptions(repetition=True, **quiet) if self.kind.shape.loops else None,
            )
        except mx.errors.ProofError as error:
            if self.kind.shape.loops and "go round" in str(error):  # margins in games that go round: not found, and not claimed
                self.note("refused prove: goes round")
                return
            known = true if player in (None, 0) else -true
            if player is not None and least is not None:
                self._need(
                    known < least, "prove-refused", f"a proof of {least} for {player}, whose value is {known}, got {error}"
                )
            elif least is None:
                self._need(False, "prove-refused", f"a proof, got {error}")
            return
        value = true if claim.player == 0 else -true
        self._need(value >= claim.at_least, "claim", f"at most {value}, got {claim}")
        try:
            checked = mx.verify(self.plain, path)
        except mx.errors.ProofError as error:
            self._need(False, "verify", f"a certificate that is right, got {claim}: {error}")
            return
        self._need(checked == claim, "verify", f"{claim}, got {checked}")


def _compiled(name: str, words: WeightTable) -> Any:
    from .benches import bench  # which needs llvmlite

    return bench(name).load(words)


def _told(result: Any) -> str:
    """A result in words."""
    if isinstance(result, tuple):
        return " in ".join(_told(each) for each in result)
    if not hasattr(result, "engine"):
        return repr(result)
    rows = ", ".join(
        f"{row.move}:{row.value}{'' if row.bound is None else ' ' + row.bound.value} d{row.depth}" for row in result.moves
    )
    payoffs = "" if result.payoffs is None else f" payoffs {result.payoffs}"
    return (
        f"{result.engine} value {result.value} {result.bound.value}{payoffs} depth {result.depth} stop {result.stop.value} "
        f"solved {result.solved} finished {result.finished} pv {result.pv} rows [{rows}]"
    )


def trial(case: Case, note: Callable[[str], object] = lambda _: None) -> list[str]:
    """What is wrong with a case.

    Raises:
        RefusedError: The package refuses it.
    """
    return Trial(case, note).run()
