"""Texts that nobody would write: random ones, and valid ones with a few places changed. The same seed gives the same texts."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

ALPHABETS: Final = (
    "0123456789",
    "0123456789,/-+.:;=| ",
    "xoXO.-#|/vh01",
    "abcdefgh12345678",
    "pnbrqkPNBRQK12345678/ wb-",
    "abcdefghijklmnopqrstuvwxyz_=,+()[]{}'\"\\0123456789",
    "".join(map(chr, range(128))),
    "\0\t\r\n\x0b\x0c\x1c\x1d\x1e\x1f\x7f\x85\xa0\u2028\u2029\ufeff\u200b",
    "\u0663\u0967\uff11\u00b2\u2167\u212a\u0130\u0131\u00df\u017f\ufb01\u2654\u265a\U0001f600\udcff",
)
"""What texts are made of; the last two are signs that are taken for digits, letters, spaces or ends of lines."""
LONG: Final = (50, 300, 5_000, 20_000)
VALUES: Final = (
    "",
    "0",
    "-1",
    "1",
    "9" * 22,
    "9" * 5_000,
    "0x" + "f" * 900,
    "1e999",
    "-0.0",
    "nan",
    "None",
    "True",
    "...",
    "[]",
    "{}",
    "{1: 2}",
    "()",
    "[[[]]]",
    "((((",
    "b'x'",
    "'x'",
    "1j",
    "1+2",
    "+",
    "1+" * 500,
    "-" * 900 + "1",
    "64MB",
    "0B",
    "999999999999GB",
    "auto",
    "order",
    "best",
    "gardner",
    "lambda: 0",
    "\\d",
)
"""Values of fields and options."""


def random_text(rng: Random) -> str:
    """A text of one alphabet or of all; mostly short, now and then very long."""
    alphabet = rng.choice(ALPHABETS) if rng.random() < 0.8 else "".join(ALPHABETS)
    length = rng.choice(LONG) if rng.random() < 0.03 else rng.randrange(25)
    return "".join(rng.choices(alphabet, k=length))


def mutated(rng: Random, text: str) -> str:
    """The text with one to three places changed."""
    for _ in range(rng.randint(1, 3)):
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.randint(0, 4))
        piece = text[start:end]
        text = text[:start] + _instead(rng, piece) + text[end:]
    return text


def _instead(rng: Random, piece: str) -> str:
    kind = rng.randrange(7)
    if kind == 0:
        return ""
    if kind == 1:
        return piece * rng.choice((2, 3, 10, 1_000))
    if kind == 2:
        return piece.swapcase()
    if kind == 3:
        return piece[::-1]
    if kind == 4:
        return rng.choice(VALUES)
    return rng.choice(rng.choice(ALPHABETS)) + piece


def texts(rng: Random, valid: Sequence[str], count: int) -> list[str]:
    """So many texts, most of them made of valid ones."""
    return [mutated(rng, rng.choice(valid)) if valid and rng.random() < 0.75 else random_text(rng) for _ in range(count)]
