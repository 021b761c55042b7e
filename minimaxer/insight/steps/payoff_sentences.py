"""The sentence of each step of max^n, in plain words. All functions are pure: events in, words out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...game.protocol import CHANCE
from .sentences import capital, player, plies, rest
from .step import Words

Known = Sequence[float | None]
"""The payoff of each player; None if it is not known."""


def number(payoff: float) -> str:
    """One payoff."""
    return f"{payoff:.4g}"


def payoffs_text(payoffs: Known) -> str:
    """Payoffs in words; after a cutoff, the least payoff of the mover."""
    if None not in payoffs:
        return f"payoffs ({', '.join(number(each) for each in payoffs if each is not None)})"
    mover, least = next((place, each) for place, each in enumerate(payoffs) if each is not None)
    return f"at least {number(least)} for {player(mover)}"


def entered(move: str, mover: int, depth: int, likely: float | None) -> Words:
    """A node is entered without a limit on its payoffs."""
    if likely is not None:
        return Words("Chance brings {0} with probability {1}: its payoffs go into the averages with that weight.",
                     (move, f"{likely:.4g}"))  # fmt: skip
    if depth == 0:
        return Words("{0} is entered with no plies left: it is judged, not searched.", (move,))
    if mover == CHANCE:
        return Words("{0} is entered, {1} left. Chance decides here: each payoff is the average of what may come.",
                     (move, plies(depth)))  # fmt: skip
    return Words("{0} is entered, {1} left. {2} moves here, and wants its own payoff to be great.",
                 (move, plies(depth), capital(player(mover))))  # fmt: skip


def limited(move: str, mover: int, depth: int, limit: float, before: int, *, is_strict: bool) -> Words:
    """A node is entered that the player before rejects once the mover's payoff reaches a limit."""
    amount = f"more than {number(limit)}" if is_strict else f"{number(limit)} or more"
    return Words("{0} is entered, {1} left. {2} moves here; once it gets {3}, {4} has no use for this position.",
                 (move, plies(depth), capital(player(mover)), amount, player(before)))  # fmt: skip


def answered(reason: str, move: str, payoffs: Known, *, has_evaluation: bool) -> Words:
    """A node has its payoffs without searching its moves."""
    if reason == "judged" and not has_evaluation:
        reason = "not judged"
    return Words(_ANSWERS[reason], (move, payoffs_text(payoffs)))


def better(child: str, mover: int, payoffs: Known, tied: str | None) -> Words:
    """A move brings its mover the most so far, or as much as a later move, `tied`."""
    brings = payoffs[mover]
    assert brings is not None
    begin = capital(player(mover)), child, number(brings)
    if tied is None:
        return Words("{0} takes {1}: it brings {2}, the best so far; {3}.", (*begin, payoffs_text(payoffs)))
    return Words("{0} takes {1}: it brings {2} as {3} does, and comes before it; {4}.", (*begin, tied, payoffs_text(payoffs)))


def passed(child: str, mover: int, payoffs: Known, best: str, has: float) -> Words:
    """A move brings its mover no more than another one."""
    brings = payoffs[mover]
    assert brings is not None
    begin = child, number(brings), player(mover), best
    if brings == has:
        return Words(
            "{0} also brings {1} to {2}; of equal moves the first counts, so {3} stays; {4}.", (*begin, payoffs_text(payoffs))
        )
    return Words(
        "{0} brings {1} to {2}, less than {3} with {4}: nothing changes; {5}.", (*begin, number(has), payoffs_text(payoffs))
    )


def unwanted(child: str, mover: int, best: str, has: float) -> Words:
    """The position after a move was cut off: it brings its mover no more than another move."""
    return Words("{0} was cut off: it brings no more to {1} than {2} with {3}. Nothing changes.",
                 (child, player(mover), best, number(has)))  # fmt: skip


def weighed(child: str, payoffs: Known, likely: float) -> Words:
    """Payoffs are returned to a chance node."""
    return Words("{0} brings {1}; they count in the averages with weight {2}.", (child, payoffs_text(payoffs), f"{likely:.4g}"))


def cut_settled(move: str, mover: int, gets: float, left: int) -> Words:
    """A cutoff, since a player has the greatest payoff possible; `left` moves are not searched."""
    return Words("Cut-off at {0}: {1} gets {2} here, and nobody can get more, so {3}.",
                 (move, player(mover), number(gets), rest(left)))  # fmt: skip


def cut_shared(move: str, mover: int, gets: float, before: int, has: float, shared: float, left: int) -> Words:
    """A cutoff, since the player before can get no more here than it already has; `left` moves are not searched."""
    return Words(
        "Cut-off at {0}: {1} gets {2} here. It and {3} share {4} at most, so {5} at most is left for {3}, which has {6} already "
        "by another move: {7}.",
        (move, player(mover), number(gets), player(before), number(shared), number(shared - gets), number(has), rest(left)),
    )


def root(payoffs: Known, best: str | None) -> Words:
    """The root has its payoffs at this depth."""
    if best is None:
        return Words("The root comes back with {0}.", (payoffs_text(payoffs),))
    return Words("The root brings {0}, by {1}.", (payoffs_text(payoffs), best))


_ANSWERS: Final = {
    "over": "The game is over at {0}: {1}.",
    "known": "{0} was searched before, and that answers now: {1}.",
    "judged": "No plies are left: the evaluation judges {0} as {1}.",
    "not judged": "No plies are left, and the game has no evaluation: {0} counts as {1}.",
    "no moves": "There is no move at {0}: {1}.",
}
