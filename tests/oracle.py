"""The judge: plain minimax over states, written without the package's search, tree or score helpers."""

from __future__ import annotations

from typing import Any

WIN = 1_000_000
BAND = 100_000


def towards_zero(score: float, plies: int, *, shorten: bool = False) -> float:
    """A score seen `plies` earlier."""
    if score == 0:
        return 0
    sign = 1 if score > 0 else -1
    if abs(score) >= WIN - BAND:
        return score - sign * plies
    return score - sign * plies * 2.0**-32 if shorten else score


def minimax(game: Any, state: Any, depth: int, *, ply: int = 0, quiescence: int = 0, shorten: bool = False) -> float:
    """The value for player 0 at that depth, wins counted in plies from the root."""
    outcome = game.outcome(state)
    if outcome is not None:
        return towards_zero(outcome, ply, shorten=shorten)
    if depth == 0:
        return (
            quiet(game, state, ply, quiescence, shorten)
            if quiescence
            else towards_zero(evaluate(game, state), ply, shorten=shorten)
        )
    values = [
        minimax(game, game.play(state, move), depth - 1, ply=ply + 1, quiescence=quiescence, shorten=shorten)
        for move in game.moves(state)
    ]
    if not values:
        return towards_zero(game.stuck(state), ply, shorten=shorten)
    return max(values) if game.player(state) == 0 else min(values)


def quiet(game: Any, state: Any, ply: int, plies: int, shorten: bool) -> float:
    """Quiescence without pruning: the static evaluation or the best noisy move."""
    outcome = game.outcome(state)
    if outcome is not None:
        return towards_zero(outcome, ply, shorten=shorten)
    standing = towards_zero(evaluate(game, state), ply, shorten=shorten)
    if plies == 0:
        return standing
    forced = game.must_move(state)
    moves = game.moves(state) if forced else game.noisy_moves(state)
    values = [quiet(game, game.play(state, move), ply + 1, plies - 1, shorten) for move in moves]
    if not forced:
        values.append(standing)
    return max(values) if game.player(state) == 0 else min(values)


def evaluate(game: Any, state: Any) -> float:
    """The game's evaluation, 0 without one."""
    return game.evaluate(state) if hasattr(game, "evaluate") else 0


def move_values(game: Any, state: Any, depth: int, *, quiescence: int = 0, shorten: bool = False) -> dict[Any, float]:
    """Each move's value for player 0."""
    return {
        move: minimax(game, game.play(state, move), depth - 1, ply=1, quiescence=quiescence, shorten=shorten)
        for move in game.moves(state)
    }


def best_moves(game: Any, state: Any, depth: int, *, quiescence: int = 0, shorten: bool = False) -> tuple[float, set[Any]]:
    """The value and every move that attains it."""
    values = move_values(game, state, depth, quiescence=quiescence, shorten=shorten)
    best = max(values.values()) if game.player(state) == 0 else min(values.values())
    return best, {move for move, value in values.items() if value == best}


def solved_value(game: Any, state: Any, cache: dict[Any, float]) -> float:
    """The game-theoretic value for player 0 of a game that ends, wins counted in plies from the state."""
    if state in cache:
        return cache[state]
    outcome = game.outcome(state)
    if outcome is None:
        values = [towards_zero(solved_value(game, game.play(state, move), cache), 1) for move in game.moves(state)]
        outcome = max(values) if game.player(state) == 0 else min(values)
    cache[state] = outcome
    return float(outcome)


def check_line(game: Any, state: Any, result: Any) -> None:
    """There is a move, and the line is legal."""
    assert result.move is not None
    for move in result.pv:
        assert move in list(game.moves(state))
        state = game.play(state, move)


def alphabeta(game: Any, depth: int) -> tuple[int, tuple[int, int, int]]:
    """Nodes that fail-soft alpha-beta visits in the game's own order, and cut-offs by the first, the second and a later move."""
    counts = [0, 0, 0]
    nodes = 0

    def search(state: Any, left: int, low: float, high: float, ply: int) -> float:
        nonlocal nodes
        nodes += 1
        outcome = game.outcome(state)
        if outcome is not None:
            return towards_zero(outcome, ply)
        if left == 0:
            return towards_zero(evaluate(game, state), ply)
        first = game.player(state) == 0
        best = -float("inf") if first else float("inf")
        for number, move in enumerate(game.moves(state)):
            value = search(game.play(state, move), left - 1, low, high, ply + 1)
            best = max(best, value) if first else min(best, value)
            low, high = (max(low, best), high) if first else (low, min(high, best))
            if low >= high:
                counts[min(number, 2)] += 1
                break
        return best

    search(game.initial(), depth, -float("inf"), float("inf"), 0)
    return nodes, (counts[0], counts[1], counts[2])


def expectimax(game: Any, state: Any, depth: int) -> float:
    """The value for player 0 at that depth where chance decides too: outcomes as given, averages as they are."""
    outcome = game.outcome(state)
    if outcome is not None:
        return float(outcome)
    if depth == 0:
        return float(evaluate(game, state))
    player = game.player(state)
    if player == -1:
        return float(sum(chance * expectimax(game, game.play(state, move), depth - 1) for move, chance in game.chances(state)))
    values = [expectimax(game, game.play(state, move), depth - 1) for move in game.moves(state)]
    if not values:
        return float(game.stuck(state))
    return max(values) if player == 0 else min(values)


def maxn(game: Any, state: Any, depth: int) -> tuple[float, ...]:
    """The payoffs under max^n at that depth: of equal moves the one with the greatest weight by `order`, then the first."""
    outcome = game.outcome(state)
    if outcome is not None:
        return tuple(outcome)
    if depth == 0:
        return tuple(game.evaluate(state)) if hasattr(game, "evaluate") else (0,) * game.players
    player = game.player(state)
    if player == -1:
        rows = [(chance, maxn(game, game.play(state, move), depth - 1)) for move, chance in game.chances(state)]
        return tuple(sum(chance * row[place] for chance, row in rows) for place in range(game.players))
    best = None
    for move in game.moves(state):
        row = maxn(game, game.play(state, move), depth - 1)
        rank = row[player], game.order(state, move) if hasattr(game, "order") else 0
        if best is None or rank > best[0]:
            best = rank, row
    return best[1] if best is not None else tuple(game.stuck(state))


def paranoid(game: Any, state: Any, depth: int, me: int) -> Any:
    """What the player gets at that depth where all others want it to get little."""
    outcome = game.outcome(state)
    if outcome is not None:
        return outcome[me]
    if depth == 0:
        return game.evaluate(state)[me] if hasattr(game, "evaluate") else 0
    player = game.player(state)
    if player == -1:
        return sum(chance * paranoid(game, game.play(state, move), depth - 1, me) for move, chance in game.chances(state))
    values = [paranoid(game, game.play(state, move), depth - 1, me) for move in game.moves(state)]
    if not values:
        return game.stuck(state)[me]
    return max(values) if player == me else min(values)
