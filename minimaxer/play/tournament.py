"""Tournaments: matches of all players of a two-player game against one another, or of the first against all, in one table.

Source of the ratings: R. Bradley and M. Terry, "Rank analysis of incomplete block designs", Biometrika 39, 1952; D. Hunter,
"MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32, 2004, whose likelihood Newton's method climbs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any, Final, Literal, get_args

from attrs import asdict, define, field

from ..base.checks import front_door
from ..base.files import telling
from ..errors import OptionError
from ..game.protocol import players_of
from .match import Match, Round, names_of, play_match
from .players import contestant
from .statistics import BAND, ELO, Estimate

_ROUNDS: Final = 200
_STILL: Final = 1e-9
_SINGULAR: Final = 1e-12
_HOLD: Final = 1e-6
"""Regularization that fixes players whose games do not connect them to the others."""
_STEP: Final = 1.0
"""Largest change of a log strength in one iteration."""
_DRAWN: Final = 0.5
"""Points added for both players of a pair that met, so that even a sweep has a finite rating."""


def ratings(players: int, points: Mapping[tuple[int, int], float]) -> list[Estimate]:
    """Ratings of all players, in Elo, with mean 0; `points` has, by pair, those of the first against the second, half for a draw.

    Examples:
        >>> [str(each) for each in ratings(2, {(0, 1): 75, (1, 0): 25})]
        ['+94.3 ± 39.0', '-94.3 ± 39.0']
    """
    pairs = product(range(players), repeat=2)
    games = {(one, other): points.get((one, other), 0.0) + points.get((other, one), 0.0) for one, other in pairs}
    met = {pair: number + 2 * _DRAWN for pair, number in games.items() if number}
    won = [
        sum(points.get((one, other), 0.0) + _DRAWN for other in range(players) if (one, other) in met) for one in range(players)
    ]
    logs = [0.0] * players
    for _ in range(_ROUNDS):
        inverse = _inverse(_information(logs, met, _HOLD))
        assert inverse is not None
        expected = [0.0] * players
        for one, _, number, share in _shares(logs, met):
            expected[one] += number * share
        gaps = [points - wanted for points, wanted in zip(won, expected, strict=True)]
        steps = [math.fsum(each * gap for each, gap in zip(row, gaps, strict=True)) for row in inverse]
        longest = max(map(abs, steps))
        logs = [log + step * min(1.0, _STEP / max(longest, _STILL)) for log, step in zip(logs, steps, strict=True)]
        if longest < _STILL:
            break
    inverse = _inverse(_information(logs, met))  # in which the mean of the log strengths is fixed
    spreads = [math.inf if inverse is None else math.sqrt(max(0.0, inverse[one][one] - 1 / players)) for one in range(players)]
    return [Estimate(ELO * log, ELO * BAND * spread) for log, spread in zip(logs, spreads, strict=True)]


def _shares(logs: Sequence[float], met: Mapping[tuple[int, int], float]) -> Iterator[tuple[int, int, float, float]]:
    """Yields for each two who met: their numbers, the number of their games, and the first one's expected share."""
    for (one, other), number in met.items():
        yield one, other, number, 1 / (1 + math.exp(logs[other] - logs[one]))


def _information(logs: Sequence[float], met: Mapping[tuple[int, int], float], hold: float = 0.0) -> list[list[float]]:
    """The Fisher information of the log strengths, with their mean fixed and `hold` added on the diagonal."""
    size = len(logs)
    matrix = [[1.0 / size + (hold if one == other else 0.0) for other in range(size)] for one in range(size)]
    for one, other, number, share in _shares(logs, met):
        known = number * share * (1 - share)
        matrix[one][one] += known
        matrix[one][other] -= known
    return matrix


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]] | None:
    """Inverts a matrix by elimination; None if it is singular."""
    size = len(matrix)
    rows = [[*row, *(float(place == number) for place in range(size))] for number, row in enumerate(matrix)]
    for column in range(size):
        best = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        head = rows[column][column]
        if abs(head) < _SINGULAR:
            return None
        rows[column] = [each / head for each in rows[column]]
        for row in range(size):
            if row != column:
                rows[row] = [each - rows[row][column] * own for each, own in zip(rows[row], rows[column], strict=True)]
    return [row[size:] for row in rows]


Kind = Literal["round_robin", "gauntlet"]
KINDS: Final = get_args(Kind)


@define(eq=False)
class Tournament:
    """A tournament and its results so far.

    Attributes:
        names: The players' names, in the order in which they were given.
        matches: The matches, by the numbers of both players.
    """

    names: tuple[str, ...]
    matches: dict[tuple[int, int], Match[Any, Any]] = field(factory=dict)

    @property
    def points(self) -> tuple[float, ...]:
        """The points of each player in all its matches."""
        found = [0.0] * len(self.names)
        for pair, match in self.matches.items():
            for player, points in zip(pair, match.points, strict=True):
                found[player] += points
        return tuple(found)

    @property
    def ratings(self) -> tuple[Estimate, ...]:
        """Ratings of all players, in Elo, with mean 0."""
        points = {}
        for (one, other), match in self.matches.items():
            points[one, other], points[other, one] = match.points
        return tuple(ratings(len(self.names), points))

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data for JSON, without the games."""
        rows = zip(self.names, self.points, self.ratings, strict=True)
        return {
            "players": [{"name": name, "points": points, "elo": asdict(found)} for name, points, found in rows],
            "matches": [match.to_dict() for match in self.matches.values()],
        }

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        games = [0] * len(self.names)
        for pair, match in self.matches.items():
            for player in pair:
                games[player] += len(match.games)
        width = max(map(len, self.names))
        rows = zip(self.names, self.points, games, self.ratings, strict=True)
        for name, points, number, found in sorted(rows, key=lambda row: -row[3].value):
            yield f"  {name:<{width}}  {points:g} points of {number:,}, Elo {found}"
        for (one, other), match in self.matches.items():
            wins, draws, losses = match.wins_draws_losses
            yield f"{self.names[one]} against {self.names[other]}: {wins:,} won, {draws:,} drawn, {losses:,} lost"


@front_door
def play_tournament(
    game: Any,
    players: Sequence[Any],
    *,
    kind: Kind = "round_robin",
    path: str | Path | None = None,
    on_round: Callable[[Tournament, Round], object] | None = None,
    **settings: Any,
) -> Tournament:
    """Plays matches between the players of a two-player game, and rates all players.

    Args:
        game: The rules, as in `play_match`.
        players: Two or more, as in `play_match`.
        kind: `round_robin`: all against all; `gauntlet`: the first against all others.
        path: A folder with a file of rounds for each match; rounds already there are not played again.
        on_round: Called with the tournament so far and each round.
        settings: As in `play_match`, for each match: `rounds`, `openings`, `seed`, `plies`, `adjudicate`,
            `repetition`, `executor`, `workers`.

    Returns:
        The tournament.

    Raises:
        OptionError: The game is not for two, or a setting is out of range.
        NotationError: A file cannot be written, or holds another match.

    Examples:
        >>> from concurrent.futures import ThreadPoolExecutor
        >>> from minimaxer.searching.limits import Limits
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> with ThreadPoolExecutor(1) as pool:
        ...     players = [Limits(depth=6), Limits(depth=1), "random"]
        ...     found = play_tournament(TicTacToe(), players, rounds=6, openings=2, executor=pool)
        >>> found.ratings[0].value > found.ratings[2].value
        True
    """
    _check(game, players, kind, settings)
    contestants = [contestant(each) for each in players]
    found = Tournament(names=names_of(contestants))
    folder = None if path is None else Path(path)
    if folder is not None:
        with telling(folder):
            folder.mkdir(parents=True, exist_ok=True)
    for one, other in [pair for pair in combinations(range(len(players)), 2) if kind == "round_robin" or pair[0] == 0]:

        def tell(match: Match[Any, Any], done: Round, pair: tuple[int, int] = (one, other)) -> None:
            found.matches[pair] = match
            if on_round is not None:
                on_round(found, done)

        file = None if folder is None else folder / f"{one}-{other}.jsonl"
        found.matches[one, other] = play_match(game, [contestants[one], contestants[other]], path=file, on_round=tell, **settings)
    return found


def _check(game: Any, players: Sequence[Any], kind: Kind, settings: dict[str, Any]) -> None:
    if players_of(game) != 2:
        raise OptionError(f"tournaments are for games of two, and this one is for {players_of(game)}; take play_match")
    if kind not in KINDS:
        raise OptionError(f"expected kind to be one of {', '.join(KINDS)}, got {kind!r}")
    if isinstance(players, str) or len(players) < 2:
        raise OptionError(f"expected two players or more, got {players!r}")
    if settings.get("sprt") is not None:
        raise OptionError("the sequential test is for matches of two; leave sprt out")
