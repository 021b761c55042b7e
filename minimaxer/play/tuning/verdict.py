"""The final test of a tuning: openings that are kept for it, and the match from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, Literal

from ...errors import OptionError
from ...native import rules_of
from ...searching.limits import Limits
from ..match import Match, Round, play_match
from ..openings import openings as openings_of
from ..players import Player
from ..statistics import Sprt

Answer = Literal["stronger", "weaker", "not shown"]
NODES: Final = 1_000
"""Nodes of a search in the games of a tuning."""
TEST_ROUNDS: Final = 1_000
TEST: Final = Sprt(0, 20)
"""Distinguishes 20 normalised Elo from none in about 1,000 pairs of games."""
TOLD: Final = {
    "stronger": "the new {0} are stronger",
    "weaker": "the new {0} are weaker; keep the old ones",
    "not shown": "it is not shown that the new {0} are stronger; keep the old ones, or play more games",
    None: "not tested",
}
_FEWEST: Final = 2


def tuned_player(player: Player[Any, Any] | None) -> Player[Any, Any]:
    """The player to tune: the one given, or else one that searches `NODES` nodes a move."""
    return Player(limits=Limits(nodes=NODES)) if player is None else player


def verdict_of(match: Match[Any, Any] | None) -> Answer | None:
    """The sequential test's verdict on the first player; `weaker` if its Elo is below 0 by more than its error."""
    if match is None or match.sprt is None:
        return None
    if match.verdict == "stronger":
        return "stronger"
    elo = match.pairs.elo
    return "weaker" if elo.value + elo.error < 0 or elo.value == float("-inf") else "not shown"


def openings_apart(game: Any, given: Any, games: int, test_rounds: int, seed: int) -> tuple[list[Any], list[Any]]:
    """Splits openings between training and match; with dice, both may be the initial state. Raises OptionError for too few."""
    plain = rules_of(game)
    if given is None and hasattr(plain, "chances"):
        return [plain.initial()], [plain.initial()]  # dice make each game another one
    states = openings_of(plain, given, games + test_rounds, seed)
    if len(states) < _FEWEST:
        raise OptionError(f"expected at least {_FEWEST} openings, some to train on and some to test on, got {len(states)}")
    Random(f"parts {seed}").shuffle(states)
    size = min(test_rounds, len(states) // 2)
    return states[size:], states[:size]


def tested(
    game: Any,
    players: Sequence[Player[Any, Any]],
    openings: list[Any],
    rounds: int,
    sprt: Sprt,
    tell: Callable[[str], object],
    *,
    seed: int,
    **settings: Any,
) -> Match[Any, Any]:
    """Plays the match of the new player, which is the first one, against the old one; `settings` are those of `play_match`."""

    def report(match: Match[Any, Any], done: Round) -> None:
        assert match.sprt is not None
        ratio = match.sprt.ratio(match.pairs.counts)
        tell(f"test: {done.number + 1:,} pairs of games, Elo {match.pairs.elo}, ratio {ratio:+.2f}")

    plain = rules_of(game)
    count = rounds if hasattr(plain, "chances") else min(rounds, len(openings))
    return play_match(game, players, rounds=count, openings=openings, seed=seed + 1, sprt=sprt, on_round=report, **settings)
