"""Chess on small boards, against move counts and mates from pyffish, Fairy-Stockfish and retrograde analysis."""

from __future__ import annotations

from typing import Any

import pytest

import minimaxer as mx
from minimaxer_games.chess_lite import ChessLite, Variant

from .. import refdata

VARIANTS = ("gardner", "losalamos")
START = {"gardner": (7, 53, 506, 4775), "losalamos": (10, 100, 1212, 14332), "eight": (20, 400, 8902)}
"""Gardner and Los Alamos: pyffish; 8x8: chessprogramming.org "Perft Results", where castling and en passant come later."""
OTHER_BOARDS = {
    Variant(columns=4, rows=5, start="rbnk/p3/4/3P/RBNK"): (11, 70, 705, 5347),
    Variant(columns=4, rows=6, start="rnbk/pppp/4/4/PPPP/RNBK"): (6, 36, 266, 1870),
    Variant(columns=5, rows=6, start="rnbqk/ppppp/5/5/PPPPP/RNBQK"): (7, 49, 451, 4178),
}


@pytest.mark.parametrize("variant", START)
def test_perft_from_the_start(variant: str) -> None:
    """Few plies in every run, in Python."""
    game = ChessLite(variant=variant)
    assert tuple(mx.perft(game, depth=depth) for depth in range(1, len(START[variant]) + 1)) == START[variant]


def test_boards_of_your_own() -> None:
    """Any board up to 8x8 is a few words of data; counts by pyffish."""
    for variant, counts in OTHER_BOARDS.items():
        game = ChessLite(variant=variant)
        assert tuple(mx.perft(game, depth=depth) for depth in range(1, 5)) == counts


def check_rows(game: Any, variant: str, depths: range) -> int:
    """Counts the moves of each row of the reference file; gives how many counts were looked at."""
    looked_at = 0
    for row in refdata.rows(f"chesslite/{variant}_perft.csv"):
        for depth in depths:
            if row.get(f"perft{depth}"):
                state = game.parse(row["fen"])
                assert mx.perft(game, state, depth) == int(row[f"perft{depth}"]), (row["fen"], depth)
                looked_at += 1
    return looked_at


@pytest.mark.parametrize("variant", VARIANTS)
def test_perft_of_the_reference_positions(variant: str) -> None:
    """Promotions, pins, double checks, mates and stalemates."""
    assert check_rows(ChessLite(variant=variant), variant, range(1, 3)) > 40


def test_draws_by_the_clock() -> None:
    """After a hundred plies without progress the game is drawn, unless the last one mates."""
    game = ChessLite()
    assert game.outcome(game.parse("4k/5/5/5/R3K w - - 99 1")) is None
    assert game.outcome(game.parse("4k/5/5/5/R3K w - - 100 1")) == mx.DRAW
    mated = game.parse("R3k/5/4K/5/5 b - - 100 1")
    assert (game.outcome(mated), list(game.moves(mated)), game.stuck(mated)) == (None, [], mx.WIN)


def test_mate_and_stalemate() -> None:
    """Who has no move has lost if in check, else it is a draw."""
    game = ChessLite()
    stalemate = game.parse("k4/2K2/1Q3/5/5 b - - 0 1")
    assert (list(game.moves(stalemate)), game.stuck(stalemate)) == ([], mx.DRAW)
    assert game.stuck(game.parse("5/5/4k/5/r3K w - - 0 1")) == mx.LOSS


def test_clock_counts_plies_without_progress() -> None:
    """A pawn's move and a capture set it back."""
    game = ChessLite()
    state = game.parse("4k/5/2p2/1P3/R3K w - - 7 1")
    for move, clock in (("a1a2", 8), ("b2b3", 0), ("b2c3", 0)):
        assert game.play(state, game.parse_move(state, move)).clock == clock


def test_bare_kings_are_drawn() -> None:
    """A bare king cannot win; with a single knight or bishop nobody can."""
    game = ChessLite()
    for fen, bounds in (
        ("k4/5/5/5/4K w - - 0 1", (mx.DRAW, mx.DRAW)),
        ("k4/5/5/5/3NK w - - 0 1", (mx.DRAW, mx.DRAW)),
        ("k4/5/5/5/3RK w - - 0 1", (mx.DRAW, mx.WIN)),
        ("kb3/5/5/5/3NK w - - 0 1", (mx.LOSS, mx.WIN)),
    ):
        assert game.bounds(game.parse(fen)) == bounds


def test_keys_know_the_clock_near_its_limit() -> None:
    """Far from it, positions that differ by the clock alone are the same."""
    game = ChessLite()
    early, later = (game.parse(f"4k/5/5/5/R3K w - - {clock} 1") for clock in (3, 50))
    near, nearer = (game.parse(f"4k/5/5/5/R3K w - - {clock} 1") for clock in (90, 95))
    assert game.key(early) == game.key(later)
    assert game.key(near) != game.key(nearer)


@pytest.mark.parametrize("fen", ["r1k2/5/5/5/K1Q2 w - - 0 1", "k4/1P3/5/3p1/4K w - - 0 1"])
def test_check_to_the_player_who_waits(fen: str) -> None:
    """Such positions are read, since reference counts begin with some, and quiescence comes to an end in them."""
    game = ChessLite()
    assert mx.search(game, game.parse(fen), depth=1, nodes=20_000).stop.value == "depth"


def test_notation() -> None:
    """FEN and moves are read and written; fields from the right may be missing."""
    game = ChessLite()
    assert game.format(game.initial()) == "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"
    assert game.parse("rnbqk/ppppp/5/PPPPP/RNBQK") == game.initial()
    state = game.parse("5/P3k/5/5/4K w - - 3 9")
    assert game.format(state) == "5/P3k/5/5/4K w - - 3 1"
    assert sorted(game.format_move(state, move) for move in game.moves(state) if move >> 12) == [
        "a4a5b",
        "a4a5n",
        "a4a5q",
        "a4a5r",
    ]
    los_alamos = ChessLite(variant="losalamos")
    state = los_alamos.parse("6/P4k/6/6/6/5K w - - 0 1")
    assert sorted(los_alamos.format_move(state, move) for move in los_alamos.moves(state) if move >> 12) == [
        "a5a6n",
        "a5a6q",
        "a5a6r",
    ]


def test_boards_in_print() -> None:
    """With figures, or with letters."""
    game = ChessLite(signs="ascii")
    assert game.render(game.initial()).splitlines()[0] == "5 r n b q k"
    assert ChessLite().render(game.initial()).splitlines()[4] == "1 ♖ ♘ ♗ ♕ ♔"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "expected a FEN of 5x5 squares, such as rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1, got ''"),
        ("rnbqk/ppppp/5/PPPPP/RNBQ w - - 0 1", "expected a FEN of 5x5 squares"),
        ("rnbqk/ppppp/5/PPPPP/RNBQK w KQ - 0 1", "expected w or b, - - and two numbers behind the pieces"),
        ("rnbqk/ppppp/5/PPPPP/RNBQK w - - 101 1", "expected at most 100 plies since a pawn moved or a piece was taken, got 101"),
        ("rnbq1/ppppp/5/PPPPP/RNBQK w - - 0 1", "expected one king for black, got 0"),
        ("P3k/5/5/5/4K w - - 0 1", "a pawn stands where it would have been promoted"),
        ("5/5/1kK2/5/5 w - - 0 1", "the kings stand next to one another, which no move leads to, in '5/5/1kK2/5/5 w - - 0 1'"),
        (f"4k/5/5/5/4K w - - {'9' * 5000} 1", "expected at most 100 plies since a pawn moved or a piece was taken, got 999"),
        ("4k/5/5/5/4K w - - ٣ 1", "expected w or b, - - and two numbers behind the pieces"),
        ("4k/5/2\N{KELVIN SIGN}2/5/4K w - - 0 1", "expected a FEN of 5x5 squares"),
    ],
)
def test_bad_positions(text: str, error: str) -> None:
    """What is no position is told."""
    with pytest.raises(mx.NotationError, match=error.replace("(", r"\(")):
        ChessLite().parse(text)


@pytest.mark.parametrize("text", ["a2f3", "a2a6", "a4a5k"])
def test_bad_moves(text: str) -> None:
    """What is no move on this board is told."""
    game = ChessLite()
    with pytest.raises(mx.NotationError, match="expected two squares from a1 to e5, such as a2a3 or a4a5q, got"):
        game.parse_move(game.initial(), text)


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"columns": 9, "rows": 5, "start": ""}, "expected columns to be a whole number from 3 to 8, got 9"),
        ({"columns": 3, "rows": 3, "start": "k2/3"}, "expected start to be 3 rows of 3 squares, from the top, got 'k2/3'"),
        ({"columns": 3, "rows": 3, "start": "3/3/3"}, "expected start to have one K and one k, got '3/3/3'"),
        (
            {"columns": 3, "rows": 3, "start": "k2/3/2K", "promotions": "qx"},
            "expected promotions to be some of the letters qrbn, got 'qx'",
        ),
    ],
)
def test_bad_boards(fields: dict[str, object], error: str) -> None:
    """What is no board is told."""
    with pytest.raises(mx.OptionError, match=error):
        Variant(**fields)  # type: ignore[arg-type]  # wrong on purpose


def test_bad_options() -> None:
    """Variants and signs are known by name."""
    with pytest.raises(mx.OptionError, match="expected variant to be one of gardner, losalamos, eight, or a Variant, got 'huge'"):
        ChessLite(variant="huge")
    with pytest.raises(mx.OptionError, match="expected signs to be ascii or unicode, got 'emoji'"):
        ChessLite(signs="emoji")  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize(
    ("position", "text", "move"),
    [
        (None, "Nc3", "b1c3"),
        (None, "c3", "c2c3"),
        (None, "Nbc3", "b1c3"),
        (None, "N1c3", "b1c3"),
        ("4k/1P3/2K2/5/5 w - - 0 1", "b5=Q+", "b4b5q"),
        ("4k/1P3/2K2/5/5 w - - 0 1", "b5N", "b4b5n"),
        ("k4/5/1p3/P4/4K w - - 0 1", "axb3", "a2b3"),
    ],
)
def test_moves_as_chess_players_write_them(position: str | None, text: str, move: str) -> None:
    """The piece and its target, where it comes from if that is told, and what a pawn becomes."""
    game = ChessLite()
    state = game.initial() if position is None else game.parse(position)
    assert game.format_move(state, game.parse_move(state, text)) == move


def test_a_piece_that_cannot_move_so_and_two_that_can() -> None:
    """Each says so."""
    game = ChessLite()
    with pytest.raises(mx.IllegalMoveError) as refused:
        game.parse_move(game.initial(), "Qc3")
    assert str(refused.value) == "expected a legal move such as Nc3 or b1c3, got 'Qc3', which no piece can do here"
    with pytest.raises(mx.NotationError) as caught:
        game.parse_move(game.parse("k4/5/5/5/N1K1N w - - 0 1"), "Nc2")
    assert str(caught.value) == "expected one move, got 'Nc2', which may be a1c2  e1c2; name the squares"
