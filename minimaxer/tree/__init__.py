"""The tree tier: any Python objects as states, in a tree that is kept and can be inspected."""
