"""The kernel of value iteration."""
