"""Levels as values: the board, where it came from, and what the solver said of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import tomli_w

from engine.errors import LevelError
from engine.values.weights import PaintedWeights

MAX_SEED = 2**63 - 1
"""The greatest seed of a level."""
Table = Mapping[str, Any]
"""A TOML table: strings, integers, floats, booleans, arrays and tables by key."""


class Board(Protocol):
    """What every game's immutable board value offers to the universal middle."""

    @property
    def rows(self) -> int:
        """Number of rows."""

    @property
    def cols(self) -> int:
        """Number of columns."""

    def table(self) -> dict[str, Any]:
        """The canonical ``[board]`` table of a level file, unknown keys included."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A broken rule of the game on a board, with its cell where there is one."""

    message: str
    row: int | None = None
    col: int | None = None
    key: str = "board"

    def __str__(self) -> str:
        """The message after its place."""
        if self.row is None or self.col is None:
            return self.message
        return f"row {self.row}, column {self.col}: {self.message}"


def require_no_problems(problems: Iterable[Problem]) -> None:
    """Refuses a board that breaks a rule of its game, because kernels check no bounds.

    Raises:
        LevelError: there is a problem; names the first.
    """
    for problem in problems:
        raise LevelError(problem.message, key=problem.key, row=problem.row, col=problem.col)


@dataclass(frozen=True, slots=True)
class Stream:
    """What names the random numbers that one stage of a generator draws.

    Attributes:
        seed: 0 to 2**63 - 1.
        attempt: which candidate of the seed, from 0.
        reroll: how often the stage was rolled again.
        extra: unknown keys of its table in a level file, kept.
    """

    seed: int
    attempt: int
    reroll: int = 0
    extra: Table = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Improved:
    """How a board was improved: all that is needed to do it again, byte for byte.

    Attributes:
        improver: name and version of the search, such as ``improve/1``.
        aim: what it was improved for, as ``workbench improve --aim`` has it.
        seed: of the random numbers, 0 to 2**63 - 1.
        iterations: how many mutations were tried, on each island.
        board: the board that was improved.
        mutations: the numbers of those that led to the new board, one on the other, where the
            search records them; they are then all that is counted.
        edited, generated: of that board, as in :class:`Provenance`.
        earlier: how it came to be by improvement, the first one first.
        islands, island: how many independent searches there were, and the number, from 0, of the
            one that the board comes of.
        extra: unknown keys, kept.
    """

    improver: str
    aim: str
    seed: int
    iterations: int
    board: Board
    mutations: tuple[int, ...] = ()
    edited: bool = False
    generated: str | None = None
    earlier: tuple[Improved, ...] = ()
    islands: int = 1
    island: int = 0
    extra: Table = field(default_factory=dict)

    @property
    def made(self) -> str | None:
        """Digest of the board that was generated, before all improvements; None if not known."""
        first = (*self.earlier, self)[0]
        return first.generated if first.edited else board_digest(first.board)


@dataclass(frozen=True, slots=True)
class Provenance:
    """All that is needed to generate a level again, byte for byte.

    A level that was improved has of its generation what led to the board before that; of a board
    drawn by hand there is nothing, and ``generator`` is the improver.

    Attributes:
        generator: name and version, such as ``fruit-dating/1``.
        seed: 0 to 2**63 - 1.
        attempt: which candidate of the seed was accepted, from 0.
        edited: a hand has changed the board since it was generated, or last improved.
        reroll: how often single stages were rolled again, by stage name.
        kept: streams of the stages that were kept while others were made anew, by stage name.
        locked: names of the stages that the designer wants kept the next time.
        weights: weights painted by hand that cells were chosen by, by stage name.
        parameters: every parameter by key, as a level file holds it.
        generated: digest of the board before its first edit; None for a board that was not
            edited, or if it is not known.
        improve: how it was improved after that; None if it was not.
        like: the board that it was to be like, or unlike; None if there was none.
        extra: unknown keys, kept.
    """

    generator: str
    seed: int
    attempt: int
    edited: bool = False
    reroll: Mapping[str, int] = field(default_factory=dict)
    kept: Mapping[str, Stream] = field(default_factory=dict)
    locked: tuple[str, ...] = ()
    weights: Mapping[str, PaintedWeights] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    generated: str | None = None
    improve: Improved | None = None
    like: Board | None = None
    extra: Table = field(default_factory=dict)

    @property
    def by_hand(self) -> bool:
        """Whether the board was drawn by hand, and only improved since."""
        improve = self.improve
        return improve is not None and _name_of(self.generator) == _name_of(improve.improver)

    def before_edits(self) -> Provenance:
        """The provenance as it was before any hand changed the board."""
        return replace(self, edited=False, generated=None)


def _name_of(maker: str) -> str:
    """The name of a generator or an improver, without its version."""
    return maker.partition("/")[0]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the solver said of one board.

    Attributes:
        digest: :func:`board_digest` of the board it belongs to.
        rules: version of the rules it was found under.
        facts: the facts of ``solve --json`` but ``game``, ``file``, ``seconds`` and
            ``rules``; nulls left out.
    """

    digest: str
    rules: int
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Level:
    """One puzzle level, immutable.

    Attributes:
        weights: those painted by hand for the next level that is made from it, by stage name; None
            for those that it was made with itself.
        extra: unknown top-level keys of the file it was read from.
        intended: the moves of the solution that the designer means, as
            :meth:`engine.game.play.Play.read_moves` takes them; None if none is pinned.
    """

    game: str
    board: Board
    title: str = ""
    author: str | None = None
    notes: str | None = None
    tags: tuple[str, ...] = ()
    provenance: Provenance | None = None
    weights: Mapping[str, PaintedWeights] | None = None
    verdict: Verdict | None = None
    extra: Table = field(default_factory=dict)
    intended: str | None = None

    @property
    def by_hand(self) -> bool:
        """Whether the board was drawn by hand, whatever has improved it since."""
        return self.provenance is None or self.provenance.by_hand

    @property
    def painted(self) -> Mapping[str, PaintedWeights]:
        """The painted weights that the next level made from this one gets, by stage name."""
        if self.weights is not None:
            return self.weights
        return self.provenance.weights if self.provenance is not None else {}

    def with_painted(self, weights: Mapping[str, PaintedWeights]) -> Level:
        """The level with other painted weights for the next one."""
        own = self.provenance.weights if self.provenance is not None else {}
        return replace(self, weights=None if weights == own else weights)

    @property
    def recorded(self) -> Mapping[str, Any] | None:
        """The parameters that it was generated by; None if it was not, or was edited since."""
        made = self.provenance
        return None if made is None or made.edited else made.parameters

    def verdict_is_fresh(self, rules: int) -> bool:
        """Whether the stored verdict belongs to this very board and rules version."""
        verdict = self.verdict
        return (
            verdict is not None
            and verdict.rules == rules
            and verdict.digest == board_digest(self.board)
        )

    def made_like(self, other: Level) -> bool:
        """Whether both were generated, and by the same recipe.

        What was edited and improved since does not count, nor do locks.
        """
        mine, its = (
            None
            if level.provenance is None
            else replace(level.provenance.before_edits(), locked=(), improve=None)
            for level in (self, other)
        )
        return mine is not None and mine == its

    def with_recipe_of(self, made: Level) -> Level:
        """The level with the recipe of another that is the same but for how it was judged."""
        mine, its = self.provenance, made.provenance
        if mine is None or its is None:
            return self
        own = ("edited", "generated", "locked", "improve")
        again = replace(its, **{name: getattr(mine, name) for name in own})
        return replace(self, provenance=again)

    def with_edited_board(self, board: Board) -> Level:
        """The level after a hand changed its board: verdict dropped, provenance marked."""
        provenance = self.provenance
        if provenance is not None and not provenance.edited:
            provenance = replace(provenance, edited=True, generated=board_digest(self.board))
        return replace(self, board=board, provenance=provenance, verdict=None)


def canonical_board(board: Board) -> str:
    """The board's canonical TOML table, the same text for the same board."""
    return tomli_w.dumps({"board": board.table()}, multiline_strings=True)


def board_digest(board: Board) -> str:
    """``sha256:`` and the hash of the board's canonical TOML table."""
    return "sha256:" + hashlib.sha256(canonical_board(board).encode()).hexdigest()
