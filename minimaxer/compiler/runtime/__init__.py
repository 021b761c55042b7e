"""Compiled code at work: loaded machine code, memory, threads with large stacks, and values as machine words."""
