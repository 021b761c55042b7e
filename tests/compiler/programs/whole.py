"""Whole games made of random statements, searched natively and in Python."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterable
from typing import Any

import minimaxer as mx


def rules_of(source: str, name: str) -> Any:
    """The object of the class `Rules` of a source."""
    file = f"<{name}>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    names: dict[str, Any] = {"__name__": name.replace(" ", "_")}
    exec(compile(source, file, "exec"), names)
    return names["Rules"]()


def differences(program: Callable[[int], str], numbers: Iterable[int], *limits: str) -> tuple[list[Any], int]:
    """The searches of random programs that give another value than in Python, and how many programs were compared to the end.

    Errors with one of the texts `limits` are limits of compiled code.
    """
    wrong: list[Any] = []
    compared = 0
    for number in numbers:
        rules = rules_of(program(number), f"{program.__module__} {number}")
        try:
            fast = mx.compile(rules, check=False)
        except mx.CompileError:
            continue
        try:
            state = rules.initial()
            for ply in range(4):
                for depth in (1, 3):
                    slow, native = (mx.search(game, state, depth=depth).value for game in (rules, fast))
                    if slow != native:
                        wrong.append((number, ply, depth, slow, native))
                state = rules.play(state, ply % 2)
        except IndexError:  # the rules' own, where a list they drew from is empty
            continue
        except (mx.RulesError, OverflowError) as error:
            if not any(limit in str(error) for limit in limits):
                wrong.append((number, str(error)))
            continue
        compared += 1
    return wrong, compared
