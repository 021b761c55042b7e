"""Expressions and statements with arrays of numpy."""

from __future__ import annotations

import importlib.util
from typing import Final

from .blocks import Block, Lines, statement
from .kinds import BOOL, INT, Array, Kind
from .writer import Name, Writer, production

HAS_NUMPY: Final = importlib.util.find_spec("numpy") is not None


def any_array(w: Writer) -> Array:
    """The kind of an array."""
    return Array(shape=w.pick(((3,), (7,), (2, 3), (3, 3), (4, 4), (2, 2, 3))))


def _found(w: Writer) -> tuple[str, Array] | None:
    found = w.having(lambda name: isinstance(name.kind, Array))
    return None if found is None or not isinstance(found.kind, Array) else (found.text, found.kind)


def _place(w: Writer, kind: Array) -> str:
    """Indices of one element."""
    return ", ".join(w.pick((str(w.number(-size, size - 1)), f"({w.expr(INT, 1)}) % {size}")) for size in kind.shape)


def _part(w: Writer, text: str, kind: Array) -> str:
    """A view of some of its elements, at least one."""
    ways = [
        text,
        f"{text}[::-1]",
        f"{text}[1:]",
        f"{text}[:-1]",
        f"{text}.ravel()",
        f"{text}.T",
        f"{text}[::2]",
        f"{text}.copy()",
    ]
    if len(kind.shape) > 1:
        ways += [
            f"{text}[:, {w.number(0, 1)}]",
            f"{text}[({w.expr(INT, 1)}) % {kind.shape[0]}]",
            f"{text}[1:, ::-1]",
            f"{text}[..., -1]",
        ]
    if len(kind.shape) == 2:
        ways += [f"{text}.diagonal()", f"np.fliplr({text}).diagonal()", f"np.rot90({text})", f"{text}.reshape(-1)"]
    return w.pick(ways)


def _mask(w: Writer, text: str) -> str:
    mask = f"({text} {w.pick(('==', '!=', '<', '>='))} {w.number(-1, 3)})"
    return w.pick((mask, mask, f"({mask} & ({text} < 2))", f"({mask} | ({text} == 1))", f"~{mask}"))


@production(INT, weight=2)
def _number_of(w: Writer, kind: Kind, depth: int) -> str | None:
    found = _found(w)
    if found is None:
        return None
    text, of = found
    part = _part(w, text, of)
    ways = [f"{text}[{_place(w, of)}]", f"{part}.{w.pick(('sum', 'min', 'max', 'argmax', 'argmin', 'prod'))}()", f"{text}.size"]
    ways += [f"{_mask(w, part)}.sum()", f"np.count_nonzero({part})", f"np.abs({part}).sum()", f"len({text})", f"{text}.shape[-1]"]
    ways += [f"({part} * {w.number(-2, 3)} + {w.number(0, 2)}).sum()", f"len(np.flatnonzero({_mask(w, part)}))"]
    ways += [f"np.where({_mask(w, text)}, {text}, {w.number(-2, 2)}).sum()", f"{text}[{_mask(w, text)}].sum()"]
    ways += [
        f"{text}.sum(axis={w.pick((0, -1))}).max()",
        f"sum(each for each in {text}.ravel())",
        f"sum({text}.ravel().tolist())",
    ]
    return f"int({w.pick(ways)})"


@production(BOOL, weight=1.5)
def _truth_of(w: Writer, kind: Kind, depth: int) -> str | None:
    found = _found(w)
    if found is None:
        return None
    text, of = found
    part = _part(w, text, of)
    ways = [f"bool({_mask(w, part)}.{w.pick(('any', 'all'))}())", f"bool(({text}[{_place(w, of)}]) == {w.number(-1, 2)})"]
    ways += [f"np.array_equal({text}, {w.expr(of, depth - 1)})", f"bool(np.{w.pick(('any', 'all'))}({part}))"]
    return w.pick([*ways, f"bool(({part} == 1).all(axis=-1).any())", f"({w.number(-1, 3)} in {part})"])


@production(Array, weight=3)
def _array_made(w: Writer, kind: Kind, depth: int) -> str | None:
    assert isinstance(kind, Array)
    found = w.name_of(kind)
    sizes = str(kind.shape)
    one = w.pick((f"np.zeros({sizes}, dtype=int)", f"np.full({sizes}, {w.number(-1, 3)})", f"np.ones({sizes}, dtype=int)"))
    if found is None or w.chance(0.15):
        return one
    text = found.text
    ways = [
        f"np.where({_mask(w, text)}, {text}, {w.number(-1, 3)})",
        f"({text} * {w.pick((2, -1, 3))} + {text}) % 5",
        f"{text}[::-1].copy()",
    ]
    ways += [
        f"np.roll({text}, {w.number(-2, 2)})",
        f"np.flip({text}).copy()",
        f"({text} + 1) % 3",
        f"np.abs({text})",
        f"{text}.copy()",
    ]
    if len(kind.shape) == 2 and kind.shape[0] == kind.shape[1]:
        ways += [f"np.rot90({text}).copy()", f"{text}.T.copy()"]
    return w.pick(ways)


@statement(2)
def _array_changed(b: Block) -> Lines | None:
    w = b.w
    found = _found(w)
    if found is None:
        return None
    text, of = found
    name = w.fresh("g")
    lines = [f"{name} = {text}.copy()"]
    for _ in range(w.number(1, 2)):
        value = f"({b.expr(INT)}) % 5 - 1"
        ways = [f"{name}[{_place(w, of)}] = {value}"] * 2 + [
            f"{name}[{_mask(w, name)}] = {w.number(-1, 2)}",
            f"{name}[1:] = {name}[:-1].copy()",
        ]
        ways += [
            f"{name}[0] += {w.number(1, 2)}",
            f"{name}[::2] = {w.number(-1, 2)}",
            f"{name} %= 4",
            f"{name}.fill({w.number(0, 2)})",
        ]
        if len(of.shape) > 1:
            ways += [
                f"{name}[:, 0] = {value}",
                f"{name}[0], {name}[1] = {name}[1].copy(), {name}[0].copy()",
                f"{name}[-1] = {name}[0]",
            ]
        lines.append(w.pick(ways))
    b.bind(name, of)
    return lines


@statement(1)
def _array_gone_through(b: Block) -> Lines | None:
    w = b.w
    found = _found(w)
    if found is None or b.nesting <= 0:
        return None
    text, of = found
    names = [w.fresh("y") for _ in of.shape]
    source = w.pick((f"np.argwhere({_mask(w, text)})", f"np.ndindex({text}.shape)", f"zip(*np.nonzero({text}))"))
    with w.scope(*(Name(each, INT) for each in names)):
        body = b.nested(1, *(Name(f"int({each})", INT) for each in names), in_loop=True)
    return [f"for {', '.join(names)}{',' * (len(names) == 1)} in {source}:", *body]
