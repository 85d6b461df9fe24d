"""How far a generation has come, in words: candidates tried and rejected, a level improved."""

from __future__ import annotations

from engine.staging.demands import rejections_text
from engine.staging.generation import Attempts
from engine.values.budget import Control, ProgressSnapshot
from workbench.text.status import Words, best_of, count, duration, steps_of


def rejected_so_far(control: Control) -> list[Words]:
    """Why candidates were rejected so far, for the status line of a running search."""
    reasons = rejections_text(control.rejections)
    return [(f" · rejected: {reasons}", "muted")] if reasons else []


def stopped(control: Control | None) -> str:
    """What a search had come to when it was stopped."""
    if control is None or not control.candidates:
        return "stopped"
    reasons = rejections_text(control.rejections)
    tried = f"stopped after {count(control.candidates, 'candidate')}"
    return f"{tried}: {reasons}" if reasons else tried


def found(attempts: Attempts | None, seconds: float) -> str:
    """How many candidates a search took, and how long."""
    tried = attempts.tried if attempts is not None else 1
    candidates = "1 candidate" if tried == 1 else f"1 of {tried:,} candidates"
    return f"{candidates} in {duration(seconds)}"


def rejected(attempts: Attempts | None) -> str:
    """Why a search rejected other candidates than the one it took; may be empty."""
    reasons = rejections_text(attempts.rejections) if attempts is not None else ""
    return f" · rejected: {reasons}" if reasons else ""


def best_score(snapshot: ProgressSnapshot) -> str:
    """The best so far, and why that level would not be accepted, if it would not be."""
    fault = f", rejected: {snapshot.fault}" if snapshot.fault is not None else ""
    return f"{best_of(snapshot)}{fault}"


def best_board(snapshot: ProgressSnapshot) -> str:
    """What is to be said of the best board so far that the status line does not say."""
    speed = f"{snapshot.speed:,.0f} tried a second, " if snapshot.speed else ""
    fault = f"; it would be rejected: {snapshot.fault}" if snapshot.fault is not None else ""
    return f"the best level so far; {speed}{snapshot.acceptance:.1%} kept{fault}"


def improvement(snapshot: ProgressSnapshot) -> str:
    """How far improving has come, in one line, the longest last."""
    kept = f"{snapshot.acceptance:.1%} kept, {snapshot.speed:,.0f}/s"
    return f"{steps_of(snapshot)}, {kept}, {best_score(snapshot)}"
