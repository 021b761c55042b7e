"""The `match` statement."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from . import value_types as t
from .builder import FunctionBuilder, MergePoint, Value
from .classes import class_of, is_sequence, is_tuple
from .comparing import equal
from .converting import present
from .expressions import attribute, evaluate, leave_unless, truth
from .materializing import as_list, length
from .operations import contains_in
from .statements import run, statement
from .subscripts import item, slice_of
from .unions import each_option, is_instance


@statement(ast.Match)
def match(b: FunctionBuilder, node: ast.Match) -> None:
    """Compiles `match`: runs the first case that fits."""
    subject = evaluate(b, node.subject)
    done = MergePoint(b)
    for case in node.cases:
        if not b.live:
            break
        otherwise = MergePoint(b)
        fits(b, case.pattern, subject, otherwise)
        if b.live and case.guard is not None:
            b.leave_unless(truth(b, evaluate(b, case.guard)), otherwise)
        if b.live:
            run(b, case.body)
            done.arrive()
        otherwise.meet()
    done.close()


def fits(b: FunctionBuilder, pattern: ast.pattern, subject: Value, otherwise: MergePoint) -> None:
    """Matches a value with a pattern, and assigns its names; jumps to `otherwise` where it does not fit."""
    if not b.live:
        return
    handlers: dict[type[ast.AST], Callable[..., None]] = {
        ast.MatchValue: lambda b, node, subject, on: leave_unless(b, equal(b, subject, evaluate(b, node.value)), on),
        ast.MatchSingleton: _singleton,
        ast.MatchAs: _as,
        ast.MatchOr: _or,
        ast.MatchSequence: _sequence,
        ast.MatchClass: _class,
        ast.MatchMapping: _mapping,
    }
    if (handler := handlers.get(type(pattern))) is None:
        b.refuse("matches a pattern of a kind that compiled games do not have", pattern)
    if handler in (_sequence, _mapping):
        _taken_apart(b, handler, pattern, subject, otherwise)
    else:
        handler(b, pattern, subject, otherwise)


def _taken_apart(
    b: FunctionBuilder, handler: Callable[..., None], pattern: ast.pattern, subject: Value, otherwise: MergePoint
) -> None:
    if isinstance(subject.type, t.Optional):
        b.leave_unless(subject.components[0], otherwise)
        subject = subject.inner
    if isinstance(subject.type, t.Union):
        each_option(b, subject, lambda option: _taken_apart(b, handler, pattern, option, otherwise))
    elif not subject.type.is_never:
        handler(b, pattern, subject, otherwise)


def _singleton(b: FunctionBuilder, pattern: ast.MatchSingleton, subject: Value, otherwise: MergePoint) -> None:
    if pattern.value is not None and not subject.type.is_never:
        _taken_apart(b, _truth, pattern, subject, otherwise)
    elif isinstance(subject.type, t.Optional):
        b.leave_unless(b.ir.not_(subject.components[0]), otherwise)
    elif subject.type != t.NONE:
        otherwise.arrive()


def _truth(b: FunctionBuilder, pattern: ast.MatchSingleton, subject: Value, otherwise: MergePoint) -> None:
    if class_of(subject.type) is bool:
        leave_unless(b, equal(b, subject, Value(t.Constant(pattern.value))), otherwise)
    else:
        otherwise.arrive()


def _as(b: FunctionBuilder, pattern: ast.MatchAs, subject: Value, otherwise: MergePoint) -> None:
    if pattern.pattern is not None:
        fits(b, pattern.pattern, subject, otherwise)
    if pattern.name is not None and b.live:
        b.assign(pattern.name, subject)


def _or(b: FunctionBuilder, pattern: ast.MatchOr, subject: Value, otherwise: MergePoint) -> None:
    meeting = MergePoint(b)
    for each in pattern.patterns:
        on = MergePoint(b)
        fits(b, each, subject, on)
        meeting.arrive()
        on.meet()
    otherwise.arrive()
    meeting.meet()


def _sequence(b: FunctionBuilder, pattern: ast.MatchSequence, subject: Value, otherwise: MergePoint) -> None:
    stars = [place for place, each in enumerate(pattern.patterns) if isinstance(each, ast.MatchStar)]
    cls = class_of(subject.type)
    if cls is not None and (cls in (str, bytes) or not issubclass(cls, Sequence)):
        otherwise.arrive()
        return
    if not is_sequence(subject.type):
        b.refuse(f"matches items of {subject.type}", pattern)
    patterns, star = pattern.patterns, stars[0] if stars else len(pattern.patterns)
    fewest = len(patterns) - len(stars)
    if is_tuple(subject.type):
        many = len(subject.type.items)
        if many < fewest or (many > fewest and not stars):
            otherwise.arrive()
            return
    else:
        b.leave_unless(b.compare(">=" if stars else "==", length(b, subject), b.word(fewest)), otherwise)
    for place, each in enumerate(patterns):
        if not b.live:
            return
        if not isinstance(each, ast.MatchStar):
            at = place if place < star else place - len(patterns)
            fits(b, each, item(b, subject, Value(t.Constant(at))), otherwise)
        elif each.name is not None:
            end = Value(t.Constant(star - fewest)) if star < fewest else None
            b.assign(each.name, as_list(b, slice_of(b, subject, Value(t.Constant(star)), end, None), b.marker(f"star{place}")))


def _mapping(b: FunctionBuilder, pattern: ast.MatchMapping, subject: Value, otherwise: MergePoint) -> None:
    cls = class_of(subject.type)
    if cls is None or not issubclass(cls, dict):
        otherwise.arrive()
        return
    if pattern.rest is not None:
        b.refuse("matches the rest of a dict; name its keys", pattern)
    keys = [evaluate(b, each) for each in pattern.keys]
    for key in keys:
        if b.live:
            leave_unless(b, contains_in(b, subject, key, pattern), otherwise)
    for key, each in zip(keys, pattern.patterns, strict=True):
        if b.live:
            fits(b, each, item(b, subject, key), otherwise)


def _class(b: FunctionBuilder, pattern: ast.MatchClass, subject: Value, otherwise: MergePoint) -> None:
    found = evaluate(b, pattern.cls)
    leave_unless(b, is_instance(b, subject, found, pattern), otherwise)
    if not b.live:
        return
    subject = present(b, subject)
    names = list(pattern.kwd_attrs)
    if pattern.patterns:
        cls = found.type.value if isinstance(found.type, t.Constant) else None
        names = [*getattr(cls, "__match_args__", ())[: len(pattern.patterns)], *names]
        if len(names) < len(pattern.patterns) + len(pattern.kwd_attrs):
            if len(pattern.patterns) == 1 and not pattern.kwd_attrs:
                fits(b, pattern.patterns[0], subject, otherwise)
                return
            b.refuse("matches a class by position that has no __match_args__", pattern)
    for name, each in zip(names, [*pattern.patterns, *pattern.kwd_patterns], strict=True):
        fits(b, each, attribute(b, subject, name, pattern), otherwise)
