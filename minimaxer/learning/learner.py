"""An evaluation whose numbers are still to be learnt, its patterns, and the training kernel in Python, where none compiles."""

from __future__ import annotations

import math
import time
from array import array
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any, Final

from ..base.scores import LOSS, WIN
from ..errors import OptionError
from ..game.capability import capabilities
from ..game.following import drawn, final_outcome, is_chance, value_range
from ..game.protocol import Game
from ..native import CompiledGame
from .cells import Cells, find_cells
from .evaluation import LearntEvaluation
from .native.layout import MOST_CODES, MOST_PLIES
from .relations import STATES, Relations, Sample, find_relations, sampled
from .result import NUMBER_BYTES, Lesson, NetworkOptions, TrainingOptions
from .source import MOST_PLACES, Pattern, Scale, looks, made, size_of, source, table_size
from .symmetries import MOST, Symmetry, alike, closed, find_mirrors, find_symmetries


class PlainTeam:
    """A learner without native code, the twin of `native.team.TrainingTeam`, which describes the arguments."""

    def __init__(
        self,
        game: Game[Any, Any],
        codes: Callable[[Any], Any],
        count: int,
        patterns: int,
        options: TrainingOptions,
        scale: Scale,
        seed: int,
    ) -> None:
        self._game: Final = game
        self._found: Final = capabilities(game)
        self._codes: Final = codes
        self._options: Final = options
        self._scale: Final = scale
        self._rate: Final = options.rate / patterns
        self._rng: Final = Random(f"training {seed}")
        self._parts: Final = tuple(array("d", bytes(8 * count)) for _ in range(3))
        self._wrong = 0.0
        self.games = 0
        """As of `TrainingTeam`."""

    def part(self, number: int) -> memoryview[float]:
        """As of `TrainingTeam`."""
        return memoryview(self._parts[number])

    def teach(self, *, games: int | None = None, seconds: float | None = None) -> Lesson:
        """As of `TrainingTeam`."""
        until = math.inf if seconds is None else time.perf_counter() + seconds
        self.games = moved = 0
        self._wrong = 0.0
        while (games is None or self.games < games) and time.perf_counter() < until:
            line = self.played()
            self.learn(line)
            self.games, moved = self.games + 1, moved + len(line)
        return Lesson(games=self.games, positions=moved, error=math.sqrt(self._wrong / max(1, moved)))

    def close(self) -> None:
        """Does nothing: there is nothing to free."""

    def played(self) -> list[tuple[Any, float, bool]]:
        """Plays a game: gives the codes, the best value, and whether traces are cut, for each position to learn from."""
        rng = self._rng
        random_plies = rng.randint(0, self._options.opening)
        state, line = self._game.initial(), list[tuple[Any, float, bool]]()
        for ply in range(MOST_PLIES):
            if is_chance(self._game, state):
                chosen = self._game.play(state, drawn(self._game, state, rng))
                (best, over), cut = self._valued(chosen), False
            else:
                chosen, best, over, cut = self._moved(state, explores=ply < random_plies or rng.random() < self._options.explore)
            if ply >= random_plies:
                line.append((self._codes(state), best, cut))
            if over:
                break
            state = chosen
        return line

    def _moved(self, state: Any, *, explores: bool) -> tuple[Any, float, bool, bool]:
        """Chooses a move: gives the next position, the best value, whether the game is over, and whether traces are cut."""
        sign = 1.0 if self._game.player(state) == 0 else -1.0
        after = [self._game.play(state, move) for move in self._game.moves(state)]
        if not after:
            return state, self._scaled(final_outcome(self._game, self._found, state)), True, False
        valued = [self._valued(each) for each in after]
        best = max(sign * value for value, _ in valued)
        chosen = self._rng.choice([number for number, (value, _) in enumerate(valued) if explores or sign * value == best])
        value, over = valued[chosen]
        return after[chosen], sign * best, over, explores and (over or sign * value < best)

    def _valued(self, state: Any) -> tuple[float, bool]:
        """The value of a position for player 0, from -1 to 1, and whether the game is over."""
        outcome = self._game.outcome(state)
        if outcome is not None:
            return self._scaled(outcome), True
        return self._squashed(sum(self._parts[0][code] for code in self._codes(state))), False

    def _scaled(self, outcome: Any) -> float:
        return float(min(max(outcome / self._scale.most, -1.0), 1.0))

    def _squashed(self, total: float) -> float:
        return min(max(total, -1.0), 1.0) if self._scale.margins else math.tanh(total)

    def learn(self, line: list[tuple[Any, float, bool]]) -> None:
        """Moves the values of a game's positions towards the values that followed, from its end backwards."""
        numbers, net, size = self._parts
        later = 0.0
        for place in range(len(line) - 1, -1, -1):
            codes, best, cut = line[place]
            trace = 0.0 if cut or place == len(line) - 1 else self._options.trace
            later = (1.0 - trace) * best + trace * later
            error = later - self._squashed(sum(numbers[code] for code in codes))
            self._wrong += error * error
            for code in codes:
                own = self._rate if size[code] == 0.0 else self._rate * abs(net[code]) / size[code]
                numbers[code] += own * error
                net[code] += error
                size[code] += abs(error)


_TRIES: Final = 50


def choose_patterns(
    cells: Cells,
    relations: Relations,
    symmetries: tuple[Symmetry, ...] = (),
    *,
    count: int,
    length: int,
    most: int,
    movers: int,
    seed: int,
) -> tuple[Pattern, ...]:
    """Chooses at most `count` patterns, images counted, that cover all cells about equally, of at most `length` cells each.

    One pattern is chosen for all of its images under the symmetries, which permute the cells. Relations count the cells that were
    met together; `most` limits the numbers of all patterns together, and each has numbers for `movers` movers. Raises OptionError
    if even patterns of one cell do not fit.
    """
    rng = Random(f"patterns {seed}")
    bits, items = cells.bits, range(len(cells.items))
    first_bits = [bit for bit in bits if all(bit <= dict(each.bits)[bit] for each in symmetries)]
    first_items = [number for number in items if all(number <= each.items[number] for each in symmetries)]
    count = max(1, count // (1 + len(symmetries)))
    found = dict.fromkeys(Pattern((), (number,)) for number in first_items)
    budget = (most - table_size(cells, tuple(found), movers)) // max(1, count)
    if budget < 1:
        raise OptionError(
            f"expected room for {table_size(cells, tuple(found), movers):,} numbers, got {most:,}; allow more memory"
        )
    close = {True: _closeness(relations.bits), False: _closeness(relations.items)}
    starts = [(True, bit) for bit in first_bits] + [(False, number) for number in first_items]
    for number in range(count):
        is_bit, start = starts[number * len(starts) // count % len(starts)]
        for _ in range(_TRIES):
            walk = _walk(rng, start, bits if is_bit else list(items), close[is_bit], length)
            pattern = _fitting(cells, walk, budget // movers, is_bit=is_bit)
            if pattern is not None and pattern not in found:
                found[pattern] = None
                break
    return tuple(found)


def _closeness(pairs: Counter[tuple[int, int]]) -> dict[int, dict[int, float]]:
    """The closeness of each cell to others: the product of the shares of either cell's meetings that were with the other."""
    met: Counter[int] = Counter()
    for (one, _), times in pairs.items():
        met[one] += times
    found: dict[int, dict[int, float]] = {}
    for (one, other), times in pairs.items():
        found.setdefault(one, {})[other] = times * times / (met[one] * met[other])
    return found


def _walk(rng: Random, start: int, cells: list[int], close: dict[int, dict[int, float]], length: int) -> list[int]:
    """A random walk over cells: each is drawn by its closeness to one or two of those before it, or from all if none is close."""
    walk = [start]
    while len(walk) < min(length, len(cells)):
        near: dict[int, float] = {}
        for one in rng.sample(walk, min(2, len(walk))):
            for other, weight in close.get(one, {}).items():
                if other not in walk:
                    near[other] = near.get(other, 0.0) + weight
        others = list(near) or [other for other in cells if other not in walk]
        walk.append(rng.choices(others, [near.get(other, 1.0) for other in others])[0])
    return walk


def _fitting(cells: Cells, walk: list[int], most: int, *, is_bit: bool) -> Pattern | None:
    """The pattern of the longest beginning of a walk that fits; None if none fits."""
    parts = (tuple(sorted(walk[:length])) for length in range(len(walk), 0, -1))
    patterns = (Pattern(part, ()) if is_bit else Pattern((), part) for part in parts)
    return next((each for each in patterns if size_of(cells, each) <= min(most, MOST_PLACES)), None)


if TYPE_CHECKING:
    from .native.team import TrainingTeam

    Team = TrainingTeam | PlainTeam

_GAMES: Final = 400
_MOST_ITEMS: Final = MOST_CODES - MOST
"""Most cells that are not bits of boards; each is looked at by itself, once for each symmetry."""
_SYMMETRY_TRIES: Final = 3
"""Most samples of positions taken to find where `canonical` moves each cell."""


def blank(
    plain: Any,
    options: TrainingOptions,
    *,
    states: int = STATES,
    tell: Callable[[str], object] = lambda text: None,
    check: Callable[[], object] = lambda: None,
) -> LearntEvaluation:
    """An evaluation of 0 everywhere, with cells and patterns found in random games of the rules.

    `check` is called now and then, and may end the work by an exception. Raises GameError if no part of the states can be learnt
    from, and OptionError if the patterns do not fit in memory.
    """
    sample, cells, symmetries, scale = examined(plain, options, states, tell, check)
    patterns = choose_patterns(
        cells,
        find_relations(plain, cells, sample),
        symmetries,
        count=min(options.patterns, MOST_CODES - len(cells.items)),
        length=options.length,
        most=options.size_bytes // NUMBER_BYTES,
        movers=scale.movers,
        seed=options.seed,
    )
    numbers = array("d", bytes(8 * table_size(cells, patterns, scale.movers)))
    return LearntEvaluation(plain, cells, patterns, scale, numbers, symmetries)


def examined(
    plain: Any, options: TrainingOptions | NetworkOptions, states: int, tell: Callable[[str], object], check: Callable[[], object]
) -> tuple[Sample, Cells, tuple[Symmetry, ...], Scale]:
    """Random games of the rules, and the cells, symmetries and scale of outcomes that these show; see `blank`."""
    sample = sampled(plain, _GAMES, options.seed, states, check)
    cells = find_cells(sample.states, plain.player, _MOST_ITEMS)
    symmetries: tuple[Symmetry, ...] = ()
    if options.symmetries:
        cells, declared = _declared(plain, cells, sample, options.seed, tell, check)
        found = closed([*declared, *find_mirrors(plain, cells, sample.states, sample.ends, check)])
        symmetries = declared if found is None else found
        cells = alike(cells, symmetries)
    return sample, cells, symmetries, _scale(plain, sample.outcomes)


def _declared(
    plain: Any, cells: Cells, sample: Sample, seed: int, tell: Callable[[str], object], check: Callable[[], object]
) -> tuple[Cells, tuple[Symmetry, ...]]:
    """The cells and their symmetries by the game's `canonical`; no symmetries without one."""
    canonical, states = capabilities(plain).canonical, sample.states
    if canonical is None:
        return cells, ()
    for more in range(_SYMMETRY_TRIES):
        if more:
            states = states + sampled(plain, _GAMES, seed + more, STATES, check).states
        found = find_symmetries(states, canonical, cells)
        if found is not None:
            return found
    tell("canonical does not just change places of cells; such positions are learnt each for itself")
    return cells, ()


def _scale(plain: Any, outcomes: list[float]) -> Scale:
    """The scale of outcomes, from those of random games."""
    chance = hasattr(plain, "chances")
    margins = any(each not in (WIN, LOSS, 0) for each in outcomes)
    low, high = value_range(plain) if chance else (LOSS, WIN)
    seen = (low, high) if chance or not margins else [each for each in outcomes if abs(each) < WIN // 2]
    return Scale(most=float(max(map(abs, seen), default=0)) or 1.0, margins=margins, chance=chance, movers=3 if chance else 2)


def codes_of(learnt: LearntEvaluation) -> Callable[[Any], Any]:
    """A function that gives the places of the numbers of a state, or of a network's rows."""
    symmetries = () if learnt.width else learnt.symmetries
    text = source(learnt.cells, learnt.patterns, learnt.scale.movers, symmetries, width=learnt.width)
    return made(text, learnt.cells, learnt.game)


def team_of(game: Any, blank: LearntEvaluation, options: TrainingOptions, threads: int, seed: int) -> Team:
    """The team that learns numbers, 0 at first, by play; raises CompileError if compiled rules cannot read the cells natively."""
    codes, scale = codes_of(blank), blank.scale
    count, added = len(blank.numbers), len(looks(blank.patterns, blank.symmetries))
    if isinstance(game, CompiledGame):
        from .native.team import TrainingTeam  # here, since some Pythons have no memory to map

        return TrainingTeam(game, codes, count, added, options, scale, threads, seed)
    return PlainTeam(blank.game, codes, count, added, options, scale, seed)


def learnt_by(team: Team, blank: LearntEvaluation) -> LearntEvaluation:
    """The evaluation with the numbers that a team has learnt, rounded as in files."""
    numbers = array("d", array("f", team.part(0)))
    return LearntEvaluation(blank.game, blank.cells, blank.patterns, blank.scale, numbers, blank.symmetries)
