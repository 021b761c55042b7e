"""From Python to native code: what numba has to be told, what is refused, and where code is kept."""
