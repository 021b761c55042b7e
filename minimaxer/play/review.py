"""Reviews of played games: the value of each position, the mistakes, and better moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any, Final

from attrs import asdict, evolve, frozen

from ..api.search import Search
from ..base.checks import front_door
from ..base.scores import is_decisive, win_probability
from ..drawing.canvas import Drawing, Theme
from ..drawing.charts import curve_chart
from ..errors import OptionError
from ..game.comparing import equal
from ..game.protocol import Game, M, S
from ..searching.limits import Limits
from ..searching.options import Options
from ..searching.result import SearchResult, describe, describe_payoffs
from .record import Record
from .session import Session

_SERIOUS: Final = 0.1
"""Share of the range of the game's values above which a loss is a mistake."""


@frozen(kw_only=True)
class ReviewedMove:
    """A move of a reviewed game.

    Attributes:
        move: In the game's notation.
        player: The player who made it; -1 for chance.
        value: The value of the position before it, for player 0.
        payoffs: With more than two players, that position's value for each; else None.
        value_text: The value in words.
        best: The best move by the search; empty where chance decides.
        loss: The value lost by it for its player; 0 for the best move, for a win that only takes longer, and for
            chance.
        turns: True if it gave away a win or a draw that had been proven.
        mark: `??` if it changes the result, `?` if it lost more than a tenth of the range of the game's values, else empty.
    """

    move: str
    player: int
    value: float
    payoffs: tuple[float, ...] | None = None
    value_text: str
    best: str = ""
    loss: float = 0.0
    turns: bool = False
    mark: str = ""


@frozen(kw_only=True)
class Review:
    r"""A reviewed game.

    Attributes:
        record: The game.
        moves: Its moves; only the first of them if the review was ended early.
        end: The value of the position after them, for player 0.

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> from .record import read_records
        >>> [record] = read_records('[Game "nim"]\n[Player0 "a"]\n[Player1 "b"]\n[Position "1,2/0"]\n\n1. 2-2\n2. 1-1\n1')
        >>> print(review(Nim(), record))
          1  a  2-2  ??  player 0 wins in 3 plies  better: 2-1
          2  b  1-1      player 1 wins in 1 ply
    """

    record: Record
    moves: tuple[ReviewedMove, ...]
    end: float

    @property
    def mistakes(self) -> list[ReviewedMove]:
        """The marked moves, the worst first."""
        return sorted((each for each in self.moves if each.mark), key=lambda each: (not each.turns, -each.loss))

    def curve(self, *, theme: Theme = "auto") -> Drawing:
        """Draws the values from move to move, with mistakes marked; wins and losses lie at the edges.

        Args:
            theme: `light`, `dark`, or `auto` for that of the page.
        """
        values = [*(each.value for each in self.moves), self.end]
        marks = {number: f"{number + 1}. {each.move}{each.mark}" for number, each in enumerate(self.moves) if each.mark}
        names = self.record.names
        are_chances = any(each.value_text.endswith("%") for each in self.moves)
        return curve_chart(
            [None if is_decisive(value) else value for value in values],
            edges=[(value > 0) - (value < 0) for value in values],
            marks=marks,
            title=" against ".join(names) or "the game",
            upper=f"{names[0] if names else 'player 0'} wins",
            lower=f"{names[1]} wins" if len(names) == 2 else "lost",
            **({"write": lambda value: f"{win_probability(value):.0%}"} if are_chances else {}),
            theme=theme,
        )

    def to_dict(self) -> dict[str, Any]:
        """The review as plain data for JSON."""
        rows = [asdict(each, recurse=False, filter=lambda column, _: column.name != "value_text") for each in self.moves]
        return {"names": list(self.record.names), "moves": rows, "end": self.end}

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        names = [self._name(each.player) for each in self.moves]
        width = max(map(len, names), default=0)
        moves = max((len(each.move) for each in self.moves), default=0)
        for number, (name, each) in enumerate(zip(names, self.moves, strict=True), 1):
            better = f"  better: {each.best}" if each.mark else ""
            yield f"{number:3}  {name:<{width}}  {each.move:<{moves}}  {each.mark:2}  {each.value_text}{better}"

    def _name(self, player: int) -> str:
        names = self.record.names
        return "chance" if player < 0 else names[player] if player < len(names) else f"player {player}"


@front_door
def review(
    game: Game[S, M],
    record: Record,
    *,
    limits: Limits | None = None,
    options: Options | None = None,
    algorithm: str = "auto",
    threads: int = 1,
    on_move: Callable[[int], object] | None = None,
) -> Review:
    r"""Searches each position of a played game, and finds the mistakes.

    The loss of a move is the difference of two searches: of the position before it, and of the one after it, a ply less deep.

    Args:
        game: The rules.
        record: The game.
        limits: For each position; 1 second by default.
        options: How to search, as in `Search`.
        algorithm: As in `Search`.
        threads: As in `Search`.
        on_move: Called with the number of moves reviewed; the review ends if it returns False.

    Raises:
        NotationError: It is not a game by these rules.
        OptionError: As in `Search`, or the limits are a clock.
        MinimaxerError: As in `search`.

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> from .record import read_records
        >>> [record] = read_records('[Game "nim"]\n[Position "1,2/0"]\n\n1. 2-2\n*')
        >>> [(each.move, each.best) for each in review(Nim(), record, limits=Limits(depth=3)).mistakes]
        [('2-2', '2-1')]
    """
    limits = Limits(seconds=1.0) if limits is None else limits
    if limits.clock is not None:
        raise OptionError("a clock is for games that are played; give depth, seconds or nodes for each position")
    session = record.session(game)
    with closing(Search(game, options, algorithm=algorithm, threads=threads)) as engine:
        moves: list[ReviewedMove] = []
        for number in range(len(session.moves)):
            moves.append(_looked_at(session, number, engine, limits))
            if on_move is not None and on_move(number + 1) is False:
                break
        end = engine.run(session.states[len(moves)], limits).value
    return Review(record=record, moves=tuple(_marked(moves)), end=end)


def _looked_at(session: Session[Any, Any], number: int, engine: Search[Any, Any], limits: Limits) -> ReviewedMove:
    state, move = session.states[number], session.moves[number]
    mover, write = session.game.player(state), session.notation.write_move
    before = engine.run(state, limits)
    value, payoffs = before.value, before.payoffs
    words = describe_payoffs(payoffs) if payoffs else describe(value, before.bound, before.meaning, players=before.players)
    known: dict[str, Any] = {"value": value, "payoffs": payoffs, "value_text": words}
    if mover < 0 or before.move is None:
        return ReviewedMove(move=write(state, move), player=mover, **known)
    known["best"] = write(state, before.move)
    if not equal(before.move, move):
        less = limits if limits.depth is None else evolve(limits, depth=max(1, limits.depth - 1))
        after = engine.run(session.states[number + 1], less)
        if is_decisive(before.value) and not is_decisive(after.value):  # which may only take a ply longer
            after = engine.run(session.states[number + 1], limits)
        mine, then = _for(mover, before), _for(mover, after)
        is_same = is_decisive(mine) and is_decisive(then) and (mine > 0) == (then > 0)  # but for the length of a win or a loss
        known["loss"] = 0.0 if is_same else max(0.0, mine - then)
        known["turns"] = before.payoffs is None and _class(mine, before) > _class(then, after) and before.solved and after.solved
    return ReviewedMove(move=write(state, move), player=mover, **known)


def _for(mover: int, result: SearchResult[Any]) -> float:
    return result.payoffs[mover] if result.payoffs is not None else result.value if mover == 0 else -result.value


def _class(value: float, result: SearchResult[Any]) -> int:
    """The sign of a value: 1 if won, 0 if drawn, -1 if lost."""
    return 0 if result.meaning in ("chances", "utility") else (value > 0) - (value < 0)


def _marked(moves: list[ReviewedMove]) -> Iterator[ReviewedMove]:
    usual = [each.value for each in moves if not is_decisive(each.value)]
    span = max(usual) - min(usual) if usual else 0.0
    for each in moves:
        yield evolve(each, mark="??" if each.turns else "?" if each.loss > _SERIOUS * span else "")
