"""Tables made tier by tier: what tables made at once say, what is kept of a part, and refusals."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

import minimaxer as mx
from minimaxer.base.progress import Progress
from minimaxer.cli import main
from minimaxer.tables import graph
from minimaxer_games.mancala import Board, kalah_paper

from ..oracle import solved_value
from .games import GraphGame, reachable


class Falling(GraphGame):
    """A random graph of tiers, within which play may go round, with wins, margins and draws."""

    tiers: list[int]

    def __init__(self, seed: int, nodes: int = 60) -> None:
        rng = Random(seed)
        tiers = sorted(rng.choices((0, 1, 2, 4), k=nodes))
        below = [sum(other <= tier for other in tiers) for tier in tiers]
        after = [[rng.randrange(count) for _ in range(rng.randrange(1, 4))] for count in below]
        ends = [rng.choice((None, None, None, mx.WIN, mx.LOSS, 0, 2, -3)) for _ in range(nodes)]
        super().__init__([rng.randrange(2) for _ in range(nodes)], after, ends, nodes - 1)
        object.__setattr__(self, "tiers", tiers)

    @property
    def size(self) -> int:
        return 2 * len(self.tiers)

    def index(self, node: int) -> int:
        return 2 * node + 1

    def unindex(self, number: int) -> int | None:
        return number // 2 if number % 2 else None

    def tier(self, node: int) -> int:
        return self.tiers[node]


def same(one: mx.Table[Any, Any], other: mx.Table[Any, Any], states: Any) -> None:
    """The two say the same of these states."""
    for state in states:
        assert (one.value(state), one.plies(state)) == (other.value(state), other.plies(state)), state
        assert one.best_moves(state) == other.best_moves(state)


@pytest.mark.parametrize("endless", [None, 0, 1])
@pytest.mark.parametrize("seed", range(12))
def test_circles_within_tiers(seed: int, endless: int | None) -> None:
    """Values, plies, moves and statistics are those of a table that is made at once."""
    game = Falling(seed)
    table = mx.tabulate(game, endless=endless)
    wanted = mx.tabulate(game, endless=endless, ignore={"tier"})
    same(table, wanted, range(60))
    one, other = table.statistics(), wanted.statistics()
    assert (one.positions, one.counts, one.lengths) == (other.positions, other.counts, other.lengths)
    assert (one.longest and one.longest.plies) == (other.longest and other.longest.plies)
    assert table.tier == game.tiers[-1]
    assert mx.tabulate(game, endless=endless, plies=False).plies(0) is None


def test_some_tiers(tmp_path: Path) -> None:
    """Higher tiers are not there, before and after the table was in a file."""
    game = Falling(3)
    whole, table = mx.tabulate(game), mx.tabulate(game, tiers=3)
    low = [node for node in range(60) if game.tier(node) <= 3]
    table.save(tmp_path / "low.table")
    for each in (table, mx.Table.load(game, tmp_path / "low.table")):
        assert (each.tier, len(each)) == (2, len(low))
        assert [node for node in range(60) if node in each] == low
        same(each, whole, low)
        with pytest.raises(mx.errors.TableError, match="59 is not in the table"):
            each.value(59)


def test_what_is_banked() -> None:
    """Kalah by the seeds left: each value is plain minimax's, whatever the stores hold."""
    game = kalah_paper(2, 2)
    table = mx.tabulate(game, tiers=6)
    known: dict[Any, float] = {}
    states = reachable(game, game.initial())
    low = [state for state in states if game.tier(state) <= 6]
    assert [state in table for state in states] == [game.tier(state) <= 6 for state in states]
    assert [table.value(state) for state in low] == [solved_value(game, state, known) for state in low]
    assert table.plies(low[0]) is None
    assert mx.Search(game, tables=[table]).solve().value == -2


@pytest.mark.parametrize("at", [0, 1])
def test_an_interrupt_keeps_finished_tiers(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table has the tiers that were finished; there is none where not even the first was."""
    monkeypatch.setattr(graph, "_TOLD_EVERY", 0)
    game = Falling(5)
    end = [2 * game.tiers.count(0), 2 * (game.tiers.count(0) + game.tiers.count(1))]

    def stop(progress: Progress) -> None:
        if progress.done >= end[at] - 1:
            raise KeyboardInterrupt

    if at == 0:
        with pytest.raises(KeyboardInterrupt):
            mx.tabulate(game, on_progress=stop)
    else:
        table = mx.tabulate(game, on_progress=stop)
        assert (table.tier, table.contents.interrupted) == (0, True)
        same(table, mx.tabulate(game), range(game.tiers.count(0)))


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The highest tier is named; what Ctrl-C leaves is written, and the command ends as interrupted ones do."""
    file = tmp_path / "low.table"
    command = ["tabulate", "mancala:houses=2,seeds=2", "--tiers", "5", "--tier", "tree", "--out", str(file), "--json"]
    assert main(command) == 0
    told = json.loads(capsys.readouterr().out)
    assert mx.Table.load(mx.find_game("mancala:houses=2,seeds=2"), file).tier == 5

    def interrupted(*given: Any, **named: Any) -> mx.Table[Any, Any]:
        table = mx.tabulate(given[0], tiers=3)
        return mx.Table(table.game, table.found, table.naming, table.places, evolve(table.contents, interrupted=True))

    monkeypatch.setattr("minimaxer.cli.commands.tabulate.tabulate", interrupted)
    with pytest.raises(KeyboardInterrupt):
        main(command)
    shown = capsys.readouterr()
    assert "has the tiers up to 3, which were finished" in shown.err
    assert json.loads(shown.out)["positions"] < told["positions"]


class Climbing(Falling):
    """A move leads to a higher tier."""

    def play(self, node: int, move: int) -> int:
        return 59


class Sinking(Falling):
    """Tiers fall where numbers rise."""

    def tier(self, node: int) -> int:
        return -node // 20


class Odd(Falling):
    """A tier that is no number."""

    def tier(self, node: int) -> Any:
        return "low"


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: mx.tabulate(Climbing(1)), mx.RulesError, "a move from tier 0 leads to 59, which is of a higher one"),
        (lambda: mx.tabulate(Sinking(1)), mx.RulesError, "expected lower tiers to have the lower numbers"),
        (lambda: mx.tabulate(Odd(1)), mx.RulesError, r"tier\(0\) gave 'low'; expected a whole number"),
        (lambda: mx.tabulate(Falling(1), tiers=-1), mx.GameError, "expected tiers=-1 to leave something to tabulate"),
        (lambda: mx.tabulate(Falling(1), [3], tiers=1), mx.OptionError, "expected tiers to be the highest tier wanted"),
        (lambda: mx.tabulate(kalah_paper(2, 2), tiers=1, ignore={"tier"}), mx.OptionError, "of a game with tier"),
        (lambda: mx.tabulate(Falling(1), memory="1KB"), mx.GameError, "of which not even the lowest tier fits"),
        (lambda: mx.tabulate(kalah_paper(), memory="1MB"), mx.GameError, "a table of tiers up to 10 has .* or tiers=4, the highest"),
    ],
)  # fmt: skip
def test_refusals(make: Any, error: type[Exception], message: str) -> None:
    """Each says what does not fit, and what to do."""
    with pytest.raises(error, match=message):
        make()


def test_numbers_of_kalah() -> None:
    """They are those of all positions, in the order of the seeds left; more seeds than the board begins with have none."""
    game = kalah_paper(2, 2)
    tiers = []
    for number in range(game.size):
        state = game.unindex(number)
        if state is not None:
            assert game.index(state) == number
            tiers.append(game.tier(state))
    assert tiers == sorted(tiers)
    assert max(tiers) == 8
    assert game.index(Board((9, 0, 0, 1, 0, 0), 0)) == game.size
