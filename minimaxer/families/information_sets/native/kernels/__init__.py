"""The kernel, as Python that is compiled with the game's rules."""
