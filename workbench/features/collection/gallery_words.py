"""A gallery in words: its title, what is being made, the level under the cursor, what to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from workbench.document.history import has_own_title
from workbench.features.collection.gallery import Gallery
from workbench.features.collection.making import Run
from workbench.text import verdict
from workbench.text.status import count
from workbench.ui.lines import Line

LEAST_FOUND, LEAST_SECONDS = 3, 3.0
"""Levels and seconds from which on it can be said how long the rest will take."""


def title(gallery: Gallery) -> Iterator[str]:
    """What it is, how many levels hang, are shown, are kept."""
    yield "Seen" if gallery.seen else "Gallery"
    yield gallery.game.title
    hung, shown = len(gallery.exhibits), sum(map(len, gallery.stacks))
    yield count(hung, "level")
    if shown != hung:
        yield f"{shown} shown"
    yield f"{len(gallery.kept)} kept"


def state(gallery: Gallery, run: Run | None) -> Iterator[str]:
    """What is being made, in which order what is shown, and what is wrong."""
    if run is not None:
        if run.seconds is not None:
            yield f"found {run.found} in {run.lasted:.1f} s"
        else:
            yield f"{run.found} of {run.wanted}{_left(run)}"
    if refused := sum(gallery.rejections.values()) + (run.refusals if run is not None else 0):
        yield f"{refused:,} refused"
    showing = gallery.showing
    if showing.sort:
        turned = ", backwards" if showing.falling else ""
        yield f"by {showing.sort.replace('_', ' ')}{turned}"
    yield from filter(None, (showing.where, showing.narrowed))
    if gallery.unkept:
        yield f"not on disk, {gallery.unkept}"


def _left(run: Run) -> str:
    """How long it will still take, roughly: a clock would be sent with every look."""
    if run.found < LEAST_FOUND or run.lasted < LEAST_SECONDS:
        return ""
    seconds = run.lasted * (run.wanted - run.found) / run.found
    step, unit = (5, "s") if seconds < 60 else (60, "min")
    steps = max(round(seconds / step), 1)
    return f", about {steps * step if unit == 's' else steps} {unit} left"


def about(gallery: Gallery, number: int) -> Line:
    """The level of a number in a line: what it is called, and its facts."""
    exhibit = gallery.exhibits[number]
    text = ", ".join(verdict.fact_words(gallery.game, exhibit.facts))
    return [(f"{number + 1} ", "key"), (_called(gallery, number), ""), (f"  {text}", "muted")]


def _called(gallery: Gallery, number: int) -> str:
    """What a level was made like, else its title, or its seed where it has no other title."""
    exhibit = gallery.exhibits[number]
    level = exhibit.level
    if exhibit.origin:
        return exhibit.origin
    if level.provenance is not None and not has_own_title(level, gallery.game.title):
        return f"seed {level.provenance.seed}"
    return level.title or f"level {number + 1}"


def nothing(gallery: Gallery, *, busy: bool, keys: Mapping[str, str]) -> Line:
    """What a wall with nothing on it says."""
    if gallery.exhibits:
        levels = count(len(gallery.exhibits), "level")
        changes = f"{keys['filter']} changes it, {keys['narrow']} the bar"
        text = f"None of {levels} is as the filter says. {changes}."
    elif busy:
        text = "The first levels are being looked for."
    else:
        text = f"No level yet. {keys['generate']} makes some, {keys['back']} goes back."
    return [(text, "muted")]
