"""x."""


def main() -> int:
    """Run."""
    return 0
