"""``workbench rate``: all facts of levels, and what each thing on them is there for."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from engine import workshop
from engine.errors import EngineError, naming, quoted, similar
from engine.evaluation.boardfacts import asked, kinds_of_boards, likeness_keys, names_likeness
from engine.evaluation.rating import Rating
from engine.evaluation.relevance import Relevance, Worth
from engine.evaluation.solving import require_game
from engine.game import registry
from engine.values.budget import DEFAULT_MAX_STATES, Budget
from engine.values.expression import Expression, ExpressionError, fact, holds
from engine.values.level import Level
from engine.values.likeness import SIMILARITY
from engine.values.mechanics import WORDS
from workbench.cli.solve import describe
from workbench.cli.support import inputs, status
from workbench.cli.support.arguments import AllOf, Parser
from workbench.cli.support.conversions import positive
from workbench.service import running
from workbench.terminal import console
from workbench.terminal.console import Painter
from workbench.text.mechanics import HEADS, by_word
from workbench.text.status import count, place

_WORTHS: dict[Worth, str] = {
    "inert": "inert",
    "needed": "needed",
    "other": "changes something",
    "unknown": "not known",
}


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_inputs("level files or folders, - for standard input", number="+")
    enough = "give up each search once more states are known (default %(default)s)"
    parser.option("--max-states N", enough, positive, default=DEFAULT_MAX_STATES)
    only = "only levels of which that holds, such as 'crate_pushed=every'"
    parser.option("--where EXPR", only, action=AllOf)
    order = "in the order of a fact, such as mechanics_every or moves:desc; unknown ones last"
    parser.option("--sort KEY", order)
    other = "how alike each is to another level of its game: similarity, as a whole and in parts"
    parser.option("--like OTHER", other)
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Rates every level, and reports those that are wanted, in the order that is."""
    listing = _List.of(args)
    like = None if args.like is None else inputs.level(args.like)
    one = partial(_one, args, listing, like)
    result = inputs.each_file(args.inputs, one, empty=status.REFUSED)
    listing.finish()
    return result


def _one(args: argparse.Namespace, listing: _List, like: Level | None, name: str) -> int:
    level = inputs.level(name)
    game = workshop.require_playable(level)
    if like is not None:
        with naming(args.like):
            require_game(like, game)
            workshop.require_playable(like)
    job = partial(workshop.rate, level, Budget(args.max_states), like=like)
    rating = running.run(job, running.positions)
    answer = workshop.answer(level, name, rating.solved)
    words = partial(_described, level, answer, rating)
    listing.report(rating, partial(console.answer, args, answer | rating.facts(), words))
    return status.of_facts(answer)


@dataclass
class _List:
    """The levels that are reported.

    Attributes:
        wanted: what has to hold of a level.
        key: the fact that orders them; empty for the order of the inputs.
        falling: the greatest first.
        waiting: those that were rated, with their places, until the order is known.
    """

    wanted: Expression | None = None
    key: str = ""
    falling: bool = False
    waiting: list[tuple[float | None, Callable[[], None]]] = field(default_factory=list)

    @classmethod
    def of(cls, args: argparse.Namespace) -> _List:
        """The list that arguments ask for.

        Raises:
            EngineError: no such fact, or no expression.
        """
        games = registry.all_games()
        wanted = None
        if args.where is not None:
            try:
                wanted = asked(args.where, games)
            except ExpressionError as error:
                raise EngineError(f"--where: {error}") from None
        key, _, way = (args.sort or "").partition(":")
        kinds = kinds_of_boards(games) if args.sort is not None else {key: float}
        if key not in kinds or way not in ("", "desc"):
            known = similar(key, kinds, "expected a fact such as moves, or moves:desc")
            raise EngineError(f"--sort: no fact {quoted(args.sort)} to sort by; {known}")
        keys = {each for game in games for each in likeness_keys(game)}
        if args.like is None and (key in keys or names_likeness(wanted, games)):
            raise EngineError(f"{SIMILARITY} needs --like OTHER")
        return cls(wanted, key, bool(way))

    def report(self, rating: Rating, say: Callable[[], None]) -> None:
        """Reports a level that was rated, now or in its turn."""
        facts = rating.asked()
        if self.wanted is not None and not holds(self.wanted, facts):
            return
        if not self.key:
            say()
            return
        self.waiting.append((_height(fact(facts, self.key)), say))

    def finish(self) -> None:
        """Reports those that wait."""
        known = [(height, say) for height, say in self.waiting if height is not None]
        known.sort(key=lambda entry: entry[0], reverse=self.falling)
        for _, say in (*known, *(entry for entry in self.waiting if entry[0] is None)):
            say()


def _height(found: object) -> float | None:
    """Where a fact stands in an order; None for what has none."""
    if isinstance(found, str) and found in WORDS:
        return float(-WORDS.index(found))
    return float(found) if isinstance(found, int | float) else None


def _described(
    level: Level, answer: Mapping[str, Any], rating: Rating, painter: Painter
) -> Iterator[str]:
    """A rating in lines of text: the verdict, the layout, and what each thing is there for."""
    yield from describe(level, answer, rating.solved, painter)
    figures = {**rating.others, **rating.structure, **rating.counts, **rating.alike}
    yield "  " + painter("further figures", "title")
    rows = [(key.replace("_", " "), _figure(value)) for key, value in figures.items()]
    yield from console.table(rows, indent=4)
    if rating.mechanics:
        yield "  " + painter("mechanics", "title")
        rows = [(HEADS[word], ", ".join(names)) for word, names in by_word(rating.mechanics)]
        yield from console.table(rows, indent=4)
    for counted, title in ((True, "without each thing"), (False, "without what is around")):
        found = [each for each in rating.relevance if each.thing.counted == counted]
        if found:
            yield "  " + painter(f"{title}: {_in_short(found)}", "title")
            yield from console.table([_row(level, each) for each in found], indent=4)


def _figure(value: float | None) -> str:
    if value is None:
        return "not known"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"


def _in_short(found: Sequence[Relevance]) -> str:
    worths = [each.worth for each in found]
    things = count(len(found), "thing")
    return f"{worths.count('needed')} of {things} needed, {worths.count('inert')} inert"


def _row(level: Level, each: Relevance) -> tuple[str, str, str, str]:
    """What a thing is, where, what it is worth, and what is left without it."""
    thing = each.thing
    where = place(registry.get(level.game).boards.picture(level.board), thing.row, thing.col)
    return thing.title, where, _WORTHS[each.worth], _left(each)


def _left(each: Relevance) -> str:
    """What is left without a thing; nothing to say where that is not known."""
    if each.worth == "unknown":
        return ""
    if not each.solvable:
        return "no solution without it"
    if each.moves is None:
        return "without it solvable, but of no known length"
    return f"length {each.moves} without it"
