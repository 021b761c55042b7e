"""`train`: learns an evaluation from the rules alone, by self-play."""

from __future__ import annotations

import os
import time
from array import array
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from attrs import define, evolve, field

from ..base.checks import check_whole, front_door
from ..batch.workforce import check_pool
from ..errors import GameError, NotationError, OptionError
from ..game.capability import capabilities
from ..game.protocol import Game, M, S, hides, players_of
from ..learning import files
from ..learning.evaluation import LearntEvaluation
from ..learning.learner import blank, learnt_by, team_of
from ..learning.network import blank_network, check_numpy, is_network_of
from ..learning.result import DEFAULTS, Duel, Lesson, NetworkOptions, Training, TrainingOptions, TrainingRound
from ..native import CompiledGame, rules_of
from ..searching.limits import Limits
from .match import play_match
from .players import Player

Team = Any
"""Of `learning.learner`, or of `learning.native.self_play` for networks; all have `teach`, `games` and `close`."""
SECONDS: Final = 600.0
ROUNDS: Final = 6
TEST_ROUNDS: Final = 50
NODES: Final = 1_000


@front_door
def train(
    game: Game[S, M],
    *,
    seconds: float | None = None,
    games: int | None = None,
    rounds: int = ROUNDS,
    test_rounds: int = TEST_ROUNDS,
    limits: Limits | None = None,
    options: TrainingOptions | NetworkOptions = DEFAULTS,
    threads: int | None = None,
    path: str | Path | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    tell: Callable[[str], object] | None = None,
    on_round: Callable[[Training], object] | None = None,
) -> Training:
    """Learns an evaluation from the rules alone, by self-play.

    Random games show which parts of the game's states vary, and which of these are related. Patterns of related parts get a
    number for every combination of their values; the value of a position is the sum over its patterns. In each game the move to
    the best position is played, now and then a random one; then the values of its positions are moved towards those that
    followed. The game's own evaluation is not used. In a script, call it under `if __name__ == "__main__":`.

    With `NetworkOptions`, a network is learnt instead. Its games are played by searches, and it learns from the values that these
    found, and from the results. The first games are judged by patterns, which learn for half of the first round, or from
    ten times its games. It needs numpy and compiled rules.

    Args:
        game: The rules, for two players, with nothing hidden. Compiled ones play some thousand games a second on each thread;
            others learn in Python, some hundred times slower.
        seconds: Time for training, matches not counted; by default 600 seconds, unless `games` is given.
        games: Games to play, in place of `seconds`.
        rounds: Rounds of training; after each one, matches measure the strength of the evaluation.
        test_rounds: Most pairs of games of each of these matches; 0 for no matches.
        limits: Limits of its players' searches; 1,000 nodes a move by default.
        options: The settings that the evaluation depends on: `TrainingOptions` for patterns, `NetworkOptions` for a network.
        threads: Threads that play in parallel, for compiled games: one for each processor by default. The same options and
            `games` give the same network, and the same patterns with one thread.
        path: A file for the evaluation, written after each round. Training resumes from what it holds; a network then learns from
            new games alone.
        executor: As in `play_match`, for the matches.
        workers: As in `play_match`.
        tell: Called with progress messages.
        on_round: Called after each round with the result so far.

    Returns:
        The evaluation and its strength curve. After Ctrl-C the file holds what was learnt by then.

    Raises:
        GameError: The game is not for two players, has hidden information, or no part of its states can be learnt from; or a
            network is to learn a game that is not compiled, one with chance, or one whose cells have too many values.
        OptionError: A setting is out of range.
        NotationError: The file cannot be written, or holds something else.
        MissingExtraError: A network is to be learnt without numpy.
        MinimaxerError: As in `search`, where playing is impossible.

    Examples:
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> found = train(TicTacToe(), games=300, rounds=1, test_rounds=0, options=TrainingOptions(patterns=8, length=3))
        >>> corner, edge = (found.evaluation(TicTacToe().parse(text)) for text in ("x........", ".x......."))
        >>> len(found.evaluation.cells)
        9
    """
    if seconds is not None and games is not None:
        raise OptionError("contradictory options: seconds and games both say when training ends")
    for name, number, least, most in (
        ("rounds", rounds, 1, 10_000),
        ("test_rounds", test_rounds, 0, 1_000_000),
        ("threads", 1 if threads is None else threads, 1, 256),
        ("games", 1 if games is None else games, 1, 1 << 60),
    ):
        check_whole(name, number, least, most)
    if seconds is not None and not (isinstance(seconds, int | float) and seconds > 0):
        raise OptionError(f"expected seconds to be above 0, got {seconds!r}")
    check_pool(executor, workers)
    if isinstance(options, NetworkOptions):
        check_numpy()
        if not isinstance(game, CompiledGame):
            raise GameError("a network learns from millions of positions: expected compiled rules; pass minimaxer.compile(game)")
    capabilities(game)
    plain = rules_of(game)
    check_trainable(plain)
    return _Trainer(
        game=game,
        plain=plain,
        options=options,
        limits=Limits(nodes=NODES) if limits is None else limits,
        test_rounds=test_rounds,
        threads=(os.cpu_count() or 1) if threads is None else threads,
        most_rounds=rounds,
        most_games=games,
        most_seconds=SECONDS if seconds is None else seconds,
        path=None if path is None else Path(path),
        executor=executor,
        workers=workers,
        tell=tell or (lambda text: None),
        on_round=on_round or (lambda found: None),
    ).trained()


def check_trainable(game: Any) -> None:
    """Raises GameError for a game that cannot learn an evaluation."""
    if players_of(game) != 2 or hides(game):
        raise GameError("expected a game for two with nothing hidden: one number says of its positions who is better off")


@define(eq=False)
class _Trainer:
    game: Any
    plain: Any
    options: TrainingOptions | NetworkOptions
    limits: Limits
    test_rounds: int
    threads: int
    most_rounds: int
    most_games: int | None
    most_seconds: float
    path: Path | None
    executor: Executor | None
    workers: int | None
    tell: Callable[[str], object]
    on_round: Callable[[Training], object]
    rounds: list[TrainingRound] = field(factory=list)
    last_round: int = 0
    games: int = 0
    seconds: float = 0.0

    def trained(self) -> Training:
        """Trains; see `train`."""
        learnt, kept = self._begun()
        team = self._team(learnt, kept)
        self.rounds = [TrainingRound.from_dict(row) for row in kept.curve]
        self.last_round = len(self.rounds) + self.most_rounds
        self.games, self.seconds = kept.games, kept.seconds
        with closing(team):
            try:
                while self._is_unfinished:
                    before = learnt if self.games else None
                    lesson = self._taught(team)
                    learnt = _learnt(team, learnt)
                    row = TrainingRound(seconds=self.seconds, games=self.games, error=lesson.error)
                    self.rounds.append(row)
                    self._save(team, learnt)
                    self.rounds[-1] = evolve(
                        row,
                        nothing=self._duel(learnt, _nothing, "evaluation 0"),
                        before=self._duel(learnt, before, "the round before"),
                    )
                    self._save(team, learnt)
                    self.on_round(Training(evaluation=learnt, rounds=tuple(self.rounds)))
            except KeyboardInterrupt:
                self._save(team, _learnt(team, learnt))
                raise
        return Training(evaluation=learnt, rounds=tuple(self.rounds))

    def _begun(self) -> tuple[LearntEvaluation, files.Kept]:
        """The evaluation and the state of its training, read from the file; a new one where there is no file."""
        options = self.options
        if self.path is not None and self.path.exists():
            learnt, kept = files.read(LearntEvaluation, self.plain, self.path)
            state = (kept.net, kept.size)
            goes_on = is_network_of(learnt, options.width) if isinstance(options, NetworkOptions) else None not in state
            if not goes_on or kept.settings != str(options):
                raise NotationError(
                    f"{self.path} holds an evaluation trained with other settings: {kept.settings or 'none declared'}; expected "
                    f"{options}; name another file"
                )
            return learnt, kept
        self.tell("looking at the game ...")
        if isinstance(options, NetworkOptions):
            learnt = blank_network(self.plain, options, self.tell)
        else:
            learnt = blank(self.plain, options, tell=self.tell)
        kept = files.Kept(settings=str(options))
        if self.path is not None:
            files.write(self.path, learnt, kept)  # now, since nobody wants to hear of it after an hour
            self.path.unlink()
        return learnt, kept

    def _team(self, learnt: LearntEvaluation, kept: files.Kept) -> Team:
        """The team that goes on learning, by other games than before."""
        options = self.options
        if isinstance(options, NetworkOptions):
            from ..learning.native.self_play import NetworkTeam  # here, since some Pythons have no memory to map

            return NetworkTeam(self.game, learnt, options, kept.games, self.threads)
        team = team_of(self.game, learnt, options, self.threads, options.seed + kept.games)
        for number, part in enumerate((learnt.numbers, kept.net, kept.size)):
            if part is not None:
                team.part(number)[:] = part
        return team

    @property
    def _is_unfinished(self) -> bool:
        if self.most_games is not None:
            return self.games < self.most_games
        return self.seconds < self.most_seconds - 0.01 and len(self.rounds) < self.last_round

    def _taught(self, team: Team) -> Lesson:
        self.tell(f"round {len(self.rounds) + 1}: playing, {self.games:,} games so far")
        began = time.perf_counter()
        before, spent = self.games, self.seconds
        try:
            lesson: Lesson
            if self.most_games is not None:
                lesson = team.teach(games=min(-(-self.most_games // self.most_rounds), self.most_games - before))
            else:
                lesson = team.teach(seconds=min(self.most_seconds / self.most_rounds, self.most_seconds - spent))
            return lesson
        finally:  # after Ctrl-C too
            self.games, self.seconds = before + team.games, spent + time.perf_counter() - began

    def _save(self, team: Team, learnt: LearntEvaluation) -> None:
        if self.path is None:
            return
        curve = tuple(each.to_dict() for each in self.rounds)
        kept = files.Kept(settings=str(self.options), games=self.games, seconds=self.seconds, curve=curve)
        if not isinstance(self.options, NetworkOptions):
            kept = evolve(kept, net=array("d", team.part(1)), size=array("d", team.part(2)))
        files.write(self.path, learnt, kept)

    def _duel(self, learnt: LearntEvaluation, other: Any, name: str) -> Duel | None:
        """Plays a match against another evaluation; None without matches, or without another."""
        if self.test_rounds == 0 or other is None:
            return None
        self.tell(f"round {len(self.rounds)}: match against {name}")
        judges = {"learnt": learnt, name: other}
        players: list[Player[Any, Any]] = [Player(name=who, limits=self.limits, evaluate=judges[who]) for who in judges]
        match = play_match(
            self.game, players, rounds=self.test_rounds, seed=self.options.seed, executor=self.executor, workers=self.workers
        )
        games, elo = len(match.games), match.pairs.elo
        return Duel(games=games, score=match.points[0] / max(1, games), elo=elo.value, error=elo.error)


def _learnt(team: Team, before: LearntEvaluation) -> LearntEvaluation:
    return team.network if before.width else learnt_by(team, before)


def _nothing(state: object) -> int:
    """Evaluates every state as 0."""
    return 0
