"""``workbench solve``: what the solver says of levels, and renewing stored verdicts."""

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
from engine.search.solved import Solved
from engine.values.budget import Budget
from engine.values.leaks import judged
from engine.values.level import Level
from workbench.cli.support import inputs, status
from workbench.cli.support.arguments import Parser
from workbench.cli.support.conversions import whole
from workbench.service import running
from workbench.terminal import console
from workbench.terminal.console import Painter
from workbench.text import verdict
from workbench.text.status import count, duration

if TYPE_CHECKING:  # what only solves some levels does without NumPy until then
    from engine.search.solutions import Solution


WHICH = ("edges", "shortest")
"""Which solutions can be listed."""

MOST = 1_000
"""Solutions that are listed unless asked for more."""
MOST_LISTED = 1_000_000_000
"""Solutions that can be asked for."""


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_inputs("level files or folders, - for standard input", number="+")
    parser.add_solver()
    parser.option(
        "--solutions WHICH",
        "list all solutions too: edges, one of every winning move, or shortest, all of each kind",
        choices=WHICH,
    )
    parser.option(
        "--limit N",
        "list at most N solutions (default %(default)s)",
        whole(1, MOST_LISTED),
        default=MOST,
    )
    parser.flag("--write", "store the verdict where it is missing or stale")
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Solves every level."""
    if args.write and any((args.strategy, args.rules, args.depth, args.set)):
        usual = "--write stores the verdict by default strategy and rules"
        raise EngineError(f"workbench solve: {usual}")
    if args.write and inputs.STDIN in args.inputs:
        raise EngineError("-: --write needs files")
    return inputs.each_file(args.inputs, partial(_one, args), empty=status.REFUSED)


def _one(args: argparse.Namespace, name: str) -> int:
    stamp = inputs.stamp_of(name) if args.write else None
    level, solved = solved_as_asked(args, name)
    if args.write:
        _renew(name, level, workshop.with_new_verdict(level, solved), stamp)
    answer = workshop.answer(level, name, solved)
    found = None if args.solutions is None else _solutions(args, name, solved)
    listed = {} if args.solutions is None else {"solutions": _listed(found, solved)}
    console.answer(
        args, answer | listed, partial(_described, level, answer, solved, args.solutions, found)
    )
    return status.of_facts(answer)


def _solutions(args: argparse.Namespace, name: str, solved: Solved) -> list[Solution] | None:
    """The solutions that are asked for; None where the search ended before all are known.

    Raises:
        EngineError: the solver of the game, or this strategy of it, lists none.
    """
    finder = solved.solutions
    if finder is None:
        if solved.facts.get("complete"):
            raise EngineError("--solutions: this way of solving lists no solutions")
        console.note(f"{name}: not all states are known, so no solutions are listed")
        return None
    every = finder.by_move() if args.solutions == "edges" else finder.all_shortest()
    found = list(islice(every, args.limit + 1))
    if len(found) > args.limit:
        console.note(f"{name}: there are more than {args.limit} solutions; --limit N lists more")
    return found[: args.limit]


def _listed(found: list[Solution] | None, solved: Solved) -> list[dict[str, Any]] | None:
    """Solutions as JSON has them; the kind is the name of its fact, null where all are alike."""
    if found is None or solved.solutions is None:
        return None
    title = solved.solutions.title
    return [
        {
            "kind": title(each).replace(" ", "_") or None,
            "moves": len(each.moves),
            "solution": "".join(each.moves),
            "state": f"S{each.state}",
        }
        for each in found
    ]


def _described(
    level: Level,
    answer: Mapping[str, Any],
    solved: Solved,
    which: str | None,
    found: list[Solution] | None,
    painter: Painter,
) -> Iterator[str]:
    """An answer in lines of text, and the solutions that were asked for."""
    yield from describe(level, answer, solved, painter)
    if found is None or solved.solutions is None:
        return
    what = "a solution of every winning move" if which == "edges" else "all shortest solutions"
    yield "  " + painter(f"{what}: {len(found):,}", "title")
    rows = [
        (count(len(each.moves), "move"), solved.solutions.title(each), "".join(each.moves))
        for each in found
    ]
    kinds = max((len(kind) for _, kind, _ in rows), default=0)
    lengths = max((len(length) for length, _, _ in rows), default=0)
    for (length, kind, moves), each in zip(rows, found, strict=True):
        label = f"{kind:{kinds}}  " if kinds else ""
        yield f"    {length:>{lengths}}  {label}{moves}, the last in S{each.state}"


def solved_as_asked(args: argparse.Namespace, name: str) -> tuple[Level, Solved]:
    """A named level, and what the solver says of it by the arguments of a verb.

    Raises:
        EngineError: it is no playable level, or there are no such rules, strategy or option.
    """
    level = inputs.level(name)
    game = workshop.require_playable(level)
    if args.rules is not None:
        game = game.under(args.rules)
    if args.set is not None:
        game = game.having(args.strategy, dict(args.set))
    budget = Budget(args.max_states, args.time, args.depth)
    return level, running.solve(game, level.board, args.strategy, budget)


def _renew(name: str, level: Level, solved: Level, stamp: FileStamp | None) -> None:
    """Store a verdict unless the file has it, or has a fresh one where this is cut short.

    Raises:
        LevelError: the file cannot be written, or is not as its stamp says.
    """
    assert solved.verdict is not None
    fresh = level.verdict_is_fresh(solved.verdict.rules)
    better = solved.verdict.facts["complete"] or not fresh
    if better and solved.verdict != level.verdict:
        inputs.save_unchanged(solved, name, stamp)
        console.note(f"{name}: verdict renewed")


def _first_trap(solved: Solved) -> str | None:
    """The first move into a dead end in words; None without one, or if that is not known."""
    found = running.traps(solved)
    if found is None or not len(found):
        return None
    trap = found[0]
    when = f"{''.join(trap.way)} then {trap.move}" if trap.way else f"{trap.move} at the start"
    return f"{when}, which loses" if trap.target is None else when


def describe(
    level: Level, answer: Mapping[str, Any], solved: Solved, painter: Painter
) -> Iterator[str]:
    """An answer in lines of text: what was decided, every fact, and what the game makes of them."""
    trap = _first_trap(solved)
    leaks = [judged(solved.leaks())] if solved.leaks is not None else []
    yield painter(level.title or "untitled", "title") + f"  {answer['file']}"
    game = registry.get(level.game)
    bad = answer["solvable"] is False or answer.get("unique") is False
    style = "open" if answer["solvable"] is None else "bad" if bad else "good"
    yield "  " + painter(verdict.sentence(game, answer), style)
    judgements = game.solver.judgements(answer)
    shown = {"game", "file", "rules", "solvable", "complete", "moves", "seconds", "solution"}
    shown.update(name for judgement in judgements for name in judgement.covers)
    facts = {key: value for key, value in answer.items() if key not in shown}
    # Where no solution or every state is known, a fact without a value is of what is not there.
    whole = answer["solvable"] is False
    whole |= answer["complete"] and answer.get("states") is not None
    absent = "none" if whole else "not known"
    solution = answer["solution"]
    word = solution if isinstance(solution, str) else " ".join(solved.moves or ())
    rows = [("solution", word or "none")] if solution is not None else []
    rows += [
        (key.replace("_", " "), absent if value is None else _fact(value))
        for key, value in facts.items()
    ]
    if trap is not None:
        rows.append(("first trap", trap))
    rows.append(("time", duration(answer["seconds"])))
    yield from console.table(rows)
    for judgement in (*judgements, *leaks, *game.boards.judgements(level.board)):
        yield "  " + painter(f"{judgement.title}: {judgement.rating}", "title")
        yield from console.table(judgement.lines, indent=4)


def _fact(value: Any) -> str:
    if value is None:
        return "not known"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, Mapping):
        return ", ".join(f"{key.replace('_', ' ')} {_fact(part)}" for key, part in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"{len(value)} entries"
    return str(value).replace("_", " ") or "none"
