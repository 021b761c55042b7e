"""The registry of methods, and what options say about who has a use for them."""

from __future__ import annotations

import pickle
from contextlib import closing
from typing import Any

import pytest
from attrs import evolve, fields

import minimaxer as mx
from minimaxer.api.methods import ALGORITHMS, METHODS, create, defaults_for, defaults_to_play, family_of
from minimaxer.native import compile_game
from minimaxer.searching.options import FOR_CHANCE, ORDERINGS, has_use, refuse_unused
from minimaxer.searching.setup import Setup
from minimaxer.tree import ordering
from minimaxer_games.chinese_checkers import ChineseCheckers, Step
from minimaxer_games.nim import Nim
from minimaxer_games.pig import Pig
from minimaxer_games.tic_tac_toe import TicTacToe

from ..needs import HAS_LLVMLITE, needs_llvmlite

TIERS: tuple[Any, ...] = ("tree", "compiled")


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("name", METHODS)
def test_every_method_opens_in_its_tiers(name: str, tier: Any) -> None:
    """By its own name, and finds the value."""
    if tier == "compiled" and not HAS_LLVMLITE:
        pytest.skip("compiled games need the extra 'compiled'")
    if name in FOR_CHANCE or METHODS[name].many or METHODS[name].deals:
        pytest.skip("for games with chance, for many, or with something to hide: see the tests of these")
    game: Any = TicTacToe() if tier == "tree" else mx.compile(TicTacToe(), check=False)
    limits = mx.Limits(simulations=100) if name == "montecarlo" else mx.Limits(depth=4)
    with closing(create(Setup(game=game, algorithm=name, options=METHODS[name].defaults))) as search:
        assert search.algorithm == name
        assert search.last(TicTacToe().parse("xx.oo...."), limits).winner == 0


@pytest.mark.parametrize("name", FOR_CHANCE)
def test_every_method_for_chance_opens(name: str) -> None:
    """By its own name, and takes averages."""
    with closing(create(Setup(game=Pig(goal=10), algorithm=name))) as search:
        assert search.algorithm == name
        assert search.last(None, mx.Limits(depth=4)).meaning == "chances"


MANY = [name for name, family in METHODS.items() if family.many]


@pytest.mark.parametrize("tier", ["tree", pytest.param("compiled", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("name", MANY)
def test_every_method_for_many_opens_in_its_tiers(name: str, tier: Any) -> None:
    """By its own name, and tells what all get; games for two are refused with what fits, and the other way round."""
    if tier == "compiled" and not HAS_LLVMLITE:
        pytest.skip("compiled games need the extra 'compiled'")
    game: Any = ChineseCheckers(size=1) if tier == "tree" else mx.compile(ChineseCheckers(size=1), check=False)
    with closing(create(Setup(game=game, algorithm=name))) as search:
        search.ready()
        assert search.algorithm == name
        found = search.last(None, mx.Limits(depth=3))
    assert found.payoffs is not None
    assert sum(found.payoffs) == pytest.approx(1)
    assert found.engine == f"{tier}/{name}"
    with pytest.raises(
        mx.OptionError, match=f"{name} is for games for three and more, and this one has players = 2; take 'auto'"
    ):
        create(Setup(game=TicTacToe(), algorithm=name))
    with pytest.raises(
        mx.OptionError, match="pvs is for games for one or two, and this one has players = 3; take 'auto', or one"
    ):
        create(Setup(game=game, algorithm="pvs"))


@pytest.mark.parametrize(("players", "engine"), [(3, "tree/brs"), (4, "tree/maxn"), (6, "tree/maxn")])
def test_auto_fits_the_number_of_players(players: int, engine: str) -> None:
    """What wins matches; solving is max^n always."""
    game = ChineseCheckers(size=1, players=players)
    assert mx.search(game, depth=2).engine == engine
    last = mx.solve(game, game.parse("./..../.../.0../. 0 12"))
    assert (last.engine, last.winner, last.pv) == ("tree/maxn", 0, (Step(9, 12),))


def test_names_that_are_none_are_refused() -> None:
    """The error lists all; `auto` has a family too."""
    assert family_of("auto") is METHODS["pvs"]
    with pytest.raises(mx.OptionError) as caught:
        family_of("best")
    assert str(caught.value) == f"expected algorithm to be one of {', '.join(ALGORITHMS)}, got 'best'"


def test_options_of_another_class_are_refused() -> None:
    """Each family has its own."""
    wrong: Any = {"table": None}
    with pytest.raises(mx.OptionError) as caught:
        create(Setup(game=TicTacToe(), options=wrong))
    assert str(caught.value) == "expected options to be AlphaBetaOptions(...), got {'table': None}"


def test_a_setup_is_sent_whole() -> None:
    """It pickles, and equals what was sent."""
    setup = Setup(game=Nim(), options=mx.AlphaBetaOptions(table="1MB"), algorithm="pvs", threads=2, parallel="processes")
    assert pickle.loads(pickle.dumps(setup)) == setup
    assert setup.capabilities().key is not None
    judged = evolve(setup, evaluate=lambda state: 0)
    assert judged.capabilities().evaluate is judged.evaluate


def test_what_options_say_of_themselves_is_known() -> None:
    """Tiers and methods in their metadata exist, and every option has a use somewhere."""
    for option in fields(mx.AlphaBetaOptions):
        assert set(option.metadata) <= set(TIERS)
        assert all(set(idle) <= set(METHODS) for idle in option.metadata.values())
        assert any(has_use(option.name, tier, name) for tier in TIERS for name in METHODS)


@pytest.mark.parametrize(
    ("options", "tier", "algorithm", "text"),
    [
        (
            {"killers": True, "history": True},
            "tree",
            "auto",
            "the tree search has no use for history, killers; leave out or compile the game",
        ),
        ({"memory": None}, "compiled", "pvs", "compiled games have no use for memory; leave out"),
        ({"aspiration": 1}, "tree", "mtdf", "mtdf has no use for aspiration; leave out or take 'alphabeta'"),
        ({"shuffle": True}, "compiled", "fixed", "fixed has no use for shuffle; leave out or take 'pvs'"),
    ],
)
def test_options_without_use_are_refused(options: dict[str, Any], tier: Any, algorithm: str, text: str) -> None:
    """The error names them, and what to do."""
    with pytest.raises(mx.OptionError) as caught:
        refuse_unused(mx.AlphaBetaOptions(**options).changed(), tier, algorithm)
    assert str(caught.value) == f"contradictory options: {text}"


def test_the_orderings_are_those_that_options_know() -> None:
    """By name and in order."""
    assert tuple(ordering.ORDERINGS) == ORDERINGS


class Race:
    """A race to 9 by steps of one or two, which nothing evaluates."""

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> range:
        return range(1, 3)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] + move, 1 - state[1]

    def outcome(self, state: tuple[int, int]) -> int | None:
        return None if state[0] < 9 else mx.LOSS if state[1] == 0 else mx.WIN


def left(state: tuple[int, int]) -> int:
    """An evaluation of the race."""
    return 9 - state[0]


@needs_llvmlite
@pytest.mark.parametrize("find", [defaults_for, defaults_to_play])
def test_a_compiled_game_has_the_defaults_of_its_rules(find: Any) -> None:
    """They go by what evaluates positions: the game, or the argument of `compile` or `search`."""
    games: tuple[Any, ...] = (Race(), Nim(), Pig())
    for game in games:  # as from `mx.compile`, but for the default search, which nobody runs here
        assert find("auto", compile_game(game, check=False)) == find("auto", game)
    assert find("auto", compile_game(Race(), left, check=False)) == find("auto", Race(), left) != find("auto", Race())
    assert find("auto", compile_game(Race(), check=False), left) == find("auto", Race(), left)
