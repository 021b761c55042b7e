"""`match`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from .body import Body, Join, Value
from .classes import class_of, is_sequence, is_tuple
from .comparing import equal
from .converting import present
from .expressions import attribute, evaluate, holds, truth
from .kinds import BOOL, NEVER, NONE, Constant, Never, Optional, Tuple, Union
from .statements import run, statement
from .unions import each_option, is_one_of


@statement(ast.Match)
def match(b: Body, node: ast.Match) -> None:
    """Goes through the first case that fits."""
    subject = evaluate(b, node.subject)
    done = Join(b)

    def case(place: int) -> None:
        if place == len(node.cases):
            done.arrive()
            return
        each = node.cases[place]
        otherwise = Join(b)
        fits(b, each.pattern, subject, otherwise)
        if b.live and each.guard is not None:
            b.leave_unless(truth(b, evaluate(b, each.guard)), otherwise)
        if b.live:
            run(b, each.body)
            done.arrive()
        otherwise.meet()
        if b.live:
            case(place + 1)

    case(0)
    done.meet()


def _decide(b: Body, value: Value, otherwise: Join) -> None:
    decided = holds(b, value)
    if decided is None:
        b.leave_unless(truth(b, value), otherwise)
    elif not decided:
        otherwise.arrive()


def fits(b: Body, pattern: ast.pattern, subject: Value, otherwise: Join) -> None:
    """Goes on where a value fits a pattern, whose names it gives values; else there."""
    if not b.live:
        return
    handlers: dict[type[ast.AST], Callable[..., None]] = {
        ast.MatchValue: _value,
        ast.MatchSingleton: _singleton,
        ast.MatchAs: _as,
        ast.MatchOr: _or,
        ast.MatchSequence: _sequence,
        ast.MatchClass: _class,
    }
    handler = handlers.get(type(pattern))
    if handler is None:
        b.refuse("matches a pattern of a kind that compiled games do not have", pattern)
    handler(b, pattern, subject, otherwise)


def _value(b: Body, pattern: ast.MatchValue, subject: Value, otherwise: Join) -> None:
    _decide(b, equal(b, subject, evaluate(b, pattern.value)), otherwise)


def _singleton(b: Body, pattern: ast.MatchSingleton, subject: Value, otherwise: Join) -> None:
    if pattern.value is None:
        kind = subject.kind
        if isinstance(kind, Optional):
            b.leave_unless(b.op("not_", subject.leaves[0]), otherwise)
        elif kind != NONE:
            otherwise.arrive()
        return
    if subject.kind != BOOL and not (isinstance(subject.kind, Constant) and isinstance(subject.kind.value, bool)):
        otherwise.arrive()
        return
    _decide(b, equal(b, subject, Value(Constant(pattern.value))), otherwise)


def _as(b: Body, pattern: ast.MatchAs, subject: Value, otherwise: Join) -> None:
    if pattern.pattern is not None:
        fits(b, pattern.pattern, subject, otherwise)
    if pattern.name is not None and b.live:
        b.assign(pattern.name, subject)


def _or(b: Body, pattern: ast.MatchOr, subject: Value, otherwise: Join) -> None:
    meeting = Join(b)
    for each in pattern.patterns:
        on = Join(b)
        fits(b, each, subject, on)
        meeting.arrive()
        on.meet()
        if not b.live:
            break
    if b.live:
        otherwise.arrive()
    meeting.meet()


def _sequence(b: Body, pattern: ast.MatchSequence, subject: Value, otherwise: Join) -> None:
    from .gathering import length
    from .subscripts import item

    if isinstance(subject.kind, Optional):
        b.leave_unless(subject.leaves[0], otherwise)
        subject = Value(subject.kind.item, subject.leaves[1:])
    stars = [place for place, each in enumerate(pattern.patterns) if isinstance(each, ast.MatchStar)]
    if isinstance(subject.kind, Union):
        size = len(pattern.patterns)

        def fits_option(option: Tuple) -> bool:
            return is_tuple(option) and (len(option.items) >= size - 1 if stars else len(option.items) == size)

        _decide(b, is_one_of(b, subject, fits_option), otherwise)
        subject = each_option(b, subject, lambda option: option, where=fits_option) if b.live else Value(NEVER)
    if isinstance(subject.kind, Never):
        return
    cls = class_of(subject.kind)
    if cls is not None and (cls in (str, bytes) or not issubclass(cls, Sequence)):
        otherwise.arrive()
        return
    if not is_sequence(subject.kind):
        b.refuse(f"matches items of {subject.kind}", pattern)
    if stars:
        _starred(b, pattern.patterns, subject, stars[0], otherwise)
        return
    if is_tuple(subject.kind):
        if len(subject.kind.items) != len(pattern.patterns):
            otherwise.arrive()
            return
    else:
        b.leave_unless(b.compare("==", length(b, subject), b.word(len(pattern.patterns))), otherwise)
    for place, each in enumerate(pattern.patterns):
        if b.live:
            fits(b, each, item(b, subject, Value(Constant(place))), otherwise)


def _starred(b: Body, patterns: list[ast.pattern], subject: Value, star: int, otherwise: Join) -> None:
    """Of items with a name that takes all that the others leave."""
    from .gathering import as_list, length
    from .subscripts import item, slice_of

    after = len(patterns) - star - 1
    if is_tuple(subject.kind):
        if len(subject.kind.items) < len(patterns) - 1:
            otherwise.arrive()
            return
    else:
        b.leave_unless(b.compare(">=", length(b, subject), b.word(len(patterns) - 1)), otherwise)
    for place, each in enumerate(patterns):
        if not b.live:
            return
        if place != star:
            at = place if place < star else place - len(patterns)
            fits(b, each, item(b, subject, Value(Constant(at))), otherwise)
        elif isinstance(each, ast.MatchStar) and each.name is not None:
            end = Value(Constant(-after)) if after else None
            b.assign(each.name, as_list(b, slice_of(b, subject, Value(Constant(star)), end, None), b.marker(f"star{place}")))


def _class(b: Body, pattern: ast.MatchClass, subject: Value, otherwise: Join) -> None:
    from .library import is_instance

    found = evaluate(b, pattern.cls)
    _decide(b, is_instance(b, subject, found, pattern), otherwise)
    if not b.live:
        return
    subject = present(b, subject)
    names = list(pattern.kwd_attrs)
    if pattern.patterns:
        cls = found.kind.value if isinstance(found.kind, Constant) else None
        names = [*getattr(cls, "__match_args__", ())[: len(pattern.patterns)], *names]
        if len(names) < len(pattern.patterns) + len(pattern.kwd_attrs):
            if len(pattern.patterns) == 1 and not pattern.kwd_attrs:
                fits(b, pattern.patterns[0], subject, otherwise)
                return
            b.refuse("matches a class by position that has no __match_args__", pattern)
    for name, each in zip(names, [*pattern.patterns, *pattern.kwd_patterns], strict=True):
        fits(b, each, attribute(b, subject, name, pattern), otherwise)
