"""Draws by repetition in both tiers: against minimax that knows the way, and against values found without search."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any, NamedTuple

import pytest
from attrs import frozen

import minimaxer as mx

from ..needs import needs_llvmlite

PLACES = 24


class Place(NamedTuple):
    """Where play is in the graph of that seed, and who moves."""

    number: int
    seed: int
    player: int


@frozen
class Maze:
    """A random graph full of cycles: some places are wins, losses or draws, one player may move twice in a row."""

    seed: int = 0

    def initial(self) -> Place:
        return Place(0, self.seed, 0)

    def player(self, place: Place) -> int:
        return place.player

    def mixed(self, place: Place, salt: int) -> int:
        code = ((place.seed * 64 + place.number) * 7919 + salt * 104729 + 1) & 0x7FFFFFFF
        for _ in range(3):
            code = (code * 1103515245 + 12345) & 0x7FFFFFFF
            code ^= code >> 13
        return code

    def moves(self, place: Place) -> Iterator[int]:
        for number in range(1 + self.mixed(place, place.player) % 3):  # noqa: UP028  # compiled too
            yield number

    def play(self, place: Place, move: int) -> Place:
        code = self.mixed(place, place.player * 4 + move + 8)
        return Place(code % PLACES, place.seed, place.player if (code >> 9) % 8 == 0 else 1 - place.player)

    def outcome(self, place: Place) -> int | None:
        kind = self.mixed(place, 31) % 12
        if place.number == 0 or kind > 2:
            return None
        return mx.WIN if kind == 0 else mx.LOSS if kind == 1 else mx.DRAW


def shifted(value: int) -> int:
    """The value a ply earlier."""
    return value - 1 if value > mx.WIN // 2 else value + 1 if value < mx.LOSS // 2 else value


def on_the_way(game: Maze, place: Place, depth: int, way: frozenset[Place]) -> int:
    """Plain minimax in which a place that was there before is a draw, where it would be searched further."""
    outcome = game.outcome(place)
    if outcome is not None:
        return outcome
    if depth == 0 or place in way:
        return mx.DRAW
    values = [shifted(on_the_way(game, game.play(place, move), depth - 1, way | {place})) for move in game.moves(place)]
    return max(values) if place.player == 0 else min(values)


def without_search(game: Maze) -> int:
    """The start's value if endless play is a draw: wins are carried back from the ends until nothing changes."""
    places = [Place(number, game.seed, player) for number in range(PLACES) for player in (0, 1)]
    values = {place: game.outcome(place) or mx.DRAW for place in places}
    while True:
        after = dict(values)
        for place in places:
            if game.outcome(place) is None:
                found = [shifted(values[game.play(place, move)]) for move in game.moves(place)]
                after[place] = max(found) if place.player == 0 else min(found)
        if after == values:
            return values[game.initial()]
        values = after


REPETITION = mx.AlphaBetaOptions(repetition=True)


@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs", "mtdf"])
def test_a_tree_knows_the_way(algorithm: str) -> None:
    """Fixed-depth values are those of minimax that knows the way."""
    for seed in range(60):
        game = Maze(seed)
        for depth in (1, 3, 6):
            with closing(mx.Search(game, REPETITION, algorithm=algorithm)) as engine:
                value = engine.run(None, mx.Limits(depth=depth)).value
            assert value == on_the_way(game, game.initial(), depth, frozenset()), (seed, depth)


def test_a_tree_solves_cyclic_games() -> None:
    """Without the option such a search would not end."""
    for seed in range(40):
        result = mx.solve(Maze(seed), options=REPETITION)
        assert (result.value, result.solved) == (without_search(Maze(seed)), True)


@pytest.mark.thorough
@needs_llvmlite
def test_native_searches_know_the_way() -> None:
    """Values of fixed depth without a table, and solved ones with it, whatever was stored on other ways."""
    fast = mx.compile(Maze())
    plain = mx.AlphaBetaOptions(repetition=True, table=None)
    with closing(mx.Search(fast, plain)) as exact, closing(mx.Search(fast, REPETITION)) as tabled:
        for seed in range(300):
            game, start = Maze(seed), Place(0, seed, 0)
            if seed % 5 == 0:
                for depth in (1, 4, 7):
                    value = exact.run(start, mx.Limits(depth=depth)).value
                    assert value == on_the_way(game, start, depth, frozenset()), (seed, depth)
            assert tabled.solve(start).value == without_search(game), seed
    with closing(mx.Search(fast, REPETITION, threads=2)) as several:
        for seed in range(100):
            assert several.solve(Place(0, seed, 0)).value == without_search(Maze(seed)), seed


@frozen
class Corridor:
    """Places 0 to 9 in a row, one step at a time; on reaching 9 player 0 wins, who alone moves."""

    def initial(self) -> Place:
        return Place(5, 0, 0)

    def player(self, place: Place) -> int:
        return place.player

    def moves(self, place: Place) -> range:
        return range(2)

    def play(self, place: Place, move: int) -> Place:
        return Place(max(0, place.number - 1 + 2 * move), 0, 0)

    def outcome(self, place: Place) -> int | None:
        return mx.WIN if place.number == 9 else None

    def evaluate(self, place: Place) -> int:
        """Misleading: going back looks good."""
        return 9 - place.number


class Layered(NamedTuple):
    """Where play is in the graph of that seed, who moves, and what player 0 has so far."""

    number: int
    seed: int
    player: int
    bank: int


@frozen
class Banks:
    """Three layers of places with cycles in each; a step to the next layer banks points, and the last ones end the game."""

    def initial(self) -> Layered:
        return Layered(0, 0, 0, 0)

    def player(self, place: Layered) -> int:
        return place.player

    def mixed(self, place: Layered, salt: int) -> int:
        return Maze().mixed(Place(place.number, place.seed, place.player), salt)

    def moves(self, place: Layered) -> range:
        return range(1 + self.mixed(place, place.player) % 3)

    def play(self, place: Layered, move: int) -> Layered:
        code = self.mixed(place, place.player * 4 + move + 8)
        layer = place.number // 3 + (1 if code % 3 == 0 else 0)
        bank = (code >> 5) % 7 - 3 if code % 3 == 0 else 0
        return Layered(layer * 3 + (code >> 12) % 3, place.seed, 1 - place.player, place.bank + bank)

    def outcome(self, place: Layered) -> int | None:
        return None if place.number < 9 else place.bank

    def key(self, place: Layered) -> int:
        return place.seed * 16 + place.number

    def banked(self, place: Layered) -> int:
        return place.bank


def carried_back(state: Layered) -> float:
    """The value if endless play is a draw, 0 whatever is banked: each number is asked of player 0, whether it gets as much."""
    game = Banks()
    todo, states = [state], {state: None}
    while todo:
        here = todo.pop()
        if game.outcome(here) is None:
            after = [game.play(here, move) for move in game.moves(here)]
            todo += [each for each in after if each not in states]
            states.update(dict.fromkeys(after))
    return max(goal for goal in range(-12, 13) if gets(game, states, state, goal))


def gets(game: Banks, states: dict[Layered, None], state: Layered, goal: int) -> bool:
    """True if player 0 gets that much; where a draw is enough, player 1 has to force less, else player 0 has to force it."""
    forced: set[Layered] = set()
    eager = 1 if goal <= 0 else 0  # who has to force the end
    while True:
        before = len(forced)
        for here in states:
            outcome = game.outcome(here)
            if outcome is None:
                reached = [game.play(here, move) in forced for move in game.moves(here)]
                done = any(reached) if here.player == eager else all(reached)
            else:
                done = outcome < goal if eager else outcome >= goal
            if done:
                forced.add(here)
        if len(forced) == before:
            return (state in forced) != bool(eager)


BANKED_SEEDS = 60


def test_draws_by_repetition_count_whatever_is_banked() -> None:
    """Endless play is a draw: 0, and not what is banked."""
    for seed in range(BANKED_SEEDS):
        state = Layered(0, seed, 0, 0)
        found = mx.solve(Banks(), state, options=REPETITION, nodes=3_000)
        assert not found.solved or found.value == carried_back(state), seed


@pytest.mark.thorough
@needs_llvmlite
@pytest.mark.parametrize("algorithm", ["pvs", "alphabeta", "mtdf"])
def test_draws_by_repetition_count_whatever_is_banked_natively(algorithm: str) -> None:
    """Likewise by one search for all positions, whose table is not to share such values between positions of other banks."""
    options, solved = mx.AlphaBetaOptions(repetition=True), 0
    with closing(mx.Search(mx.compile(Banks()), options, algorithm=algorithm)) as engine:
        for seed in range(BANKED_SEEDS):
            state = Layered(0, seed, 0, 0)
            found = engine.solve(state, mx.Limits(nodes=500_000))
            solved += found.solved
            assert not found.solved or found.value == carried_back(state), seed
            for move in Banks().moves(state):
                after = Banks().play(state, move)
                found = engine.solve(after, mx.Limits(nodes=500_000))
                assert not found.solved or found.value == carried_back(after), (seed, move)
    assert solved > BANKED_SEEDS // 2


def after_steps(game: mx.Game[Place, int]) -> float:
    """The value of one ply at 6, reached over 7: the step back to 7 is a draw, that to 5 is not."""
    with closing(mx.Search(game, REPETITION)) as engine:
        engine.run(None, mx.Limits(depth=1))
        for move in (1, 1, 0):
            engine.advance(move)
        result = engine.run(None, mx.Limits(depth=2))
        values = {each.move: each.value for each in result.moves}
    assert result.move == 0
    return values[0] or 0


def test_what_was_played_counts() -> None:
    """Positions left behind by `advance` are on the way too: from 6, both 7 and 5 were there before."""
    assert after_steps(Corridor()) == mx.DRAW


@needs_llvmlite
def test_what_was_played_counts_natively() -> None:
    """The same in the compiled tier."""
    assert after_steps(mx.compile(Corridor())) == mx.DRAW


@needs_llvmlite
@pytest.mark.parametrize("threads", [1, 2])
def test_limits_hold_however_long_the_history(threads: int) -> None:
    """Working out what was played before takes no part of the time, and ends in no error of its own."""
    with closing(mx.Search(mx.compile(Corridor()), REPETITION, threads=threads)) as engine:
        engine.run(None, mx.Limits(depth=1))
        for move in (1, 0) * 20:
            engine.advance(move)
        result = engine.run(None, mx.Limits(seconds=1e-9))
        assert result.stop is mx.StopReason.SECONDS
        assert engine.solve(None, mx.Limits(seconds=1e-9)).stop is mx.StopReason.SECONDS
        assert engine.run(None, mx.Limits(depth=3)).depth == 3


@pytest.mark.parametrize(
    ("options", "keywords", "error"),
    [
        ({"table": "1MB"}, {}, "on a tree, repetition goes without a table"),
        ({}, {"algorithm": "minimax"}, "minimax has no use for repetition"),
        ({}, {"algorithm": "fixed"}, "fixed has no use for repetition"),
        ({}, {"threads": 2, "parallel": "processes"}, "repetition on a tree is for one worker, since workers share a table"),
    ],
)
def test_contradictions(options: dict[str, str], keywords: dict[str, object], error: str) -> None:
    """What does not go together is told."""
    with pytest.raises(mx.OptionError, match=error):
        mx.Search(Maze(), mx.AlphaBetaOptions(repetition=True, **options), **keywords)  # type: ignore[arg-type]


def test_states_that_cannot_be_hashed() -> None:
    """They need a key."""

    class Lists(Corridor):
        def initial(self) -> list[int]:  # type: ignore[override]
            return [5, 0, 0]

        def player(self, place: list[int]) -> int:  # type: ignore[override]
            return 0

        def play(self, place: list[int], move: int) -> list[int]:  # type: ignore[override]
            return [place[0] + 1, 0, 0]

        def outcome(self, place: list[int]) -> int | None:  # type: ignore[override]
            return None

    lists: Any = Lists()
    with pytest.raises(mx.GameError, match="repetition needs hashable keys"):
        mx.search(lists, depth=2, options=mx.AlphaBetaOptions(repetition=True, ignore="evaluate"))


class Detour:
    """Two ways, of other lengths, to a throw of the dice: 0 to 2, or 0 to 1 to 2; then 3, and the end."""

    value_range = (-10, 10)

    def initial(self) -> int:
        return 0

    def player(self, place: int) -> int:
        return mx.CHANCE if place == 2 else 0

    def moves(self, place: int) -> list[int]:
        return [2, 1] if place == 0 else [place + 1]

    def play(self, place: int, move: int) -> int:
        return move

    def chances(self, place: int) -> list[tuple[int, float]]:
        return [(3, 1.0)]

    def outcome(self, place: int) -> int | None:
        return -5 if place == 4 else None


@pytest.mark.parametrize("algorithm", ["star1", "star2"])
def test_what_chance_brings_on_another_way_is_no_repetition(algorithm: str) -> None:
    assert mx.search(Detour(), depth=6, options=REPETITION, algorithm=algorithm).value == -5


@needs_llvmlite
@pytest.mark.parametrize("algorithm", ["star1", "star2"])
def test_what_chance_brings_on_another_way_is_no_repetition_natively(algorithm: str) -> None:
    result = mx.search(mx.compile(Detour()), depth=6, options=REPETITION, algorithm=algorithm)
    assert [result.value, *(row.value for row in result.moves)] == [-5, -5, -5]


class Token:
    """Where a token is on a ring, and who moves it: an object that Python tells apart by identity."""

    def __init__(self, place: int, player: int) -> None:
        self.place, self.player = place, player


class Ring:
    """A token goes round for ever."""

    def initial(self) -> Token:
        return Token(0, 0)

    def player(self, token: Token) -> int:
        return token.player

    def moves(self, token: Token) -> list[int]:
        return [1, -1]

    def play(self, token: Token, move: int) -> Token:
        return Token((token.place + move) % 6, 1 - token.player)

    def outcome(self, token: Token) -> int | None:
        return None

    def evaluate(self, token: Token) -> int:
        return token.place + 1

    def key(self, token: Token) -> int:
        return token.place


@needs_llvmlite
def test_a_state_that_is_equal_by_content_is_where_the_game_is() -> None:
    """What was played counts also where an equal state is given, natively as on a tree."""
    found = []
    for game in (Ring(), mx.compile(Ring())):
        with closing(mx.Search(game, REPETITION, algorithm="alphabeta")) as search:
            search.run(None, mx.Limits(depth=3))
            for move in (1, -1, 1):
                state = search.advance(move)
            given = search.run(Token(state.place, state.player), mx.Limits(depth=3))
            found.append((given.value, search.run(None, mx.Limits(depth=3)).value))
    assert found == [(0, 0), (0, 0)]
