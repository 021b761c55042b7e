"""The compiler of the Python subset that rules and kernels are written in: from source to LLVM code."""
