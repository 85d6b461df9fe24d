"""How far a generation has come, in words: candidates tried and rejected, a level improved."""

from __future__ import annotations

from engine.generate.accepting import told_rejections
from engine.generate.generation import Attempts
from engine.values.budget import Control
from engine.values.watching import Sight
from workbench.document.status import Words, count, duration


def rejected_so_far(control: Control) -> list[Words]:
    """Why candidates were rejected so far, for the status line of a running search."""
    reasons = told_rejections(control.rejections)
    return [Words(f" · rejected: {reasons}", "dim")] if reasons else []


def stopped(control: Control | None) -> str:
    """What a search had come to when it was stopped."""
    if control is None or not control.candidates:
        return "stopped"
    reasons = told_rejections(control.rejections)
    tried = f"stopped after {count(control.candidates, 'candidate')}"
    return f"{tried}: {reasons}" if reasons else tried


def found(attempts: Attempts | None, seconds: float) -> str:
    """How many candidates a search took, and how long."""
    tried = attempts.tried if attempts is not None else 1
    candidates = "1 candidate" if tried == 1 else f"1 of {tried:,} candidates"
    return f"{candidates} in {duration(seconds)}"


def rejected(attempts: Attempts | None) -> str:
    """Why a search rejected other candidates than the one it took; may be empty."""
    reasons = told_rejections(attempts.rejections) if attempts is not None else ""
    return f" · rejected: {reasons}" if reasons else ""


def steps_done(sight: Sight) -> str:
    """The steps done of those to be done."""
    return f"{sight.done:,} of {sight.of:,} {sight.unit}"


def best_score(sight: Sight) -> str:
    """The best score so far, and why that level would not be accepted, if it would not be."""
    fault = f", rejected: {sight.fault}" if sight.fault is not None else ""
    return f"best score {sight.best:,}{fault}"


def improvement(sight: Sight) -> str:
    """How far improving has come, in one line, the longest last."""
    kept = f"{sight.acceptance:.1%} kept, {sight.speed:,.0f}/s"
    return f"{steps_done(sight)}, {kept}, {best_score(sight)}"
