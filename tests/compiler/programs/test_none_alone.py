"""Sets, dicts and lists of nothing but None, which takes no room in memory and is a key all the same."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

from .cells import outcomes

CELLS = {
    **{f"two_{number}": f"return len({{None}} {sign} {{None}})" for number, sign in enumerate("-&|^")},
    **{f"order_{number}": f"return int({{None}} {sign} {{None}})" for number, sign in enumerate(("==", "<=", "<", "!="))},
    "in_set": "return int(None in {None})",
    "added": "s = {None}\n    s.add(None)\n    return len(s)",
    "discarded": "s = {None}\n    s.discard(None)\n    return len(s)",
    "removed": "s = {None}\n    s.remove(None)\n    s.remove(None)\n    return 1",
    "taken": "s = {None}\n    s -= {None}\n    return len(s)",
    "difference": "return len({None}.difference([None]))",
    "frozen": "return len(frozenset([None]) - {None})",
    "made": "return len({None for each in range(n)})",
    "of_lists": "a = [None, None]\n    return len(set(a) - set(a))",
    "entry": "d = {None: n}\n    return d[None]",
    "changed": "d = {None: n}\n    d[None] = 5\n    return len(d) * 10 + d[None]",
    "deleted": "d = {None: n}\n    del d[None]\n    return len(d)",
    "asked": "d = {None: 3}\n    return d.get(None, 7)",
    "grouped": "d = {}\n    d.setdefault(None, []).append(n)\n    d.setdefault(None, []).append(n)\n    return len(d[None])",
    "counted": "return [None, None].count(None) * 10 + [None].index(None)",
    "equal_lists": "return int([None] == [None]) + int(None in [None])",
    "in_tuples": "return len({(None, n)} - {(None, 1)})",
    "empty_tuples": "s = {()}\n    s.add(())\n    return len(s) * 10 + len(s - {()})",
}


def test_none_is_found_where_it_is() -> None:
    """Each function gives what Python gives, or an error of the same class."""
    assert {name: told for name, told in outcomes("", CELLS, texts=False).items() if told} == {}
