"""Random searches of random games, in which all features meet: `python -m tests.meeting --help`."""
