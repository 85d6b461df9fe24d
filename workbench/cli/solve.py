"""``workbench solve``: print the solver's verdicts on levels, and update stored verdicts."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from engine import workshop
from engine.errors import EngineError
from engine.files.storage import FileStamp
from engine.game import registry
from engine.search.solver_result import SolverResult
from engine.values.budget import Budget
from engine.values.level import Level
from engine.values.moves import format_moves
from engine.values.uniqueness_leak import judge_leaks
from workbench.cli.support import exit_status, input_and_output_files
from workbench.cli.support.argument_parser import VerbParser
from workbench.cli.support.argument_types import build_integer_parser
from workbench.service import foreground
from workbench.terminal import command_line_output
from workbench.terminal.command_line_output import Painter
from workbench.text import verdict_text
from workbench.text.quantity_text import format_count, format_duration

if TYPE_CHECKING:  # importing this would load NumPy, which not all solvers need
    from engine.search.solution_finder import Solution


SOLUTION_SETS = ("edges", "shortest")
"""The sets of solutions that can be listed, as values of ``--solutions``."""

DEFAULT_LIMIT = 1_000
"""The largest number of solutions to list by default."""
MAX_LIMIT = 1_000_000_000
"""The largest number of solutions that the user can request."""


def add_arguments(parser: VerbParser) -> None:
    """Declare the verb's arguments."""
    parser.add_inputs("level files or folders, - for standard input", number="+")
    parser.add_solver()
    parser.add_option(
        "--solutions WHICH",
        "list all solutions too: edges, one of every winning move, or shortest, all of each kind",
        choices=SOLUTION_SETS,
    )
    parser.add_option(
        "--limit N",
        "list at most N solutions (default %(default)s)",
        build_integer_parser(1, MAX_LIMIT),
        default=DEFAULT_LIMIT,
    )
    parser.add_flag("--write", "store the verdict where it is missing or stale")
    parser.add_flag("--watch", "solve again whenever a file changes, until Ctrl-C")
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Solve every level, print the verdicts, and return the combined exit status."""
    if args.write and any((args.strategy, args.rules, args.depth, args.set)):
        usual = "--write stores the verdict by default strategy and rules"
        raise EngineError(f"workbench solve: {usual}")
    if args.write and input_and_output_files.STDIN in args.inputs:
        raise EngineError("-: --write needs files")
    if args.watch:
        from workbench.cli.support import file_watch

        if args.write:
            raise EngineError("expected --watch or --write, found both")
        file_watch.watch_files(args.inputs, partial(_solve_level, args))
    return input_and_output_files.process_files(
        args.inputs, partial(_solve_level, args), empty=exit_status.REFUSED
    )


def _solve_level(args: argparse.Namespace, name: str) -> int:
    stamp = input_and_output_files.take_stamp(name) if args.write else None
    level, solved = solve_with_arguments(args, name)
    if args.write:
        _renew_verdict(name, level, workshop.store_new_verdict(level, solved), stamp)
    answer = workshop.build_solve_table(level, name, solved)
    found = None if args.solutions is None else _find_solutions(args, name, solved)
    listed = {} if args.solutions is None else {"solutions": _build_solution_records(found, solved)}
    command_line_output.print_answer(
        args, answer | listed, partial(_format_answer, level, answer, solved, args.solutions, found)
    )
    return exit_status.get_status_of_facts(answer)


def _find_solutions(
    args: argparse.Namespace, name: str, solved: SolverResult
) -> list[Solution] | None:
    """Return the requested solutions, or None if the search ended before it reached all states.

    Raises:
        EngineError: The game's solver, or the chosen strategy, cannot list solutions.
    """
    finder = solved.solutions
    if finder is None:
        if solved.facts.get("complete"):
            raise EngineError("--solutions: this way of solving lists no solutions")
        command_line_output.print_note(
            f"{name}: not all states are known, so no solutions are listed"
        )
        return None
    every = finder.list_by_move() if args.solutions == "edges" else finder.list_all_shortest()
    # One solution beyond the limit shows that there are more, without counting them all.
    found = list(islice(every, args.limit + 1))
    if len(found) > args.limit:
        command_line_output.print_note(
            f"{name}: there are more than {args.limit} solutions; --limit N lists more"
        )
    return found[: args.limit]


def _build_solution_records(
    found: list[Solution] | None, solved: SolverResult
) -> list[dict[str, Any]] | None:
    """Return solutions as JSON records, or None if the solutions are unknown.

    The field ``kind`` names the kind of solution. It is null if the game has only one kind.
    """
    if found is None or solved.solutions is None:
        return None
    title = solved.solutions.get_title
    return [
        {
            "kind": title(each).replace(" ", "_") or None,
            "moves": len(each.moves),
            "solution": format_moves(each.moves),
            "state": f"S{each.state}",
        }
        for each in found
    ]


def _format_answer(
    level: Level,
    answer: Mapping[str, Any],
    solved: SolverResult,
    solution_set: str | None,
    found: list[Solution] | None,
    painter: Painter,
) -> Iterator[str]:
    """Yield lines that describe a solved level, followed by the requested solutions.

    Args:
        level: The level that was solved.
        answer: The solver's facts about the level.
        solved: The solver's result.
        solution_set: The value of ``--solutions``, or None if the option was not given.
        found: The requested solutions, or None if no solutions are to be listed.
        painter: The painter that colours the text.
    """
    yield from describe_answer(level, answer, solved, painter)
    if found is None or solved.solutions is None:
        return
    what = (
        "a solution of every winning move" if solution_set == "edges" else "all shortest solutions"
    )
    yield "  " + painter(f"{what}: {len(found):,}", "title")
    rows = [
        (
            format_count(len(each.moves), "move"),
            solved.solutions.get_title(each),
            format_moves(each.moves),
        )
        for each in found
    ]
    kinds = max((len(kind) for _, kind, _ in rows), default=0)
    lengths = max((len(length) for length, _, _ in rows), default=0)
    for (length, kind, moves), each in zip(rows, found, strict=True):
        label = f"{kind:{kinds}}  " if kinds else ""
        yield f"    {length:>{lengths}}  {label}{moves}, the last in S{each.state}"


def solve_with_arguments(args: argparse.Namespace, name: str) -> tuple[Level, SolverResult]:
    """Solve the level called ``name`` with the solver options in ``args``.

    Returns:
        The level, and the solver's result.

    Raises:
        EngineError: The level cannot be played, or the game does not have the requested rules,
            strategy or option.
    """
    level = input_and_output_files.read_level(name)
    game = workshop.require_playable(level)
    if args.rules is not None:
        game = game.with_rules(args.rules)
    if args.set is not None:
        game = game.with_options(args.strategy, dict(args.set))
    budget = Budget(args.max_states, args.time, args.depth)
    return level, foreground.solve_with_progress(game, level.board, args.strategy, budget)


def _renew_verdict(name: str, level: Level, solved: Level, stamp: FileStamp | None) -> None:
    """Store a new verdict in its level's file, if it is better than the stored one.

    Nothing is written if the verdicts are the same, or if the new one is incomplete and the stored
    one is still valid.

    Args:
        name: The name of the file.
        level: The level as it was read.
        solved: The level with the new verdict.
        stamp: The file's stamp, which was taken before the file was read.

    Raises:
        LevelError: The file cannot be written, or has changed since the stamp was taken.
    """
    assert solved.verdict is not None
    fresh = level.has_fresh_verdict(solved.verdict.rules)
    # An incomplete verdict must not replace a valid one, which may be complete.
    better = solved.verdict.facts["complete"] or not fresh
    if better and solved.verdict != level.verdict:
        input_and_output_files.save_if_unchanged(solved, name, stamp)
        command_line_output.print_note(f"{name}: verdict renewed")


def _describe_first_trap(solved: SolverResult) -> str | None:
    """Describe the first trap, or return None if there are no traps or they are not known."""
    found = foreground.find_traps(solved)
    if found is None or not len(found):
        return None
    trap = found[0]
    when = (
        f"{format_moves(trap.path)} then {trap.move}" if trap.path else f"{trap.move} at the start"
    )
    return f"{when}, which loses" if trap.target is None else when


def describe_answer(
    level: Level, answer: Mapping[str, Any], solved: SolverResult, painter: Painter
) -> Iterator[str]:
    """Yield lines with the verdict on a level, all facts, and the game's judgements."""
    trap = _describe_first_trap(solved)
    leaks = [judge_leaks(solved.leaks())] if solved.leaks is not None else []
    yield painter(level.title or "untitled", "title") + f"  {answer['file']}"
    game = registry.get_game(level.game)
    bad = answer["solvable"] is False or answer.get("unique") is False
    # In games that report uniqueness, several solutions are a flaw, just as having none is.
    style = "open" if answer["solvable"] is None else "bad" if bad else "good"
    yield "  " + painter(verdict_text.format_sentence(game, answer), style)
    judgements = game.solver.judge_facts(answer)
    shown = {"game", "file", "rules", "solvable", "complete", "moves", "seconds", "solution"}
    # Leave out facts that a judgement covers, because they are listed with it below.
    shown.update(name for judgement in judgements for name in judgement.covered_facts)
    facts = {key: value for key, value in answer.items() if key not in shown}
    # After a complete search, a missing value means that there was nothing to measure.
    whole = answer["solvable"] is False
    whole |= answer["complete"] and answer.get("states") is not None
    absent = "none" if whole else "not known"
    solution = answer["solution"]
    word = solution if isinstance(solution, str) else " ".join(solved.moves or ())
    rows = [("solution", word or "none")] if solution is not None else []
    rows += [
        (key.replace("_", " "), absent if value is None else _format_fact(value))
        for key, value in facts.items()
    ]
    if trap is not None:
        rows.append(("first trap", trap))
    rows.append(("time", format_duration(answer["seconds"])))
    yield from command_line_output.format_table(rows)
    for judgement in (*judgements, *leaks, *game.boards.judge_board(level.board)):
        yield "  " + painter(f"{judgement.title}: {judgement.rating}", "title")
        yield from command_line_output.format_table(judgement.lines, indent=4)


def _format_fact(value: Any) -> str:
    if value is None:
        return "not known"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, Mapping):
        return ", ".join(
            f"{key.replace('_', ' ')} {_format_fact(part)}" for key, part in value.items()
        )
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"{len(value)} entries"
    return str(value).replace("_", " ") or "none"
