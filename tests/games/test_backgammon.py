"""Backgammon: throws, steps, what has to be played, bearing off, results, notation, and OpenSpiel's games beside ours."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer_games.backgammon import NOBODY, START, STAY, Backgammon, Board, Throw, turned

GAME = Backgammon()


def board(points: dict[int, int], dice: str = "0-0", bar: str = "0-0", player: int = 0, game: Backgammon = GAME) -> Board:
    """A position by numbers of points, the mover's checkers above 0; the rest are off."""
    counts = [points.get(number, 0) for number in range(1, 25)]
    mine, theirs = map(int, bar.split("-"))
    off = 15 - mine - sum(each for each in counts if each > 0)
    their_off = 15 - theirs + sum(each for each in counts if each < 0)
    return game.parse(f"{bar} {off}-{their_off} {player} {dice} {','.join(map(str, counts))}")


def plays(position: Board) -> set[str]:
    """The moves as text."""
    return {GAME.format_move(position, move) for move in GAME.moves(position)}


def test_the_first_throw_says_who_begins() -> None:
    """Any but a double, for each player; later throws are the mover's."""
    first = list(GAME.chances(GAME.initial()))
    assert len(first) == 30
    assert sum(chance for _, chance in first) == pytest.approx(1)
    assert {throw.player for throw, _ in first} == {0, 1}
    later = list(GAME.chances(board({1: 2, 24: -2}, player=1)))
    assert len(later) == 21
    assert sum(chance for _, chance in later) == pytest.approx(1)
    assert {throw.player for throw, _ in later} == {1}
    thrown = GAME.play(GAME.initial(), Throw(1, 6, 4))
    assert (thrown.player, thrown.dice, thrown.points) == (1, (6, 4), START)
    assert GAME.player(thrown) == 1
    assert GAME.player(GAME.initial()) == mx.CHANCE


def test_both_dice_are_used_where_they_can_be() -> None:
    """Else the greater one, else the other; else the player stays."""
    assert plays(board({8: 1, 24: -1}, "2-1")) == {"8/6,6/5"}
    assert plays(board({10: 1, 9: -2, 6: -2, 5: -2, 1: -2}, "5-1")) == {"stay"}
    assert plays(board({24: 1, 19: -2, 18: -2, 10: 1, 4: -2}, "6-5")) == {"10/5"}
    assert plays(board({12: 1, 6: -2, 5: -2, 1: -2}, "6-5")) == {"12/7"}
    assert plays(board({12: 1, 1: -2}, "6-5")) == {"12/6"}
    assert GAME.play(board({10: 1, 9: -2, 6: -2, 5: -2, 1: -2}, "5-1"), STAY).player == 1


def test_doubles_are_four_steps() -> None:
    """As many as can be made; each way once."""
    assert plays(board({24: 1, 1: -1}, "3-3")) == {"24/21,21/18,18/15,15/12"}
    assert plays(board({24: 1, 15: -2, 1: -1}, "3-3")) == {"24/21,21/18"}
    assert len(list(GAME.moves(board({13: 5, 8: 3, 6: 5, 24: 2}, "1-1")))) == len(
        {
            GAME.play(board({13: 5, 8: 3, 6: 5, 24: 2}, "1-1"), move)
            for move in GAME.moves(board({13: 5, 8: 3, 6: 5, 24: 2}, "1-1"))
        }
    )


def test_the_bar_goes_first_and_blots_are_hit() -> None:
    """A checker that is alone goes to the bar, and comes in before anything else moves."""
    hit = board({24: 1, 18: -1, 1: -1}, "6-5")
    after = GAME.play(hit, GAME.parse_move(hit, "24/18,18/13"))
    assert (after.bar, after.points[11]) == (1, -1)
    entering = board({13: 2, 20: -2, 1: -1}, "5-1", bar="1-0")
    assert plays(entering) == {"bar/24,24/19", "bar/24,13/8"}
    assert plays(board({13: 2, 20: -2, 24: -2, 1: -1}, "5-1", bar="1-0")) == {"stay"}


def test_bearing_off() -> None:
    """With all at home: by the number, or by a greater one from the farthest point."""
    assert plays(board({6: 1, 3: 1, 24: -1}, "6-3")) == {"6/off,3/off", "6/3,3/off"}
    assert plays(board({4: 1, 3: 1, 24: -1}, "6-5")) == {"4/off,3/off"}
    assert plays(board({7: 1, 3: 1, 24: -1}, "6-1")) == {"7/1,3/2", "7/1,1/off"}
    assert plays(board({5: 1, 2: 1, 24: -1}, "3-3")) == {"5/2,2/off,2/off"}


def test_results() -> None:
    """A win is a win; by points a gammon counts 2, and a backgammon 3."""
    counted = Backgammon(points=True)
    for points, bar, worth in (({24: 1, 13: 14}, "0-0", 3), ({13: 15}, "0-0", 2), ({13: 14}, "0-0", 1), ({13: 14}, "1-0", 3)):
        lost = board(points, bar=bar, player=1, game=counted)
        assert counted.outcome(lost) == worth
        assert counted.outcome(lost._replace(player=0)) == -worth
        assert GAME.outcome(lost) == mx.WIN
        assert GAME.outcome(lost._replace(player=0)) == mx.LOSS
    assert GAME.outcome(GAME.initial()) is None
    assert counted.value_range == (-3, 3)


def test_the_evaluation_is_for_player_0() -> None:
    """And its negative where the board is turned."""
    position = board({6: 5, 8: 3, 13: 5, 24: 1, 1: -2, 12: -5, 19: -5, 17: -2}, player=0)
    assert GAME.evaluate(turned(position)) == -GAME.evaluate(turned(position)._replace(player=0))
    assert GAME.evaluate(position) == pytest.approx(GAME.evaluate(turned(position)))
    assert GAME.evaluate(board({1: 2, 1 + 1: 1, 1 + 12: -5})) > 0


def test_positions_and_moves_read_back() -> None:
    """As text; and what is none is refused."""
    for state in mx.testing.random_states(GAME, 60, seed=4):
        assert GAME.parse(GAME.format(state)) == state
        assert len(GAME.render(state).splitlines()) == 5
        assert GAME.svg(state).startswith("<svg")
        if GAME.outcome(state) is None:
            legal = [throw for throw, _ in GAME.chances(state)] if GAME.player(state) == mx.CHANCE else list(GAME.moves(state))
            for move in legal:
                assert GAME.parse_move(state, GAME.format_move(state, move)) == move
    start = GAME.format(GAME.initial())
    for text in ("", start + " 1", start.replace("0-0 0-0 2", "1-0 0-0 2"), start.replace(" 2 0-0", " 2 3-1"), start[:-2]):
        with pytest.raises(mx.NotationError, match="expected bar, off, whose turn it is, the dice and 24 points"):
            GAME.parse(text)
    with pytest.raises(mx.NotationError, match=r"expected one of 0:2-1, .*, got '6-6'"):
        GAME.parse_move(GAME.initial(), "6-6")
    assert GAME.initial().player == NOBODY


def test_one_s_own_move_the_throws_and_the_reply() -> None:
    """All methods agree on the move, and look at fewer nodes in turn."""
    position = GAME.play(GAME.initial(), Throw(0, 3, 1))
    options = mx.AlphaBetaOptions(deepening=False)
    nodes = []
    for method in ("expectimax", "star2"):
        found = mx.search(GAME, position, depth=2, algorithm=method, options=options)
        assert GAME.format_move(position, found.move) == "8/5,6/5"  # type: ignore[arg-type]  # there is one
        nodes.append(found.nodes)
    assert nodes[1] <= nodes[0]


def flat(position: Board) -> tuple[Any, ...]:
    """A position as player 0 sees it."""
    seen = position if position.player != 1 else turned(position)
    return seen[:5]


def theirs(state: Any) -> tuple[Any, ...]:
    """The same of OpenSpiel's."""
    first, second = ([state.board(player, 23 - point) for point in range(24)] for player in (0, 1))
    words = str(state).rpartition("Scores, X: ")[2].split(", O: ")
    off = tuple(int(word.split()[0]) for word in words)
    points = tuple(one - other for one, other in zip(first, second, strict=True))
    return points, 15 - sum(first) - off[0], 15 - sum(second) - off[1], *off


@pytest.mark.thorough
def test_games_beside_open_spiel() -> None:
    """Positions, throws, all results of moves, and returns, in random games."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    game = Backgammon(points=True)
    peer, rng = pyspiel.load_game("backgammon(scoring_type=full_scoring)"), Random(1)
    for _ in range(20):
        state, position = peer.new_initial_state(), game.initial()
        while not state.is_terminal():
            assert flat(position) == theirs(state)
            if state.is_chance_node():
                action = rng.choice(state.legal_actions())
                words = state.action_to_string(action)
                dice = sorted(map(int, words.partition("roll: ")[2][:2]), reverse=True)
                mover = 0 if " X starts" in words else 1 if " O starts" in words else position.player
                state.apply_action(action)
                position = game.play(position, Throw(mover, *dice))
                continue
            reached = {}
            for action in state.legal_actions():
                child = state.child(action)
                if child.is_terminal() or child.is_chance_node():
                    reached[theirs(child)] = (action,)
                else:  # a double is two turns there
                    reached |= {theirs(child.child(second)): (action, second) for second in child.legal_actions()}
            ours = {flat(game.play(position, move)): move for move in game.moves(position)}
            assert set(ours) == set(reached)
            chosen = rng.choice(sorted(ours))
            for action in reached[chosen]:
                state.apply_action(action)
            position = game.play(position, ours[chosen])
        assert game.outcome(position) == state.returns()[0]
