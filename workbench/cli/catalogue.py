"""``workbench catalogue``: query, measure, annotate, export, import and merge catalogues.

The older form of the verb, without a sub-command, gives exactly the same answers.
"""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from typing import TypeVar

from engine.catalogue import annotation, exporter, level_loader, merger
from engine.catalogue.catalogue_digest import compute_digest
from engine.catalogue.entry_reader import EntryReader
from engine.catalogue.integrity import check_catalogue
from engine.catalogue.query import Query, Selection
from engine.catalogue.query_keys import list_key_kinds, parse_query, parse_sort
from engine.catalogue.step_callback import StepCallback
from engine.catalogue.store import Catalogue
from engine.errors import EngineError
from engine.files import suffixes
from engine.files.storage import replace_file, translate_errors
from engine.game import registry
from engine.stages.accepted_candidate_search import format_rejection_counts
from engine.values.budget import Control
from engine.values.expression import Comparison, KeyTypes, get_fact, list_conditions
from workbench.cli.support import (
    background_command,
    catalogue_archive,
    catalogue_import,
    catalogue_statistics,
    catalogue_verb_options,
    exit_status,
    input_and_output_files,
)
from workbench.cli.support.argument_parser import VerbParser
from workbench.paths.resources import parse_path
from workbench.service import foreground
from workbench.terminal import command_line_output
from workbench.text import fact_order, verdict_text
from workbench.text.quantity_text import format_count

T = TypeVar("T")


def add_arguments(parser: VerbParser, command: str | None = None) -> None:
    """Declare the arguments for a sub-command, or for the older form if ``command`` is None."""
    catalogue_verb_options.add_arguments(parser, command)


def run(args: argparse.Namespace) -> int:
    """Perform the requested operation on all of the catalogues."""
    wanted = catalogue_verb_options.require_answer(args)
    # A request to a process that is filling an archive does not need the catalogue itself.
    if background_command.list_steering_requests(args):
        return catalogue_archive.steer_fill(args)
    if wanted in (["merge"], ["export"]):
        return _combine_catalogues(args)
    if wanted == ["imported"]:
        if len(args.inputs) > 1:
            raise EngineError("--import: expected one catalogue")
        input_and_output_files.require_named("CATALOGUE", args.inputs[0])
        return catalogue_import.import_levels(Path(args.inputs[0]), args.imported)
    if args.command is None:
        catalogue_verb_options.require_no_command(args.inputs[0])
    return exit_status.combine_statuses([_process_catalogue(args, name) for name in args.inputs])


def _process_catalogue(args: argparse.Namespace, name: str) -> int:
    """Process one catalogue, printing any error, and return the exit status for it."""
    try:
        if catalogue_archive.has_fill_option(args):
            return catalogue_archive.fill_cells(args, name)
        marks = _read_annotation(args)
        with Catalogue.open(name, write=marks is not None) as catalogue:
            selected = _SelectedLevels(args, catalogue)
            if marks is not None:
                done = annotation.annotate_levels(catalogue, selected.selection.list_ids(), marks)
                command_line_output.print_note(f"{name}: {format_count(done, 'level')} marked")
            else:
                _print_answer(args, selected)
                # If another process changed the catalogue, parts of the answer may disagree.
                if catalogue.has_changed:
                    command_line_output.print_note(
                        f"{name}: changed meanwhile; ask again for what is new"
                    )
    except EngineError as error:
        command_line_output.print_error(error)
        return exit_status.REFUSED
    return exit_status.DONE


class _SelectedLevels:
    """The levels in a catalogue that the arguments select.

    Attributes:
        catalogue: The catalogue that contains the levels.
        selection: The selected levels, in order.
        keys: The keys of the facts that ``--where`` and ``--sort`` mention.
    """

    def __init__(self, args: argparse.Namespace, catalogue: Catalogue) -> None:
        """Parse ``--where`` and ``--sort``.

        Raises:
            EngineError: The value of an option is invalid. The message names the option.
        """
        self.catalogue = catalogue
        where, key, falling = None, None, False
        if args.where is not None:
            with catalogue_verb_options.name_option_in_errors("--where"):
                where = parse_query(args.where, self.kinds)
        if args.sort is not None:
            with catalogue_verb_options.name_option_in_errors("--sort"):
                key, falling = parse_sort(args.sort, self.kinds)
        parts = [] if where is None else list_conditions(where)
        keys = [part.key for part in parts if isinstance(part, Comparison)]
        self.keys = tuple(dict.fromkeys([*keys, *([key] if key else [])]))
        self.selection = Selection(catalogue, Query(where, key, falling, args.limit))

    @cached_property
    def kinds(self) -> KeyTypes:
        """A mapping from each fact's key to its type, which is built when it is first needed."""
        return list_key_kinds(self.catalogue)


def _print_answer(args: argparse.Namespace, selected: _SelectedLevels) -> None:
    """Print the requested answer about the selected levels on standard output."""
    selection = selected.selection
    if args.count:
        number = selection.count_levels()
        command_line_output.print_answer(args, {"count": number}, lambda _: [str(number)])
    elif args.digest:
        found = _run_with_progress(partial(compute_digest, selection), "levels read")
        command_line_output.print_answer(args, {"digest": found}, lambda _: [found])
    elif args.check:
        number = _run_with_progress(partial(check_catalogue, selected.catalogue), "levels checked")
        text = f"{selected.catalogue.path}: {format_count(number, 'level')}, no damage found"
        command_line_output.print_answer(args, {"levels": number}, lambda _: [text])
    elif args.histogram is not None:
        catalogue_statistics.print_histogram(args, selection, selected.kinds)
    elif args.density is not None:
        catalogue_statistics.print_density(args, selection, selected.kinds)
    elif args.archive is not None:
        catalogue_archive.print_archive(args, selection)
    elif args.group is not None:
        catalogue_statistics.print_groups(args, selection, selected.kinds)
    elif args.show:
        command_line_output.print_lines(_format_levels(args, selected))
    elif args.save is not None:
        _save_levels(args, selected)
    elif args.json:
        for entry in selection.read_entries():
            command_line_output.print_json(entry.to_record())
    else:
        command_line_output.print_lines(_format_catalogue(args, selected))


def _format_catalogue(args: argparse.Namespace, selected: _SelectedLevels) -> Iterator[str]:
    """Yield lines that describe a catalogue, its runs, and some of the selected levels."""
    catalogue, selection = selected.catalogue, selected.selection
    number = selection.count_levels()
    yield f"{catalogue.path}: {format_count(number, 'level')}"
    for run in catalogue.list_runs():
        if run.kind == "import":
            yield f"  {run.game}: from files"
            continue
        filled = run.kind == "archive"
        far = "complete" if run.is_complete else f"{run.count:,} wanted"
        far = f"archive {run.settings.get('archive', '')}" if filled else far
        unit = "mutation" if filled else "candidate"
        tried = f"{format_count(run.candidates, unit)}, {format_count(run.duplicates, 'duplicate')}"
        yield (
            f"  {run.generator}: {format_count(run.kept, 'level')} from seed "
            f"{run.first_seed}, {far}"
        )
        yield f"    {tried}; {format_rejection_counts(run.rejections) or 'none rejected'}"
    most = args.limit or catalogue_verb_options.DEFAULT_LISTED
    records = [entry.to_record() for entry in islice(selection.read_entries(), most)]
    keys = fact_order.list_columns(selected.keys, records)
    rows = [
        [catalogue_statistics.format_cell(get_fact(record, key)) for key in keys]
        for record in records
    ]
    yield from command_line_output.format_table([keys, *rows]) if rows else ()
    # The table may list only the first few of the selected levels.
    if len(rows) < number:
        yield f"  and {format_count(number - len(rows), 'more', 'more')}; --limit N lists N"


def _format_levels(args: argparse.Namespace, selected: _SelectedLevels) -> Iterator[str]:
    """Yield, for each level, a line with its id, seed, facts and tags, and then its board."""
    from workbench.drawing import thumbnails
    from workbench.theme import theme_loader

    path, theme = selected.catalogue.path, theme_loader.load_shipped("ascii")
    for entry in islice(
        selected.selection.read_entries(), args.limit or catalogue_verb_options.DEFAULT_LISTED
    ):
        game = registry.get_game(entry.game)
        made = entry.title or (f"seed {entry.seed}" if entry.seed is not None else "")
        parts = [made, verdict_text.format_short(game, entry.facts), *entry.tags]
        yield f"{entry.id}: {', '.join(filter(None, parts))}"
        picture = game.boards.draw_picture(level_loader.unpack_board(entry, path))
        # Always use the ASCII theme, because the output may go to a file or a pipe.
        for line in thumbnails.draw_thumbnail(picture, theme, entry.game):
            yield "".join(text for text, _ in line).rstrip()


def _save_levels(args: argparse.Namespace, selected: _SelectedLevels) -> None:
    """Save the selected levels in files named by the pattern from ``--save``; print their paths.

    The folder is created if necessary.
    """
    from workbench.features.collection import bulk_save

    # Check the pattern for all levels before writing the first file.
    whole = level_loader.LevelLoader(selected.catalogue.path)
    entries = EntryReader(selected.catalogue).read_all(selected.selection.list_ids())
    found = [(entry.id, whole.load_level(entry), entry.facts) for entry in entries]
    wrong = bulk_save.find_pattern_fault(
        args.save, [bulk_save.list_substitutions(level, facts) for _, level, facts in found]
    )
    if wrong is not None:
        raise EngineError(f"--save: {wrong}")
    folder = parse_path(args.save).parent
    with translate_errors(folder, "cannot be created"):
        folder.mkdir(parents=True, exist_ok=True)
    saved = bulk_save.save_all(args.save, found)
    command_line_output.print_lines(str(path) for path in saved.paths.values())
    if saved.problem:
        raise EngineError(saved.problem)


def _combine_catalogues(args: argparse.Namespace) -> int:
    """Merge catalogues into a new one, or export their levels to a folder or a table."""
    with contextlib.ExitStack() as stack:
        catalogues = [stack.enter_context(Catalogue.open(name)) for name in args.inputs]
        # A merge copies whole catalogues, but an export writes only the selected levels.
        if args.merge is not None:
            if any(each is not None for each in (args.where, args.sort, args.limit)):
                raise EngineError("--merge takes all levels; --where, --sort and --limit do not go")
            job = partial(merger.merge_catalogues, Path(args.merge), catalogues)
            merged = _run_with_progress(lambda step: job(step=step), "levels merged")
            text = (
                f"{format_count(merged.levels, 'level')}, "
                f"{format_count(merged.duplicates, 'duplicate')}"
            )
            command_line_output.print_note(f"{args.merge}: {text}")
            return exit_status.DONE
        selections = [_SelectedLevels(args, catalogue).selection for catalogue in catalogues]
        if suffixes.get_suffix(args.export) == suffixes.SUFFIXES["png"]:
            _write_contact_sheet(selections, args.export)
            return exit_status.DONE
        _require_exportable(args.export)
        control = Control()
        write = partial(exporter.export_levels, selections, Path(args.export), control=control)
        number = _run_with_progress(lambda step: write(step=step), "levels written", control)
        command_line_output.print_note(f"{args.export}: {format_count(number, 'level')}")
    return exit_status.DONE


def _write_contact_sheet(selections: Sequence[Selection], out: str) -> None:
    """Draw the selected levels as one PNG file."""
    from workbench.cli.support import level_pages
    from workbench.theme import theme_loader

    input_and_output_files.require_writable(out, folder=False)
    theme = theme_loader.load_shipped(level_pages.PAPER_THEME)
    title = ", ".join(Path(each.catalogue.path).stem for each in selections)
    content = level_pages.render_contact_sheet(selections, title, lambda _: theme)
    replace_file(out, content)
    command_line_output.print_note(
        f"{out}: {format_count(sum(s.count_levels() for s in selections), 'level')}"
    )


def _require_exportable(out: str) -> None:
    input_and_output_files.require_writable(
        out, folder=exporter.find_table_format(Path(out)) is None
    )


def _read_annotation(args: argparse.Namespace) -> annotation.AnnotationEdit | None:
    """Return the requested changes to annotations, or None if no changes are requested."""
    if all(getattr(args, name) is None for name in catalogue_verb_options.ANNOTATION_OPTIONS):
        return None
    return annotation.AnnotationEdit(
        tuple(args.tag or ()), tuple(args.untag or ()), stars=args.stars, note=args.note
    )


def _run_with_progress(
    job: Callable[[StepCallback], T], unit: str, control: Control | None = None
) -> T:
    """Run a computation on many levels, and show its progress on a terminal.

    Args:
        job: The computation. It takes a function, which it must call with the number of levels
            that are done.
        unit: The text to show after that number, such as ``levels read``.
        control: The control that can cancel the computation, or None to create one.
    """
    at = [0]

    def run_steps(control: Control) -> T:

        def step(done: int) -> None:
            at[0] = done
            # After an interrupt, this exception ends the job's loop over the levels.
            control.raise_if_cancelled()

        return job(step)

    return foreground.run_with_progress(run_steps, lambda _: f"{at[0]:,} {unit}", control=control)
