"""``workbench validate``: check level files and packs for problems."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.errors import EngineError, LevelError
from engine.evaluation.intended_solution import IntendedSolution, check_intended
from engine.files.suffixes import is_pack_name
from engine.game import registry, stored_verdict_checks
from engine.game.game import Game
from engine.playlists import pack_level_files, pack_selection, packfile
from engine.playlists.pack import Pack
from engine.values.level import Level, Problem
from workbench.cli.support import exit_status, input_and_output_files, problem_reports
from workbench.cli.support.argument_parser import VerbParser
from workbench.terminal import command_line_output
from workbench.text.intended_text import TITLE, explain_failure, format_intended, list_rivals

INTENDED_KEY = "intended"
"""The key for the intended solution in level files and records."""


def add_arguments(parser: VerbParser) -> None:
    """Declare the verb's arguments."""
    parser.add_inputs("level files or folders, - for standard input", "PATH", "+")
    parser.add_flag(
        "--solve",
        "compute stored verdicts again and compare every fact; look for shortcuts past the "
        "intended solution",
    )
    parser.add_option(
        "--format F",
        "text (default), json, or for build servers github (annotations) or junit (XML)",
        choices=problem_reports.FORMATS,
    )
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Check every file, and print one line for each problem and each warning.

    Raises:
        EngineError: Both ``--json`` and another format are requested.
    """
    if args.json and args.format not in (None, problem_reports.JSON):
        raise EngineError(f"expected --json or --format {args.format}, found both")
    args.json = args.json or args.format == problem_reports.JSON
    args.reports = []
    status = input_and_output_files.process_files(
        args.inputs, partial(_report_file, args), empty=exit_status.DONE, packs=True
    )
    if args.format == problem_reports.JUNIT:
        command_line_output.print_lines(problem_reports.format_junit(args.reports))
    return status


def _report_file(args: argparse.Namespace, name: str) -> int:
    """Check a file, and report also why it cannot be checked, for formats that build servers read.

    Raises:
        EngineError: The file cannot be checked.
    """
    try:
        return _validate_file(args, name)
    except EngineError as error:
        _add_report(args, problem_reports.FileReport(name, refusal=str(error)))
        raise


def _validate_file(args: argparse.Namespace, name: str) -> int:
    # Check only arguments here. A broken link in a folder is reported when it is read.
    if name in args.inputs and name != input_and_output_files.STDIN and not os.path.lexists(name):
        raise LevelError("no such file or folder", file=name)
    if is_pack_name(name):
        return _validate_pack(args, name)
    try:
        level = input_and_output_files.read_level(name)
    except LevelError as error:
        _print_report(args, {"file": name, "game": None}, [error], [])
        return exit_status.NEGATIVE
    game = registry.get_game(level.game)
    checked = _check_level(game, level, solve=args.solve)
    line, unusual = checked.solution, game.boards.find_warnings(level.board)
    said = [*unusual, *checked.outdated_facts, *_list_reservations(game, level, checked)]
    warnings = _locate_problems(said, name)
    record = {"file": name, "game": level.game}
    # The value is null if the intended solution cannot be replayed.
    pinned = {} if level.intended is None else {INTENDED_KEY: line and line.to_table(game)}
    _print_report(args, record, _locate_problems(checked.problems, name), warnings, pinned)
    if line is not None and line.is_winning and args.solve:
        command_line_output.print_note(
            f"{name}: {TITLE} {format_intended(game, level.board, line)}"
        )
    if checked.is_undecided:
        command_line_output.print_note(
            f"{name}: the verdict is not computed again within the budget"
        )
    if checked.problems or (line is not None and not line.is_winning):
        return exit_status.NEGATIVE
    return exit_status.UNDECIDED if checked.is_undecided else exit_status.DONE


def _validate_pack(args: argparse.Namespace, name: str) -> int:
    """Check that each level in a pack exists, has the recorded board, and occurs only once."""
    record = {"file": name, "game": None}
    try:
        pack = pack_level_files.load_levels(packfile.read_pack(Path(name)), Path(name).parent)
    except LevelError as error:
        _print_report(args, record, [error], [])
        return exit_status.NEGATIVE
    problems = [*pack_level_files.find_problems(pack, name)]
    _print_report(args, record, problems, _find_order_warnings(pack, name) if args.solve else [])
    return exit_status.NEGATIVE if problems else exit_status.DONE


def _find_order_warnings(pack: Pack, name: str) -> list[LevelError]:
    """Return a warning for each level in a pack that is easier than the one before it."""
    from workbench.service import foreground

    job = partial(pack_selection.evaluate_pack, pack)
    state = foreground.run_with_progress(job, lambda _: "solving the levels")
    return [
        LevelError("easier than the level before", file=name, key=f"levels[{place}]")
        for place, step in state.items()
        if step.direction < 0
    ]


def _print_report(
    args: argparse.Namespace,
    record: Mapping[str, Any],
    problems: Sequence[LevelError],
    warnings: Sequence[LevelError],
    more: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Print a file's problems and warnings, as lines or as a JSON record.

    Args:
        args: The verb's arguments.
        record: The first fields of the JSON record.
        problems: The problems found in the file.
        warnings: The warnings about the file.
        more: The last fields of the JSON record.
    """
    if args.format in (problem_reports.GITHUB, problem_reports.JUNIT):
        name, content = record["file"], b""
        # Standard input and pipes have been read already, and cannot be read again.
        if (problems or warnings) and os.path.isfile(name):  # noqa: PTH113 - pathlib may raise
            content = input_and_output_files.read_content(name)
        locate = partial(problem_reports.locate_problems, content=content)
        _add_report(args, problem_reports.FileReport(name, locate(problems), locate(warnings)))
        return
    found = {
        "problems": [*map(_build_record, problems)],
        "warnings": [*map(_build_record, warnings)],
    }
    said = [*map(str, problems), *(_format_warning(each) for each in warnings)]
    command_line_output.print_answer(args, {**record, **found, **more}, lambda _: said)


def _add_report(args: argparse.Namespace, report: problem_reports.FileReport) -> None:
    """Print a file's annotations, or keep its report for the XML that follows all files."""
    if args.format == problem_reports.JUNIT:
        args.reports.append(report)
    elif args.format == problem_reports.GITHUB:
        command_line_output.print_lines(problem_reports.format_github(report))


def _format_warning(each: LevelError) -> str:
    message = f"warning: {each.message}"
    return str(LevelError(message, file=each.file, key=each.key, row=each.row, col=each.col))


@dataclass(frozen=True, slots=True)
class LevelCheck:
    """The result of checking a level.

    Attributes:
        problems: The problems with the level.
        solution: The intended solution after replaying it, or None if the level has no intended
            solution or its board cannot be played.
        is_undecided: True if the search exceeded its budget.
        outdated_facts: A warning for each stored fact whose version is no longer current.
    """

    problems: Sequence[Problem] = ()
    solution: IntendedSolution | None = None
    is_undecided: bool = False
    outdated_facts: Sequence[Problem] = ()


def _check_level(game: Game, level: Level, *, solve: bool) -> LevelCheck:
    """Check a level for problems, and replay its intended solution.

    If ``solve`` is true, any stored verdict that is current and any intended solution are also
    compared with the solver's result.
    """
    if problems := game.boards.find_problems(level.board):
        return LevelCheck(problems)
    fresh = level.has_fresh_verdict(game.rules_version)
    if not (solve and (fresh or level.intended is not None)):
        return LevelCheck(
            stored_verdict_checks.find_contradictions(level), check_intended(game, level)
        )
    from workbench.service import foreground

    solved = foreground.solve_with_progress(game, level.board)
    # Contradictions among the stored facts are not worth reporting if the facts are wrong anyway.
    problems = stored_verdict_checks.find_differences(
        level, solved
    ) or stored_verdict_checks.find_contradictions(level)
    line, old = (
        check_intended(game, level, solved),
        stored_verdict_checks.find_outdated_facts(level, solved),
    )
    return LevelCheck(problems, line, not solved.facts["complete"], old)


def _list_reservations(game: Game, level: Level, checked: LevelCheck) -> Iterator[Problem]:
    """Yield a warning if the intended solution fails, and one for each rival solution."""
    if checked.solution is None:
        return
    if not checked.solution.is_winning:
        yield Problem(explain_failure(checked.solution), key=INTENDED_KEY)
    for said in list_rivals(game, level.board, checked.solution):
        yield Problem(said, key=INTENDED_KEY)


def _locate_problems(found: Iterable[Problem], file: str) -> list[LevelError]:
    return [
        LevelError(each.message, file=file, key=each.key, row=each.row, col=each.col)
        for each in found
    ]


def _build_record(problem: LevelError) -> dict[str, Any]:
    return {key: getattr(problem, key) for key in ("message", "line", "key", "row", "col")}
