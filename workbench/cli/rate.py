"""``workbench rate``: print all facts about levels, and the relevance of their objects."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from engine import workshop
from engine.errors import EngineError, add_file_name, quote_input, suggest_similar
from engine.evaluation.board_facts import (
    find_similarity_keys,
    has_similarity,
    list_fact_types,
    parse_board_expression,
)
from engine.evaluation.level_verdicts import require_game
from engine.evaluation.rating import Rating
from engine.evaluation.relevance import Relevance, RelevanceKind
from engine.game import registry
from engine.values.budget import DEFAULT_MAX_STATES, Budget
from engine.values.expression import Expression, ExpressionError, get_fact, is_satisfied
from engine.values.level import Level
from engine.values.mechanic_use_words import MECHANIC_WORDS
from engine.values.similarity import SIMILARITY
from workbench.cli.solve import describe_answer
from workbench.cli.support import exit_status, input_and_output_files
from workbench.cli.support.argument_actions import CombineExpressions
from workbench.cli.support.argument_parser import VerbParser
from workbench.cli.support.argument_types import parse_positive
from workbench.service import foreground
from workbench.terminal import command_line_output
from workbench.terminal.command_line_output import Painter
from workbench.text.mechanics_text import HEADINGS, group_by_word
from workbench.text.quantity_text import format_count, format_place

_WORTH_LABELS: dict[RelevanceKind, str] = {
    "inert": "inert",
    "needed": "needed",
    "other": "changes something",
    "unknown": "not known",
}


def add_arguments(parser: VerbParser) -> None:
    """Declare the verb's arguments."""
    parser.add_inputs("level files or folders, - for standard input", number="+")
    enough = "give up each search once more states are known (default %(default)s)"
    parser.add_option("--max-states N", enough, parse_positive, default=DEFAULT_MAX_STATES)
    only = "only levels of which that holds, such as 'crate_pushed=every'"
    parser.add_option("--where EXPR", only, action=CombineExpressions)
    order = "in the order of a fact, such as mechanics_every or moves:desc; unknown ones last"
    parser.add_option("--sort KEY", order)
    other = "how alike each is to another level of its game: similarity, as a whole and in parts"
    parser.add_option("--like OTHER", other)
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Rate every level, and print the selected ones in the requested order."""
    listing = _RatedLevels.from_arguments(args)
    like = None if args.like is None else input_and_output_files.read_level(args.like)
    one = partial(_rate_level, args, listing, like)
    result = input_and_output_files.process_files(args.inputs, one, empty=exit_status.REFUSED)
    listing.report_waiting()
    return result


def _rate_level(
    args: argparse.Namespace, listing: _RatedLevels, like: Level | None, name: str
) -> int:
    level = input_and_output_files.read_level(name)
    game = workshop.require_playable(level)
    if like is not None:
        with add_file_name(args.like):
            require_game(like, game)
            workshop.require_playable(like)
    job = partial(workshop.rate, level, Budget(args.max_states), like=like)
    rating = foreground.run_with_progress(job, foreground.format_search_progress)
    answer = workshop.build_solve_table(level, name, rating.solved)
    words = partial(_format_rating, level, answer, rating)
    # If the levels are to be sorted, the listing prints the answer later.
    listing.report_level(
        rating, partial(command_line_output.print_answer, args, answer | rating.to_table(), words)
    )
    return exit_status.get_status_of_facts(answer)


@dataclass
class _RatedLevels:
    """A printer that selects and sorts rated levels.

    Attributes:
        wanted: The condition that a level must satisfy, or None to print all levels.
        key: The fact to sort by, or "" to keep the order of the inputs.
        descending: True to print the greatest value first.
        waiting: The levels to sort, each as a pair of its sort value, which may be None, and a
            function that prints the level.
    """

    wanted: Expression | None = None
    key: str = ""
    descending: bool = False
    waiting: list[tuple[float | None, Callable[[], None]]] = field(default_factory=list)

    @classmethod
    def from_arguments(cls, args: argparse.Namespace) -> _RatedLevels:
        """Create a printer from the arguments.

        Raises:
            EngineError: The value of ``--where`` or ``--sort`` is invalid, or ``--like`` is
                missing.
        """
        games = registry.list_games()
        wanted = None
        if args.where is not None:
            try:
                wanted = parse_board_expression(args.where, games)
            except ExpressionError as error:
                raise EngineError(f"--where: {error}") from None
        key, _, way = (args.sort or "").partition(":")
        kinds = list_fact_types(games) if args.sort is not None else {key: float}
        if key not in kinds or way not in ("", "desc"):
            known = suggest_similar(key, kinds, "expected a fact such as moves, or moves:desc")
            raise EngineError(f"--sort: no fact {quote_input(args.sort)} to sort by; {known}")
        # Facts about similarity need another level to compare with.
        keys = {each for game in games for each in find_similarity_keys(game)}
        if args.like is None and (key in keys or has_similarity(wanted, games)):
            raise EngineError(f"{SIMILARITY} needs --like OTHER")
        return cls(wanted, key, bool(way))

    def report_level(self, rating: Rating, print_level: Callable[[], None]) -> None:
        """Print a level if it is selected, or keep it for later if the levels are to be sorted."""
        facts = rating.list_facts()
        if self.wanted is not None and not is_satisfied(self.wanted, facts):
            return
        if not self.key:
            print_level()
            return
        self.waiting.append((_compute_sort_value(get_fact(facts, self.key)), print_level))

    def report_waiting(self) -> None:
        """Print the waiting levels in order, ending with those that have no sort value."""
        known = [(height, say) for height, say in self.waiting if height is not None]
        known.sort(key=lambda entry: entry[0], reverse=self.descending)
        for _, say in (*known, *(entry for entry in self.waiting if entry[0] is None)):
            say()


def _compute_sort_value(found: object) -> float | None:
    """Return the number by which to sort the fact's value ``found``, or None if it has no order."""
    if isinstance(found, str) and found in MECHANIC_WORDS:
        # The words go from "every" down to "no", so negate the index to make "every" the greatest.
        return float(-MECHANIC_WORDS.index(found))
    return float(found) if isinstance(found, int | float) else None


def _format_rating(
    level: Level, answer: Mapping[str, Any], rating: Rating, painter: Painter
) -> Iterator[str]:
    """Yield lines with the verdict, all other figures, and the relevance of each object."""
    yield from describe_answer(level, answer, rating.solved, painter)
    figures = {**rating.derived, **rating.structure, **rating.counts, **rating.similarities}
    yield "  " + painter("further figures", "title")
    rows = [(key.replace("_", " "), _format_figure(value)) for key, value in figures.items()]
    yield from command_line_output.format_table(rows, indent=4)
    if rating.mechanics:
        yield "  " + painter("mechanics", "title")
        rows = [
            (HEADINGS[word], ", ".join(names)) for word, names in group_by_word(rating.mechanics)
        ]
        yield from command_line_output.format_table(rows, indent=4)
    for counted, title in ((True, "without each thing"), (False, "without what is around")):
        found = [each for each in rating.relevance if each.thing.counted == counted]
        if found:
            yield "  " + painter(f"{title}: {_summarize_relevance(found)}", "title")
            yield from command_line_output.format_table(
                [_build_row(level, each) for each in found], indent=4
            )


def _format_figure(value: float | None) -> str:
    if value is None:
        return "not known"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"


def _summarize_relevance(found: Sequence[Relevance]) -> str:
    worths = [each.kind for each in found]
    things = format_count(len(found), "thing")
    return f"{worths.count('needed')} of {things} needed, {worths.count('inert')} inert"


def _build_row(level: Level, each: Relevance) -> tuple[str, str, str, str]:
    """Return a table row: an object's title, position, relevance, and the effect of removing it."""
    thing = each.thing
    where = format_place(
        registry.get_game(level.game).boards.draw_picture(level.board), thing.row, thing.col
    )
    return thing.title, where, _WORTH_LABELS[each.kind], _describe_without(each)


def _describe_without(each: Relevance) -> str:
    """Describe the effect of removing an object from the level; return "" if it is unknown."""
    if each.kind == "unknown":
        return ""
    if not each.solvable:
        return "no solution without it"
    if each.moves is None:
        return "without it solvable, but of no known length"
    return f"length {each.moves} without it"
