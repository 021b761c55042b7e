"""Networks: blank ones, and learning from positions by Adam, in batches of random positions; needs numpy.

Sources: Nasu 2018 (networks that a search can afford); Kingma and Ba 2015 (Adam).
"""

from __future__ import annotations

import math
import time
from array import array
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any, Final

from ..base.scores import DECISIVE
from ..errors import GameError, MissingExtraError, how_to_install
from .evaluation import LearntEvaluation
from .learner import examined
from .native.layout import MOST_CODES
from .relations import STATES
from .result import NetworkOptions
from .source import MOST_WEIGHT, UNIT, Scale, lane_limit, single_cells, size_of, table_size

if TYPE_CHECKING:
    import numpy as np
else:
    try:
        import numpy as np
    except ImportError:  # which is said once a network is to be trained
        np = None

_MOST_ROWS: Final = 1 << 13
"""Most rows: a batch becomes a matrix with a column for each."""
_BATCHES: Final = 64
"""Batches of a pass over few positions; over many there are more."""
_SMALLEST: Final = 32
_LARGEST: Final = 1024
"""Fewest and most positions of a batch."""
_STEP: Final = 3e-3
_FIRST: Final = 0.3
"""The first value of the sums, between 0 and 1, so that they follow the rows."""
_KEPT: Final = (0.9, 0.999)
"""The share of each average of Adam that is kept from one batch to the next."""
_HELD_OUT: Final = 20
"""One in so many games is not learnt from, and judges the network; where there are fewer games, all judge it."""


def packed(network: LearntEvaluation, codes: Any, movers: Any, games: Any, values: Any) -> Any:
    """Positions to learn from, an array of records: the contents of the cells, as numbers, mover, game, and value from -1 to 1.

    `codes` are the places of each position's rows.
    """
    most = np.min_scalar_type(max(size_of(network.cells, pattern) for pattern in network.patterns))
    columns = [("contents", most, (len(network.patterns),)), ("mover", "u1"), ("game", "i8"), ("value", "f4")]
    found = np.empty(len(codes), columns)
    found["contents"], found["mover"], found["game"], found["value"] = codes - _begins(network), movers, games, values
    return found


def _begins(learnt: LearntEvaluation) -> Any:
    """The place of the first row of each cell."""
    return np.cumsum([0, *(size_of(learnt.cells, pattern) for pattern in learnt.patterns[:-1])])


def shares(scale: Scale, scores: Any) -> Any:
    """The shares of the greatest outcome, from -1 to 1, that outcomes and evaluations stand for."""
    found = np.clip(scores / scale.most, -1.0, 1.0) if scale.margins else np.tanh(scores / UNIT)
    return np.where(np.abs(scores) >= DECISIVE, np.sign(scores), found)


def check_numpy() -> None:
    """Raises MissingExtraError without numpy."""
    if np is None:
        raise MissingExtraError(f"training a network needs numpy, which is not installed: {how_to_install('train')}")


def blank_network(plain: Any, options: NetworkOptions, tell: Callable[[str], object]) -> LearntEvaluation:
    """A network that gives 0 everywhere, with a row for each value of each cell of the game's positions; errors as in `blank`."""
    if hasattr(plain, "chances"):
        raise GameError("networks are for games without chance; train one with patterns, which is the default")
    _, cells, symmetries, scale = examined(plain, options, STATES, tell, lambda: None)
    patterns = single_cells(cells)
    rows = table_size(cells, patterns, 1)
    if rows > _MOST_ROWS or len(patterns) > MOST_CODES:
        raise GameError(
            f"expected at most {MOST_CODES} cells with {_MOST_ROWS:,} values together, got {len(patterns)} with {rows:,}; "
            "train one with patterns"
        )
    rng = Random(f"network {options.seed}")
    first = [rng.gauss(0.0, 1.0 / math.sqrt(len(patterns))) for _ in range(rows * options.width)]
    last = [0.0] * (scale.movers * (options.width + 1))
    numbers = array("d", array("f", [*first, *[min(_FIRST, lane_limit(len(patterns)))] * options.width, *last]))
    return LearntEvaluation(plain, cells, patterns, scale, numbers, symmetries, options.width)


def is_network_of(learnt: LearntEvaluation, width: int) -> bool:
    """True if an evaluation from a file is a network of that width, which can be trained."""
    return learnt.width == width and not learnt.scale.chance and table_size(learnt.cells, learnt.patterns, 1) <= _MOST_ROWS


def _columns(learnt: LearntEvaluation) -> list[Any]:
    """For the position and each image, the cell whose content stands at each cell."""
    bits = {pattern.bits[0]: number for number, pattern in enumerate(learnt.patterns) if pattern.bits}
    items = {pattern.items[0]: number for number, pattern in enumerate(learnt.patterns) if pattern.items}
    found = [list(range(len(learnt.patterns)))]
    for symmetry in learnt.symmetries:
        back = symmetry.inverse.items
        found.append([bits[symmetry.back[bit]] for bit in bits] + [items[back[item]] for item in items])
    return [np.array(each) for each in found]


def fitted(
    learnt: LearntEvaluation, positions: Any, seen: int, seed: int, until: float = math.inf
) -> tuple[LearntEvaluation, float]:
    """The network after it has seen so many positions, or at that time; and the root of the mean squared error of those held out.

    Each is seen as one of its images, and none twice before all were seen.
    """
    rows, width = table_size(learnt.cells, learnt.patterns, 1), learnt.width
    begins, columns, rng = _begins(learnt), _columns(learnt), np.random.default_rng(seed)
    most, linear = lane_limit(len(learnt.patterns)), learnt.scale.margins
    model = _Model(np.array(learnt.numbers, "f4"), rows, width, most, linear=linear)
    is_held = positions["game"] % _HELD_OUT == _HELD_OUT - 1
    own, held = np.flatnonzero(~is_held), np.flatnonzero(is_held if is_held.any() else ~is_held)
    size = min(max(len(own) // _BATCHES, _SMALLEST), _LARGEST)
    batches, steps = max(1, len(own) // size), max(1, seen // size) if len(own) else 0
    began = time.perf_counter()
    for step in range(steps):
        done = max(step / steps, (time.perf_counter() - began) / max(until - began, 1e-9))
        if done >= 1.0:
            break
        if step % batches == 0:
            order = rng.permutation(own)
        batch = positions[order[step % batches * size :][:size]]
        image = columns[rng.integers(len(columns))]
        model.learn(batch["contents"][:, image] + begins, batch["mover"], batch["value"], 1.0 - done)
    wrong = 0.0
    for begin in range(0, len(held), _LARGEST):
        batch = positions[held[begin : begin + _LARGEST]]
        wrong += float(((model.values(batch["contents"] + begins, batch["mover"]) - batch["value"]) ** 2).sum())
    numbers = array("d", array("f", model.numbers.tolist()))
    made = LearntEvaluation(learnt.game, learnt.cells, learnt.patterns, learnt.scale, numbers, learnt.symmetries, learnt.width)
    return made, math.sqrt(wrong / max(1, len(held)))


class _Model:
    """The numbers of a network while they are learnt: the rows, the first values of the sums, and the weights of each mover."""

    def __init__(self, numbers: Any, rows: int, width: int, most: float, *, linear: bool) -> None:
        self.numbers: Final = numbers
        self._rows: Final = numbers[: rows * width].reshape(rows, width)
        self._sums: Final = numbers[rows * width : (rows + 1) * width]
        self._weights: Final = numbers[(rows + 1) * width :].reshape(-1, width + 1)
        self._most: Final = most
        self._linear: Final = linear
        self._gradients: Final = np.zeros_like(numbers)
        self._averages: Final = [np.zeros_like(numbers) for _ in _KEPT]
        self._steps = 0

    def values(self, places: Any, movers: Any) -> Any:
        """The value of each position."""
        return self._layers(places, movers)[-1]

    def _layers(self, places: Any, movers: Any) -> tuple[Any, Any, Any]:
        """The rows that each position looks at, as a matrix of zeros and ones; the sums; the values."""
        looked = np.zeros((len(places), len(self._rows)), "f4")
        looked[np.arange(len(places))[:, None], places] = 1.0
        sums = looked @ self._rows + self._sums
        weights = self._weights[movers]
        total = (np.clip(sums, 0.0, 1.0) * weights[:, :-1]).sum(1) + weights[:, -1]
        return looked, sums, total if self._linear else np.tanh(total)

    def learn(self, places: Any, movers: Any, wanted: Any, rate: float) -> None:
        """Moves the numbers a step of Adam towards the values wanted; `rate` is the share of the greatest step."""
        looked, sums, values = self._layers(places, movers)
        slope = 2.0 * (values - wanted) / len(values) * (1.0 if self._linear else 1.0 - values * values)
        back = slope[:, None] * self._weights[movers][:, :-1] * ((sums > 0.0) & (sums < 1.0))
        width = len(self._sums)
        gradient = self._gradients
        gradient[: self._rows.size] = (looked.T @ back).ravel()
        gradient[self._rows.size : self._rows.size + width] = back.sum(0)
        heads = np.c_[np.clip(sums, 0.0, 1.0), np.ones(len(values), "f4")] * slope[:, None]
        for mover, weights in enumerate(gradient[self._rows.size + width :].reshape(-1, width + 1)):
            weights[:] = heads[movers == mover].sum(0)
        self._steps += 1
        for average, kept, new in zip(self._averages, _KEPT, (gradient, gradient * gradient), strict=True):
            average += (1.0 - kept) * (new - average)
        mean, square = (each / (1.0 - kept**self._steps) for each, kept in zip(self._averages, _KEPT, strict=True))
        self.numbers[:] -= _STEP * rate * mean / (np.sqrt(square) + 1e-8)
        for part, most in ((self._rows, self._most), (self._sums, self._most), (self._weights, MOST_WEIGHT)):
            np.clip(part, -most, most, out=part)
