"""Options and result details of proof-number search."""

from __future__ import annotations

import math
from typing import Any, Final

from attrs import Attribute, asdict, evolve, field, frozen

from ...base.scores import WIN, plain_number
from ...errors import OptionError
from ...game.capability import Capabilities
from ...searching.limits import Limits
from ...searching.options import AUTO, AlphaBetaOptions, UsualOptions
from ...searching.setup import Setup
from ...searching.validators import goal as asked_goal, known_names, memory_size, names, switch

MOST_EPSILON: Final = 1_000


def _epsilon(instance: object, attribute: Attribute[Any], value: Any) -> None:
    number = plain_number(value)
    if number is None or not 0 <= number <= MOST_EPSILON:
        raise OptionError(f"expected epsilon to be a number from 0 to {MOST_EPSILON:,}, got {value!r}")


@frozen(kw_only=True)
class ProofOptions(UsualOptions):
    """Options of proof-number search.

    Attributes:
        goal: The question: does player 0 get at least this much? `mx.WIN`: does player 0 win; 0: does it not lose, where there
            are wins, losses and draws. None: all questions that the value needs.
        epsilon: Natively, stay with a move until its number exceeds the next best by this share of that; 0: until it is greater
            at all. The greater it is, the more rarely the search switches moves, and the longer it may stay with a wrong one.
        mobility: Natively, expect a new position to be harder to prove or refute, the more moves its player has. That costs time
            at each position, but usually saves more.
        memory: Maximum size of the table or tree; if it is full, results are dropped, in the table those of the least work.
        ignore: Capabilities of the game to leave unused.

    Raises:
        OptionError: An option is out of range.

    Examples:
        >>> ProofOptions(goal=0).changed()
        {'goal': 0}
    """

    goal: float | None = field(default=None, validator=asked_goal)
    epsilon: float = field(default=0.25, validator=_epsilon)
    mobility: bool = field(default=True, validator=switch)
    memory: str = field(default="256MB", validator=memory_size)
    ignore: frozenset[str] = field(default=frozenset(), converter=names, validator=known_names)

    @property
    def seed(self) -> int | None:
        """Always None: nothing is random."""
        return None

    @property
    def is_random(self) -> bool:
        """Always False: the same search always plays the same move."""
        return False

    def check_limits(self, limits: Limits, *, solving: bool = False) -> None:
        """Raises OptionError if the limits do not suit this search; a depth limit is ignored for solving."""
        if limits.depth is not None and not solving:
            raise OptionError("proof-number search looks to no depth; give nodes or seconds")
        if limits.simulations is not None:
            raise OptionError("simulations are counted by 'montecarlo' and 'ismcts'; give nodes or seconds")


PROOF_DEFAULTS: Final = ProofOptions()


def asking(goal: float | None, options: Any, algorithm: str) -> Any:
    """The options with the goal, if given; raises OptionError if the algorithm takes none, or they have another one."""
    if goal is None:
        return options
    if not isinstance(options, ProofOptions | AlphaBetaOptions) or algorithm == AUTO:
        raise OptionError(f"expected algorithm='proof' with goal={goal!r}, the question it answers, got algorithm={algorithm!r}")
    if options.goal not in (None, goal):
        raise OptionError(f"contradictory options: goal={goal!r} and {options!r}; leave one of them out")
    return evolve(options, goal=goal)


def check_proof(setup: Setup[Any, Any], found: Capabilities[Any, Any]) -> None:
    """Raises OptionError if the game has chance, or an evaluation is given."""
    if found.chances is not None:
        raise OptionError("proof is for games without chance, and this one has chances(state); take 'auto' or 'star1'")
    if setup.evaluate is not None:
        raise OptionError("proof-number search evaluates nothing; leave evaluate out, or take 'auto'")


@frozen(kw_only=True, slots=False)
class ProofDetails:
    """Details that proof-number search adds to a result.

    Attributes:
        goal: The last question: does player 0 get at least this much?
        proven: The answer; None if a limit was reached first.
        proof: The proof number of the position searched for that question: at least this number of positions must be proven to
            prove it; 0 once it is proven, infinity once it is refuted.
        disproof: Its disproof number, which measures refutation likewise.
        questions: Number of questions asked.
        expanded: Number of expansions of positions.
        longest: Length of the longest line searched, in plies.
        table_full: The share of the table that is filled, 0 to 1; None on a tree.
    """

    goal: float
    proven: bool | None
    proof: float
    disproof: float
    questions: int
    expanded: int
    longest: int
    table_full: float | None = None

    def __str__(self) -> str:
        wins = "player 0 wins" if self.goal == WIN else f"player 0 gets at least {self.goal:g}"
        if self.proven is None:
            return f"{wins}: open, proof number {self.proof:,}, disproof number {self.disproof:,}"
        return f"{wins}: {'proven' if self.proven else 'refuted'}"

    def to_dict(self) -> dict[str, Any]:
        """The details as plain data for JSON; infinity is null."""
        return {name: None if value == math.inf else value for name, value in asdict(self).items()}
