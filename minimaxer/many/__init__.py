"""Many positions, looked at side by side."""

from .analysis import Analysis, analyse_many

__all__ = ["Analysis", "analyse_many"]
