"""An evaluation whose numbers are still to be learnt, and the team that learns them."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ..base.scores import LOSS, WIN
from ..game.capability import capabilities
from ..game.following import value_range
from ..native import CompiledGame
from .cells import Cells, find_cells
from .evaluation import LearntEvaluation
from .mirrors import find_mirrors
from .native.layout import MOST_CODES
from .options import NUMBER_BYTES, TrainingOptions
from .patterns import choose_patterns
from .plain import PlainTeam
from .relations import STATES, Sample, find_relations, sampled
from .source import Scale, looks, made, source, table_size
from .symmetries import MOST, Symmetry, alike, closed, find_symmetries

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
    sample = sampled(plain, _GAMES, options.seed, states, check)
    cells = find_cells(sample.states, plain.player, _MOST_ITEMS)
    symmetries: tuple[Symmetry, ...] = ()
    if options.symmetries:
        cells, declared = _declared(plain, cells, sample, options.seed, tell, check)
        found = closed([*declared, *find_mirrors(plain, cells, sample.states, sample.ends, check)])
        symmetries = declared if found is None else found
        cells = alike(cells, symmetries)
    scale = _scale(plain, sample.outcomes)
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


def team_of(game: Any, blank: LearntEvaluation, options: TrainingOptions, threads: int, seed: int) -> Team:
    """The team that learns numbers, 0 at first, by play; raises CompileError if compiled rules cannot read the cells natively."""
    cells, patterns, scale = blank.cells, blank.patterns, blank.scale
    codes = made(source(cells, patterns, scale.movers, blank.symmetries), cells, blank.game)
    count, added = len(blank.numbers), len(looks(patterns, blank.symmetries))
    if isinstance(game, CompiledGame):
        from .native.team import TrainingTeam  # here, since some Pythons have no memory to map

        return TrainingTeam(game, codes, count, added, options, scale, threads, seed)
    return PlainTeam(blank.game, codes, count, added, options, scale, seed)


def learnt_by(team: Team, blank: LearntEvaluation) -> LearntEvaluation:
    """The evaluation with the numbers that a team has learnt, rounded as in files."""
    numbers = array("d", array("f", team.part(0)))
    return LearntEvaluation(blank.game, blank.cells, blank.patterns, blank.scale, numbers, blank.symmetries)
