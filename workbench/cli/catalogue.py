"""``workbench catalogue``: ask catalogues, measure, mark, export, import and merge them.

The older form without a sub-command answers exactly as the sub-commands do.
"""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from typing import TypeVar

from engine.catalogue import exporting, levels, marking, merging, statistics
from engine.catalogue.checking import check
from engine.catalogue.digest import digest
from engine.catalogue.entries import Entries
from engine.catalogue.keys import asked, kinds_of, require_key, sorting
from engine.catalogue.progress import Step
from engine.catalogue.query import Query, Selection
from engine.catalogue.store import Catalogue
from engine.errors import EngineError
from engine.files.storage import replace_file
from engine.game import registry
from engine.staging.demands import rejections_text
from engine.values.budget import Control
from engine.values.expression import Comparison, Kinds, conditions, fact
from workbench.cli.support import archiving, catalogue_options, detached, importing, inputs, status
from workbench.cli.support.arguments import Parser
from workbench.drawing import density
from workbench.service import running
from workbench.terminal import console, link
from workbench.text import verdict
from workbench.text.status import count, figure

T = TypeVar("T")


def arguments(parser: Parser, command: str | None = None) -> None:
    """Declare the arguments of a sub-command, or of the older form without one."""
    catalogue_options.arguments(parser, command)


def run(args: argparse.Namespace) -> int:
    """Answers what is asked for, of one catalogue after the other."""
    wanted = catalogue_options.require_answer(args)
    if detached.asked(args):
        return archiving.steer(args)
    if wanted in (["merge"], ["export"]):
        return _together(args)
    if wanted == ["imported"]:
        if len(args.inputs) > 1:
            raise EngineError("--import: expected one catalogue")
        inputs.require_named("CATALOGUE", args.inputs[0])
        return importing.add(Path(args.inputs[0]), args.imported)
    return status.overall([_each(args, name) for name in args.inputs])


def _each(args: argparse.Namespace, name: str) -> int:
    """One catalogue, whatever becomes of the others."""
    try:
        if archiving.is_filled(args):
            return archiving.fill_cells(args, name)
        marks = _marks(args)
        with Catalogue.open(name, write=marks is not None) as catalogue:
            selected = _Selected(args, catalogue)
            if marks is not None:
                done = marking.mark(catalogue, selected.selection.ids(), marks)
                console.note(f"{name}: {count(done, 'level')} marked")
            else:
                _answer(args, selected)
                if catalogue.changed:
                    console.note(f"{name}: changed meanwhile; ask again for what is new")
    except EngineError as error:
        console.error(error)
        return status.REFUSED
    return status.DONE


class _Selected:
    """What the arguments select of a catalogue.

    Attributes:
        selection: the levels.
        keys: the facts that they were asked for by.
    """

    def __init__(self, args: argparse.Namespace, catalogue: Catalogue) -> None:
        """Reads what is asked for.

        Raises:
            EngineError: no expression, or no such fact; names the option.
        """
        self.catalogue = catalogue
        where, key, falling = None, None, False
        if args.where is not None:
            with _naming("--where"):
                where = asked(args.where, self.kinds)
        if args.sort is not None:
            with _naming("--sort"):
                key, falling = sorting(args.sort, self.kinds)
        parts = [] if where is None else conditions(where)
        keys = [part.key for part in parts if isinstance(part, Comparison)]
        self.keys = tuple(dict.fromkeys([*keys, *([key] if key else [])]))
        self.selection = Selection(catalogue, Query(where, key, falling, args.limit))

    @cached_property
    def kinds(self) -> Kinds:
        """The keys that the catalogue can be asked for by, found out when they are needed."""
        return kinds_of(self.catalogue)


def _answer(args: argparse.Namespace, selected: _Selected) -> None:
    """What is asked of a catalogue, on stdout."""
    selection = selected.selection
    if args.count:
        console.json_line({"count": selection.count()})
    elif args.digest:
        found = _watched(partial(digest, selection), "levels read")
        console.answer(args, {"digest": found}, lambda _: [found])
    elif args.check:
        number = _watched(partial(check, selected.catalogue), "levels checked")
        text = f"{selected.catalogue.path}: {count(number, 'level')}, no damage found"
        console.answer(args, {"levels": number}, lambda _: [text])
    elif args.histogram is not None:
        with _naming("--histogram"):
            key = require_key(args.histogram, selected.kinds, (int, float, bool))
        console.json_line({"key": key, "bins": statistics.histogram(selection, key)})
    elif args.density is not None:
        _density(args, selected)
    elif args.archive is not None:
        archiving.show(args, selection)
    elif args.group is not None:
        _group(args, selected)
    elif args.show:
        console.lines(_shown(args, selected))
    elif args.save is not None:
        _save(args, selected)
    elif args.json:
        for entry in selection.entries():
            console.json_line(entry.record())
    else:
        console.lines(_listed(args, selected))


def _density(args: argparse.Namespace, selected: _Selected) -> None:
    if len(args.density) != 2:
        raise EngineError("--density: expected two facts, such as moves,dead_states")
    with _naming("--density"):
        numbers = (int, float, bool)
        keys = [require_key(key, selected.kinds, numbers) for key in args.density]
    found = statistics.density(selected.selection, keys[0], keys[1])
    if args.out is not None and args.out != inputs.STDIN:
        inputs.require_writable(args.out, folder=False)
        replace_file(args.out, density.as_svg(found).encode())
    elif args.out is not None:
        console.exactly(density.as_svg(found))
    elif args.json:
        console.json_line({"keys": keys, "bins": found.bins})
    else:
        console.lines(density.as_text(found, ascii_only=not link.detect().utf8))


def _group(args: argparse.Namespace, selected: _Selected) -> None:
    with _naming("--group"):
        key = require_key(args.group, selected.kinds)
    groups = selected.selection.groups(key)
    if selected.kinds[key] is bool:
        groups = [(value if value is None else bool(value), number) for value, number in groups]
    rows = [(_cell(value), f"{number:,}") for value, number in groups]
    record = {"key": key, "groups": groups}
    console.answer(args, record, lambda _: console.table([(key, "levels"), *rows]))


def _listed(args: argparse.Namespace, selected: _Selected) -> Iterator[str]:
    """A catalogue in lines of text: what it was made from, and some of its levels."""
    catalogue, selection = selected.catalogue, selected.selection
    number = selection.count()
    yield f"{catalogue.path}: {count(number, 'level')}"
    for run in catalogue.runs():
        if run.kind == "import":
            yield f"  {run.game}: from files"
            continue
        filled = run.kind == "archive"
        far = "complete" if run.complete else f"{run.count:,} wanted"
        far = f"archive {run.settings.get('archive', '')}" if filled else far
        unit = "mutation" if filled else "candidate"
        tried = f"{count(run.candidates, unit)}, {count(run.duplicates, 'duplicate')}"
        yield f"  {run.generator}: {count(run.kept, 'level')} from seed {run.first_seed}, {far}"
        yield f"    {tried}; {rejections_text(run.rejections) or 'none rejected'}"
    keys = dict.fromkeys(("game", "seed", "moves", "difficulty", *selected.keys, "tags"))
    head = ("id", *keys)
    rows = []
    for entry in selection.entries():
        record = entry.record()
        rows.append((str(entry.id), *(_cell(fact(record, key)) for key in keys)))
        if len(rows) == (args.limit or catalogue_options.LISTED):
            break
    yield from console.table([head, *rows]) if rows else ()
    if len(rows) < number:
        yield f"  and {count(number - len(rows), 'more', 'more')}; --limit N lists N"


def _shown(args: argparse.Namespace, selected: _Selected) -> Iterator[str]:
    """Levels one after the other: number, seed, facts, tags, and the board."""
    from workbench.drawing import thumbnails
    from workbench.theme import theming

    path, theme = selected.catalogue.path, theming.load_shipped("ascii")
    for entry in islice(selected.selection.entries(), args.limit or catalogue_options.LISTED):
        game = registry.get(entry.game)
        made = entry.title or (f"seed {entry.seed}" if entry.seed is not None else "")
        parts = [made, verdict.short(game, entry.facts), *entry.tags]
        yield f"{entry.id}: {', '.join(filter(None, parts))}"
        picture = game.boards.picture(levels.board_of(entry, path))
        for line in thumbnails.draw(picture, theme, entry.game):
            yield "".join(text for text, _ in line).rstrip()


def _save(args: argparse.Namespace, selected: _Selected) -> None:
    """Writes level files under a pattern of names, and names each."""
    from workbench.features.collection import keeping

    whole = levels.Levels(selected.catalogue.path)
    entries = Entries(selected.catalogue).together(selected.selection.ids())
    found = [(entry.id, whole.level(entry), entry.facts) for entry in entries]
    wrong = keeping.fault(args.save, [keeping.words_of(level, facts) for _, level, facts in found])
    if wrong is not None:
        raise EngineError(f"--save: {wrong}")
    saved = keeping.save_all(args.save, found)
    console.lines(str(path) for path in saved.paths.values())
    if saved.problem:
        raise EngineError(saved.problem)


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "-" if value is None else figure(value)


def _together(args: argparse.Namespace) -> int:
    """Several catalogues in one folder, table or catalogue."""
    with contextlib.ExitStack() as stack:
        catalogues = [stack.enter_context(Catalogue.open(name)) for name in args.inputs]
        if args.merge is not None:
            if any(each is not None for each in (args.where, args.sort, args.limit)):
                raise EngineError("--merge takes all levels; --where, --sort and --limit do not go")
            job = partial(merging.merge, Path(args.merge), catalogues)
            merged = _watched(lambda step: job(step=step), "levels merged")
            text = f"{count(merged.levels, 'level')}, {count(merged.duplicates, 'duplicate')}"
            console.note(f"{args.merge}: {text}")
            return status.DONE
        selections = [_Selected(args, catalogue).selection for catalogue in catalogues]
        _require_exportable(args.export)
        control = Control()
        write = partial(exporting.export, selections, Path(args.export), control=control)
        number = _watched(lambda step: write(step=step), "levels written", control)
        console.note(f"{args.export}: {count(number, 'level')}")
    return status.DONE


def _require_exportable(out: str) -> None:
    inputs.require_writable(out, folder=exporting.table_of(Path(out)) is None)


def _marks(args: argparse.Namespace) -> marking.Marks | None:
    """What is to be said of levels; None if nothing is."""
    if all(getattr(args, name) is None for name in catalogue_options.MARKS):
        return None
    return marking.Marks(
        tuple(args.tag or ()), tuple(args.untag or ()), stars=args.stars, note=args.note
    )


def _watched(job: Callable[[Step], T], what: str, control: Control | None = None) -> T:
    """Runs what goes over many levels, with its progress on a terminal."""
    at = [0]

    def stepping(control: Control) -> T:
        """Counts the levels that are done."""

        def step(done: int) -> None:
            """Keeps the number, unless all is to end."""
            at[0] = done
            control.require_going_on()

        return job(step)

    return running.run(stepping, lambda _: f"{at[0]:,} {what}", control=control)


@contextlib.contextmanager
def _naming(option: str) -> Iterator[None]:
    """Lets errors within it name the option that they are about."""
    try:
        yield
    except EngineError as error:
        raise EngineError(f"{option}: {error}") from None
