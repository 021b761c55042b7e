"""Many positions, looked at side by side. May import floors below; nothing but the command line imports it."""

from .analysis import Analysis, analyse_many

__all__ = ["Analysis", "analyse_many"]
