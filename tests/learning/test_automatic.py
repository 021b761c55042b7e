"""Games without an evaluation: compiled ones learn it from their rules, for searches to a depth or by nodes."""

from __future__ import annotations

import gc
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from copy import copy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import minimaxer as mx
from minimaxer.cli import main
from minimaxer.errors import SavedSearchError
from minimaxer.learning import automatic as learning
from minimaxer.learning.automatic import automatic
from minimaxer.learning.evaluation import LearntEvaluation
from minimaxer.learning.learner import blank
from minimaxer.native import compile_game

from ..needs import needs_llvmlite
from ..processes import PATIENCE
from .games import Dice

pytestmark = needs_llvmlite

SIZE = 4
LINES = [[row * SIZE + column for column in range(SIZE)] for row in range(SIZE)]


class Stone(NamedTuple):
    owner: int


class Place(NamedTuple):
    board: Any
    mover: int


class Rows:
    """Two players put stones on 16 cells until all are taken; who has more rows with most stones of their own wins.

    The forms of its board are those of the classes below.
    """

    def initial(self) -> Place:
        return Place(self.made([-1] * SIZE * SIZE), 0)

    def player(self, place: Place) -> int:
        return place.mover

    def moves(self, place: Place) -> Iterator[int]:
        cells = self.cells(place.board)
        for cell in range(SIZE * SIZE):
            if cells[cell] < 0:
                yield cell

    def play(self, place: Place, move: int) -> Place:
        cells = self.cells(place.board)
        cells[move] = place.mover
        return Place(self.made(cells), 1 - place.mover)

    def outcome(self, place: Place) -> int | None:
        cells = self.cells(place.board)
        lead = 0
        for line in LINES:
            ours = theirs = 0
            for cell in line:
                if cells[cell] < 0:
                    return None
                ours += cells[cell] == 0
                theirs += cells[cell] == 1
            lead += (ours > theirs) - (theirs > ours)
        return mx.WIN if lead > 0 else mx.LOSS if lead < 0 else 0

    def made(self, cells: list[int]) -> Any:
        return tuple(cells)

    def cells(self, board: Any) -> list[int]:
        return list(board)


class Texts(Rows):
    def made(self, cells: list[int]) -> Any:
        text = ""
        for each in cells:
            text += ".xo"[each + 1]
        return text

    def cells(self, board: Any) -> list[int]:
        return [".xo".index(each) - 1 for each in board]


class Nested(Rows):
    def made(self, cells: list[int]) -> Any:
        return tuple(tuple(cells[row * SIZE : row * SIZE + SIZE]) for row in range(SIZE))

    def cells(self, board: Any) -> list[int]:
        return [each for row in board for each in row]


class Objects(Rows):
    def made(self, cells: list[int]) -> Any:
        return tuple(None if each < 0 else Stone(each) for each in cells)

    def cells(self, board: Any) -> list[int]:
        return [-1 if each is None else each.owner for each in board]


class Dicts(Rows):
    def made(self, cells: list[int]) -> Any:
        return {(cell // SIZE, cell % SIZE): each for cell, each in enumerate(cells) if each >= 0}

    def cells(self, board: Any) -> list[int]:
        return [board.get((cell // SIZE, cell % SIZE), -1) for cell in range(SIZE * SIZE)]


class Sets(Rows):
    def made(self, cells: list[int]) -> Any:
        ours = frozenset(cell for cell, each in enumerate(cells) if each == 0)
        return ours, frozenset(cell for cell, each in enumerate(cells) if each == 1)

    def cells(self, board: Any) -> list[int]:
        ours, theirs = board
        return [0 if cell in ours else 1 if cell in theirs else -1 for cell in range(SIZE * SIZE)]


FORMS: list[Any] = [Rows, Texts, Objects, Dicts, Sets]


@cache
def compiled(form: Any) -> Any:
    return compile_game(form())


def valued(game: Any, evaluate: Any, place: Any, depth: int) -> float:
    """The value of plain minimax to a depth."""
    outcome = game.outcome(place)
    if outcome is not None:
        return float(outcome)
    if not depth:
        return float(evaluate(place))
    values = [valued(game, evaluate, game.play(place, move), depth - 1) for move in game.moves(place)]
    return (max, min)[game.player(place)](values)


def places(game: Any, count: int, plies: int = 8) -> Iterator[Any]:
    for seed in range(count):
        rng, place = Random(seed), game.initial()
        for _ in range(plies):
            place = game.play(place, rng.choice(list(game.moves(place))))
        yield place


@pytest.mark.parametrize("form", [pytest.param(form, marks=pytest.mark.thorough) for form in FORMS[1:]] + FORMS[:1])
def test_the_value_is_that_of_minimax_with_what_was_learnt(form: Any) -> None:
    """Whatever holds the board; and the evaluation sees it: rows that are ahead are worth more."""
    game = compiled(form)
    learnt = automatic(game)
    assert learnt is not None
    for place in places(game.game, 6):
        found = mx.search(game, place, depth=2)
        assert (found.evaluation, found.blind) == ("learnt", False)
        assert found.value == valued(game.game, learnt, place, 2)
        assert mx.search(game, place, nodes=200).evaluation == "learnt"
    for place in places(game.game, 2):
        assert mx.solve(game, place).value == valued(game.game, None, place, 16)  # with nothing learnt
    ahead = Rows().cells(Rows().initial().board)
    values = [learnt(Place(form().made([owner, owner, 1 - owner, *ahead[3:]]), 1)) for owner in (0, 1)]
    assert values[0] > values[1]


def test_it_is_learnt_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is on disk is not learnt again, unless it is damaged, or learnt in another way; then the same is found."""
    monkeypatch.setenv("MINIMAXER_CACHE_DIR", str(tmp_path))
    found = automatic(compile_game(Rows(), check=False))
    [path] = tmp_path.rglob("learnt_*.data")
    taught = learning.taught
    monkeypatch.setattr(learning, "taught", None)
    assert automatic(compile_game(Rows(), check=False)) == found
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    monkeypatch.setattr(learning, "taught", taught)
    assert automatic(compile_game(Rows(), check=False)) == found
    assert isinstance(found, LearntEvaluation)


PRINTED = """
from minimaxer.learning.automatic import automatic
from minimaxer.native import compile_game
from tests.learning.test_automatic import Sets
print(automatic(compile_game(Sets(), check=False)).digest)
"""


@pytest.mark.thorough
def test_it_is_the_same_in_every_process(tmp_path: Path) -> None:
    """Whatever the order of sets."""
    found = set()
    for seed in "12":
        env = {**os.environ, "PYTHONHASHSEED": seed, "MINIMAXER_CACHE_DIR": str(tmp_path / seed)}
        found.add(subprocess.run([sys.executable, "-c", PRINTED], env=env, check=True, capture_output=True, text=True).stdout)
    assert len(found) == 1


@pytest.mark.thorough
def test_who_wants_none_gets_none() -> None:
    """By `evaluate=None`, by options of alpha-beta, and in games with an evaluation of their own, whose bounds count as one."""
    game = compiled(Rows)
    assert mx.search(game, depth=2, evaluate=None).blind
    assert mx.search(game, depth=2, evaluate=None).evaluation == "nothing"
    assert mx.search(game, depth=2, options=mx.AlphaBetaOptions()).evaluation == "nothing"
    assert mx.search(game, depth=2, evaluate=lambda state: 5).evaluation == "given"
    assert mx.search(game, simulations=20).evaluation == "playouts"
    assert mx.search(Rows(), depth=2).evaluation == "nothing"
    assert mx.best_move(game, depth=2) in range(16)

    class Judged(Rows):
        def evaluate(self, place: Place) -> int:
            return 7

    class Bounded(Rows):
        def bounds(self, place: Place) -> tuple[int, int]:
            return mx.LOSS, mx.WIN

    assert mx.search(Judged(), depth=2).evaluation == "game"
    assert mx.search(compile_game(Judged(), evaluate=lambda state: 5), depth=1).evaluation == "given"
    for rules, evaluation in ((Judged(), "game"), (Bounded(), "game"), (Fewer(1), "nothing"), (Fewer(3), "nothing")):
        found = mx.search(compile_game(rules, check=False), depth=2, algorithm="unevaluated")
        assert found.evaluation == evaluation
    with pytest.raises(mx.OptionError, match="expected evaluate to be a function of a state, 'auto' or None, got 'none'"):
        mx.search(game, depth=2, evaluate="none")  # type: ignore[arg-type]


class Fewer(Rows):
    """For another number of players, all of whom get the same in the end."""

    def __init__(self, players: int) -> None:
        self.players = players

    def play(self, place: Place, move: int) -> Place:
        return super().play(place, move)._replace(mover=(place.mover + 1) % self.players)

    def outcome(self, place: Place) -> Any:
        over = super().outcome(place) is not None
        return None if not over else (0, 0, 0) if self.players == 3 else 0


class Dull(Rows):
    """Nothing of its states has a place: all is in a number of fractions."""

    def initial(self) -> Any:
        return 0.5

    def player(self, place: Any) -> int:
        return int(place * 4) % 2

    def moves(self, place: Any) -> Iterator[int]:
        yield 0
        yield 1

    def play(self, place: Any, move: int) -> Any:
        return place + 0.25 + move / 1024

    def outcome(self, place: Any) -> int | None:
        return None if place < 9 else mx.WIN if int(place * 1024) % 3 else mx.LOSS


def test_where_nothing_can_be_learnt_the_search_is_blind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And it is not tried again."""
    monkeypatch.setenv("MINIMAXER_CACHE_DIR", str(tmp_path))
    found = mx.search(compile_game(Dull()), depth=2)
    assert (found.evaluation, found.blind) == ("nothing", True)
    monkeypatch.setattr(learning, "taught", None)
    assert automatic(compile_game(Dull())) is None


def test_learning_can_be_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Amid games or before them: the search ends at once, nothing is kept, and the next one learns anew."""
    monkeypatch.setenv("MINIMAXER_CACHE_DIR", str(tmp_path))
    told: list[str] = []

    def stop(step: Any) -> None:
        told.append(step.doing)
        if told.count("learning an evaluation") == 1:
            search.stop()

    game = compile_game(Rows(), check=False, on_progress=stop)
    search = mx.Search(game)

    def stopped(*args: Any, **how: Any) -> Any:
        search.stop()
        return blank(*args, **how)

    monkeypatch.setattr("minimaxer.learning.automatic.blank", stopped)
    for games in (0, 1):
        found = search.run(None, mx.Limits(depth=30))
        assert (found.stop, found.evaluation) == (mx.StopReason.STOPPED, "nothing")
        assert found.nodes < 100
        assert told.count("learning an evaluation") == games
        monkeypatch.setattr("minimaxer.learning.automatic.blank", blank)
    assert search.run(None, mx.Limits(depth=2, seconds=100)).evaluation == "learnt"
    assert told.count("learning an evaluation") > 2


@pytest.mark.thorough
def test_ctrl_c_amid_learning_is_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next search of the same object learns."""
    game = compile_game(Nested(), check=False)

    def interrupted(*args: Any) -> Any:
        raise KeyboardInterrupt

    search = mx.Search(game)
    with monkeypatch.context() as patched:
        patched.setattr("minimaxer.learning.automatic.automatic", interrupted)
        with pytest.raises(KeyboardInterrupt):
            search.run(None, mx.Limits(depth=2))
    assert search.run(None, mx.Limits(depth=2)).evaluation == "learnt"


class Failing(Rows):
    """Rules that raise in some positions, which no short search meets."""

    def outcome(self, place: Place) -> int | None:
        if self.cells(place.board).count(-1) == 4:
            raise ZeroDivisionError
        return super().outcome(place)


def test_rules_that_fail_in_random_play_are_searched_without(caplog: pytest.LogCaptureFixture) -> None:
    """The search does not meet these positions, so it goes on."""
    found = mx.search(compile_game(Failing(), check=False), depth=2)
    assert (found.evaluation, found.blind) == ("nothing", True)


class Weighted(Rows):
    """Who wins depends on weights, which the compiled code does not."""

    def __init__(self, sign: int) -> None:
        self.weights = mx.Weights(sign=sign)

    def outcome(self, place: Place) -> Any:
        found = super().outcome(place)
        return None if found is None else found * self.weights.sign


class Seeking(Rows):
    """Looks for the first stone without end where there is none, which is in no position of a game that has begun."""

    def initial(self) -> Place:
        return Place((0,) + (-1,) * 15, 1)

    def outcome(self, place: Place) -> int | None:
        at = 0
        while place.board[at] != 0:
            at = (at + 1) % 16
        return super().outcome(place)


class Lead(NamedTuple):
    left: int
    lead: int
    mover: int


class Stuck(Rows):
    """Ends where nobody can move, with a margin."""

    def initial(self) -> Any:
        return Lead(6, 0, 0)

    def moves(self, lead: Any) -> Iterator[int]:
        if lead.left:
            yield from (1, 2, 3)

    def play(self, lead: Any, move: int) -> Any:
        return Lead(lead.left - 1, lead.lead + (1 - 2 * lead.mover) * move, 1 - lead.mover)

    def outcome(self, lead: Any) -> int | None:
        return None

    def stuck(self, lead: Any) -> int:
        return int(lead.lead)


@pytest.mark.thorough
def test_what_is_learnt_is_of_these_very_rules() -> None:
    """Of their weights; of ends without moves; and rules that never end in positions that do not occur do not stop it."""
    ahead = Place((1, 1, -1, -1) + (-1,) * 12, 0)
    signs = []
    for sign in (1, -1):
        learnt = automatic(compile_game(Weighted(sign), check=False))
        assert learnt is not None
        signs.append(learnt(ahead) > 0)
    assert signs == [False, True]
    assert mx.search(compile_game(Seeking(), check=False), depth=2).evaluation == "learnt"
    margins = automatic(compile_game(Stuck()))
    assert margins is not None
    assert margins.scale.margins
    assert margins(Lead(2, 5, 0)) > 0 > margins(Lead(2, -5, 0))


class Ones(Rows):
    """Who wins gets 1, and who loses -1."""

    def outcome(self, place: Place) -> int | None:
        found = super().outcome(place)
        return None if found is None else (found > 0) - (found < 0)


def test_results_of_one_are_learnt_in_fractions() -> None:
    """Whole numbers would tell nothing between a win and a loss."""
    game = compile_game(Ones(), check=False)
    values = {row.value for row in mx.analyse(game, depth=1, lines=16).moves}
    assert all(-1 < value < 1 for value in values if value is not None)
    learnt = automatic(game)
    assert learnt is not None
    assert len({learnt(place) for place in places(game.game, 12)}) > 3  # more than whole numbers from -1 to 1


class Margins(Rows):
    """Who has the first cell gets a point, the other one two."""

    def outcome(self, place: Place) -> int | None:
        return None if super().outcome(place) is None else 1 - 3 * self.cells(place.board)[0]


@pytest.mark.thorough
def test_other_games_are_learnt_too() -> None:
    """With dice, and with margins; by many positions at once as by one."""
    dice = mx.search(compile_game(Dice(), check=False), depth=2)
    assert dice.evaluation == "learnt"
    game = compile_game(Margins(), check=False)
    learnt = automatic(game)
    assert learnt is not None
    assert learnt.scale.margins
    many = next(iter(mx.analyse_many(game, [game.initial()], depth=3, workers=1))).result
    assert many is not None
    one = mx.search(game, depth=3)
    assert (many.value, many.nodes, many.evaluation) == (one.value, one.nodes, "learnt")


def test_a_search_by_it_follows_the_game_and_survives_a_file(tmp_path: Path) -> None:
    """Move by move, and from a file; solving has a search of its own."""
    game = compiled(Nested)
    with_file, without = mx.Search(game), mx.Search(game)
    limits = mx.Limits(depth=3)
    for search in (with_file, without):
        move = search.run(None, limits).move
        search.advance(move)
        search.run(None, limits)
    with_file.save(tmp_path / "search")
    restored: mx.Search[Any, Any] = mx.Search.restore(tmp_path / "search", game)
    both = [search.run(None, mx.Limits(depth=4)) for search in (restored, without)]
    assert both[0].nodes == both[1].nodes
    assert (both[0].value, both[0].evaluation) == (both[1].value, "learnt")
    assert restored.advance(both[0].move) == without.advance(both[1].move)


def test_an_evaluation_that_does_not_compile_is_told(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """And the search goes on without one."""

    def refused(state: Any) -> Any:
        return state.none

    monkeypatch.setattr("minimaxer.learning.automatic.automatic", lambda game, is_stopped: refused)
    with caplog.at_level(logging.WARNING, logger="minimaxer"):
        monkeypatch.setattr(logging.getLogger("minimaxer"), "propagate", True)
        assert mx.search(compiled(Rows), depth=2).blind
    assert "the evaluation that was learnt cannot be used: " in caplog.text


def test_the_command_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """In a line of its own and as data; `--evaluate none` learns nothing."""
    name = f"{__name__}:Rows"
    assert main(["search", name, "--depth", "2", "--tier", "compiled"]) == 0
    assert "using  an evaluation learnt from the rules (--evaluate none: nothing)" in capsys.readouterr().out
    assert main(["search", name, "--depth", "2", "--tier", "compiled", "--evaluate", "none"]) == 0
    shown = capsys.readouterr().out
    assert "blind: nothing evaluates" in shown
    assert "learnt" not in shown


@pytest.mark.parametrize("kind", [Rows, *(pytest.param(kind, marks=pytest.mark.thorough) for kind in (Nested, Dice))])
def test_both_tiers_evaluate_alike(kind: Any, tmp_path: Path) -> None:
    """Once the rules are compiled, whichever tier searches first; evaluate=None gives plain minimax in both, as before."""
    game = kind()
    before = mx.search(game, depth=2)
    assert before.evaluation == "nothing"
    states = mx.testing.random_states(game, 12, seed=3)
    mx.analyse_many(game, states, depth=2, workers=1, path=tmp_path / "blind")
    fast = mx.compile(game)
    for state in states:
        slow, native = mx.search(game, state, depth=2), mx.search(fast, state, depth=2)
        assert slow.evaluation == native.evaluation == "learnt"
        assert (slow.value, slow.bound) == (native.value, native.bound)
        plain = mx.search(game, state, depth=2, evaluate=None)
        assert plain.evaluation == "nothing"
        assert plain.value == mx.search(fast, state, depth=2, evaluate=None).value
    many = (mx.analyse_many(each, states, depth=2, workers=2) for each in (game, fast))
    slow_rows, native_rows = ([(row.result.evaluation, row.result.value) for row in rows if row.result] for rows in many)
    assert slow_rows == native_rows != [], "also in other processes"
    with pytest.raises(mx.NotationError, match="give another file for the results"):
        mx.analyse_many(game, states, depth=2, workers=1, path=tmp_path / "blind")
    assert mx.search(game, depth=2, evaluate=None).value == before.value
    assert mx.search(kind(), depth=2).evaluation == "nothing", "other rules were not compiled"
    again, copied = mx.compile(game), copy(fast)
    del again, copied
    assert mx.search(game, depth=2).evaluation == "learnt", "fast is still there"
    engine = mx.Search(game)
    engine.run(limits=mx.Limits(depth=2))
    engine.save(tmp_path / "search")
    del fast, many, native
    gc.collect()
    assert mx.search(game, depth=2).evaluation == "learnt", "the search holds it"
    del engine
    gc.collect()
    with pytest.raises(SavedSearchError, match="expected rules that are compiled, as when their evaluation was learnt"):
        mx.Search.restore(tmp_path / "search", game)
    pending = mx.compile(game, background=True)
    assert pending.wait(PATIENCE)
    assert mx.Search.restore(tmp_path / "search", game).run(limits=mx.Limits(depth=3)).evaluation == "learnt"
    given = kind()
    judged = mx.compile(given, evaluate=lambda state: 0)
    assert mx.search(given, depth=2).evaluation == "nothing"
    assert mx.search(judged, depth=2).evaluation == "given"


def test_helpers_of_rules_get_no_compiled_ones() -> None:
    """A search by processes, which does not learn, sends its helpers the rules alone."""
    game = Rows()
    fast = mx.compile(game)
    with closing(mx.Search(game, algorithm="alphabeta", threads=2, parallel="processes")) as shared:
        assert shared.run(limits=mx.Limits(depth=4)).value == mx.search(fast, depth=4, evaluate=None).value
        assert b"compile_game" not in shared._tier._team._setup_packed  # type: ignore[attr-defined]
