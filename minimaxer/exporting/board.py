"""The board of a game as data, by which a page draws states and tells what a click means, without Python.

What stands on a cell is read from words of the state. Which words these are is found by changing them one by one: the state is
made anew from the changed words, and the board is read from it, as everywhere else. There is no board where states of random
games contradict what was found.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Final

from ..compiler.runtime.layout import Layout, LayoutError
from ..compiler.target import signed
from ..drawing.boards import drawn_apart
from ..game.boards import Board, find_board
from ..game.boards.contents import amount
from ..game.boards.walking import Cell, written
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
_PROBED, _CHANGED, _READ = 16, 6_000, 400
"""States that are changed word by word, changes after which no further state is, and states that the result must fit."""
Source = tuple[int, int]
"""A word of the state, and the bit of it, -1 for the whole word."""
Probe = tuple[list[int], dict[Cell, Any]]
"""The words of a state, and what stands on its cells."""


def board_of(game: Any, shapes: Shapes) -> dict[str, Any] | None:
    """The board as plain data for JSON; None where none is found, or where no few words say what stands on a cell."""
    board = find_board(game)
    if board is None or shapes.state.words > _MOST_WORDS:
        return None
    states = sample_states(game)[:_READ]
    changes = list(_changes(board, shapes.state, states))
    sources = _sources(board, changes)
    if sources is None:
        return None
    seen = [(shapes.state.flatten(each), board.contents(each)) for each in states]
    return _described(board, shapes, sources, [*seen, *(after for _, _, after in changes)])


def _changes(board: Board, layout: Layout, states: list[Any]) -> Iterator[tuple[Source, Probe, Probe]]:
    """States of random games with one word or bit changed: which, the state before, and the state after."""
    known = _values(layout, [layout.flatten(each) for each in states])
    made = 0
    for state in states[:: max(1, len(states) // _PROBED)]:
        if made > _CHANGED:
            break
        words = layout.flatten(state)
        before = words, board.contents(state)
        for place, values in enumerate(known):
            changed: Iterable[tuple[int, int]] = [(-1, each) for each in values or () if each != words[place]]
            if values is None:
                changed = ((bit, signed(words[place] ^ (1 << bit))) for bit in range(64))
            for bit, value in changed:
                other = [*words[:place], value, *words[place + 1 :]]
                try:
                    after = other, board.contents(layout.rebuild([*map(_unsigned, other, known)]))
                except Exception:  # no state has these words
                    continue
                made += 1
                yield (place, bit), before, after


def _values(layout: Layout, rows: list[list[int]]) -> list[tuple[int, ...] | None]:
    """The values that each word may have, by words of the same part; none if it never changes, and None for a set of bits."""
    parts = list(_leaves(layout))
    changes = [len(set(column)) > 1 for column in zip(*rows, strict=True)]
    seen = defaultdict[int, set[int]](set)
    for row in rows:
        for part, word in zip(parts, row, strict=True):
            seen[part].add(word)
    tried = {part: sorted(each)[:: 1 + len(each) // _MOST_VALUES] for part, each in seen.items()}
    are_small = {part: max(map(abs, each)) < _LARGEST for part, each in seen.items()}
    return [tuple(tried[part]) * varies if are_small[part] else None for part, varies in zip(parts, changes, strict=True)]


def _unsigned(word: int, values: tuple[int, ...] | None) -> int:
    """The word; of a set of bits as the number without a sign that the rules hold."""
    return word if values is not None else word % (1 << 64)


def _leaves(layout: Layout) -> Iterator[int]:
    """For each word of a layout a number that the words of all items of one sequence share."""
    if layout.kind == "chars":
        yield id(layout)
        yield from [id(layout.names)] * layout.count
    elif layout.kind == "array":
        yield from [id(layout)] * layout.count
    elif layout.kind in ("board", "row", "set"):
        yield from [id(layout)] * (layout.words - layout.count * (layout.items[0].words + (layout.kind == "set")))
        for _ in range(layout.count):
            yield from [id(layout.names)] * (layout.kind == "set")
            yield from _leaves(layout.items[0])
    elif layout.items:
        yield from [id(layout)] * (layout.words - sum(item.words for item in layout.items))
        for item in layout.items:
            yield from _leaves(item)
    else:
        yield from [id(layout)] * layout.words


def _sources(board: Board, changes: list[tuple[Source, Probe, Probe]]) -> dict[Cell, list[Source]] | None:
    """The words or bits that change what stands on each cell; None if there are too many."""
    found = defaultdict[Cell, set[Source]](set)
    cells = set(board.shape.cells.values())
    for source, (_, before), (_, after) in changes:
        for cell in cells:
            if written(before.get(cell)) != written(after.get(cell)):
                found[cell].add(source)
    if found.keys() != cells or any(len(each) > _MOST_SOURCES for each in found.values()):
        return None
    return {cell: sorted(each) for cell, each in found.items()}


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
        if game.outcome(state) is not None:
            continue
        for move in game.moves(state):
            cell = board.shape.sown.get((game.player(state), written(move)))
            if cell is not None:
                try:
                    words = shapes.move.flatten(move)
                except LayoutError:
                    continue
                found[f"{game.player(state)}:{','.join(map(str, words))}"] = cell
    return found
