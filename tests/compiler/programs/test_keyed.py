"""States that are dicts with a few keys, or lists with a place for each part: programs that change them, compared with Python."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from tests.compiler.programs.cells import outcomes
from tests.compiler.programs.whole import differences

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

pytestmark = pytest.mark.thorough

HEAD = """
import copy

FIRST = {first}

def fresh(board, turn, ply):
    return {{'board': board, 'turn': turn, 'ply': ply, 'last': None, 'hands': {{'a': 1, 'b': 2}}, 'inner': {{'n': 1, 'row': [2]}}}}

class Rules:
    def initial(self):
        return {initial}

    def player(self, s):
        return 0 if s['turn'] == 'first' else 1

    def moves(self, s):
        return [0, 1]

    def play(self, s, move):
        new = {copied}
        new['ply'] += 1
        new['turn'] = 'second' if s['turn'] == 'first' else 'first'
        if move:
{one}
        else:
{other}
        return new

    def evaluate(self, s):
        total = sum(s['board']) + 3 * s['ply'] + 5 * s['hands']['a'] + 7 * s['hands']['b'] + 11 * s['inner']['n']
        total += 13 * sum(s['inner']['row']) + 17 * (s['last'] or 0) + 19 * (s['last'] is None) + 23 * len(s['board'])
        return (total + {more}) % 1009 - 500

    def outcome(self, s):
        return None if s['ply'] < 5 else (1 if self.evaluate(s) > 0 else -1)
"""
FIRST = "{'board': [1, 2, 3], 'turn': 'first', 'ply': 0, 'last': None, 'hands': {'a': 1, 'b': 2}, 'inner': {'n': 1, 'row': [2]}}"
INITIAL = ("copy.deepcopy(FIRST)", "fresh([1, 2, 3], 'first', 0)", FIRST)
COPIES = (
    "copy.deepcopy(s)",
    "{**s, 'board': list(s['board']), 'hands': dict(s['hands']), 'inner': copy.deepcopy(s['inner'])}",
    "dict(s, board=s['board'][:], hands={**s['hands']}, inner={'n': s['inner']['n'], 'row': s['inner']['row'].copy()})",
    "{'board': s['board'].copy(), 'turn': s['turn'], 'ply': s['ply'], 'last': s['last'], 'hands': s['hands'].copy(), "
    "'inner': dict(n=s['inner']['n'], row=list(s['inner']['row']))}",
    "{'ply': s['ply'], 'turn': s['turn'], 'board': s['board'].copy(), 'last': None, 'hands': dict(s['hands']), "
    "'inner': {'row': list(s['inner']['row']), 'n': 3}}",
)
STATEMENTS = (
    "new['board'][move] += new['ply']",
    "new['board'].append(s['ply']) if len(new['board']) < 5 else new['board'].pop()",
    "new['board'] = [*s['board']][::-1]",
    "new['last'] = move if s['ply'] % 2 else None",
    "new['last'] = (new['last'] or 0) + 1",
    "new.update(last=s['ply'], turn=new['turn'])",
    "new.update({'last': 4, 'ply': new['ply'] + move})",
    "new.update({'turn': new['turn'], 'ply': new['ply'] + move, 'last': None}) if s['ply'] % 2 else new.update(last=2)",
    "new['inner'].update({'row': [7, move]})",
    "new['hands']['ab'[move]] += 2",
    "new['inner']['n'] += new['inner']['row'][0]",
    "new['inner'] = {'n': s['ply'], 'row': [move, *new['inner']['row']][:3]}",
    "new['inner'].update(n=new['inner'].get('n') * 2 % 31)",
    "new['inner']['row'], new['board'] = new['board'][:], new['inner']['row']",
    "held = new['inner']; held['n'] += 1; held['row'].append(held['n']) if len(held['row']) < 4 else held['row'].pop()",
    "other = new['inner'].copy(); other['n'] = 77; new['last'] = other['n'] + new['inner']['n']",
    "other = dict(new); other['ply'] = 50; new['last'] = new['ply'] + other['ply']",
    "new['last'] = (new == s) + 2 * (new['inner'] == s['inner']) + 4 * (new['inner'] is s['inner'])",
    "new['last'] = len(new) + ('ply' in new) + ('none' in new) + (move in new['board'])",
    "new['last'] = sum(len(name) for name in new) if {ordered} else 1",
    "new['last'] = sum(len(name) for name, held in new['inner'].items() if held != 1) if {ordered} else 2",
    "new['last'] = new.get('none', 3) + new.get('ply', 0) + (new.get('last') or 0)",
    "n, row = new['inner'].values() if {ordered} else (1, [2]); new['last'] = n + sum(row)",
    "held = new['inner'].values(); new['inner']['n'] += 5; n, row = held if {ordered} else (1, [2]); new['last'] = n",
    "new['last'] = ('n' in new['inner'].keys()) + 2 * (2 in new['inner'].values()) if {ordered} else 1",
    "new['last'] = 1 if new and new['inner'] else 0",
)


def _program(number: int) -> str:
    """The source of rules that are made of random statements."""
    rng = Random(number)
    copied = rng.choice(COPIES)
    ordered = copied is not COPIES[-1]

    def block() -> str:
        chosen = rng.sample(STATEMENTS, rng.randint(1, 4))
        return "\n".join(f"            {each.replace('{ordered}', str(ordered))}" for each in chosen)

    more = rng.choice(["0", "29 * len(s)", "31 * ('last' in s)", "sum(s['hands'].values())"])
    return HEAD.format(first=FIRST, initial=rng.choice(INITIAL), copied=copied, one=block(), other=block(), more=more)


def test_dicts_with_a_few_keys() -> None:
    """Their values keep types of their own, however they are copied and changed."""
    wrong, compared = differences(_program, range(4))
    assert wrong == []
    assert compared >= 3


def test_many_dicts_with_a_few_keys() -> None:
    wrong, compared = differences(_program, range(4, 10))
    assert wrong == []
    assert compared >= 4


class Counting:
    """Counts to 4 in a list that has a place for the pits, one for the ply, and one for the last move."""

    def initial(self) -> list[Any]:
        return [[1, 2], 0, None]

    def player(self, state: list[Any]) -> int:
        return state[1] % 2

    def moves(self, state: list[Any]) -> list[int]:
        return [0, 1]

    def play(self, state: list[Any], move: int) -> list[Any]:
        pits, ply, last = state
        state = state[:] if move else list(state)
        state[0] = [*pits]
        state[0][move] += (last or 0) + len(state)
        state[1] += 1
        state[-1] = move
        return state if ply % 2 else [state[0], state[1], state[2]]

    def evaluate(self, state: list[Any]) -> int:
        return state[0][0] - 2 * state[0][1] + (state[2] is None) + len([each for each in state])  # noqa: C416

    def outcome(self, state: list[Any]) -> int | None:
        return None if state[1] < 4 else 0


class Late(Counting):
    """Changes in a loop the part to which the loop comes last."""

    def play(self, state: list[Any], move: int) -> list[Any]:
        new = [list(state[0]), state[1] + 1, state[2]]
        for each in new:
            if isinstance(each, list):
                new[2] = len(each) + move
            new[0][0] += 1 if each is None else 0
        return new


class LateDict:
    """Likewise in a dict."""

    def initial(self) -> dict[str, Any]:
        return {"ply": 0, "row": [1], "last": 2}

    def player(self, state: dict[str, Any]) -> int:
        return state["ply"] % 2

    def moves(self, state: dict[str, Any]) -> list[int]:
        return [0, 1, 2]

    def play(self, state: dict[str, Any], move: int) -> dict[str, Any]:
        new = {"ply": state["ply"], "row": state["row"][:], "last": state["last"]}
        found = 0
        for name, held in new.items():
            if name == "ply":
                new["last"] += move
                new["ply"] += 1
            elif name == "last":
                found = held
        new["row"][0] = found
        return new

    def evaluate(self, state: dict[str, Any]) -> int:
        return state["row"][0] * 3 + state["last"]

    def outcome(self, state: dict[str, Any]) -> int | None:
        return None if state["ply"] < 6 else 0


@pytest.mark.parametrize("game", [Counting(), Late(), LateDict()])
def test_parts_are_read_in_their_turn(game: Any) -> None:
    """Lists with a place for each part, and loops that change what they come to."""
    fast = mx.compile(game)
    for depth in (1, 2, 3):
        assert mx.search(fast, depth=depth).value == mx.search(game, depth=depth).value


class Refused(Counting):
    """Changes a dict with a few keys in a way that compiled games do not have."""

    def __init__(self, change: Any) -> None:
        self.change = change

    def initial(self) -> Any:
        return {"row": [1, 2], "ply": 0}

    def player(self, state: Any) -> int:
        return state["ply"] % 2

    def play(self, state: Any, move: int) -> Any:
        new = {"row": [*state["row"]], "ply": state["ply"] + 1}
        self.change(new, move)
        return new

    def evaluate(self, state: Any) -> int:
        return state["row"][0]

    def outcome(self, state: Any) -> int | None:
        return None if state["ply"] < 4 else 0


def _by_variable(state: Any, move: int) -> None:
    if state["ply"] > 50:
        state[("row", "ply")[move]] = 1


def _by_a_new_key(state: Any, move: int) -> None:
    if state["ply"] > 50:
        state["last"] = move


def _by_iterating(state: Any, move: int) -> None:
    for name in {"ply": move, "row": state["row"]}:
        state["ply"] += len(name) - 3


def _by_another_dict(state: Any, move: int) -> None:
    state.update([("ply", move)])


def _by_removing(state: Any, move: int) -> None:
    state["ply"] += state.pop("ply")


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (_by_variable, "sets an item of a dict with the keys 'row', 'ply' by a key that is not known; keep what has such keys"),
        (_by_a_new_key, "adds a key to a dict with the keys 'row', 'ply'; give all of them the same keys, some None"),
        (_by_iterating, "goes through a dict with the keys 'row', 'ply', whose order differs; write the keys in one order"),
        (
            _by_another_dict,
            "updates a dict with the keys 'row', 'ply' with a list of items, each (a text, int); assign to the keys one by one",
        ),
        (_by_removing, "calls .pop() of a dict with the keys 'row', 'ply', which compiled games do not have"),
    ],
)
def test_what_dicts_with_a_few_keys_do_not_do_is_refused(change: Any, text: str) -> None:
    with pytest.raises(mx.CompileError, match=text.replace(".", r"\.").replace("(", r"\(").replace(")", r"\)")):
        mx.compile(Refused(change), check=False)


class Differing(Refused):
    """Gives states with a key more."""

    def play(self, state: Any, move: int) -> Any:
        new = copy.copy(state)
        new["ply"] += 1
        return {**new, "last": move}


def test_dicts_whose_keys_differ_are_refused() -> None:
    with pytest.raises(
        mx.CompileError, match="gives a dict with the keys 'row', 'ply', 'last', where states are a dict with the"
    ):
        mx.compile(Differing(None))


def test_tables_of_dicts_whose_values_have_types_of_their_own() -> None:
    """`PIECES[name]["steps"]`, by a key or an index known at run time; what is more than reading is refused."""
    head = """
P = {"X": {"id": 0, "next": "O", "steps": [(1, 0), (2, 1)]}, "O": {"id": 1, "next": "X", "steps": [(3, 3)]}}
L = [{"name": "a", "cost": 3}, {"name": "bb", "cost": 5}]
"""
    x = 'x = "XO"[n % 2]\n    '
    cells = {
        "item": x + 'return P[x]["id"] * 10 + len(P[P[x]["next"]]["steps"])',
        "loop": x + 'return sum(a * 3 + b for a, b in P[x]["steps"])',
        "list": 'return L[n % 2]["cost"] * 10 + len(L[n % 2]["name"])',
        "named": x + 'p = P[x]\n    return p["id"] + len(p["next"])',
        "values": 'return sum(v["id"] * 2 + len(v["next"]) for v in P.values()) + sum(r["cost"] * len(r["name"]) for r in L)',
        "max": 'return max(L, key=lambda r: r["cost"] * (n - 1))["cost"]',
        "missing": x + 'return P[x]["none"]',
        "in": x + 'return int("id" in P[x])',
        "iterated": x + "return sum(len(k) for k in P[x])",
        "set": x + 'P[x]["id"] = 4\n    return 1',
    }
    found = {name: text for name, text in outcomes(head, cells, texts=False).items() if text}
    assert found.keys() == {"in", "iterated", "set"}
    assert found["in"].startswith("goes through dict(id: int, next: a text, steps: a tuple of items")
