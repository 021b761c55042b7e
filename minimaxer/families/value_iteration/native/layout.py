"""The memory of the kernel of value iteration behind the header, in words of 64 bits."""

from typing import Final

from ....compiler.runtime import header as h
from ....compiler.runtime.header import Places

_scalars: Final = Places(h.FREE, h.MARGIN)

COUNT: Final = _scalars.word()
"""States found."""
MOST_STATES: Final = _scalars.word()
EDGES: Final = _scalars.word()
"""Moves found, each from one state to another."""
MOST_EDGES: Final = _scalars.word()
WORDS_LEFT: Final = _scalars.word()
"""Words that states and moves may still take."""
SWEEPS: Final = _scalars.word()
"""The most sweeps over one component."""
UPDATES: Final = _scalars.word()
"""Updates of states in all."""
PRECISION: Final = _scalars.word()
"""The gap at which bounds count as met, as a float."""
STILL: Final = _scalars.word()
"""The movement for each state up to which a sweep is the last one, as a float."""
SLOTS: Final = _scalars.word()
"""Slots in the table, a power of 2."""

# --- addresses of arrays, one entry a state unless another thing is said -----------------------------------------------------
TABLE: Final = _scalars.word()
"""By slot, the number of a state plus 1, or 0."""
STATES, KEYS, PLAYERS = (_scalars.word() for _ in range(3))
STARTS: Final = _scalars.word()
"""The number of its first edge; the next state's is where its edges end."""
LOW, HIGH = (_scalars.word() for _ in range(2))
AFTER: Final = _scalars.word()
"""By edge, the state it leads to."""
CHANCES: Final = _scalars.word()
"""By edge, its probability, as a float."""
MET: Final = _scalars.word()
"""The order in which the search for components met it, from 1; 0: not yet."""
LEAST: Final = _scalars.word()
"""The earliest met of those it leads back to; below 0 once its component is complete."""
STACK: Final = _scalars.word()
"""The states met whose component is not complete."""
WAY: Final = _scalars.word()
"""The states on the path to the current one."""
EDGE: Final = _scalars.word()
"""By place on the path, the next edge."""

FULL: Final = 7
"""A stop reason beside those of the header: states or moves do not fit."""
PER_STATE: Final = 9
"""Words that a state takes besides itself and its key: in the arrays from `PLAYERS` on, and two slots of the table."""
PER_EDGE: Final = 2
