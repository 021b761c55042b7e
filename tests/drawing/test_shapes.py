"""Canvas, grids, bars and results: well-formed pictures with what they should show, and errors for what they cannot."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.drawing import COLOURS, Bar, Canvas, Drawing, Grid, bar_chart
from minimaxer.drawing.canvas import Theme
from minimaxer.testing.play import play_random
from minimaxer_games.mancala import Board, Mancala
from minimaxer_games.tic_tac_toe import TicTacToe

from .svg import count, parsed, words


def test_a_drawing_is_text_that_can_be_saved(tmp_path: Path) -> None:
    """What `str` gives is what is written."""
    canvas = Canvas(20, 10, title="a <small> & empty page")
    drawing = canvas.drawing()
    drawing.save(tmp_path / "page.svg")
    assert (tmp_path / "page.svg").read_text() == str(drawing) + "\n" == drawing._repr_svg_() + "\n"
    assert parsed(str(drawing)).get("aria-label") == "a <small> & empty page"
    assert repr(drawing) == "<Drawing of 20 x 10 pixels>"


def every_colour(theme: Theme) -> str:
    """A picture with a spot of each."""
    canvas = Canvas(1, 1, title="", theme=theme)
    for name in COLOURS:
        canvas.circle(0, 0, 1, name)
    return str(canvas.drawing())


def test_both_palettes_have_every_colour() -> None:
    """The reader's setting chooses; a fixed theme holds one palette only, and a picture the colours that it has."""
    auto, dark = every_colour("auto"), every_colour("dark")
    assert COLOURS["sixth"][0] not in str(Canvas(1, 1, title="").drawing())
    for light_colour, dark_colour in COLOURS.values():
        assert light_colour in auto
        assert dark_colour in auto
        assert dark_colour in dark
    assert "prefers-color-scheme:dark" in auto
    assert "prefers-color-scheme" not in dark


def test_unknown_colours() -> None:
    """They are named."""
    with pytest.raises(mx.OptionError, match=r"expected a colour named in COLOURS, got 'mauve'; known: none, paper, ink"):
        Canvas(10, 10, title="").circle(5, 5, 2, "mauve")


def test_numbers_have_two_digits_at_most() -> None:
    """Rounded as Python's formats round them, also where the third digit is a 5."""
    canvas, numbers = Canvas(10, 10, title=""), [0, 5, -3, 2.5, 1.115, 92.965, 22.545, 0.005, -7.125, 1e-9, 123456.789]
    for number in numbers:
        canvas.circle(number, 0, 1, "ink")
    shown = [circle.get("cx") for circle in parsed(str(canvas.drawing())).iter() if circle.tag.endswith("circle")]
    assert shown == [f"{number:.2f}".rstrip("0").rstrip(".") for number in numbers]


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -1e12])
def test_numbers_that_are_no_places(number: float) -> None:
    """They are refused."""
    with pytest.raises(mx.OptionError, match=f"expected a number of pixels between -1000000000 and 1000000000, got {number}"):
        Canvas(10, 10, title="").circle(number, 0, 1, "ink")


def test_every_shape_takes_every_look() -> None:
    """An edge with its colour, thickness and dashes, and how much of it is seen."""
    canvas, look = Canvas(10, 10, title=""), dict[str, Any](stroke="warn", thick=2.5, dashed=True, fade=0.5)
    canvas.rect(1, 2, 3, 4, "first", round=1.5, **look)
    canvas.circle(1, 2, 3, "first", **look)
    canvas.path("M0 0L1 1", "first", **look)
    canvas.polygon([(0, 0), (1.5, 0), (1, -1)], "first", **look)
    shapes = list(parsed(str(canvas.drawing())))[-4:]
    expected = {"class": "f-first s-warn", "stroke-width": "2.5", "stroke-dasharray": "4 3", "opacity": "0.5"}
    places = ({"x": "1", "y": "2", "width": "3", "height": "4", "rx": "1.5"}, {"cx": "1", "cy": "2", "r": "3"})
    for shape, place in zip(shapes, (*places, {"d": "M0 0L1 1"}, {"points": "0,0 1.5,0 1,-1"}), strict=True):
        assert shape.attrib == place | expected


def test_placed_pictures_have_their_colours() -> None:
    """Also those that name colours without a style of their own."""
    canvas = Canvas(10, 10, title="")
    canvas.place('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><circle r="1" class="f-fifth"/></svg>', 0, 0, 5, 5)
    assert COLOURS["fifth"][0] in str(canvas.drawing())


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        ("no picture", r"expected a picture as SVG text, got 'no picture': syntax error"),
        ("<svg><g></svg>", r"expected a picture as SVG text, got '<svg><g></svg>': mismatched tag"),
        ("<html/>", r"expected a picture as SVG text, got the element 'html'"),
    ],
)
def test_only_pictures_can_be_placed(drawing: str, message: str) -> None:
    """Another text is refused."""
    with pytest.raises(mx.OptionError, match=message):
        Canvas(10, 10, title="").place(drawing, 0, 0, 5, 5)


@pytest.mark.parametrize(
    "drawing",
    [
        "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><circle r='3'/></svg>",
        "\n<?xml version='1.0'?><!-- a > b --><svg width='40px' height='20px'/>".strip(),
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" aria-label="1 &gt; 0"/>',
    ],
)
def test_any_picture_can_be_placed(drawing: str) -> None:
    """With either kind of quotes, comments, and no view box."""
    canvas = Canvas(100, 100, title="outer")
    canvas.place(drawing, 10, 20, 30, 15)
    inner = list(parsed(str(canvas.drawing())))[-1]
    assert (inner.get("viewBox"), inner.get("width")) == ("0 0 40 20", "30")


def test_placed_pictures_take_the_box() -> None:
    """Size and place are those given."""
    canvas = Canvas(100, 100, title="outer")
    canvas.place(str(Canvas(40, 20, title="inner").drawing()), 10, 20, 30, 15)
    inner = next(element for element in parsed(str(canvas.drawing())).iter() if element.get("aria-label") == "inner")
    assert (inner.get("x"), inner.get("y"), inner.get("width"), inner.get("height")) == ("10", "20", "30", "15")
    assert inner.get("viewBox") == "0 0 40 20"


def test_grids_name_their_squares() -> None:
    """Letters below, numbers to the left; the lower left square is dark."""
    grid = Grid(2, 3, title="", chequered=True)
    svg = str(grid.canvas.drawing())
    assert words(svg) == ["a", "b", "3", "2", "1"]
    assert count(svg, "rect", "^f-dark$") == count(svg, "rect", "^f-light$") == 3
    assert grid.middle(0, 0) == (34, 34)


def test_bars_are_as_long_as_their_figures() -> None:
    """Twice as much, twice as long; whiskers from the least to the greatest."""
    svg = str(bar_chart([Bar(label="one", value=1), Bar(label="two", value=2, low=1, high=4)], title="times"))
    root = parsed(svg)
    lengths = [float(rect.get("width", 0)) for rect in root.iter() if rect.tag.endswith("rect") and rect.get("rx") == "2"]
    assert lengths == [85, 170]
    assert words(svg) == ["times", "one", "1", "two", "2"]


def test_bars_on_a_logarithmic_scale() -> None:
    """Ten times as much is one step more."""
    svg = str(
        bar_chart([Bar(label="a", value=1), Bar(label="b", value=10), Bar(label="c", value=100)], title="", logarithmic=True)
    )
    lengths = [float(rect.get("width", 0)) for rect in parsed(svg).iter() if rect.get("rx") == "2"]
    assert lengths[2] - lengths[1] == pytest.approx(lengths[1] - lengths[0], abs=0.1)


def test_groups_have_heads() -> None:
    """Bars of a group stand together."""
    bars = [Bar(label="x", value=1, group="A"), Bar(label="y", value=1, group="B"), Bar(label="z", value=1, group="A")]
    assert [text for text in words(str(bar_chart(bars, title="t"))) if text in "ABxyz"] == ["A", "x", "z", "B", "y"]


@pytest.mark.parametrize(
    ("bars", "logarithmic", "message"),
    [
        ([], False, "expected at least one bar to draw, got none"),
        ([Bar(label="x", value=-1)], False, "expected figures from 0 in the bar 'x', got -1"),
        ([Bar(label="x", value=1, high=float("inf"))], False, "expected figures from 0 in the bar 'x', got inf"),
        ([Bar(label="x", value=1, low=2, high=1)], False, "expected low to be at most high in the bar 'x', got 2 and 1"),
        ([Bar(label="x", value=0)], True, "expected figures above 0 in the bar 'x', got 0"),
    ],
)
def test_bars_that_cannot_be_drawn(bars: list[Bar], logarithmic: bool, message: str) -> None:
    """What was expected, and what was given."""
    with pytest.raises(mx.OptionError) as caught:
        bar_chart(bars, title="", logarithmic=logarithmic)
    assert str(caught.value) == message


HIDDEN = [name for name in sorted(mx.games()) if hasattr(mx.find_game(name), "deal")]
OPEN = [name for name in sorted(mx.games()) if name not in HIDDEN]


@pytest.mark.parametrize("name", HIDDEN)
def test_boards_of_hidden_games_show_what_the_mover_sees(name: str) -> None:
    """A picture with its title, and the text, are the same whatever is hidden."""
    game: Any = mx.find_game(name)
    rng, seen = Random(1), set()
    for state in play_random(game, rng, 12).states:
        svg = game.svg(state)
        assert parsed(svg).get("aria-label")
        seen.add(svg)
        player = -1 if game.outcome(state) is not None else game.player(state)
        for _ in range(5 if player >= 0 else 0):
            other = game.deal(state, player, rng)
            assert (game.svg(other), game.render(other)) == (svg, game.render(state))
    assert len(seen) > 2


@pytest.mark.parametrize("name", OPEN)
def test_every_bundled_game_draws_its_boards(name: str) -> None:
    """In random games, to their end; the title says the position in the game's notation."""
    game = mx.find_game(name)
    seen = set()
    for state in play_random(game, Random(1), 12).states:
        svg = game.svg(state)  # type: ignore[attr-defined]
        assert (parsed(svg).get("aria-label") or "").endswith(game.format(state))  # type: ignore[attr-defined]
        seen.add(svg)
    assert len(seen) > 2


def test_pieces_stand_where_the_position_says() -> None:
    """As many discs, stones and letters as there are."""
    four = mx.find_game("connect_four")
    svg = four.svg(four.parse("445"))  # type: ignore[attr-defined]
    assert (count(svg, "circle", "f-first"), count(svg, "circle", "f-second"), count(svg, "circle", "f-paper")) == (2, 1, 39)
    reversi = mx.find_game("reversi")
    svg = reversi.svg(reversi.initial())  # type: ignore[attr-defined]
    assert (count(svg, "circle", "f-black"), count(svg, "circle", "f-white"), count(svg, "circle", "f-faint")) == (2, 2, 4)
    chess = mx.find_game("chess_lite")
    svg = chess.svg(chess.initial())  # type: ignore[attr-defined]
    assert (count(svg, "text", "f-white"), count(svg, "text", "f-black")) == (10, 10)


def test_results_show_board_and_moves() -> None:
    """Moves in the game's own notation, the best first, beside the board; bounds are pale."""
    game = mx.find_game("connect_four")
    result = mx.search(game, game.parse("4455"), depth=4)  # type: ignore[attr-defined]
    svg = result._repr_svg_()
    found = words(svg)
    assert "3: player 0 wins in 3 plies at depth 3" in found
    assert count(svg, "circle") == 42
    assert isinstance(mx.drawing.draw_moves([], title="nothing"), Drawing)


def test_long_lists_of_moves_are_cut_short() -> None:
    """What is left out is counted."""
    rows = [mx.drawing.MoveRow(str(move), move, str(move)) for move in range(30)]
    assert "and 6 more" in words(str(mx.drawing.draw_moves(rows, title="")))


class Wordy(Mancala):
    """A game whose picture is none."""

    def svg(self, board: Board) -> str:
        return None  # type: ignore[return-value]


def test_boards_that_are_no_pictures() -> None:
    """The method is named."""
    result = mx.search(Wordy(), depth=1)
    with pytest.raises(mx.GameError, match=r"svg\(Board\(.*\) gave None; expected text that begins with <svg"):
        result._repr_svg_()


def test_results_travel_without_the_game() -> None:
    """What is pickled is small, and a copy shows the same."""
    result = mx.search(Mancala(), depth=2)
    again = pickle.loads(pickle.dumps(result))
    assert again == result
    assert again.view.game is None
    assert words(again._repr_svg_())
    assert copy.deepcopy(result)._repr_svg_() == result._repr_svg_()


@pytest.mark.parametrize("algorithm", ["alphabeta", "montecarlo", "proof"])
@pytest.mark.parametrize("moves", ["", "1 2 4 5 7"])
def test_native_results_show_the_board_too(algorithm: str, moves: str) -> None:
    """Also in a position in which the game is over: the picture is the whole game's, of which compiled rules keep less."""
    pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")
    game: Any = mx.find_game("tic_tac_toe")
    state = game.initial()
    for move in moves.split():
        state = game.play(state, game.parse_move(state, move))
    result = mx.search(mx.compile(game), state, algorithm=algorithm, seconds=0.1)
    assert result.view is not None
    assert result._repr_svg_().count('stroke="#e08a00"') == (result.move is not None)


class Undrawn:
    """A game that draws nothing, whose board is found."""

    initial, player, moves = TicTacToe.initial, TicTacToe.player, TicTacToe.moves
    play, outcome = TicTacToe.play, TicTacToe.outcome


@pytest.mark.parametrize("game", [TicTacToe(), Undrawn()])
@pytest.mark.parametrize("cells", [(), (0, 4), (8, 1, 2)])
def test_results_mark_the_best_move_on_the_board(game: Any, cells: tuple[int, ...]) -> None:
    """A frame stands around each of its areas, on the game's own picture and on the one of the board that was found."""
    state = game.initial()
    for cell in cells:
        state = game.play(state, cell)
    result = mx.search(game, state, depth=2)
    assert result.move is not None
    (frame,) = (each for each in parsed(result._repr_svg_()).iter() if each.get("stroke") == "#e08a00")
    ((left, top, *_),) = (
        [Grid.area(result.move % 3, result.move // 3)] if isinstance(game, Undrawn) else game.areas(state, result.move)
    )
    assert left < float(frame.get("x", 0)) < left + 5
    assert top < float(frame.get("y", 0)) < top + 5


def test_a_game_is_a_picture_that_moves() -> None:
    """Each state is seen in turn, the last one twice as long, in the size of one board."""
    game = mx.find_game("tic_tac_toe")
    session = mx.Session(game)
    for move in (0, 4, 8):
        session.play(move)
    drawing = mx.animation(game, session.states, seconds=0.5)
    frames = parsed(str(drawing)).findall("{*}g")
    films = [frame.find("{*}animate") for frame in frames]
    assert [film.get("keyTimes") for film in films if film is not None] == [
        "0.00000;0.20000",
        "0.00000;0.20000;0.40000",
        "0.00000;0.40000;0.60000",
        "0.00000;0.60000",
    ]
    assert [frame.get("visibility") for frame in frames] == ["visible", "hidden", "hidden", "hidden"]
    assert {film.get("dur") for film in films if film is not None} == {"2.5s"}
    assert (drawing.width, drawing.height) == (196, 196)


class Numbers:
    """A game without a picture or a board."""

    def initial(self) -> int:
        return 3

    def player(self, state: int) -> int:
        return state % 2

    def moves(self, state: int) -> list[int]:
        return [1]

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> int | None:
        return None if state else mx.WIN


@pytest.mark.parametrize(
    ("game", "states", "seconds", "error", "message"),
    [
        (
            mx.find_game("tic_tac_toe"),
            [],
            1.0,
            mx.OptionError,
            "expected states, and a number of seconds above 0, got 0 states and 1.0",
        ),
        (mx.find_game("tic_tac_toe"), [1], 0.0, mx.OptionError, "got 1 states and 0.0"),
        (Numbers(), [1], 1.0, mx.GameError, "no board was found in the states of "),
    ],
)
def test_pictures_that_cannot_move(game: Any, states: list[Any], seconds: float, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        mx.animation(game, states, seconds=seconds)
