"""The sentence of each step, in plain words. All functions are pure: events in, words out."""

from __future__ import annotations

import math
from typing import Final

from attrs import evolve, field, frozen

from ...base.scores import Bound, plies_to_end, win_probability
from ...drawing.layout import Numbers
from ...game.protocol import CHANCE
from ...play.audience import begun
from .step import Words

_AT: Final = {Bound.EXACT: "", Bound.LOWER: "at least ", Bound.UPPER: "at most "}
_EDGE: Final = ("alpha rises", "beta falls")
_OPEN: Final = (-math.inf, math.inf)


def player(number: int) -> str:
    """A player, or chance."""
    return "chance" if number == CHANCE else f"player {number}"


def rest(left: int) -> str:
    """The number of moves left out, in words."""
    return "no move was left anyway" if left == 0 else "1 move is left out" if left == 1 else f"{left} moves are left out"


def plies(count: int) -> str:
    """A number of plies, in words."""
    return f"{count} {'ply' if count == 1 else 'plies'}"


@frozen
class Sentences:
    """The sentences about one search, with values as `numbers` formats them. `prunes` is True if the algorithm uses the window;
    `quiescence` is the most plies beyond the depth limit, 0 for none.
    """

    numbers: Numbers
    prunes: bool
    has_evaluation: bool
    players: int
    quiescence: int = field(default=0, kw_only=True)

    def value(self, value: float, bound: Bound = Bound.EXACT) -> str:
        """A value in words."""
        meaning = self.numbers.scale.meaning
        seen = value if math.isinf(value) else self.numbers.seen(value)
        if meaning == "chances":
            return f"{_AT[bound]}{win_probability(seen):.2%} for player 0".replace("%", " %")
        far = plies_to_end(seen) if meaning == "plies" and math.isfinite(seen) else None
        if far is None:
            return _AT[bound] + self.numbers.end(value)
        who = "a win for player 0" if seen > 0 else "a win for player 1" if self.players > 1 else "a loss for player 0"
        text = f"{who} in {plies(far)}"
        return text + {Bound.EXACT: "", Bound.LOWER: ", or better for player 0", Bound.UPPER: ", or worse for player 0"}[bound]

    @staticmethod
    def start(mover: int, depth: int) -> Words:
        """The search begins."""
        return Words("The search begins. At the root, {0} is to move; the search looks {1} ahead.", (player(mover), plies(depth)))

    @staticmethod
    def depth(depth: int) -> Words:
        """A new depth begins."""
        if depth == 1:
            return Words("Depth 1 begins: each move of the root is judged right after it is made.")
        return Words("Depth {0} begins: one ply deeper than before, the best moves of the depth before first.", (str(depth),))

    @staticmethod
    def made(move: str, parent: str, *, at_once: bool) -> Words:
        """A child is made."""
        if at_once:
            return Words("{0} is made as a child of {1}: all children are made before any is searched.", (move, parent))
        return Words("{0} is made as a child of {1}: only now, because it is its turn.", (move, parent))

    def entered(self, move: str, mover: int, depth: int, alpha: float, beta: float, likely: float | None) -> Words:
        """A node is entered."""
        if likely is not None:
            return Words("Chance brings {0} with probability {1}: its value goes into the average with that weight.",
                         (move, f"{likely:.4g}"))  # fmt: skip
        if depth == 0 and self.quiescence:
            return Words("{0} is entered with no plies left, {1}: from here only quiescence looks on.",
                         (move, self._within(alpha, beta)))  # fmt: skip
        if depth == 0:
            return Words("{0} is entered with no plies left: it is judged, not searched.", (move,))
        left, who = plies(depth), begun(player(mover))
        if mover == CHANCE:
            return Words(
                "{0} is entered, {1} left. Chance decides here: the value is the average of what may come.", (move, left)
            )
        if not self.prunes:
            return Words("{0} is entered, {1} left. {2} moves here: every move will be looked at.", (move, left, who))
        if (alpha, beta) == _OPEN:
            return Words("{0} is entered, {1} left. {2} moves here; the window is open, so every value matters.",
                         (move, left, who))  # fmt: skip
        if null(alpha, beta):
            return Words("{0} is entered, {1} left, with the null window {2}: it only asks on which side of it the value lies.",
                         (move, left, self.numbers.window(alpha, beta)))  # fmt: skip
        return Words("{0} is entered, {1} left. {2} moves here; only values inside the window {3} matter.",
                     (move, left, who, self.numbers.window(alpha, beta)))  # fmt: skip

    @staticmethod
    def arrived(move: str) -> Words:
        """A node is entered at which the game is over."""
        return Words("{0} is entered.", (move,))

    def again(self, move: str, alpha: float, beta: float) -> Words:
        """A node is searched again."""
        return Words("{0} came back inside what matters, so it is searched again, now with the window {1}.",
                     (move, self.numbers.window(alpha, beta)))  # fmt: skip

    def root_again(self, alpha: float, beta: float) -> Words:
        """The root is searched again at the same depth."""
        return Words("The root is searched again, now with the window {0}.", (self.numbers.window(alpha, beta),))

    def judged(self, move: str, value: float, bound: Bound, beyond: int) -> Words:
        """A leaf is judged."""
        text = self.value(value, bound)
        if beyond:
            seen = "1 position" if beyond == 1 else f"{beyond} positions"
            return Words(
                "Quiescence comes back to {0}, after a look at {1} beyond the limit: it is worth {2}.", (move, seen, text)
            )
        if not self.has_evaluation:
            return Words("No plies are left, and the game has no evaluation: {0} counts as {1}.", (move, text))
        return Words("No plies are left: the evaluation judges {0} as {1}.", (move, text))

    def answered(self, reason: str, move: str, value: float, bound: Bound) -> Words:
        """A node has its value without searching any move."""
        return Words(_ANSWERS[reason], (move, self.value(value, bound)))

    def better(self, child: str, value: float, bound: Bound, mover: int, edge: float | None) -> Words:
        """A value is returned that is the best so far; `edge` is the new alpha or beta, if it moved."""
        text = (child, self.value(value, bound), player(mover))
        if edge is None:
            return Words("{0} is worth {1}: the best for {2} so far.", text)
        return Words("{0} is worth {1}: the best for {2} so far, so {3} to {4}.", (*text, _EDGE[mover], self.numbers.end(edge)))

    def passed(self, child: str, value: float, bound: Bound, mover: int = CHANCE, best: float | None = None) -> Words:
        """A value is returned that changes nothing; `best` is the mover's best value."""
        text = child, self.value(value, bound)
        if best is None:
            return Words("{0} is worth {1}.", text)
        return Words("{0} is worth {1}. Nothing changes: {2} already has {3}.", (*text, player(mover), self.value(best)))

    def weighed(self, child: str, value: float, bound: Bound, likely: float) -> Words:
        """A value is returned to a chance node."""
        return Words(
            "{0} is worth {1}; it counts in the average with weight {2}.", (child, self.value(value, bound), f"{likely:.4g}")
        )

    def cut(self, move: str, mover: int, value: float, edge: float | None, left: int, *, is_null: bool, by: str = "") -> Words:
        """A cutoff at the node of a move, which leaves out `left` moves.

        The value is that of `mover`, who is to move there; `edge` is the other player's value elsewhere, if known. `is_null` is
        True for a null window; `by` is the source of the mover's value, if not a move.
        """
        out = rest(left)
        if mover == CHANCE:
            return Words("Cut-off at {0}: the average after it cannot come into the window any more, so {1}.", (move, out))
        if edge is None:
            why = "answers what the null window asks" if is_null else "lies outside the window"
            return Words("Cut-off at {0}: {1} has {2} here{5}, which {3}, so {4}.",
                         (move, player(mover), self.value(value), why, out, by))  # fmt: skip
        return Words("Cut-off at {0}: {1} has {2} here{6}, and {3} is sure of {4} elsewhere and will not come here, so {5}.",
                     (move, player(mover), self.value(value), player(1 - mover), self.value(edge), out, by))  # fmt: skip

    def root(self, value: float, bound: Bound, best: str | None) -> Words:
        """The root has its value at this depth."""
        text = self.value(value, bound)
        if best is None:
            return Words("The root comes back with {0}.", (text,))
        return Words("The root is worth {0}, by {1}.", (text, best))

    def _within(self, alpha: float, beta: float) -> str:
        return "with an open window" if (alpha, beta) == _OPEN else f"with the window {self.numbers.window(alpha, beta)}"

    def tried(self, move: str, beyond: int, alpha: float, beta: float, *, is_forced: bool) -> Words:
        """A move is tried beyond the depth limit."""
        text = (move, plies(beyond), self._within(alpha, beta))
        if is_forced:
            return Words("{0} is tried {1} beyond the limit, {2}: every move is tried here.", text)
        return Words("{0} is noisy, so it is tried {1} beyond the limit, {2}.", text)

    def stood(self, move: str, mover: int, value: float, edge: float | None) -> Words:
        """A player may stand pat; `edge` is the new alpha or beta, if it moved."""
        text = (move, player(mover), self._static(value))
        if edge is None:
            return Words("At {0}, {1} may stand pat, that is make no noisy move: {2}, and the window stays as it is.", text)
        return Words("At {0}, {1} may stand pat, that is make no noisy move: {2}, so {3} to {4}.",
                     (*text, _EDGE[mover], self.numbers.end(edge)))  # fmt: skip

    def quiet(self, stood: Words) -> Words:
        """Adds to the words of `stood` that there was no noisy move."""
        return evolve(stood, template=stood.template[:-1] + ". There is no noisy move, so that is its value.")

    def paused(self, move: str, value: float, why: str) -> Words:
        """Quiescence goes no further."""
        if why == "chance":
            return Words("At {0} chance decides, and quiescence goes no further: {1}.", (move, self._static(value)))
        return Words("{0} lies {1} beyond the limit, where quiescence ends: {2}.",
                     (move, plies(self.quiescence), self._static(value)))  # fmt: skip

    def forced(self, move: str, mover: int) -> Words:
        """A player must move."""
        return Words("At {0}, {1} must move, by the game's must_move, and may not stand pat: every move is tried.",
                     (move, player(mover)))  # fmt: skip

    def _static(self, value: float) -> str:
        return f"{'the evaluation says' if self.has_evaluation else 'without an evaluation that counts as'} {self.value(value)}"


def end(move: str | None, text: str, nodes: int, plain: str) -> Words:
    """A search ends."""
    begin = "The search ends" if move is None else f"The search ends with {move}"
    return Words("{0} ({1}). It visited {2} nodes{3}.", (begin, text, f"{nodes:,}", plain))


def full(most: int, hint: str) -> Words:
    """A recording is full."""
    return Words("The recording is full: it holds {0} steps, and the search goes on for longer. {1}", (f"{most:,}", hint))


_ANSWERS: Final = {
    "over": "The game is over at {0}: {1}.",
    "known": "{0} was searched before, and that answers now: it is worth {1}.",
    "table": "The table has met the position of {0} before: it is worth {1}, and nothing is searched.",
    "repetition": "The position of {0} was there before on the way: a draw, {1}.",
    "bounds": "The game's own bounds settle {0}: it is worth {1}.",
    "no moves": "There is no move at {0}: {1}.",
}


def null(alpha: float, beta: float) -> bool:
    """True if no number lies inside the window."""
    return math.isfinite(alpha) and math.nextafter(alpha, math.inf) == beta
