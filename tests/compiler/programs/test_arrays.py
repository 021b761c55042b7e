"""Whatever numpy's arrays can do gives what it gives in numpy, is refused with a reason, or stops; it is never another value."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")
pytest.importorskip("numpy", reason="arrays are what is tried")

import numpy as np

import minimaxer as mx

from .array_table import DTYPES, SHAPES, cells, head
from .cells import LIMIT, outcomes

ORDINARY = ("uint8", (4,))


@pytest.fixture(scope="module")
def ordinary() -> dict[str, tuple[str, str]]:
    """The source and the outcome of each cell of one type, which wraps numbers around."""
    return _outcomes(*ORDINARY)


STOPPED = {
    *("a -= 1", "a -= c", "a[0] *= 100", "a[0] -= 1", "r = (lambda x: x * 100)(a[0])", "r = -a", "r = -a // 2", "r = -a[0]"),
    *("r = 1 - a", "r = a % c", "r = a * 100", "r = a - 1", "r = a - a[-1]", "r = a - c", "r = a / c", "r = a // c"),
    *("r = a[0] % a[1]", "r = a[0] * 100", "r = a[0] - a[2]", "r = a[0] // a[1]", "r = a[1] - 1", "r = a[1] - a[0]", "r = c - a"),
    *("r = doubled(a[0])", "r = list(a)[0] * 100", "r = max(a[0], 2) * 100", "r = np.where(a, 300, a)", "r = tuple(a)[0] * 100"),
    *("r = sum([x * 100 for x in a])", "r = ~a", "r = ~a[0]"),
}
_ALL_AXES = "has None or ... among the indices of an array; write the indices of all axes"
_FIXED = "assigns to an array of the module, a diagonal or .flat, which cannot change here; assign to a copy"
_BEYOND = "reckons with a constant that uint8 cannot hold"
_CAST = "puts {} into an array of uint8 in place, which numpy refuses"
_FLOAT = "gives float, where int was expected; give the same type on every path"
_ARRAY = "reckons with an array of shape (4,) of uint8"
REASONS = {
    **dict.fromkeys(("r = a[...]", "r = a[None]", "r = a[..., None]", "r = a + a[..., :1]", "a[...] = 3"), _ALL_AXES),
    **dict.fromkeys(("a.flat[0] = 1", "BASE_uint81[0] = 1", "BASE_uint81[1:][0] = 1", "b = BASE_uint81; b += 1"), _FIXED),
    **dict.fromkeys(("r = a // -2", "r = a % -3", "r = a[0] + 300"), _BEYOND),
    **dict.fromkeys(("a[0] = 1.5", "a[1] += 0.5", "a[:] = 1.5"), _FLOAT),
    **dict.fromkeys(("r = a.flat", "r = abs(a)", "r = np.full_like(a, 300)"), _ARRAY),
    **dict.fromkeys(("r = a.tobytes() == c.tobytes()", "r = a.tobytes() == a.copy().tobytes()"), _ARRAY.replace("uint8", "int")),
    "b = BASE_uint81 if n else a; b[0] = 1": _FIXED,
    "rewritten(BASE_uint81)": f"rewritten: {_FIXED}",
    "a /= 2": _CAST.format("float64"),
    "a += 1.5": _CAST.format("float64"),
    "a += w": _CAST.format("int64"),
    "r = a.mean(axis=0)": "takes means along an axis; divide sums",
    "r = a.argmax(axis=0)": "asks for the places of extremes along an axis; write a loop",
    "r = a @ c": "has uint8 @ uint8",
    "r = np.diag(a)": "takes the diagonal of an array of 1 axes",
}


def _outcomes(dtype: str, shape: tuple[int, ...], turn: int | None = None) -> dict[str, tuple[str, str]]:
    table = dict(cells((dtype,), (shape,)))
    if turn is not None:
        table = dict(list(table.items())[turn::20])
    found = outcomes(head(), table, texts=False)
    return {name: ("; ".join(line.strip() for line in table[name].splitlines()[1:-1]), text) for name, text in found.items()}


def _wrong(found: dict[str, tuple[str, str]]) -> list[tuple[str, str]]:
    return [(source, text) for source, text in found.values() if ", in Python " in text]


@pytest.mark.thorough
def test_arrays_give_what_numpy_gives(ordinary: dict[str, tuple[str, str]]) -> None:
    """No cell gives another value, whether its result or what it was made of is written to afterwards."""
    assert _wrong(ordinary) == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("dtype", "shape"),
    [(dtype, shape) for dtype in DTYPES for shape in SHAPES if len(shape) == 2 or dtype in ("uint8", "float64")],
)
def test_arrays_of_all_types_give_what_numpy_gives(dtype: str, shape: tuple[int, ...]) -> None:
    """No cell of another type or number of axes gives another value either: every twentieth one, by turns."""
    assert _wrong(_outcomes(dtype, shape, turn=(DTYPES.index(dtype) + len(shape)) % 20)) == []


@pytest.mark.thorough
def test_what_numpy_wraps_around_stops(ordinary: dict[str, tuple[str, str]]) -> None:
    """Cells whose numbers uint8 cannot hold, or that divide by 0, and no others."""
    found = {source.split(";")[0] for source, text in ordinary.values() if text == LIMIT}
    assert found == STOPPED


@pytest.mark.thorough
def test_refused_arrays_have_a_reason(ordinary: dict[str, tuple[str, str]]) -> None:
    """The reason of each cell that does not compile, apart from functions that are not known."""
    unknown = ("which compiled games do not have", ", in Python ")
    found = {
        source.partition("; r[")[0].partition("; a[")[0]: text
        for source, text in ordinary.values()
        if text not in ("", LIMIT) and not any(each in text for each in unknown)
    }
    assert found == REASONS


OTHERS = {
    "transposed": (
        "return int(np.transpose(a, (1, 0))[0, 1])",
        "gives numpy's transpose arguments that are not known; known: none",
    ),
    "kept": ("return int(a.sum(keepdims=True)[0, 0])", "gives numpy's sum arguments that are not known; known: axis, dtype"),
    "ordered": ("return int(a.ravel('F')[1])", "gives numpy's ravel arguments that are not known; known: none"),
    "aliased": ("return int(a.astype(int, copy=False)[0, 0])", "gives numpy's astype arguments that are not known; known: dtype"),
    "diagonal": ("d = a.diagonal()\n    d[0] = 1\n    return 0", _FIXED),
    "float16": (
        "return int(np.zeros(2, dtype=np.float16)[0])",
        "makes an array of float16; use whole numbers, truth values or floats of 32 or 64 bits",
    ),
    "float32": (
        "return int(np.zeros(2, dtype=np.float32)[0] + 1)",
        "computes with a float of 32 bits, whose results numpy rounds; take float() of it, or use float64",
    ),
    "float32_sum": (
        "return int(np.zeros(2, dtype=np.float32).sum())",
        "takes the sum of floats of 32 bits, which numpy rounds; use float64",
    ),
    "float32_compared": (
        "return int(np.zeros(2, dtype=np.float32)[0] < 0.1)",
        "compares a float of 32 bits with the constant 0.1, which numpy may round; compare float() of it",
    ),
    "float32_of_text": (
        "x = np.zeros(2, dtype=np.float32)\n    x[0] = 'a'\n    return 0",
        "puts the constant 'a' into an array of float32",
    ),
    "bools": ("m = a > 1\n    return int((m - m)[0, 0])", "has a truth value of numpy - another; write int() of them"),
    "negative": (
        "m = a > 1\n    return int(-m[0, 0])",
        "takes a truth value of numpy for a number, which numpy refuses; write int() of it",
    ),
    "unsigned": ("return int(np.uint64(n) // 2)", "has // between numbers of uint64, which are signed here; make them int64"),
    "compared": (
        "return int(np.uint64(n) < 2.5)",
        "compares numbers of uint64 with others that numpy makes floats for it; make them int64",
    ),
    "mixed": ("return int((np.uint64(n) + np.int64(1)) * 1)", "reckons with uint64 and int64, for which numpy gives a float"),
    "joined": (
        "b = a if n else a > 1\n    return int(b[0, 0])",
        "gives an array of 2 axes of int on one path, an array of 2 axes of bool on another; give the same type on every path",
    ),
    "parts": ("a[a > 1] += a[a > 1]\n    return 0", "changes several values where a mask holds by as many others; write a loop"),
    "several": ("a[a > 1] = a[a > 1]\n    return 0", "assigns several values where a mask holds; write a loop"),
    "cubes": ("return len(np.zeros((2, 2, 2)).tolist())", "makes lists of an array of more than two axes; write loops"),
    "uneven": ("b = a[:, :2].reshape(2, 1, 2)\n    b[0, 0, 0] = 7\n    return int(a[0, 0])", LIMIT),
    "lengths": (
        "b = a[: n + 1, :1] + a\n    return int(b.sum())",
        LIMIT,
    ),
    "sign": ("return int(np.sign(a > 1)[0, 0])", "takes the sign of something that is no whole number"),
    "bits": ("x = np.uint64(1) << np.uint64(62 + n % 2)\n    return int(x >> np.uint64(60))", ""),
    "int8": ("x = np.int8(100)\n    return int(x + np.int8(n * 20))", LIMIT),
    "calls": ("return total(np.where(a > 1, a, 0)) + int(np.int8(n) * np.int64(1000))", ""),
}


def test_what_numpy_does_otherwise_is_refused() -> None:
    """Arguments, types and parts that compiled code takes for something else are refused, each with its reason."""
    source = "a = np.array([[n, 1, 2], [3, 4, 5]])\n    "
    found = outcomes(head(), {name: source + body for name, (body, _) in OTHERS.items()}, texts=False)
    assert found == {name: text for name, (_, text) in OTHERS.items()}


def ranges() -> dict[str, str]:
    """All ways to call `np.arange`, with bounds that are known and that are not, and the least step that there is."""
    found = {}
    for start, stop, step in itertools.product(("1", "n", "-n"), ("7", "n + 4"), ("2", "n + 1", "-1", "3 - n", "-(2**63)")):
        calls = (stop, f"{start}, {stop}", f"{start}, {stop}, {step}", f"{stop}, step={step}", f"{start}, stop={stop}")
        for call in (*calls, f"{start}, stop={stop}, step={step}", f"{start}, {stop}, step={step}", f"{stop}, {start}, {step}"):
            found[call] = f"a = np.arange({call})\n    return len(a) * 100 + int(a[:1].sum() * 10 + a[-1:].sum())"
    return {f"cell_{number}": body for number, body in enumerate(found.values())}


def test_ranges_are_as_in_numpy() -> None:
    """By place and by name; none of the bounds is left out."""
    assert {name: told for name, told in outcomes(head(), ranges(), texts=False).items() if told} == {}


NO_ARRAYS = {
    "lists": "return int(np.trace([[1, 2], [3, n]]))",
    "tuples": "return int(np.diagonal(((1, n), (n, 3))).sum())",
    "number": "return int(np.trace(n))",
    "known": "return len(np.fliplr(5)) + n",
    "turned": "return len(np.rot90([[n, 1]]))",
    "nothing": "return len(np.arange()) + n",
    "named": "return len(np.arange(stop=n))",
}


def test_what_is_no_array_is_refused() -> None:
    """With the way out, even where numpy makes an array of it."""
    found = outcomes(head(), NO_ARRAYS, texts=False)
    assert {name for name, told in found.items() if "; write np.array() of it" in told} == {*NO_ARRAYS} - {"nothing", "named"}
    assert {found["nothing"], found["named"]} == {"gives numpy's arange no argument by its place"}


STEPS = [np.array([row, column]) for row in (-1, 0, 1) for column in (-1, 0, 1)]


class Walk:
    """Steps of a table of arrays, gone through one by one."""

    def initial(self) -> tuple[int, int]:
        return (0, 0)

    def player(self, state: Any) -> int:
        return int(state[0] % 2)

    def moves(self, state: Any) -> list[int]:
        found = 0
        for step in STEPS:
            place = (state[0] % 2, 1) + step  # noqa: RUF005
            while 0 <= place[0] < 3 and 0 <= place[1] < 3 and found < 20:
                place += step
                found += 1
        return [*range(found % 3 + 1)]

    def play(self, state: Any, move: int) -> tuple[int, int]:
        return (state[0] + 1, state[1] * 3 + move)

    def outcome(self, state: Any) -> int | None:
        return None if state[0] < 4 else state[1] % 11


@pytest.mark.thorough
def test_tables_of_arrays_are_gone_through() -> None:
    """More arrays than a loop is unrolled for are looked up, and sums with a tuple are new arrays."""
    game: Any = Walk()
    fast: Any = mx.compile(game)
    assert mx.search(fast, depth=4).value == mx.search(game, depth=4).value


def test_lists_of_indices_pick_elements_and_rows() -> None:
    """Read, assigned to and changed as in numpy: what is named twice is changed once, and assigned to twice."""
    begin = """
import numpy as np
A = np.arange(12).reshape(3, 4)
IDX = np.array([2, 0])
def total(x):
    return int((x.ravel() * (np.arange(x.size) + 1)).sum()) + x.ndim * 1000 + x.shape[0] * 100
"""
    picks = {
        "one_axis": "a = np.arange(5) * 3\n    return total(a[[0, 2, n % 5, -1]])",
        "two_axes": "a = A.copy()\n    return total(a[[0, 2], [1, n % 4]])",
        "rows": "a = A.copy()\n    return total(a[[2, 0, n % 3]])",
        "mixed": "a = A.copy()\n    return total(a[[0, 2, 1], n % 4])",
        "tuples": "a = A.copy()\n    return total(a[(0, 2), (1, 3)])",
        "element": "a = A.copy()\n    return int(a[(0, 2)])",
        "arrays": "a = A.copy()\n    i = np.array([n % 3, 1])\n    return total(a[i]) + total(a[i, i]) + total(a[IDX])",
        "module": "return total(A[IDX]) + total(A[[0, 1], [2, 3]])",
        "nonzero": "a = A.copy()\n    return total(a[np.nonzero(a > n)])",
        "where": "a = A.copy()\n    r, c = np.where(a % 3 == n % 3)\n    a[r, c] = -1\n    return total(a)",
        "put": "a = A.copy()\n    a[[0, 2], [1, n % 4]] = 50\n    return total(a)",
        "put_in_rows": "a = A.copy()\n    a[[0, 2]] = n\n    return total(a)",
        "put_twice": "a = A.copy()\n    a[[0, 1, 0], [1, 1, 1]] = [7, 8, n]\n    return total(a)",
        "put_rows": "a = A.copy()\n    a[[0, 2]] = np.arange(4) * n\n    return total(a)",
        "changed": "a = A.copy()\n    a[[0, 0, 1], [1, 1, 2]] += n\n    return total(a)",
        "zipped": "a = np.zeros((3, 3), bool)\n    r, c = zip(*[(0, 1), (n % 3, 2)])\n    a[list(r), list(c)] = True\n    return int(a.sum())",
        "out_of_range": "a = np.arange(3)\n    return total(a[[0, n]])",
        "caught": "a = np.zeros(3, int)\n    try: a[[0, 99]] = 5\n    except IndexError: pass\n    return int(a[0])",
        "lengths": "a = A.copy()\n    return total(a[list(range(n % 2 + 2)), [0, 1]])",
        "alone": "a = A.copy()\n    return total(a[list(range(n % 2 + 1)), [0, 1]])",
        "empty": "a = np.arange(5)\n    return total(a[[k for k in range(n) if k > 99]])",
        "summed": "a = np.array([n, 1, 2], dtype=np.int8)\n    return int(a.sum(dtype=np.int64)) + int((a > 1).sum(dtype=int))",
        "truths": "a = np.arange(3)\n    return total(a[[True, False, n > 1]])",
        "slices": "a = A.copy()\n    return total(a[[0, 1], :])",
        "lists": "a = np.arange(5)\n    return total(a[[[0, 1], [2, n % 5]]])",
        "summed_small": "a = np.array([n, 1])\n    return int(a.sum(dtype=np.int8))",
        "too_many": "a = A.copy()\n    a[[0, 1]] = np.zeros((1, 2, 4), dtype=int)\n    return total(a)",
    }
    found = {name: text for name, text in outcomes(begin, picks, texts=False).items() if text}
    assert found == {
        "alone": LIMIT,
        "truths": "picks elements of an array by lists of lists, or of truth values; write a loop",
        "slices": "picks elements of an array by lists of indices and slices; write a loop",
        "lists": "picks elements of an array by lists of lists, or of truth values; write a loop",
        "summed_small": "takes the sum in another type than int or float; leave dtype out",
        "too_many": "assigns an array of 3 axes to one of 2",
    }
