"""``workbench plays``: import playtest records of others, and export records as a table."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.errors import EngineError, LevelError
from engine.files import playtest_file, record_rows, suffixes
from engine.files.storage import replace_file
from engine.files.suffixes import get_suffix, is_pack_name
from engine.game import registry
from engine.playlists import pack_level_files, packfile
from engine.values.level import Level, compute_digest
from engine.values.playtest_record import PlayRecord
from workbench.cli.support import exit_status, input_and_output_files
from workbench.cli.support.argument_parser import VerbParser
from workbench.session.playtest.record_check import check_record
from workbench.session.playtest.record_storage import RecordStorage
from workbench.terminal import command_line_output
from workbench.text.quantity_text import format_count

MAX_RECORDS = 1_000
"""The maximum number of plays to import from one file."""
_FORMATS = ("jsonl", "csv")

PlacedLevel = tuple[Level, Path | None]
"""A level, and the path of its file, or None if it is embedded in a pack."""


def add_arguments(parser: VerbParser, command: str | None = None) -> None:
    """Declare the arguments for a sub-command."""
    parser.set_defaults(command=command)
    if command == "import":
        parser.add_inputs("playtest records: *.plays.toml, .jsonl or .csv", "FILE", "+")
        into = "a level, pack or folder that was played; more than once for more (default .)"
        parser.add_option("--into LEVELS", into, action="append")
    else:
        parser.add_argument(
            "inputs", metavar="LEVELS", nargs="*", help="levels, packs or folders (default .)"
        )
        parser.add_argument("--format", choices=_FORMATS, help="default by --out, else jsonl")
        parser.add_out()


def run(args: argparse.Namespace) -> int:
    """Import or export playtest records, and return the exit status."""
    if args.command == "import":
        levels = {
            compute_digest(level.board): (level, path) for level, path in _find_levels(args.into)
        }
        return input_and_output_files.process_inputs(
            args.inputs, lambda name: _import_file(name, levels)
        )
    if args.command is None:
        raise EngineError("expected plays import or plays export")
    form = suffixes.choose_format(args.out, args.format, _FORMATS) or "jsonl"
    rows = [
        record_rows.build_row(record, level, "" if path is None else str(path))
        for level, path in _find_levels(args.inputs)
        for record in _read_kept(level, path)
    ]
    text = record_rows.format_csv(rows) if form == "csv" else record_rows.format_json_lines(rows)
    if args.out is None:
        command_line_output.write_content(text)
    else:
        replace_file(args.out, text.encode())
        command_line_output.print_note(f"{args.out}: {format_count(len(rows), 'play')}")
    return exit_status.DONE


def _find_levels(names: list[str] | None) -> list[PlacedLevel]:
    """Return all levels in files, packs and folders, each board once.

    Raises:
        LevelError: A file or pack that was named cannot be read.
    """
    found: dict[str, PlacedLevel] = {}

    def add_file(name: str) -> int:
        path = Path(name)
        if is_pack_name(path):
            pack = pack_level_files.load_levels(packfile.read_pack(path), path.parent)
            here = [(each.level, each.path) for each in pack.levels if each.level is not None]
        else:
            here = [(input_and_output_files.read_level(name), path)]
        for level, place in here:
            found.setdefault(compute_digest(level.board), (level, place))
        return exit_status.DONE

    for name in names or ["."]:
        if Path(name).is_dir():
            # A folder may hold files that are no levels: they are reported, and the rest is used.
            input_and_output_files.process_files(
                [name], add_file, empty=exit_status.DONE, packs=True
            )
        else:
            add_file(name)
    return [*found.values()]


def _read_kept(level: Level, path: Path | None) -> list[PlayRecord]:
    """Return the records of a level, oldest first, reporting files that cannot be read."""
    records, wrong = RecordStorage(level, path).read()
    for message in wrong:
        command_line_output.print_error(message)
    return records[::-1]


def _import_file(name: str, levels: dict[str, PlacedLevel]) -> int:
    """Import all plays of a file, reporting each one that is refused."""
    records = _read_records(name)
    if not records:
        raise LevelError("no plays in it")
    if len(records) > MAX_RECORDS:
        raise LevelError(f"expected at most {MAX_RECORDS:,} plays, found {len(records):,}")
    result = exit_status.DONE
    for number, record in enumerate(records, start=1):
        try:
            said = _import_record(record, levels)
        except LevelError as error:
            command_line_output.print_error(
                LevelError(f"play {number}: {error.message}", file=name)
            )
            result = exit_status.REFUSED
        else:
            command_line_output.print_line(f"{name}: play {number}: {said}")
    return result


def _read_records(name: str) -> tuple[PlayRecord, ...]:
    content, label = (
        input_and_output_files.read_content(name),
        input_and_output_files.get_label(name),
    )
    if get_suffix(name) == ".jsonl":
        return record_rows.read_json_lines(content, label)
    if get_suffix(name) == ".csv":
        return record_rows.read_csv(content, label)
    return playtest_file.loads(content, label)[0]


def _import_record(record: PlayRecord, levels: dict[str, PlacedLevel]) -> str:
    """Check a play, keep it with its level, and return a description.

    Raises:
        LevelError: The play is of another board, is not possible on it, or cannot be written.
    """
    if record.board not in levels:
        raise LevelError("the record is of another board than any of these levels has")
    level, path = levels[record.board]
    game = registry.get_game(level.game)
    problems = game.boards.find_problems(level.board)
    if problems:
        raise LevelError(f"the level is a draft: {problems[0]}")
    checked = check_record(game, level, record)
    title = level.title or (path.name if path is not None else level.game)
    kept = {(each.started, each.events) for each in _read_kept(level, path)}
    if (checked.started, checked.events) in kept:
        return f"{title}: kept already"
    storage = RecordStorage(level, path)
    message = storage.write(checked)
    if message.startswith("not recorded"):
        raise LevelError(message)
    made = f"{checked.result}, {format_count(checked.moves, 'move')}"
    return f"{title}: {made}; {message or f'kept in {storage.path}'}"
