"""Paranoid and best reply: what the searcher gets against a plain search, options, ties to the game, and what results say."""

from __future__ import annotations

import json
import math
import pickle
from collections.abc import Callable
from contextlib import closing
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.families.paranoid.views import best_reply, paranoid as paranoid_view
from minimaxer.game.capability import capabilities
from minimaxer_games.chinese_checkers import ChineseCheckers

from ... import refdata
from ...oracle import paranoid
from ...parts import QUARTERS
from ...random_trees import PartyTree
from ..maxn.tree.test_maxn import Party, close, fractions, party

SEEDS = 2_000
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"ordering": "lazy_pick"},
    {"table": 500, "table_depth": "exact"},
    {"exact_moves": True},
    {"aspiration": 2},
    {"deepening": False},
)


@pytest.mark.parametrize("part", QUARTERS)
def test_paranoid_is_minimax_against_all_others(part: int) -> None:
    """At every depth that was finished, whoever moves at the root."""
    for seed in range(part * SEEDS // 4, (part + 1) * SEEDS // 4):
        game = party(seed)
        options = mx.AlphaBetaOptions(**OPTIONS[seed % len(OPTIONS)])
        found = mx.search(game, depth=1 + seed % 5, algorithm="paranoid", options=options)
        assert agree(found, game, game.initial(), found.depth, paranoid), (seed, found)
        assert found.payoffs is not None
        assert found.value == found.payoffs[0]
        if found.move is not None:
            after, me = game.play(game.initial(), found.move), max(0, game.player(game.initial()))
            assert math.isclose(paranoid(game, after, found.depth - 1, me), found.payoffs[me], abs_tol=1e-5), (seed, found)


@pytest.mark.parametrize("part", QUARTERS)
def test_best_reply_is_minimax_of_its_own_tree(part: int) -> None:
    """In which opponents after the one who chose play their likeliest move; written out plainly."""
    for seed in range(part * SEEDS // 4, (part + 1) * SEEDS // 4):
        game = party(seed)
        options = mx.AlphaBetaOptions(**OPTIONS[seed % len(OPTIONS)])
        found = mx.search(game, depth=1 + seed % 5, algorithm="brs", options=options)
        assert agree(found, game, game.initial(), found.depth, plain_best_reply), (seed, found)


def agree(found: mx.SearchResult[Any], game: Any, state: Any, depth: int, plain: Callable[..., Any]) -> bool:
    """Whether the one who moves, or player 0 where chance decides, gets what a plain search to that depth says."""
    me = max(0, game.player(state))
    payoffs = found.payoffs or ()
    return math.isclose(payoffs[me], plain(game, state, depth, me), rel_tol=1e-12, abs_tol=1e-5)


def plain_best_reply(game: Any, state: Any, depth: int, me: int, *, is_free: bool = True) -> Any:
    """What the player gets where one opponent a round chooses."""
    outcome = game.outcome(state)
    if outcome is not None:
        return outcome[me]
    if depth == 0:
        return game.evaluate(state)[me]
    player = game.player(state)
    if player == mx.CHANCE:
        return sum(
            chance * plain_best_reply(game, game.play(state, move), depth - 1, me, is_free=is_free)
            for move, chance in game.chances(state)
        )
    moves = list(game.moves(state))
    if not moves:
        return game.stuck(state)[me]
    if player == me:
        return max(plain_best_reply(game, game.play(state, move), depth - 1, me) for move in moves)
    likeliest = max(moves, key=lambda move: game.order(state, move)) if hasattr(game, "order") else moves[0]
    tried = moves if is_free else [likeliest]
    return min(
        plain_best_reply(game, game.play(state, move), depth - 1, me, is_free=is_free and move == likeliest) for move in tried
    )


def test_trees_of_others_have_their_paranoid_values() -> None:
    """For the player at the root, and in constant-sum trees too."""
    for name in ("random_maxn_trees", "shallow_pruning_trees"):
        for number, row in enumerate(json.loads(refdata.path(f"nplayer/{name}.json").read_text(encoding="utf-8"))["trees"]):
            wanted = row["paranoid"] if name.startswith("s") else fractions(row["paranoid"])
            game = Party(row["players"], row["tree"])
            me = max(0, game.player(()))
            found = mx.solve(game, algorithm="paranoid")
            assert found.payoffs is not None
            assert close(found.payoffs[me : me + 1], wanted[me : me + 1]), (name, number)


def test_the_searcher_changes_with_the_mover() -> None:
    """The one who moves where a search begins; a search that goes on through a game keeps its tree while it is its turn."""
    game = PartyTree(12, 3)
    engine = mx.Search(game, algorithm="paranoid")
    first = engine.run(limits=mx.Limits(depth=3))
    assert first.move is not None
    state = engine.advance(first.move)
    assert state == game.play(game.initial(), first.move)
    if game.outcome(state) is None:
        again = engine.run(limits=mx.Limits(depth=3))
        me = game.player(state)
        assert again.payoffs is not None
        assert again.payoffs[me] == paranoid(game, state, again.depth, me)
    assert engine.size_bytes > 0
    assert engine.algorithm == "paranoid"
    engine.close()


def test_a_game_goes_on_whatever_is_played() -> None:
    """Also by moves that the view does not expect of an opponent; each search finds what a new one finds."""
    for seed in range(30):
        game: Any = PartyTree(seed, 3) if seed % 2 else ChineseCheckers(size=1)
        engine, state, rng = mx.Search(game, algorithm=("brs", "paranoid")[seed % 2]), game.initial(), Random(seed)
        for turn in range(8):
            moves = [] if game.outcome(state) is not None else list(game.moves(state))
            if not moves or game.player(state) == mx.CHANCE:
                break
            if turn % 3 == 0:
                found = engine.run(None, mx.Limits(depth=3))
                new = mx.search(game, state, depth=3, algorithm=engine.algorithm)
                assert found.payoffs is not None
                assert new.payoffs is not None
                me = game.player(state)
                assert found.payoffs[me] == new.payoffs[me], seed
            move = rng.choice(moves)
            state = game.play(state, move)
            assert engine.advance(move) == state
        with pytest.raises(mx.IllegalMoveError):
            engine.advance("nothing")


def test_results_tell_what_is_known() -> None:
    """Payoffs of all where the line ends; of other moves what the searcher gets; pictures and texts take them."""
    game = PartyTree(12, 3, total=12)
    found = mx.search(game, depth=3, algorithm="paranoid")
    assert found.payoffs is not None
    assert sum(found.payoffs) == 12
    assert found.engine == "tree/paranoid"
    me = game.player(game.initial())
    for row in found.moves:
        assert row.payoffs is not None
        assert [player for player, payoff in enumerate(row.payoffs) if payoff is not None] == [me]
        assert f"player {me} gets " in str(row)
    assert found.to_dict()["payoffs"] == list(found.payoffs)


def test_a_view_has_no_more_than_the_game() -> None:
    """Capabilities that say whose number it is, such as `bounds` and `null`, stay behind."""
    game = party(5)
    found = capabilities(game)
    assert {each.name for each in capabilities(best_reply(game, found))} == {"evaluate", "order"}


def test_a_view_can_be_sent_to_processes() -> None:
    """As the game can; it stays the same."""
    game = ChineseCheckers(size=1)
    view = paranoid_view(game, capabilities(game))
    other = pickle.loads(pickle.dumps(view))
    seat = view.initial()
    assert (other.ends, other.evaluate(seat), list(other.moves(seat))) == (view.ends, view.evaluate(seat), list(view.moves(seat)))
    assert type(other).__name__ == "ParanoidOfChineseCheckers"


def test_the_greatest_payoff_is_a_win() -> None:
    """The sooner the better, and told as the payoff that it is; what all get there is known."""
    game = ChineseCheckers(size=1)
    for method in ("paranoid", "brs"):
        found = mx.search(game, game.parse("./..../.../.0../. 0 12"), depth=5, algorithm=method)
        assert (found.payoffs, found.winner, found.solved, len(found.pv)) == ((1, 0, 0), 0, True, 1)


def test_several_workers() -> None:
    """On a tree one works alone, and says why; max^n always does."""
    game = ChineseCheckers(size=1)
    for method, words in (
        ("paranoid", "this Python runs one thread at a time"),
        ("maxn", "max^n is searched by one worker; take "),
    ):
        workers = mx.search(game, depth=3, threads=2, algorithm=method).workers
        assert workers is not None
        assert words in str(workers.note) or workers.used > 1
    with pytest.raises(mx.OptionError, match=r"parallel=.processes.: max.n is searched by one worker"):
        mx.search(game, depth=3, threads=2, parallel="processes", algorithm="maxn")


@pytest.mark.parametrize("method", ["paranoid", "brs", "maxn"])
def test_players_that_there_are_none_of_are_told(method: str) -> None:
    """By every method, wherever one comes up."""

    class Late(ChineseCheckers):
        """Has somebody else move after some plies."""

        def player(self, star: Any) -> int:
            return 3 if star.plies == 3 else super().player(star)

    with pytest.raises(mx.RulesError, match=r"^player\(Star\(.*plies=3\)\) gave 3; expected 0 to 2$"):
        mx.search(Late(size=1), depth=6, algorithm=method)


def test_a_line_that_ends_for_lack_of_moves_has_all_payoffs() -> None:
    """From `stuck`, also where the game has an evaluation."""

    class Last:
        players = 3

        def initial(self) -> int:
            return 0

        def player(self, place: int) -> int:
            return 0

        def moves(self, place: int) -> list[int]:
            return [] if place else [0]

        def play(self, place: int, move: int) -> int:
            return 1

        def outcome(self, place: int) -> None:
            return None

        def stuck(self, place: int) -> tuple[int, int, int]:
            return 3, 1, 2

        def evaluate(self, place: int) -> tuple[int, int, int]:
            return 0, 0, 9

    for place in (0, 1):
        for algorithm in ("paranoid", "brs", "maxn"):
            assert mx.search(Last(), place, depth=3, algorithm=algorithm).payoffs == (3, 1, 2)


def test_a_search_that_solved_elsewhere_advances_from_there() -> None:
    """Without a method, max^n solves; the search of the view stays where it was, and is not where the game goes on."""

    class Sum:
        players = 3

        def initial(self) -> int:
            return 0

        def player(self, total: int) -> int:
            return total % 3

        def moves(self, total: int) -> list[int]:
            return [1, 2]

        def play(self, total: int, move: int) -> int:
            return total + move

        def outcome(self, total: int) -> tuple[int, int, int] | None:
            return (total, -total, 3) if total >= 6 else None

    with closing(mx.Search(Sum())) as search:
        search.solve(3)
        assert search.advance(1) == 4
        assert search.run(limits=mx.Limits(depth=2)).move in (1, 2)
        search.solve()
        assert search.advance(2) == 6


def test_a_search_that_was_refused_advances_from_there() -> None:
    """Value iteration, by which games with chance are solved, knows no trace: nothing was searched, and the game goes on."""

    class Steps:
        players = 3

        def initial(self) -> int:
            return 0

        def player(self, step: int) -> int:
            return 0

        def moves(self, step: int) -> list[int]:
            return [1]

        def play(self, step: int, move: int) -> int:
            return step + move

        def outcome(self, step: int) -> tuple[int, int, int] | None:
            return (2, 3, 7) if step == 4 else None

        def chances(self, step: int) -> list[tuple[int, float]]:
            return []

    with closing(mx.Search(Steps(), mx.AlphaBetaOptions(trace=True), algorithm="paranoid")) as search:
        assert search.advance(1) == 1
        with pytest.raises(mx.OptionError, match="value iteration, by which games with chance are solved, has no use for trace"):
            search.solve()
        assert search.advance(1) == 2


def test_a_refused_search_leaves_who_searches_as_it_was() -> None:
    """Where chance decides, that is who was searched for before, and nobody that was only asked for."""

    class Draw:
        players = 3
        value_range = (0, 9)

        def initial(self) -> str:
            return "deal"

        def player(self, place: str) -> int:
            return 2 if place == "third" else mx.CHANCE

        def moves(self, place: str) -> list[str]:
            return ["end"]

        def play(self, place: str, move: str) -> str:
            return move

        def outcome(self, place: str) -> tuple[int, int, int] | None:
            return (1, 2, 6) if place == "end" else None

        def chances(self, place: str) -> list[tuple[str, float]]:
            return [("third", 1.0)]

    with closing(mx.Search(Draw(), mx.AlphaBetaOptions(trace=True), algorithm="paranoid")) as search:
        before = search.run("deal", limits=mx.Limits(depth=3)).payoffs
        with pytest.raises(mx.OptionError, match="has no use for trace"):
            search.solve("third")
        assert search.run("deal", limits=mx.Limits(depth=3)).payoffs == before
        assert search.run("third", limits=mx.Limits(depth=3)).payoffs != before
