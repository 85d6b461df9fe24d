"""Commands that generate, describe, keep, reject and save levels in a gallery."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from engine import workshop
from engine.catalogue.importer import FactTable, compute_facts
from engine.errors import EngineError, quote_input, suggest_similar
from engine.files.storage import make_absolute
from engine.game import registry
from engine.stages.candidate import Recipe
from engine.values.budget import Control
from engine.values.level import Level
from workbench.document.document import Document
from workbench.drawing import thumbnails
from workbench.features.collection import bulk_save, gallery_to_catalogue
from workbench.features.collection.collection_text import find_sort_keys
from workbench.features.collection.gallery_filler import (
    DEFAULT_COUNT,
    JOB_NAME,
    VARIATION_KINDS,
    GalleryFiller,
    build_template,
)
from workbench.features.collection.gallery_model import Gallery
from workbench.features.collection.journal import (
    Journal,
    is_session_history,
    list_journals,
    read_game_name,
)
from workbench.paths.new_catalogue_name import explain_wrong_name
from workbench.paths.resources import parse_path
from workbench.plain.command_table import CommandTable
from workbench.plain.line_console import parse_place, parse_whole_number
from workbench.plain.plain_state import PlainApp
from workbench.plain.typed_arguments import split_settings
from workbench.service import foreground
from workbench.text import verdict_text
from workbench.text.quantity_text import format_count, make_sentence
from workbench.text.refusals import ALL_STAGES_LOCKED
from workbench.theme import theme_loader
from workbench.ui.wall.wall import Choice

COMMANDS = CommandTable()
MAX_LEVELS = 1_000
"""The largest number of levels that one command generates."""


def require_gallery(app: PlainApp) -> Gallery:
    """Return the open gallery.

    Raises:
        EngineError: No gallery is open.
    """
    if app.gallery is None:
        raise EngineError("no gallery is open; type gallery new or gallery earlier")
    return app.gallery


@COMMANDS("design.gallery [GAME] [N] [KEY=VALUE]...", word="gallery new")
def _start_gallery(app: PlainApp, rest: list[str]) -> None:
    """Start a gallery of levels generated with the open level's parameters or with typed ones."""
    settings, named = split_settings(rest)
    game = registry.get_game(named.pop(0)) if named and not named[0].isdecimal() else None
    number = _parse_count(named)
    if game is None and not settings:
        maker = app.session.generator
        # If every stage is locked, all seeds give the same level.
        if app.session.stage_locks.are_all_locked:
            raise EngineError(ALL_STAGES_LOCKED)
        if maker.refusal:
            raise EngineError(maker.refusal)
        wish = build_template(maker.requested_recipe, app.document.level)
    else:
        game = game or app.game
        recipe = Recipe(0, 0, game.parameters.complete_settings(settings))
        wish = workshop.build_recipe_level(
            game, recipe, game.boards.create_blank(*workshop.get_default_size(game))
        )
    journal = Journal.create(app.state.galleries, wish.game)
    app.gallery = Gallery.create(wish, journal)
    _fill_gallery(app, lambda filling: filling.generate_levels(number))


@COMMANDS("gallery earlier", "list earlier galleries, latest first")
def _list_galleries(app: PlainApp, rest: list[str]) -> None:
    """List all saved galleries, newest first."""
    found = list_journals(app.state.galleries)
    if not found:
        app.say("No galleries yet. Type gallery new.")
    for number, path in enumerate(found, start=1):
        seen = ", seen while designing" if is_session_history(path) else ""
        app.say(
            f"{number}: {read_game_name(path)}, {path.name.split('-', 1)[0]}{seen}, {path.name}."
        )


@COMMANDS("design.gallery-again [N]", word="gallery open")
def _open_gallery(app: PlainApp, rest: list[str]) -> None:
    """Open the gallery with the typed number in the list, or the newest if no number was typed."""
    found = list_journals(app.state.galleries)
    number = parse_whole_number(rest[0], "the number of a gallery") if rest else 1
    if not 1 <= number <= len(found):
        raise EngineError(f"expected a gallery from 1 to {len(found)}, found {number}")
    app.gallery = Gallery.open(found[number - 1])
    _list_levels(app, [])


@COMMANDS("design.seen", word="gallery seen")
def _open_history(app: PlainApp, rest: list[str]) -> None:
    """Open the gallery of all levels generated since the app started."""
    gallery = app.generated_levels.get_gallery(app.game.name)
    if gallery is None:
        raise EngineError("no levels generated yet; type generate")
    app.gallery = gallery
    _list_levels(app, [])


def _parse_count(words: list[str]) -> int:
    """Parse the number of levels to generate, or return the default if none was typed.

    Raises:
        EngineError: The number is not from 1 to MAX_LEVELS.
    """
    number = parse_whole_number(words[0], "how many levels") if words else DEFAULT_COUNT
    if not 1 <= number <= MAX_LEVELS:
        found = f"expected 1 to {MAX_LEVELS:,} levels, found {number:,}"
        raise EngineError(f"{found}; workbench batch makes more")
    return number


@COMMANDS("gallery.generate [N]", word="gallery make")
def _generate_more(app: PlainApp, rest: list[str]) -> None:
    number = _parse_count(rest)
    _fill_gallery(app, lambda filling: filling.generate_levels(number))


@COMMANDS("gallery.more N WAY", word="gallery more")
def _vary_level(app: PlainApp, rest: list[str]) -> None:
    gallery = require_gallery(app)
    number, ways = (
        parse_place(rest[0], len(gallery.items)),
        [way for way, _ in VARIATION_KINDS.values()],
    )
    if rest[1] not in ways:
        raise EngineError(f"expected {', '.join(ways)}, found {quote_input(rest[1])}")
    _fill_gallery(app, lambda filling: filling.generate_variants(number, rest[1]))


def _fill_gallery(app: PlainApp, start_filling: Callable[[GalleryFiller], None]) -> None:
    """Generate levels and list them. After an interrupt, list those that are finished."""
    gallery = require_gallery(app)
    # Levels are appended to the gallery, so all from this index onwards are new.
    before = len(gallery.items)
    filling = GalleryFiller(app.service, gallery, lambda act: act(), lambda _: None)

    def describe_progress(control: Control) -> str:
        run = filling.progress
        found = f"{run.found} of {run.wanted} levels" if run is not None else "making levels"
        return f"{found}, {sum(control.rejections.values()):,} rejected since the last one"

    start_filling(filling)
    try:
        app.service.run_job(JOB_NAME, describe_progress)
    finally:
        made = range(before, len(gallery.items))
        app.say(
            f"{format_count(len(made), 'level')} made.",
            *(_describe_level(gallery, n) for n in made),
        )
        _say_write_error(app, gallery)


@COMMANDS("gallery list", "list the levels, similar ones in one line", alias="gallery")
def _list_levels(app: PlainApp, rest: list[str]) -> None:
    gallery = require_gallery(app)
    app.say(
        f"{'Seen' if gallery.is_history else 'Gallery'} of {gallery.game.title}: "
        f"{format_count(len(gallery.items), 'level')}, {len(gallery.kept_numbers)} kept."
    )
    for stack in gallery.stacks:
        top = gallery.find_top(stack)
        others = [str(n + 1) for n in stack if n != top]
        alike = f" Similar: {', '.join(others)}." if others else ""
        app.say(f"{_describe_level(gallery, top)}{alike}")


def _describe_level(gallery: Gallery, number: int) -> str:
    """Describe a level in one line: its number, title, facts and the user's decision."""
    exhibit = gallery.items[number]
    facts = " ".join(verdict_text.format_caption(gallery.game, exhibit.facts))
    path = gallery.saved_paths.get(number)
    decided = [gallery.choices.get(number, ""), f"saved in {path}" if path else ""]
    parts = [exhibit.origin or exhibit.level.title, facts, *decided]
    return f"{number + 1}: {', '.join(part for part in parts if part)}."


@COMMANDS("gallery show N", "show one level with its board and all its facts")
def _show_level(app: PlainApp, rest: list[str]) -> None:
    gallery = require_gallery(app)
    number = parse_place(rest[0], len(gallery.items))
    exhibit, game = gallery.items[number], gallery.game
    picture, theme = (
        game.boards.draw_picture(exhibit.level.board),
        theme_loader.load_shipped("ascii"),
    )
    drawn = thumbnails.draw_thumbnail(picture, theme, game.name)
    app.say(_describe_level(gallery, number))
    app.say(*("".join(text for text, _ in line).rstrip() for line in drawn))
    parts = [
        verdict_text.format_sentence(game, exhibit.facts),
        *verdict_text.list_counts(exhibit.facts),
    ]
    app.say(make_sentence("; ".join(parts)))


def _decide_levels(choice: Choice, app: PlainApp, rest: list[str]) -> None:
    """Keep or reject the levels with the typed numbers.

    If all of them already have this decision, it is cleared instead.
    """
    gallery = require_gallery(app)
    numbers = [parse_place(word, len(gallery.items)) for word in rest]
    again = all(gallery.choices.get(n) == choice for n in numbers)
    gallery.record_choice(numbers, "" if again else choice)
    app.say(*(_describe_level(gallery, n) for n in numbers))
    _say_write_error(app, gallery)


def _step_history(step: Callable[[Gallery], bool], app: PlainApp, rest: list[str]) -> None:
    gallery = require_gallery(app)
    # The function's name, "undo" or "redo", completes the message.
    if not step(gallery):
        raise EngineError(f"nothing to {step.__name__}")
    app.say(f"{len(gallery.kept_numbers)} kept.")


COMMANDS("gallery.keep N...", word="gallery keep")(partial(_decide_levels, "kept"))
COMMANDS("gallery.reject N...", word="gallery reject")(partial(_decide_levels, "rejected"))
COMMANDS("gallery.undo", word="gallery undo")(partial(_step_history, Gallery.undo))
COMMANDS("gallery.redo", word="gallery redo")(partial(_step_history, Gallery.redo))


@COMMANDS("gallery.order KEY", word="gallery order")
def _sort_levels(app: PlainApp, rest: list[str]) -> None:
    gallery = require_gallery(app)
    known, showing = find_sort_keys(gallery), gallery.level_filter
    if rest[0] not in known:
        raise EngineError(
            f"unknown fact {quote_input(rest[0])}; {suggest_similar(rest[0], known, '')}"
        )
    # Sorting by the same key again reverses the order.
    falling = rest[0] == showing.sort and not showing.descending
    gallery.apply_filter(replace(showing, sort=rest[0], descending=falling))
    _list_levels(app, [])


@COMMANDS("gallery.filter [EXPR]...", word="gallery filter")
def _filter_levels(app: PlainApp, rest: list[str]) -> None:
    """Show only the levels that match the typed expression, or all if no expression was typed."""
    gallery = require_gallery(app)
    gallery.apply_filter(replace(gallery.level_filter, where=" ".join(rest)))
    _list_levels(app, [])


@COMMANDS("gallery.open N", word="gallery take")
def _open_level(app: PlainApp, rest: list[str]) -> None:
    """Open a level from the gallery.

    If the open document is for the same game, the level is added as a new version, and the user
    can undo this. Otherwise, the level is opened as a new document.
    """
    gallery = require_gallery(app)
    number = parse_place(rest[0], len(gallery.items))
    gallery.cursor = number
    gallery.save_cursor()
    level = gallery.items[number].level
    if app.is_open and app.game.name == level.game:
        app.apply_change(partial(app.session.replace_level, level, f"gallery level {number + 1}"))
    elif app.confirm_leave():
        app.open_document(Document(level))
    app.describe_level()


@COMMANDS("gallery.save PATTERN", word="gallery save")
def _save_kept(app: PlainApp, rest: list[str]) -> None:
    """Save the kept levels that have no file yet, naming the files by the typed pattern."""
    gallery = require_gallery(app)
    pattern = " ".join(rest)
    if not bulk_save.list_unsaved(gallery):
        raise EngineError("all kept levels are saved already")
    problem = bulk_save.find_gallery_fault(gallery, pattern)
    if problem is not None:
        raise EngineError(problem)
    saved = bulk_save.save_kept(gallery, pattern)
    # Record the saved files even after an error, so that those levels are not saved again.
    if saved.paths:
        gallery.apply_entry(
            {"saved": {str(n): str(make_absolute(path)) for n, path in saved.paths.items()}}
        )
    app.say(*(f"Saved {path}." for path in saved.paths.values()))
    if saved.problem:
        raise EngineError(f"the rest failed: {saved.problem}")


@COMMANDS("gallery.save-as FILE", word="gallery catalogue")
def _add_to_catalogue(app: PlainApp, rest: list[str]) -> None:
    """Add all levels in the gallery, and the user's decisions about them, to a catalogue."""
    gallery = require_gallery(app)
    name = " ".join(rest)
    problem = explain_wrong_name(name)
    if problem is not None:
        raise EngineError(f"{quote_input(name)}: {problem}")

    def find_facts(level: Level) -> FactTable:
        return foreground.run_with_progress(
            partial(compute_facts, level), foreground.format_search_progress
        )

    added = gallery_to_catalogue.add_levels(
        parse_path(name), gallery_to_catalogue.list_annotated_levels(gallery), find_facts
    )
    app.say(f"{parse_path(name)}: {added}.")


def _say_write_error(app: PlainApp, gallery: Gallery) -> None:
    if gallery.write_error:
        app.say(f"The gallery is not saved: {gallery.write_error}.")
