"""Text for galleries and catalogues: titles, descriptions of levels, and side panels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.evaluation.board_facts import list_fact_types
from engine.game import registry
from engine.values.expression import get_fact
from workbench.document.undo_versions import has_custom_title
from workbench.drawing import thumbnails
from workbench.features.collection.filters import LevelFilter
from workbench.text import fact_order, verdict_text
from workbench.text.quantity_text import format_count
from workbench.theme.theme_loader import Theme
from workbench.ui.styled_lines import Line, cut_line, wrap_paragraph, wrap_text
from workbench.ui.wall.histogram_bins import Bar, Value, draw_bars, make_bars

# The gallery screen must not load the modules for catalogues, nor the catalogue screen those for
# galleries.
if TYPE_CHECKING:
    from workbench.features.collection.async_catalogue import CatalogueLevel, CatalogueListing
    from workbench.features.collection.gallery_filler import GalleryFillProgress
    from workbench.features.collection.gallery_model import Gallery

MIN_FOUND, MIN_SECONDS = 3, 3.0
"""The numbers of levels and of seconds after which a fill's remaining time is estimated."""
MAX_REASONS = 8
"""The largest number of reasons for rejection that are listed."""


def format_fact_name(key: str) -> str:
    """Return the name of a fact as the user sees it."""
    return key.replace("_", " ")


def format_fact_value(fact: object) -> str:
    """Return the value of a fact as short text."""
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if isinstance(fact, float):
        return f"{fact:.3f}".rstrip("0").rstrip(".")
    return "-" if fact is None else str(fact)


def format_order(level_filter: LevelFilter) -> str:
    """Return text for the sort order, such as ``by moves``, or an empty string if unsorted."""
    turned = ", descending" if level_filter.descending else ""
    return f"by {format_fact_name(level_filter.sort)}{turned}" if level_filter.sort else ""


def draw_histogram(key: str, bars: Sequence[Bar], width: int, *, plain: bool) -> Iterator[Line]:
    """Yield a fact's name and the bars of its histogram, or nothing if there are no bars."""
    if bars:
        yield [(format_fact_name(key), "key")]
        yield from draw_bars(bars, width, plain=plain)


def format_catalogue_title(path: Path, listing: CatalogueListing) -> Iterator[str]:
    """Yield a catalogue's name, its games, its number of levels, and how many are shown."""
    yield f"Catalogue {path.name}"
    yield ", ".join(registry.get_game(game).title for game in listing.games) or "empty"
    yield format_count(listing.total, "level")
    if len(listing.ids) != listing.total:
        yield f"{len(listing.ids):,} shown"


def format_catalogue_state(listing: CatalogueListing, news: str) -> Iterator[str]:
    """Yield the order, the filter and ``news``, omitting any that are empty."""
    showing = listing.level_filter
    yield from filter(None, (format_order(showing), showing.where, news))


def format_catalogue_level(level: CatalogueLevel) -> Line:
    """Return a line with a level's number, title or seed, annotations and facts."""
    entry = level.entry
    game = registry.get_game(entry.game)
    called = entry.title or (game.title if entry.seed is None else f"seed {entry.seed}")
    text = ", ".join(verdict_text.list_phrases(game, entry.facts))
    said = [*(f"#{tag}" for tag in entry.tags)]
    if entry.stars:
        said.append("*" * entry.stars)
    if entry.note:
        said.append(entry.note.splitlines()[0])
    words = f"  {' '.join(said)}" if said else ""
    return [(f"{entry.id} ", "key"), (called, ""), (words, "title"), (f"  {text}", "muted")]


def explain_empty_catalogue(listing: CatalogueListing, keys: Mapping[str, str]) -> Line:
    """Return a line that explains why a catalogue shows no levels."""
    if listing.total:
        levels = format_count(listing.total, "level")
        text = f"No level of {levels} matches the filter. {keys['filter']} changes it."
    else:
        text = f"No levels yet. {keys['reload']} reads the file again, {keys['back']} goes back."
    return [(text, "muted")]


def draw_level(level: CatalogueLevel, theme: Theme, width: int) -> Iterator[Line]:
    """Yield a level's board, note and facts, leaving out the facts in nested tables."""
    # Import this here, because it loads modules for catalogues that a gallery does not need.
    from workbench.ui.wall.fact_histograms import list_single_values

    entry = level.entry
    yield from thumbnails.draw_thumbnail(level.picture, theme, entry.game)
    yield [("", "")]
    if entry.note:
        yield from wrap_paragraph(entry.note, "title", width)
    facts = {key: value for key, value in list_single_values(entry.facts) if "." not in key}
    for key in fact_order.sort_facts(facts):
        yield cut_line(
            [(f"{format_fact_name(key)} ", "muted"), (format_fact_value(facts[key]), "")], width
        )


def format_gallery_title(gallery: Gallery) -> Iterator[str]:
    """Yield a gallery's kind and game, its number of levels, and how many are shown and kept."""
    yield "Seen" if gallery.is_history else "Gallery"
    yield gallery.game.title
    hung, shown = len(gallery.items), sum(map(len, gallery.stacks))
    yield format_count(hung, "level")
    if shown != hung:
        yield f"{shown} shown"
    yield f"{len(gallery.kept_numbers)} kept"


def format_gallery_state(gallery: Gallery, progress: GalleryFillProgress | None) -> Iterator[str]:
    """Yield the progress, the number of refused candidates, the order, the filter and any error."""
    if progress is not None:
        if progress.seconds is not None:
            yield f"found {progress.found} in {progress.elapsed:.1f} s"
        else:
            yield f"{progress.found} of {progress.wanted}{_format_time_left(progress)}"
    if refused := sum(gallery.rejections.values()) + (
        progress.rejection_count if progress is not None else 0
    ):
        yield f"{refused:,} rejected"
    showing = gallery.level_filter
    yield from filter(None, (format_order(showing), showing.where, showing.bar_condition))
    if gallery.write_error:
        yield f"not saved: {gallery.write_error}"


def _format_time_left(progress: GalleryFillProgress) -> str:
    """Return the estimated remaining time, rounded so that the text rarely changes."""
    if progress.found < MIN_FOUND or progress.elapsed < MIN_SECONDS:
        return ""
    seconds = progress.elapsed * (progress.wanted - progress.found) / progress.found
    # Round to five seconds below a minute, and to whole minutes above.
    step, unit = (5, "s") if seconds < 60 else (60, "min")
    steps = max(round(seconds / step), 1)
    return f", about {steps * step if unit == 's' else steps} {unit} left"


def format_gallery_level(gallery: Gallery, number: int) -> Line:
    """Return a line with a level's number, name and facts."""
    exhibit = gallery.items[number]
    text = ", ".join(verdict_text.list_phrases(gallery.game, exhibit.facts))
    return [(f"{number + 1} ", "key"), (_name_level(gallery, number), ""), (f"  {text}", "muted")]


def _name_level(gallery: Gallery, number: int) -> str:
    """Return the first of these that a level has: an origin, a custom title, a seed, a number."""
    exhibit = gallery.items[number]
    level = exhibit.level
    if exhibit.origin:
        return exhibit.origin
    if level.provenance is not None and not has_custom_title(level, gallery.game.title):
        return f"seed {level.provenance.seed}"
    return level.title or f"level {number + 1}"


def explain_empty_gallery(gallery: Gallery, *, busy: bool, keys: Mapping[str, str]) -> Line:
    """Return a line that explains why a gallery shows no levels."""
    if gallery.items:
        levels = format_count(len(gallery.items), "level")
        changes = f"{keys['filter']} changes the filter, {keys['narrow']} the bar"
        text = f"No level of {levels} matches the filter. {changes}."
    elif busy:
        text = "Generating the first levels ..."
    else:
        text = f"No levels yet. {keys['generate']} makes some, {keys['back']} goes back."
    return [(text, "muted")]


def find_sort_keys(gallery: Gallery) -> list[str]:
    """Return the facts to sort by: the main facts, and all others that vary between levels."""
    found: dict[str, set[Value]] = {}
    for key in list_fact_types([gallery.game]):
        values = {get_fact(exhibit.facts, key) for exhibit in gallery.items} - {None}
        if len(values) > 1 or (values and key in fact_order.FIRST_FACTS):
            found[key] = values
    return fact_order.sort_facts(found)


def find_gallery_bars(gallery: Gallery) -> tuple[str, Sequence[Bar]]:
    """Return the fact that the histogram shows, and the bars that count the visible levels."""
    key = gallery.level_filter.sort or next(iter(find_sort_keys(gallery)), "")
    values = (get_fact(gallery.items[n].facts, key) for stack in gallery.stacks for n in stack)
    return key, make_bars(value for value in values if value is not None)


def draw_gallery_panel(
    gallery: Gallery, progress: GalleryFillProgress | None, *, plain: bool, width: int
) -> Iterator[Line]:
    """Yield the histogram, then the reasons why candidates were refused."""
    key, found = find_gallery_bars(gallery)
    yield from draw_histogram(key, found, width, plain=plain)
    if found:
        yield [("", "")]
    yield from _draw_rejections(gallery, progress, width)


def _draw_rejections(
    gallery: Gallery, progress: GalleryFillProgress | None, width: int
) -> Iterable[Line]:
    reasons = gallery.rejections + Counter({} if progress is None else progress.rejections)
    if not reasons:
        return
    yield [("rejected", "key"), (f" {sum(reasons.values()):,}", "muted")]
    for reason, number in reasons.most_common(MAX_REASONS):
        indent = " " * 7
        for line in wrap_text(f"{number:>6,} {reason}", width, subsequent_indent=indent):
            yield [(line, "muted")]
