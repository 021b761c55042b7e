"""Cells for whatever numpy's arrays can do: each expression for types of elements and numbers of axes, and a write after it."""

from __future__ import annotations

import functools
import re
import warnings
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

DTYPES: Final = ("bool", "int64", "int8", "uint8", "float64", "int32", "float32")
SHAPES: Final = ((4,), (2, 3), (2, 2, 3))
HEAD: Final = """
import numpy as np

def numbers(dtype, shape, start):
    size = int(np.prod(shape))
    return (np.array([[3, 0, 2, 1, 2, 3, 0, 1, 100, 1, 3, 5][(start + k) % 12] for k in range(size)]) % 101).astype(dtype).reshape(shape)

def total(a):
    found = 1
    for x in a.flatten().tolist(): found = (found * 31 + int(x * 4)) % 1000003
    return found

def made(base, n):
    a = base.copy()
    if n == 1: a[a == 2] = 1
    if n == 2: a[a == 3] = 0
    return a

"""
ANY: Final = """
np.roll(a, n - 2, axis=0)
np.roll(a, -7, axis=-1)
np.pad(a, 1)
np.pad(a, 2, constant_values=3)
a.copy()
np.copy(a)
copy.copy(a)
np.array(a)
np.asarray(a)
np.array(a, dtype=int)
np.asarray(a, dtype=float)
a.astype(int)
a.astype(bool)
a.astype(np.int8)
a.astype(np.uint8)
a.astype(float)
a.astype(a.dtype)
a
a[:]
a[...]
a[1:]
a[::-1]
a[::2]
a[1:][0]
a[-1]
a[n % 2]
a[None]
a[..., None]
a[a > 1]
a[[1, 0]]
a[np.array([0, 1])]
a.T
a.transpose()
np.transpose(a)
a.swapaxes(0, -1)
np.flip(a)
np.flip(a, 0)
np.flip(a, axis=-1)
a.ravel()
np.ravel(a)
a[::-1].ravel()
a.T.ravel()
a.flatten()
a.reshape(-1)
a.reshape(2, -1)
np.reshape(a, (-1, 2))
a[::-1].reshape(-1)
a.T.reshape(-1)
a.T.reshape(2, -1)
a.reshape(a.shape)
a[:-1].reshape(-1)
a[1:].reshape(-1, 1)
a.view()
a.squeeze()
np.squeeze(a)
np.expand_dims(a, 0)
np.atleast_2d(a)
a.flat
+a
-a
~a
abs(a)
np.abs(a)
np.sign(a)
a + 1
a - 1
1 - a
a * 2
a * 100
a + 200
a / 2
a // 2
a % 3
a // -2
a % -3
-a // 2
a ** 2
a << 1
a >> 1
a & 1
a | 4
a ^ 2
a + 0.5
a * 1.0
a == 2
a != 0
a < 2
(a > 0) & (a < 3)
(a > 0) | (a == 0)
(a > 1) ^ (a < 3)
(a > 1) + (a < 3)
(a > 1) * (a > 0)
(a > 1) * 1
(a > 1) - 1
a * (a > 1)
~(a > 1)
a + c
a - c
c - a
a * c
a / (c + 1)
a // (c + 1)
a % (c + 1)
a // c
a % c
a / c
a == c
a < c
a & c
a | c
a ^ c
a + w
a * w
a + a[0]
a - a[-1]
a + a[..., :1]
a + a.sum()
a * True
a.sum()
a.sum(axis=0)
a.sum(axis=-1)
np.sum(a)
np.sum(a, axis=0)
a.prod()
a.prod(axis=0)
a.max()
a.min()
a.max(axis=0)
np.max(a)
np.min(a, axis=-1)
np.amax(a)
a.mean()
a.mean(axis=0)
np.mean(a)
a.argmax()
a.argmin()
np.argmax(a)
np.argmax(a == 2)
a.argmax(axis=0)
a.any()
a.all()
a.any(axis=0)
np.all(a, axis=-1)
(a > 1).sum()
(a > 1).sum(axis=0)
(a > 1).mean()
(a > 1).any()
np.count_nonzero(a)
np.count_nonzero(a, axis=0)
a.nonzero()[0]
np.nonzero(a)[-1]
np.flatnonzero(a)
np.argwhere(a)
np.argwhere(a > 1)
np.where(a)[0]
np.where(a > 1)[-1]
np.where(a > 1, a, c)
np.where(a > 1, a, 0)
np.where(a > 1, 1, 0)
np.where(a > 1, a, 1.5)
np.where(a, 300, a)
np.maximum(a, 1)
np.minimum(a, c)
np.maximum(a, c)
np.logical_and(a, c)
np.logical_or(a, c)
np.logical_not(a)
np.array_equal(a, c)
np.array_equal(a, a.copy())
np.zeros_like(a)
np.ones_like(a)
np.full_like(a, 3)
np.full_like(a, 300)
np.empty_like(a) * 0
np.zeros(3)
np.zeros(a.shape, dtype=a.dtype)
np.ones(2, dtype=bool)
np.full(3, n)
np.full((2, 2), 1.5)
np.full(2, True)
np.full(2, 7, dtype=np.int8)
np.array([a[0], a[1]])
np.array([n, 1.5])
np.array([True, n])
np.array([1, 2, n])
np.array([[1, 2], [n, 4]])
np.array([n > 0, n > 1])
a.tolist()[0]
a.item(0)
a.size
a.shape[0]
len(a)
a.ndim
a.shape
np.stack([a, a])
np.concatenate([a, c])
np.roll(a, 1)
np.cumsum(a)
np.sort(a)
np.unique(a)
np.clip(a, 0, 2)
np.arange(3)
np.eye(2)
a.dot(c)
a @ c
sum(a)
max(a.tolist()) if a.ndim == 1 else 0
a.tobytes() == c.tobytes()
a.tobytes() == a.copy().tobytes()
2 in a
5 in a
""".strip().splitlines()
FLAT: Final = """
np.insert(a, 1, 3)
np.insert(a, -1, a[0])
np.delete(a, n)
np.roll(a, n + 2)
a[0]
a[-1]
a[n]
a[7]
a[-5]
a[0] + a[1]
a[0] - a[2]
a[1] - 1
a[0] * 100
a[0] + 300
a[0] / 2
a[0] // 2
-a[0]
~a[0]
abs(a[0])
a[1] - a[0]
a[0] * a[0]
a[0] ** 3
a[0] << 3
a[0] // a[1]
a[0] % a[1]
a[0] & 1
a[0] == a[3]
a[0] > 2
not a[1]
int(a[0]) * 100
int(a[1]) - 1
bool(a[0]) + bool(a[2])
float(a[0]) / 4
(a[0] == 3) + (a[2] == 2)
(a[0] == 3) * 5
(a[0] > 1) & (a[2] > 1)
a[0] if a[1] else a[2]
sum(a)
sum(a.tolist())
sum(x for x in a)
sum([x * 100 for x in a])
max(a)
min(a)
max(a[0], 2) * 100
sorted(a)[0]
[x for x in a][1]
list(a)[0] * 100
tuple(a)[0] * 100
(lambda x: x * 100)(a[0])
doubled(a[0])
[a[0], a[1]].count(a[0])
{int(a[0]): 1}[int(a[0])]
a[0] in (3, 4)
np.diag(a)
np.add(a, c)
np.sum([a[0], a[1]])
np.any([a[0], a[1]])
np.max([a[0], a[1]])
np.dot(a, c)
""".strip().splitlines()
SQUARE: Final = """
a.diagonal()
np.diagonal(a)
np.diag(a)
a.diagonal(1)
a.diagonal(offset=-1)
np.fliplr(a)
np.flipud(a)
np.fliplr(a).diagonal()
np.rot90(a)
np.rot90(a, 2)
np.rot90(a, -1)
np.trace(a)
a[0]
a[0, 1]
a[:, 1]
a[0, 1:]
a[:, ::-1]
a[1, -1]
a[n, 0]
a[(0, 1)]
a[0][1]
a[:, 1:].ravel()
a[:, 1:].reshape(-1)
a[:, 1:].reshape(2, 2, 1)
a[:, :1].reshape(-1)
a[:1].reshape(-1)
a[a > 1]
a + a[:, :1]
a + a[0]
a[:, 0] + a[:, 1]
a.sum(axis=(0, 1))
a[0] @ c[1]
[row for row in a][0]
list(a)[1]
max([row.sum() for row in a])
np.where(a == 2)
np.argwhere(a == 2)[0]
""".strip().splitlines()
STATEMENTS: Final = """
a += 1
a -= 1
a *= 2
a //= 2
a %= 3
a /= 2
a **= 2
a += 200
a += 1.5
a += c
a -= c
a *= c > 1
a &= 1
a |= c
a ^= c
a += w
r = a[0]; r += 1
r = a[1:]; r *= 2
r = a; r += 1
r = a[::-1]; r += a
r = a[1:]; r[:] = a[:-1]
a[1:] = a[:-1]
a[0] = 7
a[0] = 300
a[0] = -1
a[0] = 1.5
a[0] = True
a[0] += 1
a[0] -= 1
a[0] *= 100
a[1] += 0.5
a[:] = 2
a[:] = 1.5
a[:] = c
a[:] = w
a[...] = 3
a[a > 1] = 0
a[a > 1] = 300
a[a > 1] += 1
a[a == 2] *= 100
a[c > 1] = a[0]
a[:2] += 1
a[::2] = 5
a.fill(3)
a.fill(300)
a[0], a[1] = a[1], a[0]
a[7] = 1
a[-5] = 1
a.T[0] = 1
a.ravel()[0] = 1
a.flatten()[0] = 1
a.reshape(-1)[1] = 1
a[::-1].reshape(-1)[0] = 1
a.flat[0] = 1
a.flat[0]
for x in a: x += 1
np.flip(a)[0] = 1
b = a if n else a.copy(); b[0] = 1
b = [a, c][n % 2]; b[0] = 1
b = (a, c)[n % 2]; b[0] = 1
changed(a)
changed(a[1:])
changed(a.copy())
BASE[0] = 1
BASE[1:][0] = 1
rewritten(BASE)
b = BASE; b += 1
b = BASE if n else a; b[0] = 1
""".strip().splitlines()


def cells(dtypes: tuple[str, ...], shapes: tuple[tuple[int, ...], ...]) -> Iterator[tuple[str, str]]:
    """The name and the body of each cell."""
    number = 0
    for dtype in dtypes:
        for shape in shapes:
            expressions = [*ANY, *(FLAT if len(shape) == 1 else []), *(SQUARE if len(shape) == 2 else [])]
            bodies = [body for text in expressions for body in _bodies(text, dtype, shape)]
            start = f"a, c, w = made(BASE_{dtype}{len(shape)}, n), OTHER_{dtype}{len(shape)}.copy(), WIDE_{len(shape)}.copy()\n"
            for text in [*bodies, *(f"{each}\nreturn total(a) * 7 + total(c)" for each in STATEMENTS)]:
                number += 1
                body = re.sub(r"\bBASE\b", f"BASE_{dtype}{len(shape)}", text)
                yield f"{number}_{dtype}{len(shape)}", (start + body).replace("\n", "\n    ")


def head() -> str:
    """The source before the cells."""
    tables = "".join(
        f"{name}_{dtype}{len(shape)} = numbers({dtype!r}, {shape}, {start})\n"
        for name, start in (("BASE", 0), ("OTHER", 5))
        for dtype in DTYPES
        for shape in SHAPES
    )
    wide = "".join(f"WIDE_{len(shape)} = numbers('int64', {shape}, 3)\n" for shape in SHAPES)
    return f"import copy\n{HEAD}{tables}{wide}\ndef doubled(x): return x * 100\n\ndef changed(x): x[0] = 1\n\ndef rewritten(x): x[0] = 1\n"


@functools.cache
def _names() -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(head(), names)
    return names


def _bodies(text: str, dtype: str, shape: tuple[int, ...]) -> list[str]:
    """An expression, and a write to what it gives or to what it was made of, where it gives an array."""
    names = {**_names(), "n": 1}
    names |= {"a": names[f"BASE_{dtype}{len(shape)}"].copy(), "c": names[f"OTHER_{dtype}{len(shape)}"].copy()}
    names["w"] = names[f"WIDE_{len(shape)}"].copy()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            given = eval(text, names)
    except Exception:  # Python says what is wrong with it, where it does
        given = 0
    if isinstance(given, tuple):
        return [f"r = {text}\nreturn " + " + ".join(_shown(f"r[{k}]", each) for k, each in enumerate(given))]
    if not isinstance(given, np.ndarray):
        return [f"r = {text}\nreturn {_shown('r', given)}"]
    both = "\nreturn total(a) * 7 + total(r)"
    if not given.size or not given.ndim:
        return [f"r = {text}{both}"]
    place = ", ".join("0" for _ in given.shape)
    return [f"r = {text}\nr[{place}] = 1{both}", f"r = {text}\na[{', '.join('0' for _ in shape)}] = 1{both}"]


def _shown(name: str, value: Any) -> str:
    return f"total({name})" if isinstance(value, np.ndarray) else f"int({name} * 4)"
