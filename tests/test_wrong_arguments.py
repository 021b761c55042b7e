"""Every public function, called with every argument wrong in twelve ways, says what is wrong, or answers in time."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import product
from math import inf, nan
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

import minimaxer as mx
from minimaxer.native import compile_game
from minimaxer.play.players import Anybody
from minimaxer.play.playing import play_out
from minimaxer.play.record import record_of
from minimaxer.play.statistics import Tally
from minimaxer.testing import check_game
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.nim import Nim
from minimaxer_games.tic_tac_toe import TicTacToe

from .needs import HAS_LLVMLITE, thorough_but
from .processes import within

LONGEST: Final = 120
"""Seconds that a call may take, here where each takes milliseconds."""
MOST_LETTERS: Final = 2_100
NIM: Final = Nim(heaps=(1, 2))
LIMITS: Final = mx.Limits(depth=2)
OTHERS: Final = ConnectFour().initial()
WRONG: Final[dict[str, Any]] = {
    "nan": nan,
    "infinity": inf,
    "negative": -1,
    "zero": 0,
    "huge": 10**30,
    "type": object(),
    "empty": "",
    "other game": OTHERS,
    "enormous": 10**400,
    "fraction": Fraction(1, 3),
    "zero byte": "a\0b",
    "None": None,
}
NEVER: Final = ("nan", "type")
"""What no argument takes but one that takes anything."""


class TooLong(BaseException):  # nobody who takes all errors for those of rules may take it
    """A call goes on."""


class Judged:
    """A race to 21 whose evaluation has weights."""

    weights = mx.Weights(left=1, turn=2)

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> range:
        return range(1, min(3, 21 - state[0]) + 1)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] + move, 1 - state[1]

    def outcome(self, state: tuple[int, int]) -> int | None:
        return None if state[0] < 21 else mx.WIN if state[1] == 1 else mx.LOSS

    def evaluate(self, state: tuple[int, int]) -> float:
        return self.weights.left * (state[0] % 4) + self.weights.turn * state[1]

    def features(self, state: tuple[int, int]) -> tuple[float, ...]:
        return state[0] % 4, state[1]


class Steps:
    """The race as a class of states."""

    def __init__(self, total: int = 0, player: int = 0) -> None:
        self.total = total
        self.player = player

    def moves(self) -> range:
        return range(1, min(3, 21 - self.total) + 1)

    def play(self, move: int) -> Steps:
        return Steps(self.total + move, 1 - self.player)

    def outcome(self) -> int | None:
        return None if self.total < 21 else mx.WIN if self.player == 1 else mx.LOSS


@cache
def a_record() -> mx.Record:
    """A game of nim."""
    session: Any = mx.Session(NIM)
    play_out(session, [Anybody().create(NIM, seat) for seat in range(2)], Random(0))
    return record_of(session, "nim", ["A", "B"])


def calls(folder: Path, pool: ThreadPoolExecutor) -> dict[str, tuple[Callable[..., Any], dict[str, Any]]]:
    """Each function, class and method by name, and arguments with which it takes milliseconds."""
    search: Any = mx.Search(NIM)
    table: Any = mx.tabulate(NIM)
    tree: Any = search.tree
    book: Any = mx.Book(NIM, folder / "book")
    book.add([a_record()])
    search.run(limits=LIMITS)

    def undo(**given: Any) -> Any:
        session: Any = mx.Session(NIM)
        session.play(next(iter(NIM.moves(NIM.initial()))))
        return session.undo(**given)

    saved, proof, tables = folder / "search", folder / "proof", folder / "table"
    search.save(saved)
    mx.prove(NIM, path=proof)
    table.save(tables)
    limited: dict[str, Any] = {"game": NIM, "depth": 2}
    many: dict[str, Any] = {"rounds": 1, "openings": 1, "executor": pool}
    given: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
        "AlphaBetaOptions": (mx.AlphaBetaOptions, {}),
        "TrainingOptions": (mx.TrainingOptions, {}),
        "Book": (mx.Book, {"game": NIM, "path": folder / "book"}),
        "External": (mx.External, {"command": "true"}),
        "InformationSetOptions": (mx.InformationSetOptions, {}),
        "Level": (mx.Level, {"level": 1}),
        "Limits": (mx.Limits, {}),
        "MonteCarloOptions": (mx.MonteCarloOptions, {}),
        "Player": (mx.Player, {}),
        "ProofOptions": (mx.ProofOptions, {}),
        "SampledOptions": (mx.SampledOptions, {}),
        "Search": (mx.Search, {"game": NIM}),
        "Session": (mx.Session, {"game": NIM}),
        "Sprt": (mx.Sprt, {}),
        "Tally": (Tally, {"counts": (1, 2, 3, 2, 1)}),
        "UnevaluatedOptions": (mx.UnevaluatedOptions, {}),
        "analyse": (mx.analyse, limited),
        "analyse_many": (mx.analyse_many, limited | {"states": [NIM.initial()], "executor": pool}),
        "balance": (mx.balance, {"game": NIM, "games": 3, "player": LIMITS}),
        "balanced_openings": (mx.balanced_openings, {"game": Judged(), "number": 1, "within": 100, "plies": 1}),
        "best_move": (mx.best_move, limited),
        "animation": (mx.animation, {"game": TicTacToe(), "states": [TicTacToe().initial()]}),
        "board": (mx.board, {"game": TicTacToe(), "state": TicTacToe().initial()}),
        "capabilities": (mx.capabilities, {"game": NIM}),
        "compile": (mx.compile, {"game": NIM}),
        "deal_cards": (mx.deal_cards, {"cards": range(4), "sizes": (2, 2), "rng": Random(0)}),
        "divide": (mx.divide, limited),
        "draw_tree": (mx.draw_tree, {"tree": tree}),
        "export": (mx.export, {"game": NIM, "folder": folder / "site"}),
        "find_game": (mx.find_game, {"name": "nim"}),
        "from_state_class": (mx.from_state_class, {"cls": Steps}),
        "is_decisive": (mx.is_decisive, {"score": 3}),
        "check_game": (check_game, {"game": NIM, "seconds": 0.1, "compiled": False}),
        "loss_in": (mx.loss_in, {"plies": 3}),
        "perft": (mx.perft, limited),
        "play_match": (mx.play_match, many | {"game": NIM, "players": [LIMITS, LIMITS]}),
        "play_tournament": (mx.play_tournament, many | {"game": NIM, "players": [LIMITS, LIMITS]}),
        "playouts": (mx.playouts, {"game": NIM, "games": 3}),
        "plies_to_end": (mx.plies_to_end, {"score": mx.WIN}),
        "prove": (mx.prove, {"game": NIM, "path": folder / "proof2"}),
        "read_records": (mx.read_records, {"text": a_record().text}),
        "record": (mx.record, limited | {"simulations": 2}),
        "review": (mx.review, {"game": NIM, "record": a_record(), "limits": LIMITS}),
        "search": (mx.search, limited),
        "shuffle": (mx.shuffle, {"items": "abc", "rng": Random(0)}),
        "solve": (mx.solve, {"game": NIM}),
        "solve_by_jobs": (mx.solve_by_jobs, {"game": NIM, "goal": 0, "executor": pool}),
        "tabulate": (mx.tabulate, {"game": NIM}),
        "train": (
            mx.train,
            {"game": TicTacToe(), "games": 5, "rounds": 1, "test_rounds": 1, "limits": LIMITS, "executor": pool, "threads": 1}
            | {"options": mx.TrainingOptions(patterns=2, length=2)},
        ),
        "tune": (
            mx.tune,
            {"game": Judged(), "rounds": 1, "games": 40, "player": mx.Player(limits=LIMITS), "test_rounds": 1, "executor": pool},
        ),
        "tune_options": (
            mx.tune_options,
            {"game": NIM, "ranges": {"exploration": (0.5, 2)}, "steps": 1, "pairs": 1, "openings": 1, "test_rounds": 1}
            | {"executor": pool, "player": mx.Player(algorithm="montecarlo", limits=mx.Limits(simulations=3))},
        ),
        "verify": (mx.verify, {"game": NIM, "path": proof}),
        "win_in": (mx.win_in, {"plies": 3}),
        "with_weights": (mx.with_weights, {"game": Judged(), "weights": {"left": 1}}),
        "Search.advance": (lambda move: mx.Search(NIM).advance(move), {"move": next(iter(NIM.moves(NIM.initial())))}),
        "Search.restore": (mx.Search.restore, {"path": saved, "game": NIM}),
        "Search.run": (search.run, {"limits": LIMITS}),
        "Search.solve": (search.solve, {}),
        "Search.iterate": (lambda **given: list(search.iterate(**given)), {"limits": LIMITS}),
        "Search.save": (search.save, {"path": saved}),
        "Session.play": (lambda move: mx.Session(NIM).play(move), {"move": next(iter(NIM.moves(NIM.initial())))}),
        "Session.undo": (undo, {"to": 0}),
        "Table.load": (mx.Table.load, {"game": NIM, "path": tables}),
        "Table.save": (table.save, {"path": tables}),
        "Tree.render": (tree.render, {}),
    }
    for name in ("__contains__", "best_moves", "line", "plies", "probe", "value"):
        given[f"Table.{name}"] = getattr(table, name), {"state": NIM.initial()}
    given["Book.add"] = book.add, {"records": [a_record()]}
    given["Book.moves"] = book.moves, {"state": NIM.initial()}
    given["Book.draw"] = book.draw, {"state": NIM.initial(), "rng": Random(0)}
    given["Book.positions"] = book.positions, {"plies": 1}
    return given


NAMES: Final = sorted(
    {name for name in mx.__all__ if inspect.isfunction(getattr(mx, name))} - {"games"}
    | {"AlphaBetaOptions", "Book", "External", "InformationSetOptions", "Level", "Limits", "MonteCarloOptions", "Player"}
    | {"ProofOptions", "SampledOptions", "Search", "Session", "Sprt", "Tally", "TrainingOptions", "UnevaluatedOptions"}
    | {"Search.advance", "Search.restore", "Search.run", "Search.solve", "Search.iterate", "Search.save", "Session.play"}
    | {
        "Session.undo",
        "Table.load",
        "Table.save",
        "Table.__contains__",
        "check_game",
        "Table.best_moves",
        "Table.line",
        "Table.plies",
        "Table.probe",
        "Table.value",
    }
    | {"Tree.render", "Book.add", "Book.moves", "Book.draw", "Book.positions"}
)
VARIED: Final = {
    "Search.iterate": ("state", "limits"),
    "Session.undo": ("to",),
    "play_tournament": ("rounds", "openings", "seed"),
}
TAKES_ANYTHING: Final = {"Player.game", "check_game.game"}
"""What is looked at when it is used, or reported on."""
ENDLESS: Final = {"train(games=None)"}
"""What goes on until it is stopped, as its documentation says."""


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, tuple[Callable[..., Any], dict[str, Any]]]]:
    """The calls, whose executor is closed in the end."""
    with ThreadPoolExecutor(1) as pool:
        yield calls(tmp_path_factory.mktemp("calls"), pool)


@pytest.mark.parametrize("name", thorough_but(NAMES, *{*NAMES} - {"train", "tune"}))
def test_wrong_arguments_are_told(
    name: str,
    known: dict[str, tuple[Callable[..., Any], dict[str, Any]]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing but errors of the package comes out, none of them long; what no argument can be is never taken."""
    monkeypatch.chdir(tmp_path)  # some are names of files, which are written
    if name in ("compile", "export", "train", "tune") and not HAS_LLVMLITE:
        pytest.skip("compiled games need the extra 'compiled'")
    function, given = known[name]
    if name == "export":  # compiling the game, and a module of it, would take long and tells nothing of arguments
        given = given | {"game": compile_game(NIM, check=False)}
        monkeypatch.setattr("minimaxer.exporting.site.module_for", lambda game: b"")
    with within(LONGEST, TooLong):
        function(**given)
    faults = []
    for parameter in inspect.signature(function).parameters.values():
        varied = VARIED.get(name, (parameter.name,)) if parameter.kind is parameter.VAR_KEYWORD else (parameter.name,)
        for argument, (kind, value) in product(varied, WRONG.items()):
            if argument == "self" or f"{name}({argument}={kind})" in ENDLESS:
                continue
            told = said(function, given | {argument: value})
            if told is None:
                told = "was taken" if kind in NEVER and f"{name}.{argument}" not in TAKES_ANYTHING else ""
            if told:
                faults.append(f"{name}({argument}={kind}) {told}")
    assert not faults


def said(function: Callable[..., Any], given: dict[str, Any]) -> str | None:
    """What is wrong with how a call ended; None where it gave something."""
    try:
        with within(LONGEST, TooLong):
            function(**given)
    except mx.MinimaxerError as error:
        return "" if len(str(error)) < MOST_LETTERS else f"said too much: {str(error)[:80]}"
    except (Exception, TooLong) as error:
        return f"raised {type(error).__name__}: {str(error)[:80]}"
    return None


def test_the_game_and_the_file_swapped() -> None:
    """A common mistake."""
    with pytest.raises(mx.OptionError, match=r"^expected path to be a path, got TicTacToe\(\)"):
        mx.LearntEvaluation.load("file", TicTacToe())  # type: ignore[arg-type]


def test_long_messages_are_shortened() -> None:
    """A state may be as long as it likes."""
    with pytest.raises(mx.OptionError, match=r"^expected limits=.*\(98,\d\d\d letters left out\) .*a'$") as caught:
        mx.Search(NIM).run(limits="a" * 100_000)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 2_100
