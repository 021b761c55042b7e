"""Running native code: loaded machine code, threads, memory, and values as machine words."""
