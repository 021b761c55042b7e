"""Tables that keep values without what is banked: the judge is plain minimax, which knows nothing of it."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest

import minimaxer as mx
from minimaxer.errors import ScoreError
from minimaxer_games.mancala import Mancala

from ....needs import HAS_LLVMLITE
from ....oracle import expectimax, minimax

TIERS = ["tree", *(["compiled"] if HAS_LLVMLITE else [])]
TABLE = 1 << 12
PLACES = 23
"""So few that positions are met again and again, with other leads."""


class Place(NamedTuple):
    place: int
    lead: int
    player: int
    ply: int


class Gains:
    """A walk on a few places: each step gains something for who makes it, and gives the turn or not."""

    plies = 7

    def __init__(self, seed: int = 1) -> None:
        self.seed = seed

    def initial(self) -> Place:
        return Place(self.seed % PLACES, 0, 0, 0)

    def player(self, place: Place) -> int:
        return place.player

    def moves(self, place: Place) -> Any:
        return range(1 + (place.place * 5 + place.ply + self.seed) % 4)

    def play(self, place: Place, move: int) -> Place:
        mixed = place.place * 31 + move * 17 + place.ply * 7 + self.seed
        gain = mixed % 5
        lead = place.lead + gain if place.player == 0 else place.lead - gain
        return Place(mixed * mixed % PLACES, lead, place.player if mixed % 3 == 0 else 1 - place.player, place.ply + 1)

    def outcome(self, place: Place) -> int | None:
        if place.ply == self.plies or place.place == 0:
            return place.lead + place.place % 3 - 1
        return None

    def evaluate(self, place: Place) -> int:
        return place.lead + place.place % 4

    def key(self, place: Place) -> tuple[int, int]:
        return place.place, place.ply

    def banked(self, place: Place) -> int:
        return place.lead


class Longer(Gains):
    plies = 11


class Thrown(Gains):
    """The same, where chance makes every third move."""

    def player(self, place: Place) -> int:
        return mx.CHANCE if place.ply % 3 == 2 else place.player

    def chances(self, place: Place) -> Any:
        count = 1 + (place.place * 5 + place.ply + self.seed) % 4
        return [(move, 1 / count) for move in range(count)]

    value_range = (-60, 60)

    def key(self, place: Place) -> Any:
        return place.place, place.ply, place.player


class Around(Gains):
    """A ring without an end, where places come again, though never with as much banked."""

    def play(self, place: Place, move: int) -> Place:
        step = (place.place + move + 1) % 5 + 1
        gain = 1 + (place.place + move) % 2
        lead = place.lead + 3 * gain if place.player == 0 else place.lead - gain
        return Place(step, lead, 1 - place.player, 0)

    def outcome(self, place: Place) -> int | None:
        return None

    def key(self, place: Place) -> Any:
        return place.place


def rules(kind: Any, tier: str, seed: int) -> Any:
    game = kind(seed)
    return mx.compile(game, check=False) if tier == "compiled" else game


ALGORITHMS = ["alphabeta", "pvs", "mtdf"]


@pytest.mark.parametrize("tier", TIERS)
def test_values_are_those_of_minimax(tier: str) -> None:
    """At every depth, by every algorithm; with entries of just that depth also where evaluations stand for results."""
    options = {
        "exact": mx.AlphaBetaOptions(table_depth="exact", table=TABLE),
        "moves": mx.AlphaBetaOptions(table_depth="exact", table=TABLE, exact_moves=True),
        "small": mx.AlphaBetaOptions(table_depth="exact", table=16),
    }
    for seed in range(1 if tier == "compiled" else 25):
        game, plain = rules(Gains, tier, seed), Gains(seed)
        for depth in (2, 4, 5, 9):
            wanted = minimax(plain, plain.initial(), depth)
            for algorithm in ALGORITHMS:
                for each in options.values():
                    found = mx.search(game, depth=depth, algorithm=algorithm, options=each)
                    assert found.value == wanted, (seed, depth, algorithm, each)
                    if each.exact_moves:
                        for row in found.moves:
                            assert row.value == minimax(plain, plain.play(plain.initial(), row.move), depth - 1)


@pytest.mark.parametrize("tier", TIERS)
def test_leaves_that_nothing_evaluates_are_worth_the_same_whatever_is_banked(tier: str) -> None:
    """0, also where positions of other banks would share an entry."""

    class Blind(Gains):
        def evaluate(self, place: Place) -> int:
            return 0

    options = mx.AlphaBetaOptions(table_depth="exact", table=TABLE, ignore={"evaluate"})
    plainly = mx.AlphaBetaOptions(ignore={"evaluate"})
    for seed in range(1 if tier == "compiled" else 25):
        game, plain = rules(Gains, tier, seed), Blind(seed)
        for depth in (2, 4, 5):
            wanted = minimax(plain, plain.initial(), depth)
            for algorithm in (*ALGORITHMS, "fixed"):
                each = plainly if algorithm == "fixed" else options
                found = mx.search(game, depth=depth, algorithm=algorithm, options=each)
                assert found.value == wanted, (seed, depth, algorithm)


@pytest.mark.parametrize("tier", TIERS)
def test_positions_that_differ_in_the_bank_share_an_entry(tier: str) -> None:
    """Fewer nodes than with the lead in the key, and the same value."""
    for seed in (2,) if tier == "compiled" else (2, 5):
        game = rules(Longer, tier, seed)
        banked, whole = (
            mx.Search(game, mx.AlphaBetaOptions(ignore=ignore, table=1 << 16), algorithm="pvs").solve()
            for ignore in (frozenset[str](), frozenset({"banked", "key"}))
        )
        assert banked.value == whole.value
        assert banked.nodes < whole.nodes


@pytest.mark.thorough
@pytest.mark.parametrize("tier", TIERS)
def test_what_is_banked_counts_where_chance_decides(tier: str) -> None:
    for seed in range(1 if tier == "compiled" else 12):
        game, plain = rules(Thrown, tier, seed), Thrown(seed)
        for depth in (3, 5, 9):
            for algorithm in ("star1", "star2"):
                found = mx.search(
                    game, depth=depth, algorithm=algorithm, options=mx.AlphaBetaOptions(table_depth="exact", table=TABLE)
                )
                assert found.value == pytest.approx(expectimax(plain, plain.initial(), depth))


@pytest.mark.parametrize("tier", TIERS)
def test_positions_with_other_banks_are_no_repetitions(tier: str) -> None:
    """The key says they are the same, and the bank that they are not: no draw is made of them."""
    for seed in range(1 if tier == "compiled" else 6):
        game, plain = rules(Around, tier, seed), Around(seed)
        wanted = minimax(plain, plain.initial(), 9)
        options = mx.AlphaBetaOptions(repetition=True)
        if tier == "compiled":
            options = mx.AlphaBetaOptions(repetition=True, table_depth="exact")
        found = mx.search(game, depth=9, options=options, algorithm="alphabeta")
        assert found.value == wanted


def test_shortened_values_are_no_sums() -> None:
    """Where values are moved towards zero by plies, entries keep them whole."""
    plain = Gains(3)
    for depth in (3, 5):
        options = mx.AlphaBetaOptions(shorten=True, table_depth="exact", table=TABLE)
        found = mx.search(plain, depth=depth, algorithm="alphabeta", options=options)
        assert found.value == pytest.approx(minimax(plain, plain.initial(), depth, shorten=True), abs=1e-5)


@pytest.mark.skipif(not HAS_LLVMLITE, reason="compiled games need the extra 'compiled'")
@pytest.mark.parametrize("parallel", ["abdada", "lazy_smp"])
def test_workers_share_what_is_without_the_bank(parallel: Any) -> None:
    game = mx.compile(Mancala(houses=3, seeds=4, empty_capture=True))
    one, two = (mx.solve(game, threads=threads, parallel=parallel if threads > 1 else "auto") for threads in (1, 2))
    assert one.value == two.value


@pytest.mark.parametrize("given", ["much", None, float("nan"), mx.WIN])
def test_a_bank_that_is_no_number_is_refused(given: Any) -> None:
    class Odd(Gains):
        def banked(self, place: Place) -> Any:
            return given

    with pytest.raises(ScoreError) as error:
        mx.search(Odd(), depth=5, algorithm="pvs", options=mx.AlphaBetaOptions(table=TABLE))
    assert str(error.value).startswith(f"banked() gave {given!r} in Place(")
    assert str(error.value).endswith("; expected a number, what player 0 gets more than player 1 whatever comes")


@pytest.mark.skipif(not HAS_LLVMLITE, reason="compiled games need the extra 'compiled'")
def test_a_bank_that_is_no_number_does_not_compile() -> None:
    class Wordy(Gains):
        def banked(self, place: Place) -> Any:
            return (1, 2)

    with pytest.raises(mx.CompileError, match=r"expected a number on every path"):
        mx.compile(Wordy())


def test_identity_holds_the_bank() -> None:
    """What tells positions apart, wherever that matters."""
    found, rng = mx.capabilities(Gains()), Random(1)
    one = Place(3, rng.randrange(5), 0, 2)
    other = one._replace(lead=one.lead + 1)
    assert found.key is not None
    assert found.key(one) == found.key(other)
    assert found.identity(one) != found.identity(other)
    assert mx.capabilities(Gains(), ignore={"banked", "key"}).identity(one) == one


def test_keys_without_the_bank_are_refused() -> None:
    """Where `banked` is ignored and `key` leaves it out, positions of different worth would be one."""
    told = (
        "ignoring 'banked' needs 'key' ignored too: Gains has both, and key may leave out what is banked, so that positions of "
        "different worth would be one"
    )
    with pytest.raises(mx.OptionError) as refused:
        mx.search(Gains(), options=mx.AlphaBetaOptions(ignore={"banked"}))
    assert str(refused.value) == told
    with pytest.raises(mx.OptionError, match="ignoring 'banked' needs 'key' ignored too: Gains has both"):
        mx.tabulate(Gains(), ignore={"banked"})
