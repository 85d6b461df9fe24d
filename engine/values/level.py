"""Levels as values: the board, its origin, and the solver's verdict.

A :class:`Level` is immutable, so an edit creates a new one. Its :class:`Provenance` records
everything needed to generate the board again, byte for byte, and its :class:`ImprovementRecord`
everything needed to repeat an improvement. A :class:`Verdict` applies to one board under one
version of the rules. It stores the digest of that board, so a change to the board makes the verdict
stale::

    level = level.with_edited_board(board)   # drops the verdict, marks the provenance
    level.has_fresh_verdict(rules)           # False until the level is solved again
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import tomli_w

from engine.errors import LevelError

if TYPE_CHECKING:
    from engine.values.painted_weights import PaintedWeights

MAX_SEED = 2**63 - 1
"""The largest seed that a level can have."""
Table = Mapping[str, Any]
"""A TOML table, which maps keys to strings, numbers, booleans, dates, arrays and tables."""


class Board(Protocol):
    """The interface that the immutable boards of all games have in common."""

    @property
    def rows(self) -> int:
        """The number of rows."""

    @property
    def cols(self) -> int:
        """The number of columns."""

    def to_table(self) -> dict[str, Any]:
        """Return the canonical ``[board]`` table of a level file, including unknown keys."""


class Problem(NamedTuple):
    """A violation of a game's rules, with the cell that it concerns if there is one."""

    message: str
    row: int | None = None
    col: int | None = None
    key: str = "board"

    def __str__(self) -> str:
        """Return the message, preceded by the cell if there is one."""
        if self.row is None or self.col is None:
            return self.message
        return f"row {self.row}, column {self.col}: {self.message}"


def require_no_problems(problems: Iterable[Problem]) -> None:
    """Raise an error unless ``problems`` is empty.

    Kernels do not check bounds, so a board must be checked before it is passed to one.

    Raises:
        LevelError: There is a problem. The message describes the first one.
    """
    for problem in problems:
        raise LevelError(problem.message, key=problem.key, row=problem.row, col=problem.col)


@dataclass(frozen=True, slots=True)
class StreamId:
    """The identity of the random number stream that one generator stage draws from.

    Attributes:
        seed: The seed, from 0 to 2**63 - 1.
        attempt: The index of the candidate among those generated from the seed.
        reroll: The number of times that the stage was rolled again.
        extra: The unknown keys in the stream's table in a level file, which are preserved.
    """

    seed: int
    attempt: int
    reroll: int = 0
    extra: Table = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ImprovementRecord:
    """The record of an improvement: everything needed to repeat it, byte for byte.

    Attributes:
        improver: The name and version of the search, such as ``improve/1``.
        aim: The objective, written as for ``workbench improve --aim``.
        seed: The seed of the random numbers, from 0 to 2**63 - 1.
        iterations: The number of mutations tried by each independent search.
        board: The board before the improvement.
        mutations: The numbers of the mutations that led to the new board, in order; empty if the
            search does not record them. If they are recorded, a repetition applies only these.
        edited, generated: The same as in :class:`Provenance`, for the board before the improvement.
        earlier: The earlier improvements of that board, oldest first.
        islands, island: The number of independent searches, and the index of the search that found
            the new board.
        extra: The unknown keys, which are preserved.
    """

    improver: str
    aim: str
    seed: int
    iterations: int
    board: Board
    mutations: tuple[int, ...] = ()
    edited: bool = False
    generated: str | None = None
    earlier: tuple[ImprovementRecord, ...] = ()
    islands: int = 1
    island: int = 0
    extra: Table = field(default_factory=dict)

    @property
    def generated_digest(self) -> str | None:
        """The digest of the generated board before any improvement, or None if it is unknown."""
        first = (*self.earlier, self)[0]
        return first.generated if first.edited else compute_digest(first.board)


@dataclass(frozen=True, slots=True)
class Provenance:
    """The origin of a level: everything needed to generate it again, byte for byte.

    For an improved level, these values describe the board before the improvement. If that board was
    drawn by hand, there are no parameters, and ``generator`` names the improver.

    Attributes:
        generator: The name and version of the generator, such as ``fruit-dating/1``.
        seed: The seed, from 0 to 2**63 - 1.
        attempt: The index of the accepted candidate among those generated from the seed.
        edited: True if the board was edited after it was generated or last improved.
        reroll: The number of times that each stage was rolled again, keyed by stage name.
        kept: The random number streams of stages that were kept while others were rolled again,
            keyed by stage name.
        locked: The names of the stages that the designer wants to keep when the level is next
            generated.
        weights: The painted weights that guided the choice of cells, keyed by stage name.
        parameters: The values of all parameters, keyed and written as in a level file.
        generated: The digest of the board before its first edit; None if the board was not edited
            or the digest is unknown.
        improve: The record of the board's improvement; None if it was not improved.
        like: The board that the level was meant to resemble, or to differ from; None if there was
            none.
        extra: The unknown keys, which are preserved.
    """

    generator: str
    seed: int
    attempt: int
    edited: bool = False
    reroll: Mapping[str, int] = field(default_factory=dict)
    kept: Mapping[str, StreamId] = field(default_factory=dict)
    locked: tuple[str, ...] = ()
    weights: Mapping[str, PaintedWeights] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    generated: str | None = None
    improve: ImprovementRecord | None = None
    like: Board | None = None
    extra: Table = field(default_factory=dict)

    @property
    def is_drawn_by_hand(self) -> bool:
        """True if the board was drawn by hand and was only improved afterwards."""
        improve = self.improve
        return improve is not None and _get_maker_name(self.generator) == _get_maker_name(
            improve.improver
        )

    def without_edits(self) -> Provenance:
        """Return the provenance that the level had before its board was first edited."""
        return replace(self, edited=False, generated=None)


def _get_maker_name(maker: str) -> str:
    """Return the name of a generator or improver without its version."""
    return maker.partition("/")[0]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The solver's facts about one board.

    Attributes:
        digest: The digest of the board (:func:`compute_digest`).
        rules: The version of the rules under which the facts were found.
        facts: The output of ``solve --json`` without ``game``, ``file``, ``seconds``, ``rules`` and
            null values.
    """

    digest: str
    rules: int
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Level:
    """An immutable puzzle level.

    Attributes:
        game: The name of the game.
        board: The starting arrangement.
        title, author, notes, tags: The designer's descriptions of the level.
        provenance: The origin of the level; None if it was neither generated nor improved.
        weights: The painted weights for the next level made from this one, keyed by stage name;
            None to use the weights in ``provenance``.
        verdict: The stored verdict; None if the level has not been solved since its last edit.
        extra: The unknown top-level keys of the level file, which are preserved.
        intended: The moves of the intended solution, in the notation that
            :meth:`engine.game.play.Play.read_moves` reads; None if no solution is pinned.
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
    def is_drawn_by_hand(self) -> bool:
        """True if the board was drawn by hand, even if it was improved afterwards."""
        return self.provenance is None or self.provenance.is_drawn_by_hand

    @property
    def next_weights(self) -> Mapping[str, PaintedWeights]:
        """The painted weights for the next level made from this one, keyed by stage name."""
        if self.weights is not None:
            return self.weights
        return self.provenance.weights if self.provenance is not None else {}

    def with_next_weights(self, weights: Mapping[str, PaintedWeights]) -> Level:
        """Return the level with ``weights`` painted for the next level made from it."""
        own = self.provenance.weights if self.provenance is not None else {}
        return replace(self, weights=None if weights == own else weights)

    @property
    def recorded_parameters(self) -> Mapping[str, Any] | None:
        """The parameters that generated the board; None if it was not generated or was edited."""
        made = self.provenance
        return None if made is None or made.edited else made.parameters

    def has_fresh_verdict(self, rules: int) -> bool:
        """Return whether the level has a verdict that is still valid.

        A verdict is valid for exactly one board and one version of the rules.

        Args:
            rules: The current version of the rules.
        """
        verdict = self.verdict
        return (
            verdict is not None
            and verdict.rules == rules
            and verdict.digest == compute_digest(self.board)
        )

    def is_made_like(self, other: Level) -> bool:
        """Return whether both levels were generated from the same recipe.

        Later edits, improvements and locks are ignored.
        """
        mine, its = (
            None
            if level.provenance is None
            else replace(level.provenance.without_edits(), locked=(), improve=None)
            for level in (self, other)
        )
        return mine is not None and mine == its

    def with_recipe_of(self, made: Level) -> Level:
        """Return the level with its recipe replaced by that of ``made``.

        The level keeps its own edits, locks and improvement.
        """
        mine, its = self.provenance, made.provenance
        if mine is None or its is None:
            return self
        own = ("edited", "generated", "locked", "improve")
        again = replace(its, **{name: getattr(mine, name) for name in own})
        return replace(self, provenance=again)

    def with_edited_board(self, board: Board) -> Level:
        """Return the level with an edited board, no verdict, and provenance marked as edited."""
        provenance = self.provenance
        # Only the first edit records the digest of the generated board.
        if provenance is not None and not provenance.edited:
            provenance = replace(provenance, edited=True, generated=compute_digest(self.board))
        return replace(self, board=board, provenance=provenance, verdict=None)


def format_canonical_board(board: Board) -> str:
    """Format the board as its canonical TOML table, which is the same for equal boards."""
    return tomli_w.dumps({"board": board.to_table()}, multiline_strings=True)


def compute_digest(board: Board) -> str:
    """Return the SHA-256 digest of the board's canonical TOML table, prefixed with ``sha256:``."""
    return "sha256:" + hashlib.sha256(format_canonical_board(board).encode()).hexdigest()
