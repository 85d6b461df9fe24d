"""Importing levels from files, folders and galleries into a catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from engine.catalogue.annotation import AnnotationEdit
from engine.catalogue.importer import FactTable, add_level, compute_facts, open_for_import
from engine.values.level import Level
from workbench.cli.support import exit_status, input_and_output_files
from workbench.cli.support.file_kinds import GALLERY_SUFFIX
from workbench.service import foreground
from workbench.terminal import command_line_output
from workbench.text.quantity_text import format_added


def import_levels(path: Path, names: Sequence[str]) -> int:
    """Add levels to a catalogue, creating it if necessary, and return the exit status."""
    added: list[bool] = []
    with open_for_import(path) as catalogue:

        def import_file(name: str) -> int:
            for level, marks in _read_levels(name):
                added.append(add_level(catalogue, level, _compute_facts, marks))
            return exit_status.DONE

        result = input_and_output_files.process_files(names, import_file, empty=exit_status.REFUSED)
        command_line_output.print_note(f"{catalogue.path}: {format_added(added)}")
    return result


def _read_levels(name: str) -> Iterable[tuple[Level, AnnotationEdit]]:
    """Read annotated levels from a gallery, or levels without annotations from any other file.

    Raises:
        EngineError: The file cannot be read.
    """
    # Files other than galleries contain no annotations.
    if not name.endswith(GALLERY_SUFFIX):
        return [(level, AnnotationEdit()) for level in input_and_output_files.read_levels(name)]
    from workbench.features.collection.gallery_model import Gallery
    from workbench.features.collection.gallery_to_catalogue import list_annotated_levels

    return list_annotated_levels(Gallery.open_read_only(Path(name)))


def _compute_facts(level: Level) -> FactTable:
    """Compute all facts about a level, showing the progress of the search on a terminal."""
    return foreground.run_with_progress(
        partial(compute_facts, level), foreground.format_search_progress
    )
