"""The board of a game, found in its states: cells with coordinates, what stands on them, whose it is, and what a move touches.

Nothing is known of the game but its five methods. Random games show which parts of a state have a fixed number of places whose
contents change from move to move; their size follows from the shape of the state, or from what the author calls width, rows or
size. Who brings a content to the board owns it. Where the evidence is thin there is no board: a wrong one is worse than none.
"""

from __future__ import annotations

import enum
import functools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, combinations, islice, product
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

from ..following import is_chance, steps
from ..protocol import CHANCE, hides, players_of
from .layouts import Layout, Layouts, mirrored
from .shape import Author, Board, BoardShape, face_of, name_of, owners_of, shortest
from .walking import BOTH, FEWEST, HEXAGON, MEN, MOST, Cell, Place, changes, grids_of, joined, pairs_in, written

_STATES: Final = 120
"""Moves looked at."""
_GAMES: Final = 12
_PLAYED: Final = 60
"""First moves that are played."""
_CHANGING: Final = 0.5
"""The least part of the moves that must change the board."""
_CONTENTS: Final = 40
"""Most contents of the cells of a grid."""
_ELSEWHERE: Final = 0.15
"""The most moves that may change another part like a board and not this one."""
_FEW: Final = 16
"""Most texts of a row that are contents rather than rows of cells."""
_VOTES: Final = 3
"""The fewest times that a player must bring a content for it to be the player's."""
_NAMED: Final = 0.9
"""The least part of the moves of men that must name the cells they come to, and of the cells of men that hold their player's."""
_EMPTY: Final = ("None", "'.'", "''", "' '", "'-'", "'_'", "0", "False")
_HOLES: Final = ("'#'", "' '", "''", "None")
"""What is written where a board has no cell."""
_SETS: Final = 20
"""Most sets of places that may be the kinds of men."""
_KEPT: Final = 4
_found: Final[list[tuple[Any, Board | None]]] = []
"""The games asked for last, with their boards."""


def find_board(game: Any) -> Board | None:
    """Finds the board of a game; None where there is none, where it is not sure, or where something is hidden."""
    for known, board in _found:
        if known is game:
            return board
    board = None
    if not hides(game) and 1 <= players_of(game) <= 2:
        with suppress(Exception):  # the rules, or contents, may raise anything; the game is played without a picture then
            finder = _Finder(game)
            if shape := finder.pits() or finder.grid() or finder.planes():
                board = Board(shape, game)
    _found[:] = [*_found[1 - _KEPT :], (game, board)]
    return board


class _Step(NamedTuple):
    """A move that was made; it is `shown` in the game's own notation, where there is one."""

    before: dict[str, dict[Place, Any]]
    mover: int
    move: Any
    shown: Any
    after: dict[str, dict[Place, Any]]


class _Finder:
    """The evidence of random games."""

    def __init__(self, game: Any) -> None:
        self._game: Final = game
        self._author: Final = Author(game)
        self._format: Final = getattr(game, "format_move", None)
        self._initial: Final = grids_of(game.initial(), self._author.is_row_first)
        self._steps: Final = list(self._played())
        grids = [self._initial, *(grid for step in self._steps for grid in (step.before, step.after))]
        sparse = {source: None for grid in grids for source in grid if source.endswith("{}")}
        for grid in grids:  # an empty list says nothing of what it could hold
            for source in sparse:
                grid.setdefault(source, {})
        self._changed: Final[dict[str, list[dict[Place, tuple[Any, Any]]]]] = {}

    def _changes(self, source: str) -> list[dict[Place, tuple[Any, Any]]]:
        """What each move changes on the places of a part of the state: the contents before and after."""
        if source not in self._changed:
            self._changed[source] = [changes(step.before[source], step.after[source]) for step in self._steps]
        return self._changed[source]

    def _played(self) -> Iterator[_Step]:
        left = _STATES
        for number in range(_GAMES):
            rng, state = Random(number), self._game.initial()
            before = self._initial
            while left and self._game.outcome(state) is None:
                moves = list(islice(steps(self._game, state), 500))
                if not moves:
                    break
                mover = CHANCE if is_chance(self._game, state) else self._game.player(state)
                move = moves[rng.randrange(len(moves))]
                shown = move if self._format is None else self._format(state, move)
                state = self._game.play(state, move)
                after = grids_of(state, self._author.is_row_first)
                if mover != CHANCE:
                    left -= 1
                    yield _Step(before, mover, move, shown, after)
                before = after

    @functools.cached_property
    def _first_moves(self) -> list[Any]:
        """The first moves, as many as a board has cells; none where chance begins."""
        state = self._game.initial()
        return [] if is_chance(self._game, state) else list(islice(self._game.moves(state), MOST))

    @functools.cached_property
    def _first(self) -> list[dict[str, dict[Place, Any]]]:
        """The parts of the state after each of the first moves."""
        state, row_first = self._game.initial(), self._author.is_row_first
        return [grids_of(self._game.play(state, move), row_first) for move in self._first_moves[:_PLAYED]]

    @functools.cached_property
    def _offered(self) -> set[Cell]:
        """The pairs that the first moves name, one each."""
        named = [{*pairs_in(move, self._author.is_row_first)} for move in self._first_moves]
        return set().union(*named) if all(len(each) <= 1 for each in named) else set()

    def _sources(self) -> list[str]:
        """The parts of states that may be boards: with the same places throughout, and changed by most moves; largest first."""
        parts = [source for source in self._initial if self._is_fixed(source) or source.endswith("{}")]
        lines = [source.removesuffix(" lines") for source in parts if source.endswith(" lines")]
        for source in lines:  # rows of letters, unless few texts come again and again
            few = source in self._initial and len({each for step in self._steps for each in step.after[source].values()}) <= _FEW
            parts = [part for part in parts if part != (f"{source} lines" if few else source)]
        changing = {source: [bool(each) for each in self._changes(source)] for source in parts}
        found = []
        for source, own in changing.items():
            others = [each for other, each in changing.items() if other != source and len(self._initial[other]) >= FEWEST]
            elsewhere = sum(any(each) for mine, *each in zip(own, *others, strict=True) if not mine)  # of a half a board
            alike = [other for other in parts if other != source and self._initial[other].keys() == self._initial[source].keys()]
            is_layer = any(sum(changing[other]) > _ELSEWHERE * len(self._steps) for other in alike) and not source.endswith("{}")
            if not is_layer and sum(own) >= _CHANGING * len(self._steps) and elsewhere <= _ELSEWHERE * len(self._steps):
                found.append(source)
        return sorted(found, key=lambda source: -len(self._initial[source]))

    def _is_fixed(self, source: str) -> bool:
        """True if a part of the state has the same places throughout, as many as a board has."""
        places = self._initial[source]
        grids = [step.after.get(source) for step in self._steps]
        is_board = FEWEST <= len(places) <= MOST and not source.endswith(("#", "}"))
        return bool(grids) and is_board and all(grid is not None and grid.keys() == places.keys() for grid in grids)

    def grid(self) -> BoardShape | None:
        """A board whose cells hold pieces, signs or numbers."""
        for source in self._sources():
            layouts, layout = self._laid_out(source)
            if layout is None or "+" in source:  # two rows of numbers are pits
                continue
            contents = {written(each): each for grid in self._grids(source) for each in grid.values()}
            lengths = {len(each) for each in contents.values() if isinstance(each, str)}
            stacked = len(lengths) > 2 and all(isinstance(each, str) for each in contents.values())
            if not 1 < len({face_of(each, stacked) for each in contents.values()}) <= _CONTENTS:
                continue
            empty = self._empty(source) if self._initial[source].keys() == layout.cells.keys() else "None"
            owners = self._owners(source, empty, stacked)
            if players_of(self._game) == 1 or owners or self._are_shared(source, layout):
                return self._finished(source, layouts, layout, empty, owners, stacked)
        return None

    def _grids(self, source: str) -> list[dict[Place, Any]]:
        """What a part holds in all states that were seen."""
        return [self._initial[source], *(step.after[source] for step in self._steps)]

    def _laid_out(self, source: str) -> tuple[Layouts, Layout | None]:
        filled = [set(changes(self._initial[source], joined(grids, source))) for grids in self._first]
        fallen = set().union(*filled) if all(len(each) == 1 for each in filled) else set()
        moves, changed = [step.shown for step in self._steps], [set(each) for each in self._changes(source)]
        layouts = Layouts(self._author, moves, changed, fallen, self._offered)
        if source.endswith(HEXAGON):
            rows, columns = (1 + max(place[axis] for place in self._initial[source]) for axis in (0, 1))
            return layouts, Layout(
                "pairs", columns, rows, {(row, column): (column, row) for row, column in self._initial[source]}
            )
        return layouts, layouts.of(self._grids(source), not source.endswith("}"))

    def _finished(
        self, source: str, layouts: Layouts, found: Layout, empty: str, owners: dict[str, int], stacked: bool
    ) -> BoardShape | None:
        """The shape, turned so that player 0 sits at the bottom, and what falls lies there; None if its edge may be no cells."""
        if (layout := self._without_holes(source, found, empty)) is None or self._lacks_men(source, layout, owners):
            return None
        return BoardShape(
            columns=layout.columns,
            rows=layout.rows,
            cells=self._upright(source, layouts, layout, owners),
            source=source,
            empty=empty,
            owners=owners,
            stacked=stacked,
            signs=self._signs(source, owners),
            names=layouts.has_names and layouts.turned(layout) is not None,
        )

    def _lacks_men(self, source: str, layout: Layout, owners: dict[str, int]) -> bool:
        """True if each player moves a man whose cell is kept elsewhere, and who does not stand on this board."""
        for men in (each for each in self._initial if each.endswith(MEN)):
            moved = {0: Counter[int](), 1: Counter[int]()}
            hits = list[bool]()
            for step in self._steps:
                for number, (_, pair) in changes(step.before.get(men, {}), step.after.get(men, {})).items():
                    moved[number][step.mover] += 1
                    hits.append(pair in pairs_in(step.move, self._author.is_row_first))
            by = [min(votes) for votes in moved.values() if len(votes) == 1 and votes.total() >= _VOTES]
            if len(set(by)) == 2 and fmean(hits) > _NAMED and not self._stand(men, by, source, layout, owners):
                return True
        return False

    def _stand(self, men: str, by: list[int], source: str, layout: Layout, owners: dict[str, int]) -> bool:
        """True if on the cells of men, counted in one way or another, stand pieces of their players."""
        ways = list(product((0, 1), (False, True), (False, True)))
        agreeing = Counter[tuple[int, bool, bool]]()
        for step in self._steps:
            held = {cell: owners.get(written(step.after[source].get(place))) for place, cell in layout.cells.items()}
            for number, (x, y) in step.after.get(men, {}).items():
                for first, is_swapped, is_flipped in ways:
                    column, row = (y - first, x - first) if is_swapped else (x - first, y - first)
                    cell = column, layout.rows - 1 - row if is_flipped else row
                    agreeing[first, is_swapped, is_flipped] += held.get(cell) == by[number]
        return max(agreeing.values()) > _NAMED * 2 * len(self._steps)

    def _without_holes(self, source: str, layout: Layout, empty: str) -> Layout | None:
        """The layout without cells of a border, or of corners, that never change; None if an edge may be a border or not."""
        changing = {place for each in self._changes(source) for place in each}
        initial = {place: written(self._initial[source].get(place)) for place in layout.cells}
        signs = {initial[place] for place in changing & initial.keys()} | {empty}
        size = columns, rows = layout.columns, layout.rows
        edge = {place for place, (x, y) in layout.cells.items() if x in (0, columns - 1) or y in (0, rows - 1)}
        border = {initial[place] for place in edge} if not edge & changing else set()
        is_doubtful = len(border) == 1 and border <= signs and size not in self._author.sizes
        is_border = is_doubtful and (columns - 2, rows - 2) in self._author.sizes
        if is_doubtful and not is_border:
            return None
        holes = {*_HOLES, *(border if len(border) == 1 else ())} - signs
        outside = {place for place in layout.cells if initial[place] in holes or (is_border and place in edge)} - changing
        kept = {place: cell for place, cell in layout.cells.items() if place not in outside}
        least, most = ([end(cell[axis] for cell in kept.values()) for axis in (0, 1)] for end in (min, max))
        cells = {place: (x - least[0], y - least[1]) for place, (x, y) in kept.items()}
        return Layout(layout.kind, 1 + most[0] - least[0], 1 + most[1] - least[1], cells)

    def _signs(self, source: str, owners: dict[str, int]) -> dict[str, str]:
        """A short sign for each content that was seen; words that all names of a player's men have, and no
        others, only tell whose they are.
        """
        contents = {written(each): each for grid in self._grids(source) for each in grid.values()}
        named = {content: name_of(each, owners.get(content)) for content, each in contents.items()}
        if BOTH in source:
            kinds, _, side = source.partition(2 * BOTH)
            words = [_word(each) for each in kinds.split(BOTH)]
            words = [f"{word}{number}" if words.count(word) > 2 else word for number, word in enumerate(words)]
            first, second = ({owners[str(each)] for each in contents.values() if each % 2 == odd} for odd in (0, 1))
            for content, each in contents.items():  # the last set has some kinds of men, if not those of a player
                named[content] = _word(side) * (each % 2) if side and first & second else words[each // 2 if side else each]
        by: dict[int | None, list[set[str]]] = {}
        for content, name in named.items():
            by.setdefault(owners.get(content), []).append({*name.lower().split("_")})
        for number, (content, name) in enumerate(named.items()):
            owner = owners.get(content)
            known = set().union(*(words for who, all_words in by.items() if who != owner for words in all_words))
            common = set.intersection(*by[owner]) - known if isinstance(contents[content], enum.Enum) else set()
            left = [word for word in name.split("_") if word.lower() not in common]
            named[content] = "".join(map(name_of, left)) or str(number) * (owner is None)
        return {content: shortest(name, {*named.values()} - {name}) for content, name in named.items()}

    def _empty(self, source: str) -> str:
        """The content of an empty cell: the one that takes part in most moves; of several, the most frequent at the start."""
        contents = ({written(end) for ends in each.values() for end in ends} for each in self._changes(source))
        takes_part = Counter(chain.from_iterable(contents))
        least = 0.9 * max(takes_part.values(), default=0)
        counts = Counter(map(written, self._initial[source].values()))
        likely = [content for content, count in takes_part.items() if count >= least]
        return max(likely, key=lambda content: (content in _EMPTY, counts[content], content), default="None")

    def _owners(self, source: str, empty: str, stacked: bool) -> dict[str, int]:
        """The player of each content, by who brings it to a cell; only where nothing contradicts it."""
        if players_of(self._game) < 2:
            return {}
        voted: defaultdict[str, Counter[int]] = defaultdict(Counter)
        samples: dict[str, Any] = {}
        came: list[list[str]] = []
        for step, changed in zip(self._steps, self._changes(source), strict=True):
            for each in chain.from_iterable(changed.values()):
                if written(each) != empty and each is not None:
                    samples.setdefault(face_of(each, stacked), each[-1:] if stacked else each)
            after = [each for _, each in changed.values() if written(each) != empty and each is not None]
            came.append([face_of(each, stacked) for each in after])
            for content in came[-1]:
                voted[content][step.mover] += 1
        usual = {content: votes.most_common(1)[0] for content, votes in voted.items()}
        mostly = {content: mover for content, (mover, count) in usual.items() if count > _NAMED * voted[content].total()}
        for step, contents in zip(self._steps, came, strict=True):
            for content in contents if any(mostly.get(each) == step.mover for each in contents) else ():
                if mostly.get(content, step.mover) != step.mover:  # the mover's men pushed it
                    del voted[content][step.mover]
        sure = {content: min(votes) for content, votes in voted.items() if len(votes) == 1 and votes.total() >= _VOTES}
        kinds = Counter(sure.values())
        if kinds[0] != kinds[1]:  # what one side alone has may be nobody's, and only this side came to it
            sure = {content: player for content, player in sure.items() if voted[content].total() > 2 * _VOTES}
        if len(set(sure.values())) < 2:
            return {}
        by_both = {content: votes for content, votes in voted.items() if len(votes) > 1}
        found = owners_of(sure, samples, by_both)
        is_doubtful = any(len(votes) == 1 and content not in found for content, votes in voted.items())
        return {} if is_doubtful else found

    def _are_shared(self, source: str, layout: Layout) -> bool:
        """True if men are nobody's: both players bring most of them, and each move names just the cells that it fills."""
        by: defaultdict[str, set[int]] = defaultdict(set)
        filled, turns = set[Any](), {1, -1}
        for step, changed in zip(self._steps, self._changes(source), strict=True):
            pairs = list(pairs_in(step.move, self._author.is_row_first))
            named = {turn: {pair[::turn] for pair in pairs} or {step.move} for turn in turns}
            turns = {
                turn for turn in turns if named[turn] == changed.keys() or not (changed or named[turn] & layout.cells.keys())
            }
            filled |= changed.keys()
            for _, after in changed.values():
                by[written(after)].add(step.mover)
        both = sum(len(movers) == 2 for movers in by.values())
        return bool(turns) and filled == layout.cells.keys() and 2 * both > len(by)

    def _upright(self, source: str, layouts: Layouts, layout: Layout, owners: dict[str, int]) -> dict[Place, Cell]:
        """The cells, turned so that names count rows from below, player 0's men begin below the other's, and men fall down."""
        is_turned = layouts.turned(layout) if layouts.has_names else None
        owned = {place: owners.get(written(each)) for place, each in self._initial[source].items()}
        men = [[cell for place, cell in layout.cells.items() if owned.get(place) == player] for player in (0, 1)]
        if is_turned is None and all(men):
            aside, down = (fmean(cell[axis] for cell in men[0]) - fmean(cell[axis] for cell in men[1]) for axis in (0, 1))
            if abs(aside) > abs(down) and layout.columns == layout.rows:
                layout, down = mirrored(layout), aside
            is_turned = down < 0
        elif is_turned is None:
            is_turned = layouts.falls(layout) and {layout.cells[place][1] for place in layouts.filled} == {0}
        return {place: (x, layout.rows - 1 - y if is_turned else y) for place, (x, y) in layout.cells.items()}

    def pits(self) -> BoardShape | None:
        """Two rows of pits, each of one player, from which seeds are sown: the other player's row runs the other way."""
        if players_of(self._game) != 2:
            return None
        for source in self._sources():
            counts, contents = self._initial[source], [each for grid in self._grids(source) for each in grid.values()]
            if not all(type(each) is int and each >= 0 for each in contents) or len({*contents}) < 5 or not sum(counts.values()):
                continue
            half = len(counts) // 2
            sown = {} if len(counts) % 2 or isinstance(next(iter(counts)), tuple) else self._sown(source, half)
            if not sown:
                continue
            swapped = half * any(place >= half for (mover, _), place in sown.items() if mover == 0)
            has_stores = not {half - 1, 2 * half - 1} & {*sown.values()} and counts[half - 1] == counts[2 * half - 1] == 0
            pits = half - has_stores
            cells: dict[Place, Cell] = {}
            for number in range(pits):
                cells[swapped + number] = (number + has_stores, 1)
                cells[half - swapped + number] = (pits - 1 - number + has_stores, 0)
            if has_stores:
                cells[half - 1 + swapped], cells[2 * half - 1 - swapped] = (pits + 1, 1), (0, 0)
            wide, clicks = pits + 2 * has_stores, {move: cells[place] for move, place in sown.items()}
            return BoardShape(columns=wide, rows=2, cells=cells, source=source, empty="0", owners={}, sown=clicks)
        return None

    def _sown(self, source: str, half: int) -> dict[tuple[int, str], Place]:
        """The pit that each move of a player sows from; empty unless it is always the same, and each player has a row."""
        found: dict[tuple[int, str], Place] = {}
        for step in self._steps:
            before, after = step.before[source], step.after[source]
            lost = [place for place in before if before[place] > after[place]]
            if len(lost) != 1 or not any(before[place] < after[place] for place in before):
                continue  # something was taken too, or all was gathered at the end
            if found.setdefault((step.mover, written(step.move)), lost[0]) != lost[0]:
                return {}
        rows = {(mover, place >= half) for (mover, _), place in found.items()}
        return found if rows in ({(0, False), (1, True)}, {(0, True), (1, False)}) else {}

    def planes(self) -> BoardShape | None:
        """A board of whole numbers as sets of bits, or of sets of cells: of each player; of each player's kinds of men; or of the
        kinds of both, beside that of all men of a player.
        """
        if players_of(self._game) != 2:
            return None
        held = dict[str, list[set[Place]]]()
        for source in self._initial:
            sets = [{*self._initial[source]}, *({*step.after.get(source, ())} for step in self._steps)]
            if source.endswith("{}") or (source.endswith("#") and max(set().union(*sets), default=0) > FEWEST + 3):
                held[source] = sets
        gaining = {
            source: {step.mover for step in self._steps if step.after.get(source, {}).keys() - step.before.get(source, {}).keys()}
            for source in held
        }
        by_one = {source: sets for source, sets in held.items() if len(gaining[source]) == 1}
        return next(filter(None, map(self._of_sets, chain(_divided(held), _divided(by_one)))), None)

    def _of_sets(self, source: str) -> BoardShape | None:
        """The board of several sets of places, if each player brings men to some of them, and nobody to the other's."""
        for each in (self._initial, *(each for step in self._steps for each in (step.before, step.after))):
            each[source] = joined(each, source)
        changed = zip(self._steps, self._changes(source), strict=True)
        brought = {(written(after), step.mover) for step, each in changed for _, after in each.values() if after is not None}
        owners = dict(brought)
        contents = {written(each) for grid in self._grids(source) for each in grid.values()}
        if {*owners.values()} != {0, 1} or len(owners) < len(brought) or owners.keys() != contents:
            return None
        layouts, layout = self._laid_out(source)
        return layout and self._finished(source, layouts, layout, "None", owners, stacked=False)


def _divided(held: dict[str, list[set[Place]]]) -> Iterator[str]:
    """Yields what may be the kinds of men among sets of places, behind them the one that holds those of a player, if any."""
    parts = [source for source, sets in held.items() if not _is_sum(sets, held.values())] if len(held) <= _SETS else []
    for side in "", *parts:
        whole = [set().union(*each) for each in zip(*held.values(), strict=True)]
        kinds = [each for each in parts if each != side and not (side and _is_sum(whole, [held[side], held[each]]))]
        if len(kinds) > 1 and not any(
            one & other for pair in combinations(kinds, 2) for one, other in zip(*map(held.get, pair), strict=True)
        ):
            yield BOTH.join(kinds) + (2 * BOTH + side if side else "")


def _word(source: str) -> str:
    """The kind of men in a part of a state, as the author calls it."""
    words = re.findall(r"[^\W\d_]+", source.rpartition(".")[2])
    return name_of(words[-1].removesuffix("s")) if words else ""


def _is_sum(sets: list[set[Place]], others: Iterable[list[set[Place]]]) -> bool:
    """True if sets always are unions of others that are parts of them."""
    parts = [each for each in others if each != sets and all(map(set.issubset, each, sets))]
    return len(parts) > 1 and all(whole == set().union(*some) for whole, *some in zip(sets, *parts, strict=True))
