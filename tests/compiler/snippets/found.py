"""Methods that compiled code once got wrong, made small; `trial` puts a game around them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from enum import Enum, IntEnum


class Side(Enum):
    """Values with a gap."""

    RED = 0
    BLUE = 4


class Shape(IntEnum):
    """Numbers."""

    ROUND = 1
    FLAT = 2


class One(Enum):
    """A single member."""

    ONLY = 3


class Rules:
    """One fault a method."""

    def m0(self, a: int, b: int, c: int) -> int:
        """The value of no member is a ValueError."""
        return Side(b).value

    def m1(self, a: int, b: int, c: int) -> int:
        """Of an IntEnum, too."""
        return Shape(b)

    def m2(self, a: int, b: int, c: int) -> int:
        """A single member."""
        return One(a).value

    def m3(self, a: int, b: int, c: int) -> int:
        """A value that an Enum does not have can be caught."""
        try:
            return Side(b + c).value
        except ValueError:
            return a

    def m4(self, a: int, b: int, c: int) -> int:
        """A known power with a modulus."""
        return a + pow(3, 2, 5)

    def m5(self, a: int, b: int, c: int) -> int:
        """The least integer has no opposite that fits."""
        return abs(-(2**63) + 1 + b) % 7 + -(-(2**63) + 1 + b) % 5

    def m6(self, a: int, b: int, c: int) -> int:
        """Divided by -1, it stopped the process."""
        return (-(2**63) + b) // c % 7

    def m7(self, a: int, b: int, c: int) -> int:
        """Its remainder did, too."""
        return (-(2**63) + 1 + b) % c + divmod(-(2**63) + 1 + b, c)[1]

    def m8(self, a: int, b: int, c: int) -> int:
        """Roots of numbers near 2**63."""
        return math.isqrt(2**63 - 1 - b) + math.isqrt(3037000499**2 - (b & 1)) + math.isqrt(b)

    def m9(self, a: int, b: int, c: int) -> int:
        """`fabs` of an integer is a float."""
        return 1 if math.fabs(a) / 2 == abs(a) / 2 else 0

    def m10(self, a: int, b: int, c: int) -> int:
        """Roots of negative numbers are errors."""
        return int(math.sqrt(a))

    def m11(self, a: int, b: int, c: int) -> int:
        """So are logarithms of nothing."""
        return int(math.log(a) * 10) + int(math.log(8 + b, 2 + c) * 4)

    def m12(self, a: int, b: int, c: int) -> int:
        """Zero to a negative power, with its two errors."""
        try:
            return int(float(b) ** a * 8)
        except ZeroDivisionError:
            return int(math.pow(b, a) * 8)

    def m13(self, a: int, b: int, c: int) -> int:
        """Powers beyond floats."""
        try:
            return int(10.0 ** (b * 200) > 1) + int(math.exp(a * 400.0) > 3)
        except OverflowError:
            return -1

    def m14(self, a: int, b: int, c: int) -> int:
        """Infinity as an integer."""
        best = -math.inf
        for each in [a, b][:b]:
            best = max(best, each)
        return int(best)

    def m15(self, a: int, b: int, c: int) -> int:
        """No number as an integer."""
        found = math.inf
        if b:
            found = found - found
        return int(found)

    def m16(self, a: int, b: int, c: int) -> int:
        """Floats beyond 64 bits."""
        return round(2.0**63 + b) % 7

    def m17(self, a: int, b: int, c: int) -> int:
        """The default of a lambda is the value where it is defined."""
        add = lambda x, k=b: x + k  # noqa: E731
        b += 5
        return add(a) * 10 + b

    def m18(self, a: int, b: int, c: int) -> int:
        """So are those of an inner function, by keyword too."""

        def mixed(x: int, k: int = b, *, j: int = c) -> int:
            return x + k * 3 + j * 7

        b -= 1
        c += 2
        return mixed(a) * 100 + mixed(a, 1) * 10 + mixed(a, j=2)

    def m19(self, a: int, b: int, c: int) -> int:
        """A list as a default stays the same one."""

        def counted(x: int, seen: list[int] = []) -> int:  # noqa: B006
            seen.append(x)
            return len(seen)

        return counted(a) + counted(b) * 10

    def m20(self, a: int, b: int, c: int) -> int:
        """The usual way to keep a loop's name."""
        total = 0
        for i in range(3):
            times = lambda x, i=i: x * i  # noqa: E731
            i = 9
            total += times(a)
        return total

    def m21(self, a: int, b: int, c: int) -> int:
        """A function that calls itself by its default."""

        def steps(n: int, step: int = b % 2 + 1) -> int:
            return 0 if n <= 0 else 1 + steps(n - step)

        b = 7
        return steps(c + 3) * 10 + b

    def m22(self, a: int, b: int, c: int) -> int:
        """A generator within a function."""

        def some(n: int = b) -> Iterator[int]:
            for i in range(n):
                yield i + a

        b = 9
        return sum(some()) + sum(some(2)) * 100
