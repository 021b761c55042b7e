"""Plays chess_lite against Fairy-Stockfish, and against a player that counts pieces one ply ahead.

    uv run python tests/benchmarks/against_fairy_stockfish.py --games 20 --skill -20 --nodes 1000

The engine is Debian's package `fairy-stockfish`; where it is absent, only the player that counts pieces is met. Colours change
with every game. Games that come back to a position for the third time are drawn.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
from collections import Counter
from contextlib import closing
from functools import partial
from random import Random
from typing import Any, Protocol

import minimaxer as mx
from minimaxer_games.chess_lite import Board, ChessLite
from minimaxer_games.chess_lite.evaluation import MATERIAL

ENGINE = "fairy-stockfish"
PLACES = ("/usr/games/fairy-stockfish",)


class Player(Protocol):
    """Someone who moves."""

    def move(self, state: Board, played: list[int]) -> int:
        """The move to play; `played` led here from the start."""
        ...

    def close(self) -> None:
        """Ends."""
        ...


class Ours:
    """A compiled game, so many seconds a move."""

    def __init__(self, game: mx.CompiledGame[Board, int], seconds: float) -> None:
        self._search = mx.Search(game, mx.AlphaBetaOptions(repetition=True))
        self._seconds = seconds
        self._known: list[int] = []

    def move(self, state: Board, played: list[int]) -> int:
        if not self._known and not played:
            self._search.run(state, mx.Limits(depth=1))
        for each in played[len(self._known) :]:
            self._search.advance(each)
        self._known = list(played)
        move = self._search.run(None, mx.Limits(seconds=self._seconds)).move
        assert move is not None
        return move

    def close(self) -> None:
        self._search.close()


class Counting:
    """Looks one ply ahead and counts pieces; plays any of the best moves."""

    def __init__(self, game: ChessLite, seed: int) -> None:
        self._game, self._rng = game, Random(seed)

    def move(self, state: Board, played: list[int]) -> int:
        sign = 1 if state.player == 0 else -1
        values = {move: sign * self._value(self._game.play(state, move)) for move in self._game.moves(state)}
        return self._rng.choice([move for move, value in values.items() if value == max(values.values())])

    def _value(self, state: Board) -> int:
        if not list(self._game.moves(state)):
            return self._game.stuck(state)
        return sum(
            worth * (mx.bits.popcount(pieces & state.white) - mx.bits.popcount(pieces & ~state.white))
            for worth, pieces in zip(MATERIAL, state[:6], strict=True)
        )

    def close(self) -> None:
        """Nothing is to be ended."""


class Engine:
    """Fairy-Stockfish, by UCI."""

    def __init__(self, path: str, game: ChessLite, skill: int, nodes: int) -> None:
        self._game, self._nodes = game, nodes
        self._process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self._say("uci", until="uciok")
        for name, value in (("UCI_Variant", game.variant), ("Skill Level", skill), ("Threads", 1), ("Hash", 16)):
            self._say(f"setoption name {name} value {value}")
        self._say("isready", until="readyok")

    def move(self, state: Board, played: list[int]) -> int:
        start, moves = self._game.initial(), []
        for each in played:
            moves.append(self._game.format_move(start, each))
            start = self._game.play(start, each)
        self._say("position startpos moves " + " ".join(moves) if moves else "position startpos")
        answer = self._say(f"go nodes {self._nodes}", until="bestmove")
        return self._game.parse_move(state, answer.split()[1])

    def _say(self, text: str, until: str | None = None) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(text + "\n")
        self._process.stdin.flush()
        while until is not None:
            line = self._process.stdout.readline()
            if line.startswith(until) or not line:
                return line
        return ""

    def close(self) -> None:
        self._process.communicate("quit\n")


def play(game: ChessLite, players: tuple[Player, Player]) -> tuple[int, int]:
    """Plays one game; gives its result for player 0 and its plies."""
    state, played = game.initial(), list[int]()
    seen: Counter[tuple[int, ...]] = Counter()
    while True:
        seen[*game.key(state), state.player] += 1
        outcome = game.outcome(state)
        if outcome is None and not list(game.moves(state)):
            outcome = game.stuck(state)
        if outcome is not None or max(seen.values()) >= 3:
            return outcome or 0, len(played)
        move = players[state.player].move(state, played)
        assert move in list(game.moves(state)), game.format_move(state, move)
        played.append(move)
        state = game.play(state, move)


def match(name: str, game: ChessLite, seconds: float, games: int, opponent: Any) -> None:
    """Plays a match and prints its result."""
    fast = mx.compile(game)
    score: Counter[str] = Counter()
    plies = 0
    for number in range(games):
        with closing(Ours(fast, seconds)) as ours, closing(opponent(number)) as other:
            mine = number % 2
            result, length = play(game, (other, ours) if mine else (ours, other))
        result = -result if mine else result
        score["won" if result > 0 else "lost" if result < 0 else "drawn"] += 1
        plies += length
    print(
        f"{name}: won {score['won']}, drawn {score['drawn']}, lost {score['lost']} ({plies / games:.0f} plies a game)", flush=True
    )


def main() -> None:
    """Plays the matches that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.2, help="ours, for each move")
    parser.add_argument("--skill", type=int, nargs="*", default=[-20], help="Fairy-Stockfish's skill levels, -20 to 20")
    parser.add_argument("--nodes", type=int, default=1000, help="Fairy-Stockfish's nodes for each move")
    parser.add_argument("--variant", default="gardner")
    given = parser.parse_args()
    game = ChessLite(variant=given.variant)
    match("counting pieces", game, given.seconds, given.games, lambda number: Counting(game, number))
    path = shutil.which(ENGINE) or next((each for each in PLACES if shutil.which(each)), None)
    if path is None:
        print(f"{ENGINE} is not installed; it is Debian's package of that name")
        return
    for skill in given.skill:
        name = f"skill {skill}, {given.nodes} nodes"
        match(name, game, given.seconds, given.games, partial(_engine, path, game, skill, given.nodes))


def _engine(path: str, game: ChessLite, skill: int, nodes: int, number: int) -> Engine:
    return Engine(path, game, skill, nodes)


if __name__ == "__main__":
    main()
