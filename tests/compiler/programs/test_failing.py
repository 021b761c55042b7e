"""Errors that are raised and caught give what they give in Python, across calls, classes, loops and `finally`."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

from .cells import outcomes

HEAD = '''
class Odd(Exception):
    """Has a text or not."""

class Odder(Odd): pass

class Rich(Exception):
    def __init__(self, number, more):
        super().__init__(f"{number} {more}")

TABLE = {1: 10, 5: 50}

class Box:
    def __init__(self, n): self.n = n
    def put(self, k):
        if k > self.n: raise Odd("full")
        self.n -= k
        return self.n

def check(n):
    if n == 0: raise Odd("no")
    if n == 1: raise Odder
    return n * 10

def deep(n): return check(n) + 1

def careful(n):
    try: return deep(n)
    except Odder: return -1

def items(n):
    for each in range(4):
        if each == n: raise ValueError("item")
        yield each

def closing(n, log):
    try:
        if n == 0: return 5
        if n == 1: raise Odd("closing")
        log.append(2)
    finally:
        log.append(7)
    return 6

def loops(n, log):
    for each in range(5):
        try:
            if each == n: continue
            if each == 3: break
            log.append(each)
        finally:
            log.append(10 + each)
    return 0

def guarded_items(n):
    try:
        for each in range(n): yield each
    finally: pass

def total(log):
    found = 1
    for each in log: found = found * 17 + each
    return found
'''
CELLS = {
    "across": "try: return deep(n)\n    except Odd: return -5",
    "subclass_only": "try: return deep(n)\n    except Odder: return -5",
    "other_class": "try: return deep(n)\n    except ValueError: return -5",
    "several": "try: return deep(n)\n    except (KeyError, Odd): return -5",
    "first_that_takes": "try: return deep(n)\n    except Odder: return -5\n    except Odd: return -6\n    except Exception: return -7",
    "bare": "try: return deep(n)\n    except: return -5",
    "within": "try: return careful(n)\n    except Odd: return -6",
    "method": "b = Box(1)\n    try: return b.put(n) + 100\n    except Odd: return b.n",
    "otherwise": "try: x = deep(n)\n    except Odd: x = 1\n    else: x += deep(2)\n    return x",
    "otherwise_raises": "try: x = 1\n    except Odd: x = 2\n    else: x = deep(n)\n    return x",
    "again": "try:\n        try: return deep(n)\n        except Odd: raise\n    except Odder: return -5",
    "again_by_name": "try:\n        try: return deep(n)\n        except Odd as e: raise e\n    except Odder: return -5",
    "another": "try: return deep(n)\n    except Odd as e: raise ValueError('other') from e",
    "another_caught": "try:\n        try: return deep(n)\n        except Odd as e: raise ValueError('x') from e\n"
    "    except ValueError: return -9",
    "rich": "try:\n        if n: raise Rich(n, 2)\n    except Rich: return -3\n    return 4",
    "in_handler": "try: return deep(n)\n    except Odd: return careful(n)",
    "generator": "found = 0\n    try:\n        for each in items(n): found += 1 + each\n    except ValueError: found += 100\n    return found",
    "comprehension": "try: return sum([check(each) for each in (2, 3, n)])\n    except Odd: return -4",
    "generator_expression": "try: return sum(check(each) for each in (2, 3, n))\n    except Odd: return -4",
    "consumer": "found = 0\n    for each in items(9):\n        try: found += check(each + n)\n        except Odd: found += 1\n    return found",
    "closure": "def inner(k):\n        if k == n: raise Odd\n        return k\n    try: return inner(1) + 5\n    except Odd: return -5",
    "lambda_": "f = lambda k: TABLE[k]\n    try: return f(n)\n    except KeyError: return -5",
    "table": "try: return TABLE[n]\n    except KeyError: return -5",
    "dict_": "d = {1: n}\n    try: return d[n]\n    except LookupError: return -5",
    "index": "row = [4, 5][:n]\n    try: return row[1]\n    except IndexError: return -5",
    "pop": "row = [4][:n]\n    try: return row.pop()\n    except IndexError: return -5",
    "division": "try: return 7 // n\n    except ZeroDivisionError: return -5",
    "list_index": "try: return [1, 7].index(n)\n    except ValueError: return -5",
    "removed": "s = {1, 7}\n    try: s.remove(n)\n    except KeyError: return -5\n    return len(s)",
    "none": "b = Box(n) if n else None\n    try: return b.n\n    except AttributeError: return -5",
    "none_sum": "b = n if n else None\n    try: return b + 1\n    except TypeError: return -5",
    "number": "try: return int('x1'[n % 2])\n    except ValueError: return -5",
    "next_": "try: return next(each for each in (0, 1) if each == n)\n    except StopIteration: return -5",
    "maximum": "try: return max([4, 5][:n])\n    except ValueError: return -5",
    "asserted": "try: assert n, 'text'\n    except AssertionError: return -5\n    return 4",
    "unbound": "try:\n        if n: x = 1\n        return x\n    except UnboundLocalError: return -5",
    "partly": "found = 0\n    try:\n        found += 1\n        found += check(n)\n        found += 1\n    except Odd: found += 50\n    return found",
    "closed": "log = [1]\n    x = closing(n, log)\n    return total(log) * 10 + x",
    "closed_and_caught": "log = [1]\n    try: x = closing(n, log)\n    except Odd: x = 9\n    return total(log) * 10 + x",
    "loop": "log = [1]\n    loops(n, log)\n    return total(log)",
    "replaced": "try:\n        try: return deep(n)\n        finally: check(1 + n)\n    except Odder: return -5\n    except Odd: return -6",
    "swallowed": "for each in (1, 2):\n        try: deep(n)\n        finally: break\n    return each",
    "handler_and_finally": "log = [1]\n    try: log.append(deep(n))\n    except Odder: log.append(3)\n    finally: log.append(4)\n"
    "    return total(log)",
    "returned_list": "log = [n]\n    def give():\n        try: return log\n        finally: log.append(8)\n    return total(give())",
    "finally_raises": "try: found = n\n    finally:\n        while True: found = [4, 5][:n][n]\n    return found",
    "raised_overflow": "try:\n        if n: raise OverflowError('mine')\n    except OverflowError: return -5\n    return 1",
    "text": "raise Odd('a text')",
    "no_text": "raise Odd",
    "rich_text": "raise Rich(1, 2)",
    "too_few": "if n: raise Rich(1)\n    return 0",
    "looked_at": "try: return deep(n)\n    except Odd as e: return len(e.args)",
    "yielded": "return sum(guarded_items(n))",
    "nothing_caught": "if n: raise\n    return 1",
}


def test_errors_lead_where_python_leads() -> None:
    """Each cell gives the value or the error that Python gives, for three numbers."""
    found = outcomes(HEAD, CELLS)
    assert {name: text for name, text in found.items() if text} == EXPECTED


_CAUGHT = "looks at the error that it caught; catch a class of your own, whose __init__ sets what is read, and that no other is derived from"
EXPECTED = {
    "too_few": "makes a Rich, which raised TypeError: Rich.__init__() missing 1 required positional argument: 'more'",
    "looked_at": _CAUGHT,
    "yielded": "guarded_items: gives items within a try with finally; give them behind it",
    "nothing_caught": "raises again what it caught; raise something of its own",
}


def test_handlers_read_what_an_error_of_ones_own_keeps() -> None:
    """Across calls, through `finally`, raised again and behind other errors; the name ends with its handler."""
    head = """
class Found(Exception):
    def __init__(self, at, why="none"):
        super().__init__(f"at {at}")
        self.at = at
        self.why = why

class Over(Exception):
    def __init__(self, score): self.score = score

class Base(Exception):
    def __init__(self, x): self.x = x

class Derived(Base): pass

MADE = Over(3)

def search(n):
    for i in range(10):
        if i * i > n: raise Found(i)
    raise Found(-1, why="end")

def deeper(n):
    try: search(n)
    finally:
        try: raise Found(99)
        except Found as f: assert f.at == 99

def again(n):
    try: search(n)
    except Found as f:
        try: search(0)
        except Found as g: assert g.at == 1
        raise
"""
    cells = {
        "plain": "try: search(n * 7)\n    except Found as e: return e.at",
        "why": "try: search(n * 30)\n    except Found as e: return e.at * 10 + len(e.why)",
        "finally": "try: deeper(n * 7)\n    except Found as e: return e.at",
        "again": "try: again(n * 7)\n    except Found as e: return e.at",
        "two": "try:\n        if n % 2: raise Over(n * 3)\n        search(n)\n    except Found as e: return e.at\n"
        "    except Over as e: return e.score + 100",
        "loop": "t = 0\n    for i in range(5):\n        try:\n            if i % 2: raise Over(i * n)\n            t += 1\n"
        "        except Over as o: t += o.score * 10\n    return t",
        "ended": "e = 4\n    try:\n        if n: raise Over(n)\n    except Over as e: t = e.score\n    return e",
        "base": "try: raise Derived(n)\n    except Base as e: return e.x",
        "args": "try: raise Over(n)\n    except Over as e: return e.args[0]",
        "text": "try: search(n)\n    except Found as e: return len(str(e))",
    }
    found = outcomes(head, cells)
    assert {name: text for name, text in found.items() if text} == {
        "base": _CAUGHT,
        "args": "reads .args of Over, which compiled games do not know",
        "text": "makes a text of Found; write its parts one by one",
    }
    cells = {"made": "try:\n        if n: raise MADE\n    except Over as e: return e.score\n    return 0"}
    assert "raises an error that was made before, and that a handler looks at" in outcomes(head, cells)["made"]
