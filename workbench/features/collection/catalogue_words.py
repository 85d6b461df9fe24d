"""A catalogue in words: its title, the level under the cursor, what stands beside the levels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from engine.game import registry
from workbench.drawing import thumbnails
from workbench.features.collection.shelf import ShelfLevel, ShelfListing
from workbench.text import fact_order, verdict
from workbench.text.status import count
from workbench.theme.theming import Theme
from workbench.ui.lines import Line, cut, paragraph
from workbench.ui.wall.bars import bar_lines
from workbench.ui.wall.charts import single


def title(path: Path, listing: ShelfListing) -> Iterator[str]:
    """What it is, and how many levels are there and shown."""
    yield f"Catalogue {path.name}"
    yield ", ".join(registry.get(game).title for game in listing.games) or "empty"
    yield count(listing.total, "level")
    if len(listing.ids) != listing.total:
        yield f"{len(listing.ids):,} shown"


def state(listing: ShelfListing, changed: str) -> Iterator[str]:
    """In which order which are shown, and whether there are new ones."""
    showing = listing.showing
    if showing.sort:
        yield f"by {named(showing.sort)}{', backwards' if showing.falling else ''}"
    if showing.where:
        yield showing.where
    if changed:
        yield changed


def about(shown: ShelfLevel) -> Line:
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


def nothing(listing: ShelfListing, keys: Mapping[str, str]) -> Line:
    """What stands where no level is shown."""
    if listing.total:
        levels = count(listing.total, "level")
        text = f"None of {levels} is as the filter says. {keys['filter']} changes it."
    else:
        text = f"No level in it yet. {keys['reload']} looks again, {keys['back']} goes back."
    return [(text, "muted")]


def histogram(listing: ShelfListing, width: int, *, plain: bool) -> Iterator[Line]:
    """The bars of the fact that orders the levels."""
    if listing.bars:
        yield [(named(listing.key), "key")]
        yield from bar_lines(listing.bars, width, plain=plain)


def whole(shown: ShelfLevel, theme: Theme, width: int) -> Iterator[Line]:
    """A level with its board and its facts; those within tables stand in columns alone."""
    entry = shown.entry
    yield from thumbnails.draw(shown.picture, theme, entry.game)
    yield [("", "")]
    if entry.note:
        yield from paragraph(entry.note, "title", width)
    facts = {key: value for key, value in single(entry.facts) if "." not in key}
    for key in fact_order.in_order(facts):
        yield cut([(f"{named(key)} ", "muted"), (value(facts[key]), "")], width)


def value(fact: object) -> str:
    """What a fact is, in few characters."""
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if isinstance(fact, float):
        return f"{fact:.3f}".rstrip("0").rstrip(".")
    return "-" if fact is None else str(fact)


def named(key: str) -> str:
    """A fact as it is named."""
    return key.replace("_", " ")
