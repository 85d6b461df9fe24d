"""A gallery: levels generated from a template, the decisions about them, and a filter.

Every change is described by an *entry*, which is written to the journal before it is applied
(:mod:`.journal`). A gallery is reopened by applying all entries in its journal in order. Thus there
is a single implementation for each kind of change, and a crash loses no change::

    {"gallery": 1, "wish": "...", "seen": false}    the template for the levels
    {"level": {"text": "...", "facts": {...}}}      level 0
    {"choose": {"change": {"0": ["", "kept"]}}}     level 0 is kept
    {"undo": true}                                  level 0 is undecided again
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from weakref import WeakValueDictionary

from engine.errors import EngineError, LevelError
from engine.files import levelfile
from engine.game import registry
from engine.game.game import Game
from engine.generation.variants import Variant
from engine.values.level import Level, Table
from engine.values.toml_fields import drop_nulls, read_integer, read_value
from workbench.features.collection.filters import (
    LevelFilter,
    StackKind,
    build_filter_table,
    build_stacks,
    list_stack_keys,
    read_filter,
)
from workbench.features.collection.journal import VERSION, Entry, Journal
from workbench.features.collection.journal_entries import (
    Decision,
    build_decision_table,
    build_level_table,
    read_decision,
    read_rejections,
    read_saved_paths,
    read_template,
    read_variant,
)
from workbench.text import verdict_text
from workbench.ui.wall.wall import Choice, Tile

_OPEN_GALLERIES: WeakValueDictionary[Path, Gallery] = WeakValueDictionary()
"""The open galleries, keyed by path, so that each file is opened as only one gallery."""


class Gallery:
    """Levels of one game to choose from, and the decisions made about them.

    Attributes:
        template: The level from whose provenance the next levels are generated.
        journal: The journal that all entries are written to.
        is_history: True if the levels were seen while designing, rather than generated to choose
            from.
        first_template: The template that the gallery was created with.
        game: The game that the levels belong to.
        items: All levels, in the order in which they were generated.
        stack_keys: For each level, a mapping from each kind of stack to the level's stack key.
        choices: The decisions, keyed by level number.
        saved_paths: The paths of saved levels, keyed by level number.
        level_filter: The current filter and order.
        cursor: The number of the level under the cursor.
        tried_count: The total number of candidates tried so far.
        rejections: The number of candidates refused for each reason.
        write_error: The reason why the latest entries could not be written; empty if they were.
        saving: True while kept levels are being saved.
        marked_number: The number of the level marked for comparison; None if none is marked.
    """

    def __init__(self, template: Level, journal: Journal, *, is_history: bool = False) -> None:
        self.template = self.first_template = template
        self.journal, self.is_history = journal, is_history
        self.game: Game = registry.get_game(template.game)
        self.items: list[Variant] = []
        self.stack_keys: list[Mapping[StackKind, str]] = []
        self.choices: dict[int, Choice] = {}
        self.saved_paths: dict[int, str] = {}
        self.level_filter = LevelFilter(stack="board")
        self.cursor = 0
        self.tried_count = 0
        self.rejections: Counter[str] = Counter()
        self.write_error = ""
        self.saving = False
        self.marked_number: int | None = None
        self._undo_steps: list[Decision] = []
        self._redo_steps: list[Decision] = []
        self._cached_stacks: list[list[int]] | None = None
        self._tiles: dict[int, Tile] = {}

    @classmethod
    def create(cls, template: Level, journal: Journal, *, is_history: bool = False) -> Gallery:
        """Create a gallery, and create its file by writing the first entry to the journal."""
        gallery = cls(template, journal, is_history=is_history)
        gallery._write_entry(
            {"gallery": VERSION, "wish": levelfile.dumps(template), "seen": is_history}
        )
        _OPEN_GALLERIES[journal.path] = gallery
        return gallery

    @classmethod
    def open(cls, path: Path) -> Gallery:
        """Open the gallery stored in a file. If that gallery is already open, return it.

        Raises:
            EngineError: The file cannot be read. The message names the file and the line.
        """
        return _OPEN_GALLERIES.get(path) or cls.restore(Journal(path))

    @classmethod
    def restore(cls, journal: Journal) -> Gallery:
        """Restore a gallery from its journal, raising the same errors as :meth:`open`."""
        gallery = cls._from_entries(journal.read(), journal)
        _OPEN_GALLERIES[journal.path] = gallery
        return gallery

    @classmethod
    def open_read_only(cls, path: Path) -> Gallery:
        """Read a gallery without locking its file, raising the same errors as :meth:`open`."""
        journal = Journal(path)
        return cls._from_entries(journal.read_unlocked(), journal)

    @classmethod
    def _from_entries(cls, entries: Sequence[Entry], journal: Journal) -> Gallery:
        """Build a gallery by applying entries. An error names the file and the line."""
        first, *rest = entries
        number = 1
        try:
            gallery = cls(read_template(first), journal, is_history=read_value(first, "seen", bool))
            for number, entry in enumerate(rest, 2):  # noqa: B007 - the errors name it
                gallery._replay_entry(entry)
        except LevelError as problem:
            raise journal.build_error(problem.message, number, problem.key) from problem
        except EngineError as problem:
            raise journal.build_error(str(problem), number) from problem
        return gallery

    def apply_entry(self, entry: Entry) -> None:
        """Write an entry to the journal, then apply it."""
        self._write_entry(entry)
        self._replay_entry(entry)

    def _write_entry(self, entry: Entry) -> None:
        # Apply the change even if its entry cannot be written: the journal will write it together
        # with the next entry.
        try:
            self.journal.add_entry(entry)
            self.write_error = ""
        except LevelError as problem:
            self.write_error = problem.message

    def _replay_entry(self, entry: Entry) -> None:
        table = drop_nulls(entry)
        # Ignore keys unknown to this version, which later versions may write.
        for key in table:
            if key in _REPLAY_METHODS:
                _REPLAY_METHODS[key](self, table)
        self._cached_stacks = None

    def add_level(self, exhibit: Variant) -> None:
        """Add a level to the gallery, and write it to the journal."""
        self._write_entry({"level": build_level_table(exhibit)})
        self._append_level(exhibit)

    def record_choice(
        self, numbers: Iterable[int], choice: Choice, *, barred: int | None = None
    ) -> None:
        """Record a decision about the given levels as a single undo step.

        Args:
            numbers: The numbers of the levels.
            choice: The decision to record.
            barred: The number of a level that causes later levels similar to it to be rejected;
                None if there is no such level.
        """
        before = {n: self.choices.get(n, "") for n in numbers}
        change = {n: (old, choice) for n, old in before.items() if old != choice}
        if change or barred is not None:
            self.apply_entry({"choose": build_decision_table(Decision(change, barred))})

    def reject_similar(self, number: int) -> int:
        """Reject a level and all similar levels, including any that are generated later.

        Returns:
            The number of other levels that were rejected immediately.
        """
        alike = [
            n
            for n in range(len(self.items))
            if n != number and self.choices.get(n) != "kept" and self._is_similar(n, number)
        ]
        self.record_choice([number, *alike], "rejected", barred=number)
        return len(alike)

    def _is_similar(self, number: int, other: int) -> bool:
        one, two = self.stack_keys[number], self.stack_keys[other]
        return any(one[kind] == two[kind] for kind in one)

    def undo(self) -> bool:
        """Undo the last decision, and return whether there was one."""
        return self._step_history("undo", self._undo_steps)

    def redo(self) -> bool:
        """Redo the decision undone last, and return whether there was one."""
        return self._step_history("redo", self._redo_steps)

    def _step_history(self, key: str, steps: Sequence[Decision]) -> bool:
        if not steps:
            return False
        self.cursor = next(iter(steps[-1].change), self.cursor)
        self.apply_entry({key: True})
        return True

    def apply_filter(self, level_filter: LevelFilter) -> None:
        """Apply a new filter and order.

        Raises:
            LevelError: The condition is not a valid expression.
        """
        # `read_filter` raises an error for an invalid expression, before anything is written.
        read_filter(drop_nulls(entry := build_filter_table(level_filter)), self.game)
        self.apply_entry(entry)

    def set_template(self, template: Level, narrowed: str) -> None:
        """Set the template for new levels, and show only the levels that satisfy ``narrowed``.

        Raises:
            LevelError: The expression is invalid.
        """
        self.apply_filter(replace(self.level_filter, bar_condition=narrowed))
        self.apply_entry({"wish": levelfile.dumps(template)})

    def save_cursor(self) -> None:
        """Write the number of the level under the cursor to the journal."""
        self._write_entry({"at": self.cursor})

    @property
    def stacks(self) -> list[list[int]]:
        """The stacks shown on the wall, each a list of level numbers."""
        if self._cached_stacks is None:
            self._cached_stacks = build_stacks(
                self.game, self.items, self.stack_keys, self.choices, self.level_filter
            )
        return self._cached_stacks

    def find_top(self, stack: Sequence[int]) -> int:
        """Return a stack's first level that is not rejected, or its first level if all are."""
        return next((n for n in stack if self.choices.get(n) != "rejected"), stack[0])

    @property
    def count(self) -> int:
        """The number of stacks on the wall."""
        return len(self.stacks)

    def get_tile(self, place: int) -> Tile:
        """Return the tile for the stack at index ``place``."""
        number = self.find_top(stack := self.stacks[place])
        if number not in self._tiles:
            exhibit, game = self.items[number], self.game
            picture = game.boards.draw_picture(exhibit.level.board)
            caption = verdict_text.format_caption(game, exhibit.facts)
            self._tiles[number] = Tile(number, picture, caption, game=game.name)
        tile = self._tiles[number]
        choice, marked = self.choices.get(number, ""), self.marked_number in stack
        if (tile.choice, tile.alike, tile.marked) != (choice, len(stack), marked):
            tile = replace(tile, choice=choice, alike=len(stack), marked=marked)
            self._tiles[number] = tile
        return tile

    @property
    def kept_numbers(self) -> list[int]:
        """The numbers of all kept levels."""
        return [n for n in range(len(self.items)) if self.choices.get(n) == "kept"]

    def find_place(self, number: int) -> int:
        """Return the index of the stack that contains a level, or 0 if the level is hidden."""
        return next((at for at, stack in enumerate(self.stacks) if number in stack), 0)

    def _replay_level(self, entry: Table) -> None:
        self._append_level(read_variant(entry, self.game))

    def _append_level(self, exhibit: Variant) -> None:
        number = len(self.items)
        self.items.append(exhibit)
        self.stack_keys.append(list_stack_keys(self.game, exhibit.level, exhibit.facts))
        self._cached_stacks = None
        # A new level that is similar to a barred one is rejected immediately. Undoing the decision
        # that barred it removes the step from the list, and so stops these rejections.
        barred = (step.barred for step in self._undo_steps if step.barred is not None)
        if any(self._is_similar(number, other) for other in barred):
            self.choices[number] = "rejected"

    def _replay_choice(self, entry: Table) -> None:
        self._undo_steps.append(step := read_decision(entry, len(self.items)))
        self._redo_steps.clear()
        self.choices |= {n: new for n, (_, new) in step.change.items()}

    def _replay_undo(self, _: Table) -> None:
        if not self._undo_steps:
            raise LevelError("expected a choice to undo, found none", key="undo")
        self._redo_steps.append(step := self._undo_steps.pop())
        self.choices |= {n: old for n, (old, _) in step.change.items()}

    def _replay_redo(self, _: Table) -> None:
        if not self._redo_steps:
            raise LevelError("expected a choice to redo, found none", key="redo")
        self._undo_steps.append(step := self._redo_steps.pop())
        self.choices |= {n: new for n, (_, new) in step.change.items()}

    def _replay_filter(self, entry: Table) -> None:
        self.level_filter = read_filter(entry, self.game)

    def _replay_rejections(self, entry: Table) -> None:
        tried, reasons = read_rejections(entry)
        self.tried_count += tried
        self.rejections.update(reasons)

    def _replay_template(self, entry: Table) -> None:
        self.template = read_template(entry, self.game)

    def _replay_saving(self, entry: Table) -> None:
        self.saved_paths |= read_saved_paths(entry, len(self.items))

    def _replay_cursor(self, entry: Table) -> None:
        self.cursor = read_integer(entry, "at")


_REPLAY_METHODS: Mapping[str, Callable[[Gallery, Table], None]] = {
    "level": Gallery._replay_level,
    "choose": Gallery._replay_choice,
    "undo": Gallery._replay_undo,
    "redo": Gallery._replay_redo,
    "show": Gallery._replay_filter,
    "refused": Gallery._replay_rejections,
    "wish": Gallery._replay_template,
    "saved": Gallery._replay_saving,
    "at": Gallery._replay_cursor,
}
"""The methods that apply entries, keyed by the word that identifies the kind of entry."""
