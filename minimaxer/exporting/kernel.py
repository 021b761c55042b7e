"""The kernel that a page asks about a position: who moves, how the game ended, the moves, what follows them, and how it looks."""

from __future__ import annotations

from typing import Any, Final

from ..compiler.runtime import header as h
from ..compiler.runtime.header import Places
from ..compiler.runtime.intrinsics import bits_of, peek, poke
from ..game.protocol import CHANCE
from ..native.kernels.positions import break_off

_scalars: Final = Places(h.FREE, h.MARGIN)

PLAYER: Final = _scalars.word()
OVER: Final = _scalars.word()
"""1 if the game is over, with the result in `RESULT`."""
COUNT: Final = _scalars.word()
"""Number of moves."""
MOVES: Final = _scalars.word()
"""The address of the moves, one behind the other, with room for `MOST_MOVES`."""
CHILDREN: Final = _scalars.word()
"""The address of the states after each move."""
CHANCES: Final = _scalars.word()
"""The address of the probability of each move, where chance decides, as floats."""
TEXT: Final = _scalars.word()
"""The address of texts and areas, each behind the number of its words: the board, its picture, and for each move its text and its
areas, as far as the game has them."""
TEXT_END: Final = _scalars.word()
"""Number of their words."""
MOST_TEXT: Final = _scalars.word()
"""Number of words that there is room for."""
_parts: Final = Places(h.END)
RESULT: Final = _parts.words(6)
"""The payoffs at the end of the game; for one or two players, player 0's score alone."""
SIZE: Final = _parts.next
"""The total number of words."""

SHOWN: Final = ("render", "svg", "format_move", "areas")
"""Methods for people, which a page shows where they compile."""


def look(game: Any, mem: int) -> int:
    """Describes the state in memory; gives the stop reason, 0 when complete."""
    state = game.load_state(mem, h.STATE)
    poke(mem, COUNT, 0)
    poke(mem, OVER, 0)
    poke(mem, TEXT_END, 0)
    if game.has_render:
        put_text(mem, game.render(state))
    if game.has_svg:
        put_text(mem, game.svg(state))
    if game.has_outcome:
        outcome = game.outcome(state)
        if outcome is not None:
            poke(mem, OVER, 1)
            game.store_given(mem, RESULT, outcome)
            return 0
    put_moves(game, mem, state)
    return peek(mem, h.STOP)


def put_moves(game: Any, mem: int, state: Any) -> None:
    """Adds who moves in a running position, and the moves, or what chance may bring."""
    player = game.player(state)
    poke(mem, PLAYER, player)
    if game.has_chances and player == CHANCE:
        for move, chance in game.chances(state):
            put_move(game, mem, state, move, chance * 1.0)
    else:
        for move in game.moves(state):
            put_move(game, mem, state, move, 0.0)
            if game.has_areas:
                put_areas(mem, game.areas(state, move))
        if peek(mem, COUNT) == 0:
            if game.has_stuck:
                poke(mem, OVER, 1)
                game.store_given(mem, RESULT, game.stuck(state))
            else:
                break_off(game, mem, state, h.NO_MOVES)


def text_of_move(state: Any, move: Any) -> str:
    """The text of a move whose class writes it."""
    return str(move)


def put_move(game: Any, mem: int, state: Any, move: Any, chance: float) -> None:
    """Adds a move with its probability, the state that follows it, and its text if the game writes it."""
    count = peek(mem, COUNT)
    if count == h.MOST_MOVES:
        break_off(game, mem, state, h.MANY_MOVES)
        return
    game.store_move(peek(mem, MOVES), count * game.move_words, move)
    game.store_state(peek(mem, CHILDREN), count * game.state_words, game.play(state, move))
    poke(peek(mem, CHANCES), count, bits_of(chance))
    poke(mem, COUNT, count + 1)
    if game.has_format_move:
        put_text(mem, game.format_move(state, move))


def put(mem: int, word: int) -> None:
    """Adds a word to the texts, as far as there is room."""
    end = peek(mem, TEXT_END)
    if end < peek(mem, MOST_TEXT):
        poke(peek(mem, TEXT), end, word)
    poke(mem, TEXT_END, end + 1)


def put_text(mem: int, text: Any) -> None:
    """Adds a text."""
    first = peek(mem, TEXT_END)
    put(mem, 0)
    for letter in text:
        put(mem, ord(letter))
    close(mem, first)


def put_areas(mem: int, areas: Any) -> None:
    """Adds rectangles, of four numbers each."""
    first = peek(mem, TEXT_END)
    put(mem, 0)
    for x, y, width, height in areas:
        put(mem, bits_of(x * 1.0))
        put(mem, bits_of(y * 1.0))
        put(mem, bits_of(width * 1.0))
        put(mem, bits_of(height * 1.0))
    close(mem, first)


def close(mem: int, first: int) -> None:
    """Writes the number of words of a text before it; takes a text back for which there is no room, as an empty one."""
    end = peek(mem, TEXT_END)
    if end > peek(mem, MOST_TEXT):
        end = min(first + 1, peek(mem, MOST_TEXT))
        poke(mem, TEXT_END, end)
    if first < end:
        poke(peek(mem, TEXT), first, end - first - 1)
