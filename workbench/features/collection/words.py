"""Galleries and catalogues in words: titles, levels in a line, what is beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.evaluation.boardfacts import kinds_of_boards
from engine.game import registry
from engine.values.expression import fact
from workbench.document.history import has_own_title
from workbench.drawing import thumbnails
from workbench.features.collection.showing import Showing
from workbench.text import fact_order, verdict
from workbench.text.status import count
from workbench.theme.theming import Theme
from workbench.ui.lines import Line, cut, paragraph, wrap
from workbench.ui.wall.bars import Bar, Value, bar_lines, bars

if TYPE_CHECKING:  # a screen of one has the other not loaded
    from workbench.features.collection.gallery import Gallery
    from workbench.features.collection.making import Run
    from workbench.features.collection.shelf import ShelfLevel, ShelfListing

LEAST_FOUND, LEAST_SECONDS = 3, 3.0
"""Levels and seconds from which on it can be said how long the rest will take."""
REASONS = 8
"""Reasons of refusals that are listed."""


def fact_name(key: str) -> str:
    """A fact as it is named."""
    return key.replace("_", " ")


def fact_value(fact: object) -> str:
    """What a fact is, in few characters."""
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if isinstance(fact, float):
        return f"{fact:.3f}".rstrip("0").rstrip(".")
    return "-" if fact is None else str(fact)


def order_words(showing: Showing) -> str:
    """Say by which fact levels are ordered; empty for the order in which they came."""
    turned = ", backwards" if showing.falling else ""
    return f"by {fact_name(showing.sort)}{turned}" if showing.sort else ""


def histogram_lines(key: str, found: Sequence[Bar], width: int, *, plain: bool) -> Iterator[Line]:
    """The bars of a fact below its name; nothing where there are none."""
    if found:
        yield [(fact_name(key), "key")]
        yield from bar_lines(found, width, plain=plain)


# A catalogue.


def catalogue_title(path: Path, listing: ShelfListing) -> Iterator[str]:
    """What it is, and how many levels are there and shown."""
    yield f"Catalogue {path.name}"
    yield ", ".join(registry.get(game).title for game in listing.games) or "empty"
    yield count(listing.total, "level")
    if len(listing.ids) != listing.total:
        yield f"{len(listing.ids):,} shown"


def catalogue_state(listing: ShelfListing, changed: str) -> Iterator[str]:
    """In which order which are shown, and whether there are new ones."""
    showing = listing.showing
    yield from filter(None, (order_words(showing), showing.where, changed))


def catalogue_line(shown: ShelfLevel) -> Line:
    """A level in a line: its number, its title or seed, what is said of it, its facts."""
    entry = shown.entry
    game = registry.get(entry.game)
    called = entry.title or (game.title if entry.seed is None else f"seed {entry.seed}")
    text = ", ".join(verdict.fact_words(game, entry.facts))
    said = [*(f"#{tag}" for tag in entry.tags)]
    if entry.stars:
        said.append("*" * entry.stars)
    if entry.note:
        said.append(entry.note.splitlines()[0])
    words = f"  {' '.join(said)}" if said else ""
    return [(f"{entry.id} ", "key"), (called, ""), (words, "title"), (f"  {text}", "muted")]


def catalogue_nothing(listing: ShelfListing, keys: Mapping[str, str]) -> Line:
    """What stands where no level is shown."""
    if listing.total:
        levels = count(listing.total, "level")
        text = f"None of {levels} is as the filter says. {keys['filter']} changes it."
    else:
        text = f"No level in it yet. {keys['reload']} looks again, {keys['back']} goes back."
    return [(text, "muted")]


def whole_level(shown: ShelfLevel, theme: Theme, width: int) -> Iterator[Line]:
    """A level with its board and its facts; those within tables stand in columns alone."""
    from workbench.ui.wall.charts import single  # reads catalogues, which a gallery goes without

    entry = shown.entry
    yield from thumbnails.draw(shown.picture, theme, entry.game)
    yield [("", "")]
    if entry.note:
        yield from paragraph(entry.note, "title", width)
    facts = {key: value for key, value in single(entry.facts) if "." not in key}
    for key in fact_order.in_order(facts):
        yield cut([(f"{fact_name(key)} ", "muted"), (fact_value(facts[key]), "")], width)


# A gallery.


def gallery_title(gallery: Gallery) -> Iterator[str]:
    """What it is, how many levels hang, are shown, are kept."""
    yield "Seen" if gallery.seen else "Gallery"
    yield gallery.game.title
    hung, shown = len(gallery.exhibits), sum(map(len, gallery.stacks))
    yield count(hung, "level")
    if shown != hung:
        yield f"{shown} shown"
    yield f"{len(gallery.kept)} kept"


def gallery_state(gallery: Gallery, run: Run | None) -> Iterator[str]:
    """What is being made, in which order what is shown, and what is wrong."""
    if run is not None:
        if run.seconds is not None:
            yield f"found {run.found} in {run.lasted:.1f} s"
        else:
            yield f"{run.found} of {run.wanted}{_left(run)}"
    if refused := sum(gallery.rejections.values()) + (run.refusals if run is not None else 0):
        yield f"{refused:,} refused"
    showing = gallery.showing
    yield from filter(None, (order_words(showing), showing.where, showing.narrowed))
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


def gallery_line(gallery: Gallery, number: int) -> Line:
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


def gallery_nothing(gallery: Gallery, *, busy: bool, keys: Mapping[str, str]) -> Line:
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


def find_orders(gallery: Gallery) -> list[str]:
    """Return the facts that levels can be ordered by: those that are not the same of all."""
    found: dict[str, set[Value]] = {}
    for key in kinds_of_boards([gallery.game]):
        values = {fact(exhibit.facts, key) for exhibit in gallery.exhibits} - {None}
        if len(values) > 1 or (values and key in fact_order.FIRST):
            found[key] = values
    return fact_order.in_order(found)


def gallery_bars(gallery: Gallery) -> tuple[str, Sequence[Bar]]:
    """Return the fact of the histogram, and its bars, of the levels that are shown."""
    key = gallery.showing.sort or next(iter(find_orders(gallery)), "")
    values = (fact(gallery.exhibits[n].facts, key) for stack in gallery.stacks for n in stack)
    return key, bars(value for value in values if value is not None)


def gallery_lines(gallery: Gallery, run: Run | None, *, plain: bool, width: int) -> Iterator[Line]:
    """The histogram, and why levels were refused."""
    key, found = gallery_bars(gallery)
    yield from histogram_lines(key, found, width, plain=plain)
    if found:
        yield [("", "")]
    yield from _refused(gallery, run, width)


def _refused(gallery: Gallery, run: Run | None, width: int) -> Iterable[Line]:
    reasons = gallery.rejections + Counter({} if run is None else run.refused)
    if not reasons:
        return
    yield [("refused", "key"), (f" {sum(reasons.values()):,}", "muted")]
    for reason, number in reasons.most_common(REASONS):
        indent = " " * 7
        for line in wrap(f"{number:>6,} {reason}", width, subsequent_indent=indent):
            yield [(line, "muted")]
