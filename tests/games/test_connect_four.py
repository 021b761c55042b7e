"""Connect four against P. Pons' test sets and node counts (blog.gamesolver.org) and published counts."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from attrs import evolve, frozen

import minimaxer as mx
from minimaxer.families.alphabeta.tree.selection import searcher
from minimaxer.searching.limits import Control
from minimaxer_games.connect_four import Board, ConnectFour

from .. import refdata
from ..oracle import solved_value

PERFT = (7, 49, 343, 2401, 16807, 117649, 823536)
"""OpenSpiel counts the same; at ply 7 the first games have been won."""
PONS_ORDER = {"alphabeta": (0, 1, 2, 3, 4, 5, 6), "centre_first": (3, 2, 4, 1, 5, 0, 6)}
STRONG, WEAK = 21, 1
PONS_TOTALS = {
    ("alphabeta", STRONG): 283_618,
    ("alphabeta", WEAK): 222_856,
    ("centre_first", STRONG): 139_659,
    ("centre_first", WEAK): 107_145,
}


def stones(text: str) -> int:
    return len(text)


@pytest.mark.parametrize("depths", [6, pytest.param(7, marks=pytest.mark.thorough)])
def test_perft(depths: int) -> None:
    """Move sequences are as published, games that are won included only where they end."""
    assert tuple(mx.perft(ConnectFour(), depth=depth) for depth in range(1, depths + 1)) == PERFT[:depths]


@pytest.mark.thorough
def test_positions_of_a_small_board() -> None:
    """The 4x4 board has 161,029 positions (J. Tromp), the empty one included."""
    game = ConnectFour(width=4, height=4)
    seen = {game.initial()}
    todo = [game.initial()]
    while todo:
        board = todo.pop()
        if game.outcome(board) is None:
            new = {game.play(board, move) for move in game.moves(board)} - seen
            seen |= new
            todo += new
    assert len(seen) == 161_029


def test_four_by_four_is_drawn() -> None:
    """On 4x4 nobody wins, as published (J. Tromp)."""
    result = mx.solve(ConnectFour(width=4, height=4))
    assert (result.solved, result.winner) == (True, None)


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), [(5, 4), (4, 5)])
def test_boards_of_twenty_squares_are_drawn(width: int, height: int) -> None:
    """On 5x4 and 4x5 nobody wins, as published (J. Tromp)."""
    result = mx.solve(ConnectFour(width=width, height=height))
    assert (result.solved, result.winner) == (True, None)


@pytest.mark.thorough
def test_end_easy_set() -> None:
    """All 1,000 positions of the end-easy set get the published score."""
    game = ConnectFour()
    engine = mx.Search(game, mx.AlphaBetaOptions(table="64MB"))
    for line in refdata.path("connect4/Test_L3_R1").read_text().splitlines():
        text, score = line.split()
        result = engine.run(game.parse(text), mx.Limits(depth=42))
        assert result.solved
        assert refdata.pons_score(text, result) == int(score), text


@frozen(kw_only=True)
class PonsGame(ConnectFour):
    """Connect four as the solver of the published node counts sees it: scores count stones, and a win at hand ends the game."""

    try_order: tuple[int, ...] = PONS_ORDER["alphabeta"]

    def moves(self, board: Board) -> Iterator[int]:
        for column in self.try_order:
            if column in super().moves(board):
                yield column

    def outcome(self, board: Board) -> int | None:
        played = (board.first | board.second).bit_count()
        if played == 42:
            return 0
        for column in super().moves(board):
            if super().outcome(self.play(board, column)) in (mx.WIN, mx.LOSS):
                return self._signed(board, (43 - played) // 2)
        return None

    def _signed(self, board: Board, score: int) -> int:
        return score if board.player == 0 else -score


@frozen(kw_only=True)
class BoundedPonsGame(PonsGame):
    """The same with the solver's upper bound: nobody wins sooner than with his next stone but one."""

    def bounds(self, board: Board) -> tuple[int, int]:
        highest = (41 - (board.first | board.second).bit_count()) // 2
        return (-mx.WIN, highest) if board.player == 0 else (-highest, mx.WIN)


def visited(game: PonsGame, text: str, algorithm: str, window: int) -> tuple[int, float]:
    """Nodes visited by one search of the position to the end, and its value for the mover."""
    before = ConnectFour().parse(text[:-1])
    tree = mx.Tree(
        game,
        before,
        found=mx.capabilities(game, ignore={"order", "search_moves"} | (set() if type(game) is BoundedPonsGame else {"bounds"})),
    )
    at_work = searcher(algorithm, tree, Control(mx.Limits(depth=42)), mx.AlphaBetaOptions(ordering="none"), None)
    node = tree.make(tree.root, int(text[-1]) - 1)
    value = at_work.search(node, 42, -window, window)
    return at_work.nodes, value if stones(text) % 2 == 0 else -value


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("order", "window"),
    [
        pytest.param("alphabeta", WEAK, marks=pytest.mark.thorough),
        ("centre_first", STRONG),
        pytest.param("alphabeta", STRONG, marks=pytest.mark.thorough),
        pytest.param("centre_first", WEAK, marks=pytest.mark.thorough),
    ],
)
def test_alphabeta_visits_exactly_the_published_nodes(order: str, window: int) -> None:
    """Position by position the counts are those published: one node more would be a cut-off lost."""
    game = BoundedPonsGame(try_order=PONS_ORDER[order])
    column = f"nodes_{order}_{'strong' if window == STRONG else 'weak'}"
    total = 0
    for row in refdata.rows("connect4/node_counts_L3_R1.csv"):
        nodes, value = visited(game, row["moves"], "alphabeta", window)
        assert nodes == int(row[column]), row["moves"]
        assert value == int(row["score"]) if window == STRONG else (value > 0) == (int(row["score"]) > 0)
        total += nodes
    published = {
        ("alphabeta", 21): 283_618,
        ("alphabeta", 1): 222_856,
        ("centre_first", 21): 139_659,
        ("centre_first", 1): 107_145,
    }
    assert total == published[order, window]


@pytest.mark.parametrize("text", ["", "4455", "44455554221", "1234567", "112233"])
def test_position_notation(text: str) -> None:
    """A position survives writing and reading, whether given as columns played or as columns of stones."""
    game = ConnectFour()
    board = game.parse(text)
    assert game.parse(game.format(board)) == board
    assert game.format(board).count("/") == 6


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("48", "expected a column from 1 to 7, got '8'"),
        ("1111111", "move 7 of '1111111' is column 1, which is full"),
        ("12121212", "move 8 of '12121212' comes after the game is over"),
        ("x/o", "expected 7 columns from the left, each its x and o from the bottom, at most 6, got 'x/o'"),
        ("xx//////", "expected as many x as o or one more, got 'xx//////'"),
    ],
)
def test_bad_positions(text: str, message: str) -> None:
    """A text that is no position gets an error that says where and why."""
    with pytest.raises(mx.NotationError) as caught:
        ConnectFour().parse(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"width": 0}, "expected width to be a whole number from 1 to 35, got 0"),
        ({"height": "6"}, "expected height to be a whole number from 1 to 63, got '6'"),
        ({"connect": 1}, "expected connect to be a whole number from 2 to 63, got 1"),
    ],
)
def test_bad_fields(fields: dict[str, object], message: str) -> None:
    """A field out of range gets an error that says what it takes."""
    with pytest.raises(mx.OptionError, match=message):
        ConnectFour(**fields)  # type: ignore[arg-type]  # wrong on purpose


def test_threats_and_order() -> None:
    """A gap between stones is a threat, and the move that makes most threats comes first."""
    game = ConnectFour()
    board = game.parse("112266")
    assert game.evaluate(board) == 0
    assert max(game.moves(board), key=lambda column: game.order(board, column)) in (2, 3, 4)
    assert game.evaluate(game.parse("1122667")) == 0
    assert game.evaluate(game.play(board, 3)) == 1


@pytest.mark.parametrize("connect", [2, 3, 5])
def test_lines_of_other_lengths(connect: int) -> None:
    """A column of `connect` stones wins, one fewer does not."""
    game = ConnectFour(connect=connect)
    board = game.parse("17" * (connect - 1))
    assert game.outcome(board) is None
    assert game.outcome(game.play(board, 0)) == mx.WIN


def test_fields_change_the_game() -> None:
    """Columns are tried from the centre outwards on any width."""
    assert list(ConnectFour(width=4).moves(Board(0, 0, 0))) == [1, 2, 0, 3]
    assert list(evolve(ConnectFour(), width=5).moves(Board(0, 0, 0))) == [2, 1, 3, 0, 4]


def test_render() -> None:
    """The board shows stones and column numbers."""
    assert ConnectFour(width=3, height=2).render(Board(0b001, 0b010, 0)) == "| o . . |\n| x . . |\n  1 2 3"


@pytest.mark.parametrize("size", [(7, 6), (8, 7), (5, 4), (4, 4)])
def test_threats_in_lines_of_four_are_those_of_any_length(size: tuple[int, int]) -> None:
    """The short way for lines of four finds what the general one finds, on boards of random stones."""
    rng = Random(1)
    game = ConnectFour(width=size[0], height=size[1])
    for _ in range(500):
        stones = rng.getrandbits(64) & rng.getrandbits(64) & game.squares
        empty = game.squares & ~stones & ~rng.getrandbits(64)
        expected = 0
        for step in (1, game.height, game.height + 1, game.height + 2):
            expected |= game.gaps(stones, empty, step)
        assert game.threats(stones, empty) == expected & empty


@pytest.mark.parametrize(("width", "height", "connect"), [(4, 4, 4), (5, 4, 4), (4, 5, 4), (6, 4, 4)])
def test_bounds_hold(width: int, height: int, connect: int) -> None:
    """Minimax agrees with what the game says is within reach, and some of it follows from who moves last alone."""
    rng = Random(width * height)
    game = ConnectFour(width=width, height=height, connect=connect)
    told: set[int] = set()
    for number in range(60):
        left = 7 + number % 2
        board = game.initial()
        while game.outcome(board) is None and (game.squares ^ (board.first | board.second)).bit_count() > left:
            board = game.play(board, rng.choice(list(game.moves(board))))
        if game.outcome(board) is None:
            low, high = game.bounds(board)
            value = solved_value(game, board, {})
            assert low <= value <= high, game.format(board)
            if mx.DRAW in (low, high) or mx.WIN - left in (abs(low), abs(high)):
                told.add(left)
    assert told == {7, 8}


def test_mirror_images_share_an_entry() -> None:
    """A board of few stones and its image have the same representative, and the symmetry leads there; the mover stays."""
    game = ConnectFour(width=5, height=4)
    rng = Random(1)
    for _ in range(50):
        moves = [rng.randrange(5) for _ in range(5)]
        board = image = game.initial()
        for move in moves:
            if game.outcome(board) is None and move in game.moves(board):
                board, image = game.play(board, move), game.play(image, 4 - move)
        (one, by), (other, back) = game.canonical(board), game.canonical(image)
        assert one == other
        assert one == (image if by else board) == (board if back else image)
        assert [game.map_move(move, by) for move in range(5)] == ([4, 3, 2, 1, 0] if by else [0, 1, 2, 3, 4])
    late = game.parse("11122233344455555"[:15])
    assert game.canonical(late) == (late, 0)
