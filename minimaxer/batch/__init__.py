"""Analyses many positions in parallel, or solves one by many jobs: in processes, threads or on any executor."""

from .analysis import Analysis, analyse_many
from .jobs.solving import JobReport, solve_by_jobs

__all__ = ["Analysis", "JobReport", "analyse_many", "solve_by_jobs"]
