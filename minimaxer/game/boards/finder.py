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
from itertools import chain, combinations, islice
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

from ..following import is_chance, steps
from ..protocol import CHANCE, hides, players_of
from .layouts import Layout, Layouts, mirrored
from .shape import LONGEST_SIGN, Author, Board, BoardShape, face_of, name_of, names_of, owners_of, shortest
from .walking import (
    BOTH,
    FEWEST,
    HEXAGON,
    MAN,
    MOST,
    SQUARE,
    Cell,
    Place,
    changes,
    grids_of,
    joined,
    nested_in,
    pairs_in,
    written,
)

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
_SETS: Final = 16
"""Most sets of places that may be the kinds of men."""
_SEEDS: Final = 400
"""Most seeds in a pit."""
_PASSED: Final = 2
"""Most pits that seeds pass over, such as the other player's store and the pit they come from."""
_OFFERED: Final = 0.7
"""The least mean part of the empty cells that moves must offer where men are nobody's."""
_MEN: Final = re.compile(r"(?<![a-z])(king|queen|crown|promot|dame|lad(y|ies)|block|wall|arrow)", re.IGNORECASE)
"""Names of sets of men, or of things in their way, that may be empty in all states seen."""
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
            board = finder.pits() or finder.grid() or finder.planes() or finder.grid(are_shared=True)
    _found[:] = [*_found[1 - _KEPT :], (game, board)]
    return board


class _Step(NamedTuple):
    """A move that was made: one of `offered`; `shown` is its notation where that names cells, else the move."""

    before: dict[str, dict[Place, Any]]
    mover: int
    move: Any
    shown: Any
    offered: int
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
                text = "" if self._format is None else self._format(state, move)
                shown = text if SQUARE.search(text) else move
                state = self._game.play(state, move)
                after = grids_of(state, self._author.is_row_first)
                if mover != CHANCE:
                    left -= 1
                    yield _Step(before, mover, move, shown, len(moves), after)
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
        whole = (source for source in self._initial if BOTH not in source)
        parts = [source for source in whole if self._is_fixed(source) or source.endswith("{}")]
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

    def grid(self, *, are_shared: bool = False) -> Board | None:
        """A board whose cells hold pieces, signs or numbers; whose men are nobody's, though two play, if they `are_shared`."""
        for source in self._sources():
            layouts, layout = self._laid_out(source)
            if layout is None or "+" in source:  # two rows of numbers are pits
                continue
            contents = {written(each): each for grid in self._grids(source) for each in grid.values()}
            empty = self._empty(source) if self._initial[source].keys() == layout.cells.keys() else "None"
            lengths = {len(each) for content, each in contents.items() if isinstance(each, str) and content != empty}
            stacked = len(lengths) > 2 and all(isinstance(each, str) for each in contents.values())
            if not 1 < len({face_of(each, stacked) for each in contents.values()}) <= _CONTENTS:
                continue
            owners = self._owners(source, empty, stacked)
            if self._are_shared(source, layout, empty) if are_shared else players_of(self._game) == 1 or owners:
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
            places = self._initial[source]
            rows, columns = (1 + max(place[axis] for place in places) for axis in (0, 1))
            return layouts, Layout("pairs", columns, rows, {place: place[::-1] for place in places})
        return layouts, layouts.of(self._grids(source), not source.endswith("}"))

    def _finished(
        self, source: str, layouts: Layouts, found: Layout, empty: str, owners: dict[str, int], stacked: bool
    ) -> Board | None:
        """The board, turned so that player 0 sits at the bottom, and what falls lies there; None if its edge may be no cells, or
        a man stands elsewhere.
        """
        if (layout := self._without_holes(source, found, empty)) is None or self._lacks_men(source, layout, empty):
            return None
        ends = [{layout.cells[place] for place in each if place in layout.cells} for each in self._changes(source)]
        if layout.columns == layout.rows and not any({cell[::-1] for cell in each} ^ each for each in ends):
            return None  # whether two things are joined, both ways
        rows = {(step.mover, row) for step, each in zip(self._steps, ends, strict=True) for _, row in each}
        if layout.rows == 2 and rows in ({(0, 0), (1, 1)}, {(0, 1), (1, 0)}):
            return None  # what each player has
        contents = {written(each): each for grid in self._grids(source) for each in grid.values()}
        cells = self._upright(source, layouts, layout, owners)
        has_names = layouts.has_names and layouts.turned(layout) is not None
        for signs in self._signs(source, contents, owners):
            shape = BoardShape(
                columns=layout.columns,
                rows=layout.rows,
                cells=cells,
                source=source,
                empty=empty,
                owners=owners,
                stacked=stacked,
                signs=signs,
                names=has_names,
            )
            board = Board(shape, self._game, self._author.is_row_first, contents)
            if stacked or board.tells_apart(each for content, each in contents.items() if content != empty):
                return board
        return None

    def _lacks_men(self, source: str, layout: Layout, empty: str) -> bool:
        """True if cells of men are kept elsewhere, and nothing stands there on this board."""
        cells = layout.cells
        grids = [step.after[source].items() for step in self._steps]
        filled = [{cells[place] for place, each in grid if place in cells and written(each) != empty} for grid in grids]
        own, kinds = source.split(BOTH), (MAN, "#") if BOTH in source else (MAN, "#", "{}")
        before = tuple(each.removeprefix("state") for each in own)  # of earlier states that a state keeps
        for man in (each for each in self._initial if BOTH not in each and each.endswith(kinds) and not each.endswith(before)):
            is_set = man.endswith("{}")
            pairs = zip(self._steps, filled, strict=True)
            known = [(step, men) for step, men in pairs if man in step.after and (step.after[man] or not is_set)]
            if any(None in step.after[man] for step, _ in known) or (
                is_set and self._tells_of_moves(source, man, layout, filled)
            ):
                continue
            if not known or not (is_set or self._is_man(man, [step for step, _ in known], layout)):
                continue
            held = [{*(step.after[man] if is_set else step.after[man].values())} for step, _ in known]
            named = [
                each.issubset(pairs_in(step.move, self._author.is_row_first)) for (step, _), each in zip(known, held, strict=True)
            ]
            if fmean(named) > _NAMED and len({step.mover for step, _ in known if step.before.get(man) != step.after[man]}) > 1:
                continue  # the last move
            shown, outside = Counter[int](), set[int]()
            for step, men in known:
                found = [*step.after[man]] if is_set else [_cell(step.after[man])]
                for number, ways in enumerate(zip(*(_ways(each, layout) for each in found), strict=True)):
                    shown[number] += men.issuperset(ways) or (is_set and {*ways} == {*cells.values()} - men)
                    outside |= set() if {*ways} <= {*cells.values()} else {number}
            within = [times for number, times in shown.items() if number not in outside]
            if within and max(within) <= _NAMED * len(known):
                return True
        return False

    def _tells_of_moves(self, source: str, man: str, layout: Layout, filled: list[set[Cell]]) -> bool:
        """True if a set holds all cells, or those that the next move may name, or where men came with the moves."""
        if len(self._initial[man]) == len(layout.cells) and not any(self._changes(man)):
            return True
        named = [({*pairs_in(step.move, self._author.is_row_first)}, step.before[man].keys()) for step in self._steps]
        if all(each and each <= offered for each, offered in named):
            return True
        came = list[bool]()
        for step, changed, men in zip(self._steps, self._changes(source), filled, strict=True):
            ends = {layout.cells[place] for place in changed if place in layout.cells}
            if gained := step.after[man].keys() - step.before[man].keys():
                ways = zip(*(_ways(at, layout) for at in gained), strict=True)
                came.append(any({*each} <= ends and not men.isdisjoint(each) for each in ways))
        return bool(came) and fmean(came) > _NAMED

    def _is_man(self, man: str, steps: list[_Step], layout: Layout) -> bool:
        """True if one player alone brings a cell or a number where moves say; or if a cell, unlike scores and plies, is always
        there, and goes up and down in both directions.
        """
        moved = [step for step in steps if step.before.get(man) != step.after[man]]
        if len(moved) < _VOTES:
            return False
        named = fmean(self._names(step.move, _cell(step.after[man]), layout.columns) for step in moved)
        if len({step.mover for step in moved}) == 1 and named > _NAMED:
            return True
        if not man.endswith(MAN) or len(steps) <= _NAMED * len(self._steps):
            return False
        pairs = [(step.before[man][0], step.after[man][0]) for step in moved if man in step.before]
        return len({(axis, one[axis] < other[axis]) for one, other in pairs for axis in (0, 1) if one[axis] != other[axis]}) == 4

    def _names(self, move: Any, at: Any, columns: int) -> bool:
        """True if a move names a cell, as a pair or by its number."""
        pairs = [*pairs_in(move, self._author.is_row_first)]
        numbers = {x + columns * y for one in pairs for x, y in (one, one[::-1])}
        own = {at} if isinstance(at, int) else {at[0] + columns * at[1], at[1] + columns * at[0]}
        return at in pairs or any(type(each) is int and each in own for each in (*nested_in(move), *numbers))

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

    def _signs(self, source: str, contents: dict[str, Any], owners: dict[str, int]) -> Iterator[dict[str, str]]:
        """Yields short signs for all contents: by what their names say beside the owner, by initials, by fields, and numbers."""
        for as_text in True, False:
            named = {content: names_of(each, owners.get(content), as_text=as_text) for content, each in contents.items()}
            named |= self._names_of_sets(source, contents, owners)
            words_by: dict[int | None, list[set[str]]] = {}
            for content, words in named.items():
                words_by.setdefault(owners.get(content), []).append({*words})
            common = dict[int | None, set[str]]()
            for owner, each in words_by.items():
                others = chain.from_iterable(words for who, words in words_by.items() if who != owner)
                common[owner] = set.intersection(*each) - set().union(*others)
            for content, words in named.items():
                if len(words) > 1 or isinstance(contents[content], enum.Enum):
                    named[content] = [word for word in words if word not in common[owners.get(content)]]
            names = {content: "".join(words) for content, words in named.items()}
            yield {content: shortest(name, {*names.values()} - {name}) for content, name in names.items()}
            yield {content: "".join(word[:1] for word in words)[:LONGEST_SIGN] for content, words in named.items()}
        yield {content: str(number) for number, content in enumerate(contents, 1)}

    def _names_of_sets(self, source: str, contents: dict[str, Any], owners: dict[str, int]) -> dict[str, list[str]]:
        """The names of the kinds of men that have sets of their own; none of another source."""
        kinds, _, side = source.partition(2 * BOTH)
        words = [_word(each) for each in kinds.split(BOTH)]
        if len(words) < 2:
            return {}
        words = [f"{word}{number}" if words.count(word) > 2 else word for number, word in enumerate(words)]
        first, second = ({owners.get(str(each)) for each in contents.values() if each % 2 == odd} for odd in (0, 1))
        if side and first & second:  # whose last set holds men of both, such as kings
            return {content: [_word(side)] * (each % 2) for content, each in contents.items()}
        return {content: [words[each // 2 if side else each]] for content, each in contents.items()}

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
            after = [each for _, each in changed.values() if written(each) != empty and each is not None]
            came.append([face_of(each, stacked) for each in after])
            for content in came[-1]:
                voted[content][step.mover] += 1
        usual = {content: votes.most_common(1)[0] for content, votes in voted.items()}
        mostly = {content: mover for content, (mover, count) in usual.items() if count > _NAMED * voted[content].total()}
        for step, contents in zip(self._steps, came, strict=True):
            are_pushing = any(mostly.get(each) == step.mover for each in contents)
            for content in contents:
                if are_pushing and mostly.get(content, step.mover) != step.mover:
                    del voted[content][step.mover]
        sure = {content: min(votes) for content, votes in voted.items() if len(votes) == 1 and votes.total() >= _VOTES}
        kinds = Counter(sure.values())
        if kinds[0] != kinds[1]:  # what one side alone has may be nobody's, and only this side came to it
            sure = {content: player for content, player in sure.items() if voted[content].total() > 2 * _VOTES}
        if len(set(sure.values())) < 2:
            return {}
        by_both = {content: votes for content, votes in voted.items() if len(votes) > 1}
        for each in chain(*(grid.values() for grid in self._grids(source))):
            if written(each) != empty and each is not None:
                samples.setdefault(face_of(each, stacked), each[-1:] if stacked else each)
        found = owners_of(sure, samples, by_both)
        return {} if any(len(votes) == 1 and content not in found for content, votes in voted.items()) else found

    def _are_shared(self, source: str, layout: Layout, empty: str) -> bool:
        """True if men are nobody's: both players bring most of them, and each move names just the cells that it fills."""
        by: defaultdict[str, set[int]] = defaultdict(set)
        filled, turns, offered = set[Any](), {1, -1}, list[float]()
        for step, changed in zip(self._steps, self._changes(source), strict=True):
            pairs = list(pairs_in(step.move, self._author.is_row_first))
            single = {step.move} if isinstance(step.move, int | str) else set()
            named = {turn: {pair[::turn] for pair in pairs} or single for turn in turns}
            cells = layout.cells.keys()
            turns = {turn for turn, each in named.items() if each == changed.keys() or not (changed or each & cells)}
            filled |= changed.keys()
            for _, after in changed.values():
                by[written(after)].add(step.mover)
            if changed:  # who walks somewhere may not go everywhere
                empties = sum(written(each) == empty for each in step.before[source].values())
                offered.append(min(1.0, step.offered / max(1, empties)))
        both = sum(len(movers) == 2 for movers in by.values())
        return bool(turns) and filled == layout.cells.keys() and 2 * both > len(by) and fmean(offered) > _OFFERED

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

    def pits(self) -> Board | None:
        """Two rows of pits, each of one player, from which seeds are sown: the other player's row runs the other way."""
        if players_of(self._game) != 2:
            return None
        for source in self._sources():
            counts, contents = self._initial[source], [each for grid in self._grids(source) for each in grid.values()]
            are_seeds = all(type(each) is int and 0 <= each <= _SEEDS for each in contents)
            if not are_seeds or len({*contents}) < 5 or not any(counts.values()):
                continue
            half = len(counts) // 2
            sown = {} if len(counts) % 2 or half < 3 or isinstance(next(iter(counts)), tuple) else self._sown(source, half)
            if {*counts} - {*sown.values()} - {half - 1, 2 * half - 1}:
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
            shape = BoardShape(columns=wide, rows=2, cells=cells, source=source, empty="0", owners={}, sown=clicks)
            return Board(shape, self._game, self._author.is_row_first, {})
        return None

    def _sown(self, source: str, half: int) -> dict[tuple[int, str], Place]:
        """The pit that each move of a player sows from; empty unless it is always the same, and each player has a row, and seeds
        go one by one into those that follow it, but for some that are passed over.
        """
        found: dict[tuple[int, str], Place] = {}
        fitting, count = list[bool](), 2 * half
        for step in self._steps:
            before, after = step.before[source], step.after[source]
            lost = [place for place in before if before[place] > after[place]]
            if len(lost) != 1 or not any(before[place] < after[place] for place in before):
                continue  # something was taken too, or all was gathered at the end
            if found.setdefault((step.mover, written(step.move)), lost[0]) != lost[0]:
                return {}
            (pit,), seeds = lost, before[lost[0]]
            gained = {place: after[place] - before[place] for place in before if after[place] > before[place]}
            row = {(pit + far) % count for far in range(1, seeds + _PASSED + 1)}
            is_sown = gained.keys() <= row and min(seeds, count - 1) - _PASSED <= len(gained) and sum(gained.values()) <= seeds
            fitting.append(is_sown and (after[pit] < 2 or seeds >= count - _PASSED))
        if not fitting or fmean(fitting) < _NAMED:
            return {}
        rows = {(mover, place >= half) for (mover, _), place in found.items()}
        return found if rows in ({(0, False), (1, True)}, {(0, True), (1, False)}) else {}

    def planes(self) -> Board | None:
        """A board of whole numbers as sets of bits, or of sets of cells: of each player; of each player's kinds of men; or of the
        kinds of both, beside that of all men of a player.
        """
        if players_of(self._game) != 2:
            return None
        held = dict[str, list[set[Place]]]()
        for source in self._initial:
            sets = [{*self._initial[source]}, *({*step.after.get(source, ())} for step in self._steps)]
            is_numbered = source.endswith("{}") and any(step.after.get(f"{source[:-2]}#") for step in self._steps)
            if (source.endswith("{}") and not is_numbered) or (source.endswith("#") and not self._counts(source)):
                held[source] = sets
        gaining = {source: movers for source in held if (movers := self._gaining(source))}
        by_one = [source for source, movers in gaining.items() if len(movers) == 1]
        large = [each for each in gaining if each.endswith("{}") or len(set().union(*held[each])) > FEWEST + 3]  # no scores
        ways = dict.fromkeys(map(tuple, (gaining, by_one, large, [each for each in by_one if each in large])))  # each once
        for kinds, side in chain.from_iterable(_divided(held, parts) for parts in ways):
            if (board := self._of_sets(kinds, side, held)) is not None:
                return board
        return None

    def _gaining(self, source: str) -> set[int]:
        """The players whose moves add places to a part of the state."""
        return {step.mover for step in self._steps if step.after.get(source, {}).keys() - step.before.get(source, {}).keys()}

    def _counts(self, source: str) -> bool:
        """True if a whole number only goes up or down by 1, or back to 0, as plies do; or says no more than yes or no."""
        numbers = [[_cell(each.get(source, {})) for each in (step.before, step.after)] for step in self._steps]
        if len({*chain.from_iterable(numbers)}) == 1:
            return numbers[0][0] < 2 and not _MEN.search(source)
        is_small = all(max(each) < 2 for each in numbers)
        return is_small or all(after in (0, before - 1, before, before + 1) for before, after in numbers)

    def _of_sets(self, kinds: list[str], side: str, held: dict[str, list[set[Place]]]) -> Board | None:
        """The board of several sets of places, if each player brings men to some of them, and nobody to the other's."""
        source = BOTH.join(kinds) + (2 * BOTH + side if side else "")
        for each in (self._initial, *(each for step in self._steps for each in (step.before, step.after))):
            each[source] = joined(each, source)
        changed = list(zip(self._steps, self._changes(source), strict=True))
        brought = {(written(after), step.mover) for step, each in changed for _, after in each.values() if after is not None}
        left = {(written(before), step.mover) for step, each in changed for before, after in each.values() if after is None}
        owners = dict(sorted(brought))
        contents = {written(each) for grid in self._grids(source) for each in grid.values()}
        if {*owners.values()} != {0, 1} or len(owners) < len(brought) or owners.keys() != contents:
            return None
        if not side and 2 * sum(owners.values()) != len(owners) and not {*owners.items()} <= left:
            return None  # what one player alone brings, and never moves, may be in the way of both
        layouts, layout = self._laid_out(source)
        if layout is None or any(self._hides(held, source, each, layout) for each in held):
            return None
        return self._finished(source, layouts, layout, "None", owners, stacked=False)

    def _hides(self, held: dict[str, list[set[Place]]], source: str, other: str, layout: Layout) -> bool:
        """True if a set of places that is no part of a board of sets could hold things on the same cells, or tell men apart."""
        parts = [each for each in source.split(BOTH) if each]
        if other in parts or _is_sum(held[other], [held[each] for each in parts]):
            return False
        sets, whole = held[other], [{*grid} for grid in self._grids(source)]
        if not any(sets):
            return _MEN.search(other) is not None  # nothing but its name tells
        if 2 * BOTH in source and _is_sum(whole, [held[parts[-1]], sets]):
            return False  # the others than those of the last set
        pairs = list(zip(sets, whole, strict=True))
        if not set().union(*sets) <= layout.cells.keys() or all(one | men == layout.cells.keys() for one, men in pairs):
            return False  # no set of cells, or the free ones
        if any(one & men for one, men in pairs):
            return max(map(len, sets)) > 1 and all(one <= men for one, men in pairs)  # marks; one cell may be the last move
        came = ((step.after[source].keys() - step.before[source].keys(), step) for step in self._steps)
        return not (self._gaining(other) and any(cells & step.before.get(other, {}).keys() for cells, step in came))  # walls


def _cell(content: dict[Place, Any]) -> Any:
    """The cell or number that a part of a state holds."""
    return content[0] if content.get(0, True) is not True else sum(1 << bit for bit in content)


def _ways(at: Any, layout: Layout) -> list[Any]:
    """The cells that a pair or a number may mean."""
    if isinstance(at, int):
        return [layout.cells.get(at), (at % layout.columns, at // layout.columns)]
    pairs = [(x - first, y - first) for first in (0, 1) for x, y in (at, at[::-1])]
    return [(x, row) for x, y in pairs for row in (y, layout.rows - 1 - y)]


def _divided(held: dict[str, list[set[Place]]], names: tuple[str, ...]) -> Iterator[tuple[list[str], str]]:
    """Yields what may be the kinds of men among sets of places, and the set among them that holds those of a player, or none."""
    parts = [each for each in names if not _is_sum(held[each], held.values())] if len(names) <= _SETS else []
    clashing = {pair for pair in combinations(parts, 2) if any(map(set.intersection, *(held[each] for each in pair)))}
    for side in "", *parts:
        kinds = [each for each in parts if each != side]
        whole = [set().union(*each) for each in zip(*(held[kind] for kind in kinds), strict=True)]
        kinds = [each for each in kinds if not (side and _is_sum(whole, [held[side], held[each]]))]
        is_part = not side or all(map(set.issubset, held[side], whole))
        if len(kinds) > 1 and not clashing & {*combinations(kinds, 2)} and is_part:
            yield kinds, side


def _word(source: str) -> str:
    """The kind of men in a part of a state, as the author calls it."""
    words = re.findall(r"[^\W\d_]+", source.rpartition(".")[2])
    return name_of(words[-1].removesuffix("s")) if words else ""


def _is_sum(sets: list[set[Place]], others: Iterable[list[set[Place]]]) -> bool:
    """True if sets always are unions of others that are parts of them."""
    parts = [each for each in others if each != sets and all(map(set.issubset, each, sets))]
    return len(parts) > 1 and all(whole == set().union(*some) for whole, *some in zip(sets, *parts, strict=True))
