"""Many positions side by side, and one by many: in processes, threads or on any executor."""

from .analysis import Analysis, analyse_many
from .jobs.solving import JobReport, solve_by_jobs

__all__ = ["Analysis", "JobReport", "analyse_many", "solve_by_jobs"]
