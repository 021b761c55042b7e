"""Self-play games of which quiet positions are kept, as work for several workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from random import Random
from typing import Any

from attrs import frozen

from ...base.scores import is_decisive
from ...batch.workforce import Sendable
from ...game.capability import Capabilities, capabilities
from ...game.chance import drawn, is_chance
from ...game.ending import final_outcome
from ...native import rules_of
from ..players import Player
from .samples import Reader, Sample


@frozen(kw_only=True)
class SelfPlay(Sendable):
    """Games of a player against itself: a task is the number of a game and its opening.

    Attributes:
        game: The rules with their weights, compiled or not.
        names: The weights that are tuned.
        positions: Most positions kept of a game.
        plies: Most plies of a game, after which it is drawn.
        seed: Seed for dice, and for the choice of positions.
    """

    game: Any
    player: Player[Any, Any]
    names: tuple[str, ...]
    positions: int
    plies: int
    seed: int
    largest_batch = 16
    about = "played this game"

    @contextmanager
    def worker(self) -> Iterator[Callable[[Any], list[Sample]]]:
        """Yields a function that plays the game of a task and gives its samples."""
        plain = rules_of(self.game)
        reader, found = Reader(plain, self.names), capabilities(plain)
        yield lambda task: self._samples(reader, found, *task)

    def _samples(self, reader: Reader, found: Capabilities[Any, Any], number: int, state: Any) -> list[Sample]:
        """Plays one game; gives some of its quiet positions, each with the result."""
        rng = Random(f"tuning {self.seed} {number}")
        quiet: list[Any] = []
        outcome: Any = None
        with closing(self.player.search(self.game, rng.getrandbits(31))) as search:
            for _ in range(self.plies):
                outcome = final_outcome(self.game, found, state)
                if outcome is not None:
                    break
                if is_chance(self.game, state):
                    state = self.game.play(state, drawn(self.game, state, rng))
                    continue
                result = search.run(state, self.player.limits)
                if not is_decisive(result.value) and _is_quiet(found, state):
                    quiet.append(state)
                state = self.game.play(state, result.move)
        points = 0.5 if not outcome else float(outcome > 0)
        kept = ((each, *reader.read(each)) for each in rng.sample(quiet, min(len(quiet), self.positions)))
        return [Sample(number, points, 1 if self.game.player(each) == 0 else -1, rest, features) for each, rest, features in kept]


def _is_quiet(found: Capabilities[Any, Any], state: Any) -> bool:
    """True if a position has no noisy moves, and quiescence need not try every move there."""
    if found.must_move is not None and found.must_move(state):
        return False
    return found.noisy_moves is None or not any(True for _ in found.noisy_moves(state))
