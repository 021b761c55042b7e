"""The board of a game as data, by which a page draws states and tells what a click means, without Python.

What stands on a cell is read from words of the state. Which words these are is found by changing them one by one: the state is
made anew from the changed words, and the board is read from it, as everywhere else. There is no board where states of random
games contradict what was found.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, Final

from attrs import frozen

from ..compiler.runtime.layout import Layout, LayoutError
from ..compiler.target import signed
from ..drawing.boards import drawn_apart
from ..game.boards import Board, find_board
from ..game.boards.shape import amount
from ..game.boards.walking import ROW_ENDS, Cell, written
from ..native.samples import sample_states
from ..native.shapes import Shapes

_MOST_SOURCES: Final = 4
"""Most words, or bits, that say what stands on a cell."""
_MOST_VALUES: Final = 32
"""Most values of a word that are tried."""
_LARGEST: Final = 1 << 10
"""A word with a larger number than this is taken for a set of bits."""
_MOST_NUMBERS: Final = 200
"""Numbers on cells that a page can draw: up to twice the largest one seen, and at most as many."""
_MOST_WORDS: Final = 600
_PROBED, _CHANGED, _READ = 16, 20_000, 400
"""States that are changed word by word, changes after which no further state is, and states that the result must fit."""
Source = tuple[int, int]
"""A word of the state, and the bit of it, -1 for the whole word."""
Probe = tuple[list[int], dict[Cell, Any]]
"""The words of a state, and what stands on its cells."""


def board_of(game: Any, shapes: Shapes) -> dict[str, Any] | None:
    """The board as plain data for JSON; None if the game has none, or if no few words say what stands on a cell."""
    board = find_board(game)
    if board is None or shapes.state.words > _MOST_WORDS:
        return None
    states = sample_states(game)[:_READ]
    leaves = list(_leaves(shapes.state))
    values = _values(leaves, [shapes.state.flatten(each) for each in states])
    changes = list(_changes(board, shapes.state, states, values))
    sources = _sources(board, leaves, changes)
    if sources is None:
        return None
    seen = [(shapes.state.flatten(each), board.contents(each)) for each in states]
    described = _described(board, shapes, sources, [*seen, *(after for _, _, after in changes)])
    constant = [[place, str(seen[0][0][place])] for place, each in enumerate(values) if each == ()]
    return None if described is None else described | {"constant": constant}


@frozen
class _Leaf:
    """A word of a layout. Its domain is all values that it may have; empty for numbers. `part` is what the words of all items of
    one sequence share; each letter of a text is a part of its own.
    """

    part: object
    kind: str
    domain: tuple[int, ...] = ()


def _leaves(layout: Layout) -> Iterator[_Leaf]:
    kind, part = layout.kind, id(layout)
    if kind == "chars":
        yield _Leaf(part, "int")
        names = enumerate(layout.names)  # of which those that part a text into rows and words stand on no cell
        letters = tuple(number for number, text in names if len(text) == 1 and not text.isspace() and text not in ROW_ENDS)
        yield from (_Leaf((part, place), kind, letters) for place in range(layout.count))
    elif kind == "array":
        yield from [_Leaf(part, layout.items[0].kind)] * layout.count
    elif kind in ("board", "row", "set"):
        yield from [_Leaf(part, "int")] * (layout.words - layout.count * (layout.items[0].words + (kind == "set")))
        for _ in range(layout.count):
            yield from [_Leaf(id(layout.items), "int")] * (kind == "set")
            yield from _leaves(layout.items[0])
    elif layout.items:
        choices = {"maybe": 2, "union": len(layout.items)}.get(kind, 0)
        yield from [_Leaf(part, kind, tuple(range(choices)))] * (layout.words - sum(item.words for item in layout.items))
        for item in layout.items:
            yield from _leaves(item)
    else:
        choices = {"bool": 2, "text": len(layout.names), "enum": len(layout.names)}.get(kind, 0)
        yield from [_Leaf(part, kind, tuple(range(choices)))] * layout.words


def _values(leaves: list[_Leaf], rows: list[list[int]]) -> list[tuple[int, ...] | None]:
    """The values to try for each word: all that it may have, or those that words of its part had; None for a set of bits. They
    are empty for a number that never changes: a page trusts the board only as long as it stays the same.
    """
    seen = defaultdict[object, set[int]](set)
    for row in rows:
        for leaf, word in zip(leaves, row, strict=True):
            seen[leaf.part] |= {word, *leaf.domain}
    tried = {part: tuple(sorted(each)[:: 1 + len(each) // _MOST_VALUES]) for part, each in seen.items()}
    return [
        None if max(map(abs, seen[leaf.part])) >= _LARGEST else tried[leaf.part] if len(seen[leaf.part]) > 1 else ()
        for leaf in leaves
    ]


def _changes(
    board: Board, layout: Layout, states: list[Any], known: list[tuple[int, ...] | None]
) -> Iterator[tuple[Source, Probe, Probe]]:
    """States of random games with one word or bit changed: which, the state before, and the state after."""
    made = 0
    for number, state in enumerate(states[:: max(1, len(states) // _PROBED)]):
        if made > _CHANGED and number > 2:
            break
        words = layout.flatten(state)
        before = words, board.contents(state)
        for place, values in enumerate(known):
            changed: Iterable[tuple[int, int]] = [(-1, each) for each in values or () if each != words[place]]
            if values is None:
                changed = ((bit, signed(words[place] ^ (1 << bit))) for bit in range(64))
            for bit, value in changed:
                other = [*words[:place], value, *words[place + 1 :]]
                held = [word % (1 << 64) if may is None else word for word, may in zip(other, known, strict=True)]
                try:  # rules hold sets of bits as numbers without a sign
                    after = other, board.contents(layout.rebuild(held))
                except Exception:  # no state has these words
                    continue
                made += 1
                yield (place, bit), before, after


def _sources(board: Board, leaves: list[_Leaf], changes: list[tuple[Source, Probe, Probe]]) -> dict[Cell, list[Source]] | None:
    """The words or bits that change what stands on each cell, none for cells that stay; None if cells differ in their kinds."""
    found = {cell: set[Source]() for cell in board.shape.cells.values()}
    for source, (_, before), (_, after) in changes:
        for cell, sources in found.items():
            if written(before.get(cell)) != written(after.get(cell)):
                sources.add(source)
    kinds = {tuple(sorted(leaves[word].kind for word, _ in sources)) for sources in found.values() if sources}
    return None if len(kinds) != 1 or len(min(kinds)) > _MOST_SOURCES else {cell: sorted(each) for cell, each in found.items()}


def _described(board: Board, shapes: Shapes, sources: dict[Cell, list[Source]], probes: list[Probe]) -> dict[str, Any] | None:
    """The data; None if equal words leave different contents on a cell."""
    contents = list[Any]()
    numbers = dict[str, int]()
    faces: dict[Cell, dict[str, int]] = {cell: {} for cell in sources}
    for words, standing in probes:
        for cell, places in sources.items():
            content = standing.get(cell)
            number = -1
            if cell in standing:
                number = numbers.setdefault(written(content), len(contents))
                if number == len(contents):
                    contents.append(content)
            key = ",".join(str(words[word] if bit < 0 else words[word] >> bit & 1) for word, bit in places)
            if faces[cell].setdefault(key, number) != number:
                return None
    if all(type(each) is int for each in contents) and all(
        str(contents[place]) == key for table in faces.values() for key, place in table.items() if place >= 0
    ):
        for number in range(min(_MOST_NUMBERS, 2 * max(contents))):
            if str(number) != board.shape.empty:
                place = numbers.setdefault(written(number), len(contents))
                contents += [number] * (place == len(contents))
                for table in faces.values():
                    table.setdefault(str(number), place)
    tables = list[dict[str, int]]()
    for table in faces.values():
        if table not in tables:
            tables.append(table)
    shape = board.shape
    return {
        "columns": shape.columns,
        "rows": shape.rows,
        "picture": drawn_apart(board, contents),
        "contents": [[board.owner(each), amount(each), board.in_text(each)] for each in contents],
        "cells": [[*cell, sources[cell], tables.index(faces[cell])] for cell in sources],
        "tables": tables,
        "stacked": shape.stacked,
        "sown": _sown(board, shapes),
    }


def _sown(board: Board, shapes: Shapes) -> dict[str, Cell]:
    """The pit that each move sows from, by the player and the words of the move."""
    found, game = dict[str, Cell](), board.game
    for state in sample_states(game) if board.shape.sown else ():
        for move in game.moves(state) if game.outcome(state) is None else ():
            player = game.player(state)
            cell = board.shape.sown.get((player, written(move)))
            if cell is not None:
                with suppress(LayoutError):
                    found[f"{player}:{','.join(map(str, shapes.move.flatten(move)))}"] = cell
    return found
