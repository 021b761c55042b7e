"""The kernels of the alpha-beta family: Python that numba compiles together with a game's methods."""
