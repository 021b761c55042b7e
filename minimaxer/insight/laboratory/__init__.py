"""The laboratory: orderings and options measured on one's own game, against the default."""

from .experiment import Experiment, experiment
from .trial import Setting, Trial, settings_for, some_positions

__all__ = ["Experiment", "Setting", "Trial", "experiment", "settings_for", "some_positions"]
