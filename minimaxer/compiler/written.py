"""Methods of texts, lists and sets and functions of the library, written in Python: compiled where rules call them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

_ENDS: Final = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
"""The letters that end a line."""


def _bounds(text: str, start: int | None, end: int | None) -> tuple[int, int]:
    """Where a part of a text begins, which may lie behind its end, and where it ends."""
    first, last = 0 if start is None else start, len(text) if end is None else end
    if first < 0:
        first = max(0, first + len(text))
    if last < 0:
        last = max(0, last + len(text))
    return first, min(last, len(text))


def find(text: str, part: str, start: int | None = None, end: int | None = None, /) -> int:
    first, last = _bounds(text, start, end)
    if len(part) == 1:  # which takes less time
        mark = part[0]
        for place, letter in enumerate(text[first:last], first):
            if letter == mark:
                return place
        return -1
    for place in range(first, last - len(part) + 1):
        if text[place : place + len(part)] == part:
            return place
    return -1


def rfind(text: str, part: str, start: int | None = None, end: int | None = None, /) -> int:
    first, last = _bounds(text, start, end)
    for place in range(last - len(part), first - 1, -1):
        if text[place : place + len(part)] == part:
            return place
    return -1


def index(text: str, part: str, start: int | None = None, end: int | None = None, /) -> int:
    place = find(text, part, start, end)
    if place < 0:
        raise ValueError("substring not found")
    return place


def rindex(text: str, part: str, start: int | None = None, end: int | None = None, /) -> int:
    place = rfind(text, part, start, end)
    if place < 0:
        raise ValueError("substring not found")
    return place


def count(text: str, part: str, start: int | None = None, end: int | None = None, /) -> int:
    first, last = _bounds(text, start, end)
    if part == "":
        return max(0, last - first + 1)
    if len(part) == 1:
        return number_of(text[first:last], part[0])
    found, place = 0, find(text, part, first, last)
    while place >= 0:
        found += 1
        place = find(text, part, place + len(part), last)
    return found


def startswith(text: str, prefix: str | tuple[str, ...], start: int | None = None, end: int | None = None, /) -> bool:
    if isinstance(prefix, tuple):
        return any(startswith(text, each, start, end) for each in prefix)
    first, last = _bounds(text, start, end)
    return first + len(prefix) <= last and text[first : first + len(prefix)] == prefix


def endswith(text: str, suffix: str | tuple[str, ...], start: int | None = None, end: int | None = None, /) -> bool:
    if isinstance(suffix, tuple):
        return any(endswith(text, each, start, end) for each in suffix)
    first, last = _bounds(text, start, end)
    return last - len(suffix) >= first and text[last - len(suffix) : last] == suffix


def removeprefix(text: str, prefix: str, /) -> str:
    return text[len(prefix) :] if startswith(text, prefix) else text


def removesuffix(text: str, suffix: str, /) -> str:
    return text[: len(text) - len(suffix)] if endswith(text, suffix) else text


def partition(text: str, sep: str, /) -> tuple[str, str, str]:
    place = find(text, _separator(sep))
    return (text, "", "") if place < 0 else (text[:place], sep, text[place + len(sep) :])


def rpartition(text: str, sep: str, /) -> tuple[str, str, str]:
    place = rfind(text, _separator(sep))
    return ("", "", text) if place < 0 else (text[:place], sep, text[place + len(sep) :])


def _separator(sep: str) -> str:
    if sep == "":
        raise ValueError("empty separator")
    return sep


def split(text: str, sep: str | None = None, maxsplit: int = -1) -> list[str]:
    parts: list[str] = []
    start = -1 if sep is None else 0
    if sep is None:
        for place, letter in enumerate(text):
            if not letter.isspace():
                if start < 0:
                    start = place
                    if len(parts) == maxsplit:
                        break
            elif start >= 0:
                parts.append(text[start:place])
                start = -1
    elif len(_separator(sep)) == 1:
        mark = sep[0]
        for place, letter in enumerate(text):
            if letter == mark and len(parts) != maxsplit:
                parts.append(text[start:place])
                start = place + 1
    else:
        place = find(text, sep)
        while place >= 0 and len(parts) != maxsplit:
            parts.append(text[start:place])
            start = place + len(sep)
            place = find(text, sep, start)
    if start >= 0:
        parts.append(text[start:])
    return parts


def rsplit(text: str, sep: str | None = None, maxsplit: int = -1) -> list[str]:
    if maxsplit < 0 and (sep is None or len(_separator(sep)) == 1):
        return split(text, sep)
    parts: list[str] = []
    end = len(text)
    if sep is None:
        end = len(rstrip(text))
        while len(parts) != maxsplit and any(each.isspace() for each in text[:end]):
            start = end
            while start and not text[start - 1].isspace():
                start -= 1
            parts.append(text[start:end])
            end = len(rstrip(text[:start]))
        return parts[::-1] if end == 0 else [text[:end], *reversed(parts)]
    place = rfind(text, _separator(sep))
    while place >= 0 and len(parts) != maxsplit:
        parts.append(text[place + len(sep) : end])
        end = place
        place = rfind(text, sep, 0, end)
    return [text[:end], *reversed(parts)]


def splitlines(text: str, keepends: bool = False) -> list[str]:
    lines: list[str] = []
    start = place = 0
    while place < len(text):
        end = place
        place += 1
        if text[end] in _ENDS:
            if text[end : end + 2] == "\r\n":
                place += 1
            lines.append(text[start : place if keepends else end])
            start = place
    if start < len(text):
        lines.append(text[start:])
    return lines


def lstrip(text: str, chars: str | None = None, /) -> str:
    start = 0
    while start < len(text) and (text[start].isspace() if chars is None else text[start] in chars):
        start += 1
    return text[start:]


def rstrip(text: str, chars: str | None = None, /) -> str:
    end = len(text)
    while end > 0 and (text[end - 1].isspace() if chars is None else text[end - 1] in chars):
        end -= 1
    return text[:end]


def strip(text: str, chars: str | None = None, /) -> str:
    return lstrip(rstrip(text, chars), chars)


def replace(text: str, old: str, new: str, count: int = -1, /) -> str:
    if old != "":
        return new.join(split(text, old, count))
    between = ["" if 0 <= count <= place else new for place in range(len(text) + 1)]
    return "".join([before + letter for before, letter in zip(between, text, strict=False)]) + between[len(text)]


def ljust(text: str, width: int, fillchar: str = " ", /) -> str:
    return text + _letter(fillchar) * (width - len(text))


def rjust(text: str, width: int, fillchar: str = " ", /) -> str:
    return _letter(fillchar) * (width - len(text)) + text


def center(text: str, width: int, fillchar: str = " ", /) -> str:
    more = max(0, width - len(text))
    before = more // 2 + (more & width & 1)
    return _letter(fillchar) * before + text + fillchar * (more - before)


def _letter(fillchar: str) -> str:
    if len(fillchar) != 1:
        raise TypeError("The fill character must be exactly one character long")
    return fillchar


def zfill(text: str, width: int, /) -> str:
    sign = text[:1] if startswith(text, ("+", "-")) else ""
    return sign + "0" * (width - len(text)) + text[len(sign) :]


OF_TEXTS: Final = {
    each.__name__: each
    for each in (
        find, rfind, index, rindex, count, startswith, endswith, removeprefix, removesuffix, partition, rpartition,
        split, rsplit, splitlines, lstrip, rstrip, strip, replace, ljust, rjust, center, zfill,
    )
}  # fmt: skip
"""The methods of texts that are made at run time; arguments, results and errors are those of `str`."""


def number_of(items: Iterable[object], value: object) -> int:
    found = 0
    for each in items:
        if each == value:
            found += 1
    return found


def accumulate(iterable: Iterable[Any], func: Callable[[Any, Any], Any] | None = None, *, initial: Any = None) -> Iterator[Any]:
    totals = [] if initial is None else [initial]
    if totals:
        yield totals[0]
    for item in iterable:
        if not totals:
            totals.append(item)
        else:
            totals[0] = totals[0] + item if func is None else func(totals[0], item)
        yield totals[0]


STEPS: Final = {"combinations": 1, "combinations_with_replacement": 0, "permutations": -1}


def choices(items: Sequence[Any], size: int, step: int) -> Iterator[tuple[Any, ...]]:
    for places in _choices(len(items), size, step):
        yield tuple([items[place] for place in places])


def _choices(count: int, size: int, step: int) -> Iterator[list[int]]:
    """Places to choose: each `step` or more behind the one before; in any order, but none twice, where it is -1."""
    if size < 0:
        raise ValueError("r must be non-negative")
    places: list[int] = []
    place = 0
    while True:
        if len(places) == size:
            yield places
        elif place < count:
            if step >= 0 or place not in places:
                places.append(place)
                place = place + step if step >= 0 else 0
            else:
                place += 1
            continue
        if not places:
            return
        place = places.pop() + 1


def power(base: int, exponent: int, modulus: int) -> int:
    if modulus == 0:
        raise ValueError("pow() 3rd argument cannot be 0")
    if exponent < 0:
        base, exponent = _inverse(base, modulus), -exponent
    found, factor = 1 % modulus, base % modulus
    while exponent:
        if exponent & 1:
            found = found * factor % modulus
        factor = factor * factor % modulus
        exponent >>= 1
    return found


def _inverse(base: int, modulus: int) -> int:
    one, other, first, second = base % modulus, modulus, 1, 0
    while other:
        quotient = one // other
        one, other, first, second = other, one - quotient * other, second, first - quotient * second
    if one not in (1, -1):
        raise ValueError("base is not invertible for the given modulus")
    return first * one % modulus


TENS: Final = (1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12)


def rounded(number: float, digits: int) -> float:
    scale = TENS[digits]
    product = number * scale
    whole = math.floor(product)
    rest = product - whole
    if rest == 0.5:  # of the product as it was rounded: what was lost decides (Dekker 1971)
        (high, low), (more, less) = _halves(number), _halves(scale)
        lost = ((high * more - product) + high * less + low * more) + low * less
        rest += lost if lost else 0.25 if whole % 2 else -0.25
    return math.copysign((whole + int(rest > 0.5)) / scale, number)


def _halves(number: float) -> tuple[float, float]:
    far = 134217729.0 * number
    high = far - (far - number)
    return high, number - high


def unique(items: Iterable[Any]) -> list[Any]:
    return sorted(set(items))


def reverse(items: list[object]) -> None:
    for place in range(len(items) // 2):
        items[place], items[-1 - place] = items[-1 - place], items[place]
