"""Text that describes the progress of generation: candidates, rejections and improvement."""

from __future__ import annotations

from engine.stages.accepted_candidate_search import format_rejection_counts
from engine.stages.candidate import Attempts
from engine.values.budget import Control, ProgressSnapshot
from workbench.text.quantity_text import (
    StyledText,
    format_best,
    format_count,
    format_duration,
    format_steps,
)


def format_rejections_so_far(control: Control) -> list[StyledText]:
    """Format the rejections in a running search for the status line."""
    reasons = format_rejection_counts(control.rejections)
    return [(f" · rejected: {reasons}", "muted")] if reasons else []


def format_stopped(control: Control | None) -> str:
    """Format how many candidates a stopped search had tried, and why they were rejected."""
    if control is None or not control.candidates:
        return "Stopped"
    reasons = format_rejection_counts(control.rejections)
    tried = f"Stopped after {format_count(control.candidates, 'candidate')}"
    return f"{tried}: {reasons}" if reasons else tried


def format_search(attempts: Attempts | None, seconds: float) -> str:
    """Format the number of candidates that a search tried and the time it took."""
    tried = attempts.tried if attempts is not None else 1
    candidates = "1 candidate" if tried == 1 else f"1 of {tried:,} candidates"
    return f"{candidates} in {format_duration(seconds)}"


def format_rejections(attempts: Attempts | None) -> str:
    """Format the rejections that preceded the accepted candidate, or "" if there were none."""
    reasons = format_rejection_counts(attempts.rejections) if attempts is not None else ""
    return f" · rejected candidates: {reasons}" if reasons else ""


def format_best_score(snapshot: ProgressSnapshot) -> str:
    """Format the best score so far and the reason, if any, why its level would be rejected."""
    fault = f", rejected: {snapshot.fault}" if snapshot.fault is not None else ""
    return f"{format_best(snapshot)}{fault}"


def format_best_board(snapshot: ProgressSnapshot) -> str:
    """Format the details of the best board so far that do not fit in the status line."""
    speed = f"{snapshot.speed:,.0f} tried per second, " if snapshot.speed else ""
    fault = f"; it would be rejected: {snapshot.fault}" if snapshot.fault is not None else ""
    return f"best level so far; {speed}{snapshot.acceptance_share:.1%} accepted{fault}"


def format_improvement(snapshot: ProgressSnapshot) -> str:
    """Format the progress of an improvement on one line, with the longest part last."""
    kept = f"{snapshot.acceptance_share:.1%} accepted, {snapshot.speed:,.0f}/s"
    return f"{format_steps(snapshot)}, {kept}, {format_best_score(snapshot)}"
