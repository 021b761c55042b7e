"""The results of all methods of a game for one state, for comparison with Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...compiler.runtime.intrinsics import bits_of, peek, poke
from ...game.capability import Capabilities, Gives
from ...game.protocol import CHANCE
from .. import shapes as p
from .parts import int_score


class NothingMore:
    """The end of a chain of methods to sample."""

    def of_state(self, mem: int, state: Any) -> None:
        """Writes nothing."""

    def of_move(self, mem: int, number: int, state: Any, move: Any) -> None:
        """Writes nothing."""


class Sampled:
    """A method whose results are written down, and those after it. Kernels have it as a constant, and call each method directly.
    Its result, by `as_word` a word, has its `place`; that for the first move, if it is asked of moves.
    """

    def __init__(self, method: Any, as_word: Callable[[Any], int], place: int, rest: Sampled | NothingMore) -> None:
        self.method: Final = method
        self.as_word: Final = as_word
        self.place: Final = place
        self.rest: Final = rest

    def of_state(self, mem: int, state: Any) -> None:
        """Writes the results for a state."""
        poke(mem, self.place, self.as_word(self.method(state)))
        self.rest.of_state(mem, state)

    def of_move(self, mem: int, number: int, state: Any, move: Any) -> None:
        """Writes the results for the move of that index."""
        poke(mem, self.place + number, self.as_word(self.method(state, move)))
        self.rest.of_move(mem, number, state, move)


class ByMove:
    """A method of a move alone, which is called with the state, too."""

    def __init__(self, method: Any) -> None:
        self.method: Final = method

    def of(self, state: Any, move: Any) -> Any:
        """Calls the method for the move."""
        return self.method(move)


def number_word(value: Any) -> int:
    """A number as the bits of a float."""
    return bits_of(value * 1.0)


def truth_word(value: Any) -> int:
    """A truth value as 0 or 1."""
    return 1 if value else 0


AS_WORD: Final[dict[Gives, Callable[[Any], int]]] = {
    "number": number_word,
    "score": number_word,
    "whole": int_score,
    "truth": truth_word,
}


def sampled(found: Capabilities[Any, Any], places: dict[str, int], *, of_mover: bool) -> Sampled | NothingMore:
    """The chain of the methods with these places that the game has: those never called at chance nodes, or the others."""
    chain: Sampled | NothingMore = NothingMore()
    for each in p.SAMPLED:
        method = getattr(found, each.name)
        if each.name in places and each.of_mover == of_mover and method is not None:
            call = ByMove(method).of if each.parameters == ("move",) else method
            chain = Sampled(call, AS_WORD[each.gives], places[each.name], chain)
    return chain


def put_moves(game: Any, mem: int, moves: Any, state: Any, place: int, count: int) -> bool:
    """Writes the moves that a method gives to the list at `place`, and their number; False if there are too many."""
    poke(mem, count, 0)
    for move in moves(state):
        game.store_move(peek(mem, place), peek(mem, count) * game.move_words, move)
        poke(mem, count, peek(mem, count) + 1)
        if peek(mem, count) == p.MOST:
            return False
    return True


def sample_entry(game: Any, mem: int) -> int:
    """Writes the results for the state in memory to the places of `sample_layout`; gives 1 if there are too many moves."""
    state = game.load_state(mem, p.STATE)
    poke(mem, p.PLAYER, -1)
    poke(mem, p.OVER, 0)
    if game.has_outcome:
        outcome = game.outcome(state)
        if outcome is not None:
            poke(mem, p.OVER, 1)
            game.store_given(mem, p.OUTCOME, outcome)
            return 0
    poke(mem, p.PLAYER, game.player(state))
    if game.has_evaluate:
        game.store_given(mem, p.EVALUATION, game.evaluate(state))
    place = p.KEY
    for word in game.key_words(game.key(state)):
        poke(mem, place, word)
        place += 1
    game.sampled_states.of_state(mem, state)
    if game.has_bounds and game.players <= 2:
        low, high = game.bounds(state)
        game.store_score(mem, p.LOW, game.score(low))
        game.store_score(mem, p.HIGH, game.score(high))
    moves, children = peek(mem, p.MOVES), peek(mem, p.CHILDREN)
    count = 0
    if game.has_chances:
        if game.player(state) == CHANCE:
            for move, chance in game.chances(state):
                if count == p.MOST:
                    return 1
                game.store_move(moves, count * game.move_words, move)
                poke(mem, p.WEIGHTS + count, bits_of(chance * 1.0))
                game.store_state(children, count * game.state_words, game.play(state, move))
                count += 1
            poke(mem, p.COUNT, count)
            return 0
    for move in game.moves(state):
        if count == p.MOST:
            return 1
        game.store_move(moves, count * game.move_words, move)
        if game.has_order:
            poke(mem, p.WEIGHTS + count, game.weight(game.order(state, move)))
        game.sampled_moves.of_move(mem, count, state, move)
        game.store_state(children, count * game.state_words, game.play(state, move))
        count += 1
    poke(mem, p.COUNT, count)
    if game.has_stuck:
        if count == 0:
            game.store_given(mem, p.OUTCOME, game.stuck(state))
            return 0
    game.sampled_movers.of_state(mem, state)
    if game.has_null:
        over, other = game.skip(state)
        poke(mem, p.PASSES, 0 if over else 1)
        game.store_state(children, p.MOST * game.state_words, other)
    if game.has_canonical:
        same, symmetry = game.canonical(state)
        poke(mem, p.SYMMETRY, symmetry)
        game.store_state(children, (p.MOST + 1) * game.state_words, same)
        if game.has_map_move:
            count = 0
            for move in game.moves(state):
                game.store_move(peek(mem, p.MAPPED), count * game.move_words, game.map_move(move, symmetry))
                count += 1
    if game.has_search_moves:
        if not put_moves(game, mem, game.searched_moves, state, p.SEARCHED, p.SEARCHED_COUNT):
            return 1
    if game.has_noisy_moves:
        if not put_moves(game, mem, game.noisy_moves, state, p.NOISY, p.NOISY_COUNT):
            return 1
    return 0
