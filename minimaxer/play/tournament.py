"""Tournaments: matches of all players of a two-player game against one another, or of the first against all, in one table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Final, Literal, get_args

from attrs import define, field

from ..base.checks import front_door
from ..base.files import telling
from ..errors import OptionError
from ..game.protocol import players_of
from .match import Match, Round, names_of, play_match
from .players import contestant
from .ratings import ratings
from .statistics import Estimate

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
            "players": [
                {"name": name, "points": points, "elo": {"value": found.value, "error": found.error}}
                for name, points, found in rows
            ],
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
    pairs = [pair for pair in combinations(range(len(players)), 2) if kind == "round_robin" or pair[0] == 0]
    for one, other in pairs:

        def tell(match: Match[Any, Any], done: Round, pair: tuple[int, int] = (one, other)) -> None:
            found.matches[pair] = match
            if on_round is not None:
                on_round(found, done)

        file = None if folder is None else folder / f"{one}-{other}.jsonl"
        chosen = [contestants[one], contestants[other]]
        found.matches[one, other] = play_match(game, chosen, path=file, on_round=tell, **settings)
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
