"""Saves a tree as data and restores it: its nodes level by level, each move by its place among its parent's moves.

States are not written, except that of the first root: the rules make them again, so that moves are legal whatever a file says.
Where the moves of children are not those of one state, as with hidden cards, states and moves are written as they are.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from enum import Enum
from itertools import chain
from typing import Any, Final, cast

from attrs import Attribute, fields

from ..base.files import made_of, read_json, types_of
from ..base.scores import LONGEST_WIN
from ..errors import RulesError
from ..game.comparing import alike, equal
from ..game.data import Codec
from ..game.following import chances_of, steps
from ..game.protocol import CHANCE
from ..searching.saved import whole
from .game_tree import EXHAUSTED, GameTree
from .node import NO_CHILDREN, GameNode

AnyTree = GameTree[Any, Any, Any]
_UNOPENED: Final = -1
_SCALARS: Final = (bool, int, float)


def written_tree(tree: AnyTree, codec: Codec) -> tuple[dict[str, Any], bytes]:
    """The data of a tree to save: facts about it, and its nodes; raises OptionError if its first state cannot be written,
    RulesError if `moves` gives other moves than before.
    """
    states = [state for state, _ in tree.played] + [tree.root.state]
    first = None if equal(states[0], tree.game.initial()) else codec.written(states[0])
    way = [_places(list(steps(tree.game, state)), [move])[0] for state, move in zip(states, tree.advanced, strict=False)]
    facts = {"first": first, "way": way, "ply": tree.root.ply, **{name: getattr(tree, name) for name in tree.KEPT}}
    return facts, json.dumps(_columns(tree, codec), separators=(",", ":")).encode()


def make_again(tree: AnyTree, facts: dict[str, Any], content: bytes, codec: Codec) -> None:
    """Restores a tree at its first state; raises ValueError if the data is none that `written_tree` gives."""
    for place in facts["way"]:
        moves = list(steps(tree.game, tree.root.state))
        tree.advance(moves[whole(place, len(moves) - 1)])
    tree.root.ply = whole(facts["ply"], LONGEST_WIN)
    _fill(tree, read_json(content), codec)
    for name in tree.KEPT:
        setattr(tree, name, _number(facts[name], getattr(tree, name)))


def first_state(tree_facts: dict[str, Any], game: Any, codec: Codec) -> Any:
    """The state at which the tree with these facts began."""
    return game.initial() if tree_facts["first"] is None else codec.read(tree_facts["first"])


def _columns(tree: AnyTree, codec: Codec) -> dict[str, list[Any]]:
    """The data about all nodes, by name: their links in the tree, and what their family knows of them."""
    nodes: list[Any] = [tree.root]
    places: list[Any] = [0]
    rest: list[Any] = []
    for node in nodes:  # which grows meanwhile
        nodes += node.children
        if tree.BY_DEALS:
            rest.append(None)
        elif node.player == CHANCE and node.outcome is None:
            places += _places([move for move, _ in chances_of(tree.game, node.state)], [each.move for each in node.children])
            asked = len(node.probabilities)  # the outcomes taken from the iterator; negative if none is left
            rest.append(-1 - asked if node.pending is EXHAUSTED else asked)
        else:
            mine, left = _own_moves(tree, node)
            places += mine
            rest.append(left)
    columns: dict[str, list[Any]] = {
        "children": [_UNOPENED if node.pending is None else len(node.children) for node in nodes],
        "over": [node.outcome is not None for node in nodes],
        "place": places,
        "rest": rest,
    }
    if tree.BY_DEALS:
        columns["place"] = [[codec.written(node.move), codec.written(node.state), node.player] for node in nodes]
    for each in _known(tree):
        columns[each.name] = [_written(node, each) for node in nodes]
    return columns


def _own_moves(tree: AnyTree, node: Any) -> tuple[list[int], Any]:
    """The places of a player node's children, and of its untried moves: None if there are none, True if all others are left."""
    if node.pending is None:
        return [], None
    moves = tree.all_moves(node)
    mine = _places(moves, [child.move for child in node.children])
    if node.pending is EXHAUSTED:
        return mine, None
    taken = set(mine)
    left = _places(moves, tree.untried(node), taken)
    return mine, True if left == [each for each in range(len(moves)) if each not in taken] else left


def _places(moves: list[Any], wanted: list[Any], taken: set[int] | None = None) -> list[int]:
    """The places of some moves among all moves of a state."""
    if not wanted:
        return []
    try:
        known = {move: place for place, move in enumerate(moves)}
        if len(known) == len(moves):
            return [known[move] for move in wanted]
    except (TypeError, KeyError):  # without a hash, or told apart by identity
        pass
    used, found = set(taken or ()), list[int]()
    for move in wanted:
        place = next((each for each, other in enumerate(moves) if each not in used and alike(other, move)), None)
        if place is None:
            raise RulesError(f"moves() gave {moves!r}, and not {move!r} as before; expected the same moves for the same state")
        used.add(place)
        found.append(place)
    return found


def _known(tree: AnyTree) -> Iterator[Attribute[Any]]:
    """The attributes that a tree's family adds to its nodes."""
    hanging = {each.name for each in fields(GameNode)}
    return (each for each in fields(tree.kind) if each.name not in hanging)


def _written(node: Any, each: Attribute[Any]) -> Any:
    value = getattr(node, each.name)
    if each.name == "best":
        return None if value is None else next(place for place, child in enumerate(node.children) if child is value)
    if isinstance(value, Enum):
        return value.name
    return list(value) if isinstance(value, tuple | list) else value


def _fill(tree: AnyTree, columns: dict[str, list[Any]], codec: Codec) -> None:
    """Makes the nodes below the root, and sets what is known of each node."""
    counts, places, rest = columns["children"], columns["place"], columns["rest"]
    nodes = [tree.root]
    for number, count in enumerate(counts):
        node = nodes[number]
        if not isinstance(columns["over"][number], bool) or type(count) is not int:
            raise ValueError("expected how many children a node has")
        if columns["over"][number] and node.outcome is None:
            tree.end_without_moves(node)
        if count == _UNOPENED:
            continue
        mine = places[len(nodes) : len(nodes) + count]
        if len(mine) != count or count < 0:
            raise ValueError(f"expected {count} children, got {len(mine)}")
        if tree.BY_DEALS:
            _deal_children(tree, node, mine, codec)
        else:
            _grow(tree, node, mine, rest[number])
        nodes += node.children
    if len({len(nodes), *map(len, columns.values())}) != 1:
        raise ValueError("expected as much of each node")
    for each in _known(tree):
        for node, value in zip(nodes, columns[each.name], strict=True):
            setattr(node, each.name, _read(tree, node, each, value))
    tree.live = len(nodes)


def _grow(tree: AnyTree, node: Any, mine: list[int], rest: Any) -> None:
    chance = node.player == CHANCE and node.outcome is None
    moves = [move for move, _ in chances_of(tree.game, node.state)] if chance else tree.all_moves(node)
    if len(set(mine)) != len(mine) or (node.outcome is not None and (mine or moves)):
        raise ValueError("expected each move once, and none where the game is over")
    left: Iterator[Any] = EXHAUSTED
    if chance:
        asked = whole(rest, len(moves)) if rest >= 0 else whole(-1 - rest, len(moves))
        left = _asked(tree, node, asked, more=rest >= 0)
        if rest >= 0:  # a result may have listed outcomes that have no child yet
            left = chain([move for place, move in enumerate(moves[:asked]) if place not in set(mine)], left)
    elif rest is True:
        left = iter([move for place, move in enumerate(moves) if place not in set(mine)])
    elif rest is not None:
        if len({*mine, *rest}) != len(mine) + len(rest):
            raise ValueError("expected each move once")
        left = iter([moves[whole(place, len(moves) - 1)] for place in rest])
    node.children = []
    for place in mine:
        node.children.append(tree.make(node, moves[whole(place, len(moves) - 1)]))
    node.pending = left


def _asked(tree: AnyTree, node: Any, asked: int, *, more: bool) -> Iterator[Any]:
    """The outcomes of chance that are left after the first `asked`."""
    tree.open(node)
    for _ in range(asked):
        next(node.pending)
    if not asked:
        node.probabilities = [] if more else NO_CHILDREN
    return node.pending if more else EXHAUSTED


def _deal_children(tree: Any, node: Any, mine: list[Any], codec: Codec) -> None:
    """Makes children whose moves are not those of one state, from their saved states."""
    node.children, node.pending = [], EXHAUSTED
    for move, state, player in mine:
        child = tree.add(node, codec.read(move), codec.read(state))
        child.player = player if player == CHANCE else whole(player, tree.players - 1)


def _read(tree: AnyTree, node: Any, each: Attribute[Any], value: Any) -> Any:
    """A saved value of a node, converted to the type that it has in new nodes."""
    usual = each.default
    if each.name == "best":
        return None if value is None else node.children[whole(value, len(node.children) - 1)]
    if isinstance(usual, Enum):
        return type(usual)[value]
    kind = types_of(cast("Any", tree.kind))[each.name]
    if kind is bool or kind is float:
        return _number(value, usual)
    found = made_of(kind, value)
    if kind is int and found < usual:
        raise ValueError(f"expected {each.name} from {usual} on, got {found}")
    if usual is None and isinstance(found, tuple | list) and len(found) != max(1, tree.players):
        raise ValueError(f"expected a number for each player, got {found}")
    if each.name == "totals" and (found is None) != (node.visits == 0):
        raise ValueError(f"expected totals of {node.visits} visits, got {found}")
    return usual if found == [] and usual == () else found


def _number(value: Any, like: Any) -> Any:
    """The value, after a check that it is a number where `like` is one."""
    if value is None and like is None:
        return None
    if type(value) not in _SCALARS or math.isnan(value) or (isinstance(like, bool) and not isinstance(value, bool)):
        raise ValueError(f"expected a number, got {value!r}")
    return value
