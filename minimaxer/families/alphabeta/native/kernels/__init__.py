"""The kernels of the alpha-beta family: Python that is compiled together with a game's methods."""
