"""The beginning of every kernel's memory: what every kernel and its runner agree on, in words of 64 bits."""

from __future__ import annotations

from typing import Final

from .places import Places

SCALARS: Final = 64
"""Words before the larger parts; what the header leaves of them is a family's, from `FREE` on."""
_scalars: Final = Places(0, SCALARS)

STOP: Final = _scalars.word()
"""Not 0: the run ends; the value says why. Set from any thread."""
NODES: Final = _scalars.word()
"""Positions visited."""
NODE_LIMIT: Final = _scalars.word()
STACK_END: Final = _scalars.word()
"""No frame may lie below this address; worked out from `STACK_SIZE` when the kernel is entered."""
STACK_SIZE: Final = _scalars.word()
"""Bytes that frames may take; 0: nobody looks."""
FAULT: Final = _scalars.word()
"""Which rule of the protocol the game broke, where `STOP` is `BY_RULES`; the state stands at `FAULT_STATE`."""
FLAGS: Final = _scalars.word()
"""Switches, as bits that each kernel gives a meaning."""
DEPTH: Final = _scalars.word()
FAILURE: Final = _scalars.word()
"""The number of the error with which the rules ended."""
ARENA: Final = _scalars.word()
"""The address of the first free byte of the arena, in which all values lie that are no scalars."""
ARENA_END: Final = _scalars.word()
LATE: Final = _scalars.word()
"""Not 0: the rules are to come back at once, with an error. Set from any thread."""
FREE: Final = _scalars.next
"""The first word that is a family's."""

MARGIN: Final = SCALARS - 1
"""Not 0 once an outcome was no win, loss or draw, where chance decides."""

MOST_MOVES: Final = 4096
"""Most moves in one state."""

_parts: Final = Places(SCALARS)
STATE_WORDS: Final = 1024
STATE: Final = _parts.words(STATE_WORDS)
"""The state to begin from."""
FAULT_STATE: Final = _parts.words(STATE_WORDS)
JUMP: Final = _parts.words(64)
"""Where the machine was when the kernel was entered, as C's `setjmp` has it."""
END: Final = _parts.next
"""Here a family's larger parts begin."""

# --- why a run stopped ----------------------------------------------------------------------------------------------------
BY_CALLER: Final = 1
BY_NODES: Final = 2
BY_PLIES: Final = 3
BY_MOVES: Final = 4
BY_RULES: Final = 5
BY_PEER: Final = 6
"""Another worker has the answer."""

# --- which rule was broken ------------------------------------------------------------------------------------------------
OUTCOME: Final = 1
EVALUATION: Final = 2
PLAYER: Final = 3
NO_MOVES: Final = 4
BOUNDS: Final = 5
STUCK: Final = 6
MANY_MOVES: Final = 7
CHANCES: Final = 8
PRIOR: Final = 9
