"""Strongly connected components of a graph of states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def components(after: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Yields the strongly connected components, each after all that it leads to.

    Args:
        after: The numbers of each state's successors.

    Source: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1(2), 1972.

    Examples:
        >>> list(components([(1,), (2,), (1, 3), ()]))
        [[3], [2, 1], [0]]
    """
    number, low = [0] * len(after), [0] * len(after)
    open_, stack, count = [False] * len(after), list[int](), 0
    for start in range(len(after)):
        if number[start]:
            continue
        todo = [(start, iter(after[start]))]
        count += 1
        number[start] = low[start] = count
        stack.append(start)
        open_[start] = True
        while todo:
            state, following = todo[-1]
            for other in following:
                if not number[other]:
                    count += 1
                    number[other] = low[other] = count
                    stack.append(other)
                    open_[other] = True
                    todo.append((other, iter(after[other])))
                    break
                if open_[other]:
                    low[state] = min(low[state], number[other])
            else:
                todo.pop()
                if todo:
                    low[todo[-1][0]] = min(low[todo[-1][0]], low[state])
                if low[state] == number[state]:
                    found = list[int]()
                    while not found or found[-1] != state:
                        found.append(stack.pop())
                        open_[found[-1]] = False
                    yield found
