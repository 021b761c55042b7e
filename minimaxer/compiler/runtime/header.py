"""The header of every kernel's memory, on which all kernels and their runners agree, in 64-bit words, and places behind it."""

from __future__ import annotations

import math
from typing import Final, Generic, Protocol, TypeVar, cast


class Narrow(Protocol):
    """The address of an array of items narrower than a word: a number that `peek` does not accept as an array of words."""

    def __add__(self, offset: int) -> int: ...
    def __eq__(self, other: object) -> bool: ...


class Halves(Narrow):
    """The address of an array of half words, for `peek_half` and `poke_half`."""


class Bytes(Narrow):
    """The address of an array of bytes, for `peek_byte` and `poke_byte`."""


A = TypeVar("A", bound=Narrow)


class Place(int, Generic[A]):
    """The place of a word that holds such an address. For the type checker alone: a kernel runs on plain numbers."""


class Places:
    """Consecutive words of 64 bits from `first` to before `end`: each word requested gets the next place."""

    def __init__(self, first: int, end: float = math.inf) -> None:
        self.next = first
        self._end = end

    def word(self) -> int:
        """The place of one word."""
        return self.words(1)

    def bytes(self) -> Place[Bytes]:
        """The place of a word with the address of an array of bytes."""
        return cast("Place[Bytes]", self.word())

    def halves(self) -> Place[Halves]:
        """The place of a word with the address of an array of half words."""
        return cast("Place[Halves]", self.word())

    def words(self, count: int) -> int:
        """The place of the first of that many words; raises ValueError if there is no room for them."""
        place = self.next
        self.next += count
        if self.next > self._end:
            raise ValueError(f"expected at most {self._end} words, got {self.next}")
        return place


SCALARS: Final = 64
"""Words before the larger parts; a family owns those that the header leaves, from `FREE` on."""
_scalars: Final = Places(0, SCALARS)

STOP: Final = _scalars.word()
"""The reason to end the run, or 0. Set from any thread."""
NODES: Final = _scalars.word()
"""Positions visited."""
NODE_LIMIT: Final = _scalars.word()
STACK_END: Final = _scalars.word()
"""The lowest address of a frame; computed from `STACK_SIZE` when the kernel is entered."""
STACK_SIZE: Final = _scalars.word()
"""Bytes that frames may take; 0 for no check."""
FAULT: Final = _scalars.word()
"""The rule of the protocol that the game broke, where `STOP` is `BY_RULES`; the state is at `FAULT_STATE`."""
FLAGS: Final = _scalars.word()
"""Switches, as bits whose meaning each kernel defines."""
DEPTH: Final = _scalars.word()
FAILURE: Final = _scalars.word()
"""The number of the error with which the rules ended."""
ARENA: Final = _scalars.word()
"""The address of the first free byte of the arena, which holds all values that are no scalars."""
ARENA_END: Final = _scalars.word()
LATE: Final = _scalars.word()
"""Nonzero to make the rules return at once, with an error. Set from any thread."""
LISTED: Final = _scalars.word()
"""The address of a list of moves that the rules made, and of the words of its state behind it; 0 if there is none."""
FREE: Final = _scalars.next
"""The first word of a family's own."""

MARGIN: Final = SCALARS - 1
"""Nonzero once an outcome was no win, loss or draw, where chance decides."""

MOST_MOVES: Final = 4096
"""Most moves in one state."""

_parts: Final = Places(SCALARS)
STATE_WORDS: Final = 2048
STATE: Final = _parts.words(STATE_WORDS)
"""The state to begin from."""
FAULT_STATE: Final = _parts.words(STATE_WORDS)
JUMP: Final = _parts.words(64)
"""The machine's state when the kernel was entered, as C's `setjmp` saves it."""
ERROR: Final = _parts.word()
"""The address of the object that the rules raised, where a handler of that class looks at it."""
END: Final = _parts.next
"""The beginning of a family's larger parts."""

# --- reasons why a run stopped --------------------------------------------------------------------------------------------
BY_CALLER, BY_NODES, BY_PLIES, BY_MOVES, BY_RULES = range(1, 6)
BY_PEER: Final = 6
"""Another worker found the answer."""

# --- rules that were broken -----------------------------------------------------------------------------------------------
OUTCOME, EVALUATION, PLAYER, NO_MOVES, BOUNDS, STUCK, MANY_MOVES, CHANCES, PRIOR = range(1, 10)
