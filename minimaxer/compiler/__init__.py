"""A compiler of its own for the Python that rules and kernels are written in: from source to LLVM's code."""
