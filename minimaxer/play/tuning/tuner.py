"""`tune`: alternates self-play and fitting weights to its results, then plays a match against the old weights."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

from attrs import evolve, frozen

from ...api.functions import with_weights
from ...base.checks import check_whole, front_door
from ...batch.workforce import check_pool, outcomes
from ...errors import GameError, OptionError, RulesError
from ...game.protocol import Game, M, S, hides, players_of
from ...game.weights import MOST, Weights
from ...native import CompiledGame, rules_of
from ..match import Match
from ..players import Player
from ..playing import MOST_PLIES, MOST_ROUNDS, wandering
from ..statistics import Sprt
from .regression import fit
from .result import TEST, TEST_ROUNDS, TunedWeight, Tuning, TuningRound, openings_apart, tested, tuned_player
from .samples import Reader, Sample, SelfPlay, as_data, file_of, understood

ROUNDS: Final = 3
GAMES: Final = 1_000
POSITIONS: Final = 8
_LOOKED_AT: Final = 50
"""Positions on which it is checked that weights add up to the evaluation."""


@front_door
def tune(
    game: Game[S, M],
    *,
    names: Iterable[str] | None = None,
    player: Player[S, M] | None = None,
    rounds: int = ROUNDS,
    games: int = GAMES,
    positions: int = POSITIONS,
    openings: int | Iterable[S] | None = None,
    plies: int = MOST_PLIES,
    test_rounds: int = TEST_ROUNDS,
    sprt: Sprt = TEST,
    seconds: float | None = None,
    seed: int = 0,
    executor: Executor | None = None,
    workers: int | None = None,
    path: str | Path | None = None,
    tell: Callable[[str], object] | None = None,
    on_round: Callable[[Tuning], object] | None = None,
) -> Tuning:
    """Fits the weights of an evaluation to the results of self-play, and tests whether it is stronger.

    Each round plays games with the current weights; the weights are then fitted to quiet positions of all games so far, by
    logistic regression on the results of the games, and the next round uses these. At the end the new weights play against
    the old ones, from openings that no game of the training began with, until a sequential test ends: predicting results
    better need not mean playing better. In a script, call it under `if __name__ == "__main__":`.

    Args:
        game: The rules, for two players, with nothing hidden, and with `weights` that their `evaluate` adds up, each times a
            number of the position; or with `features` and `weights`. Compiled ones play natively, without compiling again.
        names: The weights to tune, by name; the others stay as they are. All by default.
        player: The player of both sides, by the evaluation that is tuned. By default it searches 1,000 nodes a move.
        rounds: The number of rounds.
        games: Games of each round, each from a different opening as far as there are enough.
        positions: Most positions taken from one game.
        openings: As in `play_match`; up to half of them, at most `test_rounds`, are kept for the test.
        plies: Most plies of a game, after which it is drawn.
        test_rounds: Most pairs of games of the match.
        sprt: The sequential test.
        seconds: Time after which no other round begins. The match is played all the same.
        seed: Seed for openings, dice, and the choice of positions.
        executor: As in `play_match`.
        workers: As in `play_match`.
        path: A file that each round is written to as JSON. Tuning resumes from what it holds.
        tell: Called with progress messages.
        on_round: Called after each round with the result so far.

    Returns:
        The weights with their errors, and the match. They are reproducible unless limits go by time.

    Raises:
        GameError: The game has no weights, no evaluation, or a number of players other than two.
        OptionError: A setting is out of range; the evaluation does not add up its weights; or there is nothing to learn from.
        NotationError: The file cannot be written, or holds something else.
        MinimaxerError: As in `search`, where playing is impossible.

    Examples:
        >>> from concurrent.futures import ThreadPoolExecutor
        >>> import minimaxer as mx
        >>> from minimaxer_games.breakthrough import Breakthrough
        >>> from minimaxer.bits import each_bit
        >>> @frozen(kw_only=True)
        ... class Judged(Breakthrough):
        ...     weights: Weights = Weights(men=10.0, rows=0.0)
        ...
        ...     def evaluate(self, board):
        ...         men = board.first.bit_count() - board.second.bit_count()
        ...         rows = sum(square // 3 for square in each_bit(board.first))
        ...         rows -= sum(4 - square // 3 for square in each_bit(board.second))
        ...         return self.weights.men * men + self.weights.rows * rows
        >>> game = Judged(columns=3, rows=5, men=1)
        >>> player = Player(limits=mx.Limits(depth=1))
        >>> found = tune(game, player=player, games=60, rounds=1, test_rounds=10, executor=ThreadPoolExecutor(1))
        >>> found.weights.rows > 0, found.verdict
        (True, 'not shown')
    """
    tuner = _Tuner(
        game=game,
        names=None if names is None else tuple(names),
        player=tuned_player(player),
        games=games,
        positions=positions,
        plies=plies,
        seed=seed,
        executor=executor,
        workers=workers,
        tell=tell or (lambda text: None),
    )
    for name, number, least in (("rounds", rounds, 1), ("games", games, 2), ("positions", positions, 1), ("plies", plies, 1)):
        check_whole(name, number, least, MOST_ROUNDS)
    check_whole("test_rounds", test_rounds, 1, MOST_ROUNDS)
    if seconds is not None and not (isinstance(seconds, int | float) and seconds > 0):
        raise OptionError(f"expected seconds to be above 0, got {seconds!r}")
    check_pool(executor, workers)
    began = time.monotonic()
    reader = tuner.checked()
    before = reader.weights
    training, test = openings_apart(game, openings, rounds * games, test_rounds, seed)
    own = [f"{name}={getattr(tuner, name)}" for name in ("names", "games", "positions", "plies", "seed")]
    own.append(f"openings={openings if isinstance(openings, int) else len(training)}")
    settings = " ".join([tuner.player.described(tuner.plain), f"weights={tuner.plain.weights}", *own])
    file = file_of(None if path is None else Path(path), settings)
    done, samples = file.read(partial(understood, weights=before, tuned=len(reader.names))) or ([], [])
    file.write(as_data(done, samples))  # now, since nobody wants to hear after an hour that it cannot be written
    while len(done) < rounds and (not done or seconds is None or time.monotonic() - began < seconds):
        samples += tuner.played(len(done), done[-1].weights if done else before, reader.names, training)
        done.append(tuner.fitted(len(done) + 1, reader, samples))
        file.write(as_data(done, samples))
        if on_round is not None:
            on_round(Tuning(before=before, rounds=tuple(done)))
    found = Tuning(before=before, rounds=tuple(done))
    return evolve(found, match=tuner.match(found.weights, test, test_rounds, sprt))


@frozen(kw_only=True)
class _Tuner:
    """A tuning, with the settings that all of its rounds share."""

    game: Any
    names: tuple[str, ...] | None
    player: Player[Any, Any]
    games: int
    positions: int
    plies: int
    seed: int
    executor: Executor | None
    workers: int | None
    tell: Callable[[str], object]

    @property
    def plain(self) -> Any:
        return rules_of(self.game)

    def checked(self) -> Reader:
        """Checks that the weights can be tuned; gives the reader of the current ones."""
        if players_of(self.plain) != 2 or hides(self.plain):
            raise GameError("expected a game for two with nothing hidden: weights are fitted to who has won")
        if isinstance(self.game, CompiledGame) and self.game.evaluation is not None:
            raise OptionError("expected a game compiled with its own evaluation, whose weights are tuned; leave evaluate= out")
        if self.player.evaluate is not None or self.player.game is not None:
            raise OptionError("expected a player without evaluate and game: it plays by the weights that are tuned")
        reader = Reader(self.plain, self.names)
        reader.check(islice(wandering(self.plain, Random(f"positions {self.seed}")), _LOOKED_AT))
        return reader

    def played(self, number: int, weights: Weights, names: tuple[str, ...], openings: Sequence[Any]) -> list[Sample]:
        first = number * self.games
        count = self.games if hasattr(self.plain, "chances") else min(self.games, len(openings))
        tasks = [(first + each, openings[(first + each) % len(openings)]) for each in range(count)]
        game = with_weights(self.game, weights)
        work = SelfPlay(game=game, player=self.player, names=names, positions=self.positions, plies=self.plies, seed=self.seed)
        found: list[Sample] = []
        with closing(outcomes(work, tasks, range(count), self.executor, self.workers)) as played:
            for done, (_, (samples, error)) in enumerate(played, 1):
                if samples is None:
                    raise RulesError(f"a game of the training could not be played: {error}")
                found += samples
                self.tell(f"round {number + 1}: {done:,} of {count:,} games")
        return found

    def fitted(self, number: int, reader: Reader, samples: list[Sample]) -> TuningRound:
        self.tell(f"round {number}: fitting to {len(samples):,} positions")
        found, rows = fit(samples, reader.tuned), []
        for name, old, fitted, error in zip(reader.names, reader.tuned, found.weights, found.errors, strict=True):
            fitted = min(max(fitted, -MOST), MOST)
            value = round(fitted) if reader.weights.are_whole else float(f"{fitted:.4g}")
            rows.append(TunedWeight(name, old, fitted, error, value))
        return TuningRound(
            number=number,
            games=len({each.game for each in samples}),
            positions=len(samples),
            rows=tuple(rows),
            weights=reader.weights.replace(**{each.name: each.value for each in rows}),
            scale=found.scale,
            loss=found.loss,
            loss_before=found.loss_before,
        )

    def match(self, weights: Weights, openings: list[Any], rounds: int, sprt: Sprt) -> Match[Any, Any]:
        new = evolve(self.player, name="new", game=with_weights(self.game, weights))
        old = evolve(self.player, name="old", game=self.game)
        settings: dict[str, Any] = {"plies": self.plies, "executor": self.executor, "workers": self.workers}
        return tested(self.game, [new, old], openings, rounds, sprt, self.tell, seed=self.seed, **settings)
