"""Native search: functions that numba compiles for one game, given as `game`; imports numba."""
