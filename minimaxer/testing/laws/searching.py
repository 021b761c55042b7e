"""Laws of the capabilities that a search relies on."""

from __future__ import annotations

import math
from collections.abc import Callable
from numbers import Real
from typing import Any, Final

from ...base.scores import DECISIVE, checked_banked, checked_bounds
from ...game.comparing import Difference, Moves, alike, close, says_equal
from ..case import Case, listed, shown
from ..values import exact_value, without_distance
from .law import Law


def evaluation_is_below_wins(case: Case[Any, Any]) -> str | None:
    """`evaluate` gives a number below the band of decisive scores."""
    case.scale.evaluation(case.ask("evaluate", case.state), case.quoted)
    return None


def key_is_hashable(case: Case[Any, Any]) -> str | None:
    """`key` gives a hashable value, the same on every call."""
    key = case.ask("key", case.state)
    try:
        hash(key)
    except TypeError:
        return f"key() gives {shown(key)}, which cannot be hashed; give an int or a tuple of ints"
    again = case.ask("key", case.state)
    return None if says_equal(again, key) else f"key() gives {shown(key)}, and {shown(again)} when asked again"


def _numbers(name: str, method: str, is_right: Callable[[float], bool], expected: str) -> Law:
    """The law that a method of a state and a move gives a number of that kind."""

    def check(case: Case[Any, Any]) -> str | None:
        for move in case.moves:
            number = case.ask(method, case.state, move)
            if not isinstance(number, Real) or not is_right(float(number)):
                return f"{method}(state, {shown(move)}) gives {shown(number)}; expected {expected}"
        return None

    return Law(name, check, needs=method, chance=False)


def _some_moves(name: str, method: str, *, at_least_one: bool) -> Law:
    """The law that a method gives some of the legal moves, none twice."""

    def check(case: Case[Any, Any]) -> str | None:
        found, legal, seen = listed(method, case.game, case.state), Moves(case.moves), Moves()
        for move in found:
            if move not in legal:
                return f"{method}() gives {shown(move)}, which is not among moves(): {shown(case.moves)}"
            if move in seen:
                return f"{method}() gives {shown(move)} twice"
            seen.add(move)
        if at_least_one and case.moves and not found:
            return f"{method}() is empty although the game runs; give at least one move, any where all are equally bad"
        return None

    return Law(name, check, needs=method, chance=False)


def searched_moves_keep_the_value(case: Case[Any, Any]) -> str | None:
    """Searching only `search_moves` gives the value of searching all moves, except for the distance of a win or loss."""
    full = exact_value(case)
    if full is None:
        return None
    some = exact_value(case, "search_moves")
    if some is None or close(without_distance(some), without_distance(full)):
        return None
    return f"with search_moves() the value is {some}, with moves() {full}: a move that matters is left out, here or further down"


def must_move_is_a_truth_value(case: Case[Any, Any]) -> str | None:
    """`must_move` gives True or False."""
    forced = case.ask("must_move", case.state)
    return None if isinstance(forced, bool) or forced in (0, 1) else f"must_move() gives {shown(forced)}; expected True or False"


def ids_are_numbers(case: Case[Any, Any]) -> str | None:
    """`move_id` gives a number from 0 for every move."""
    for move in case.moves:
        number = case.ask("move_id", move)
        if not isinstance(number, int) or number < 0:
            return f"move_id({shown(move)}) gives {shown(number)}; expected a whole number from 0"
    return None


def legality_agrees(case: Case[Any, Any]) -> str | None:
    """`is_legal` is true for each of `moves`, and false for moves of the next positions that are not among them."""
    for move in case.moves:
        if not case.ask("is_legal", case.state, move):
            return f"is_legal(state, {shown(move)}) is false, but moves() gives that move"
    legal = Moves(case.moves)
    for child in case.children[:2]:
        for move in case.of(child).moves:
            if move not in legal and case.ask("is_legal", case.state, move):
                return f"is_legal(state, {shown(move)}) is true, but moves() does not give that move"
    return None


def legal_moves_are_listed(case: Case[Any, Any]) -> str | None:
    """`all_moves` holds every legal move."""
    listed = Moves(case.ask("all_moves"))
    for move in case.moves:
        if move not in listed:
            return f"moves() gives {shown(move)}, which is not in all_moves(); list every move that can ever be legal"
    return None


def listed_moves_are_fixed(case: Case[Any, Any]) -> str | None:
    """`all_moves` gives no move twice, and the same moves in the same order on every call."""
    listed, seen = list(case.ask("all_moves")), Moves()
    for move in listed:
        if move in seen:
            return f"all_moves() gives {shown(move)} twice; a move has one number, its place in that list"
        seen.add(move)
    if not alike(list(case.ask("all_moves")), listed):
        return "all_moves() gives other moves, or another order, when asked again; a move's place in that list is its number"
    return None


def banked_is_settled(case: Case[Any, Any]) -> str | None:
    """`banked` gives the settled part of a margin: a number, in a game that ends in margins, not in wins."""
    given = case.ask("banked", case.state)
    checked_banked(given, case.quoted)
    if not case.runs and isinstance(case.outcome, Real) and abs(float(case.outcome)) >= DECISIVE:
        return f"banked() gives {shown(given)} where the outcome is {shown(case.outcome)}; only margins are settled in parts"
    return None


def value_is_within_bounds(case: Case[Any, Any]) -> str | None:
    """`bounds` gives two scores in order, with the exact value between them."""
    given = case.ask("bounds", case.state)
    low, high = checked_bounds(given, case.quoted)
    value = exact_value(case)
    if value is None or low <= value <= high or close(low, value) or close(value, high):
        return None
    return (
        f"the value under best play is {value}, outside bounds(), which gives {shown(given)}; bounds are for player 0, and count "
        "the plies to a win from this state"
    )


def null_passes_the_turn(case: Case[Any, Any]) -> str | None:
    """`null` gives a running state in which the other player moves, or None."""
    passed = case.ask("null", case.state)
    if passed is None:
        return None
    if type(passed) is not type(case.state):
        return f"null() gives {shown(passed)}; expected a state, or None where passing is not allowed"
    other = case.of(passed)
    if other.runs and other.player == case.player:
        return f"after null() player {other.player} still moves; the other player's turn is what it is for"
    return None if other.runs else f"null() gives a finished game, {shown(passed)}; give None there"


def numbers_stand_for_positions(case: Case[Any, Any]) -> str | None:
    """`index` gives a number below `size`; `unindex` maps it to a position with that index and the same mover."""
    number, size = case.ask("index", case.state), getattr(case.game, "size", None)
    if type(number) is int and type(size) is int and number >= size and "tier" in case.found:
        return None  # of a tier that is not numbered
    if type(number) is not int or type(size) is not int or not 0 <= number < size:
        return f"index() gives {shown(number)}; expected a whole number from 0, below size, which is {shown(size)}"
    state = case.ask("unindex", number)
    if state is None:
        return f"index() gives {number}, of which unindex() says that it is no position's"
    again, other = case.ask("index", state), case.of(state)
    if again != number:
        return f"index() gives {number}, of which unindex() gives {shown(state)}, which has the index {shown(again)}"
    for what, one, two in (("movers", case.player, other.player), ("numbers of moves", len(case.moves), len(other.moves))):
        if case.runs != other.runs or (case.runs and not close(one, two)):
            return f"index() gives {number} for two positions with other {what}, one of them {shown(state)}; no two share one"
    return None


def tiers_never_rise(case: Case[Any, Any]) -> str | None:
    """`tier` gives a whole number that no move raises; positions of lower tiers have lower indices."""
    tier, number = case.ask("tier", case.state), case.ask("index", case.state)
    if type(tier) is not int:
        return f"tier() gives {shown(tier)}; expected a whole number"
    for move, child in zip(case.moves, case.children, strict=True):
        after = case.ask("tier", child)
        if type(after) is not int or after > tier:
            return f"tier() gives {tier}, but {shown(after)} after the move {shown(move)}; no move raises the tier"
        if after < tier and case.ask("index", child) > number:
            return f"the move {shown(move)} lowers the tier and raises index(); positions of lower tiers have lower numbers"
    return None


def canonical_keeps_the_position(case: Case[Any, Any]) -> str | None:
    """`canonical` keeps mover, result and number of moves and is idempotent, and `map_move` gives legal moves."""
    given = case.ask("canonical", case.state)
    if not isinstance(given, tuple) or len(given) != 2 or type(given[0]) is not type(case.state):
        return f"canonical() gives {shown(given)}; expected a state, and the symmetry that leads to it"
    same, symmetry = given
    other = case.of(same)
    for what, one, two in (
        ("the outcome", case.outcome, other.outcome),
        ("the mover", case.player, other.player),
        ("the number of moves", len(case.moves), len(other.moves)),
    ):
        if not close(one, two):
            return f"canonical() changes {what} from {shown(one)} to {shown(two)}: it gives {shown(same)}"
    again, _ = case.ask("canonical", same)
    if case.difference(again, same) is Difference.OTHER:
        return f"canonical() of what it gave, {shown(same)}, is {shown(again)}; all states of a class must have one and the same"
    if case.found.map_move is not None:
        legal = Moves(other.moves)
        for move in case.moves:
            mapped = case.ask("map_move", move, symmetry)
            if mapped not in legal:
                gives = f"map_move({shown(move)}, {shown(symmetry)}) gives {shown(mapped)}"
                return f"{gives}, which is not legal in the canonical {shown(same)}"
    return None


def canonical_keeps_the_value(case: Case[Any, Any]) -> str | None:
    """The canonical form has the same value."""
    same, _ = case.ask("canonical", case.state)
    value, other = exact_value(case), exact_value(case.of(same))
    if value is None or other is None or close(value, other):
        return None
    return f"canonical() changes the value from {value} to {other}: it gives {shown(same)}"


LAWS: Final = (
    Law("evaluation-is-below-wins", evaluation_is_below_wins, needs="evaluate"),
    Law("key-is-hashable", key_is_hashable, needs="key"),
    _numbers("weights-are-numbers", "order", lambda x: not math.isnan(x), "a number, bigger for moves to be tried earlier"),
    _numbers("priors-are-weights", "prior", lambda x: 0 <= x < math.inf, "a finite number from 0, bigger for likelier moves"),
    _numbers("gains-are-numbers", "gain", math.isfinite, "a finite number, 0 for quiet moves"),
    _some_moves("searched-moves-are-legal", "search_moves", at_least_one=True),
    Law("searched-moves-keep-the-value", searched_moves_keep_the_value, needs="search_moves", costly=True, chance=False),
    _some_moves("noisy-moves-are-legal", "noisy_moves", at_least_one=False),
    Law("must-move-is-a-truth-value", must_move_is_a_truth_value, needs="must_move", chance=False),
    Law("ids-are-numbers", ids_are_numbers, needs="move_id", chance=False),
    Law("legality-agrees", legality_agrees, needs="is_legal", chance=False),
    Law("legal-moves-are-listed", legal_moves_are_listed, needs="all_moves", chance=False),
    Law("listed-moves-are-fixed", listed_moves_are_fixed, needs="all_moves", costly=True),
    Law("banked-is-settled", banked_is_settled, needs="banked", finished=True, many=False),
    Law("numbers-stand-for-positions", numbers_stand_for_positions, needs="index", finished=True, chance=False, many=False),
    Law("tiers-never-rise", tiers_never_rise, needs="tier", chance=False, many=False),
    Law("value-is-within-bounds", value_is_within_bounds, needs="bounds", costly=True, many=False),
    Law("null-passes-the-turn", null_passes_the_turn, needs="null", chance=False, many=False),
    Law("canonical-keeps-the-position", canonical_keeps_the_position, needs="canonical"),
    Law("canonical-keeps-the-value", canonical_keeps_the_value, needs="canonical", costly=True),
)
