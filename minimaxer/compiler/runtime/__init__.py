"""The runtime of compiled code: loaded machine code, memory, threads with large stacks, and values as machine words."""
