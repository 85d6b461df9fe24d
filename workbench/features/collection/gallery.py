"""A gallery: levels like one, what was decided about each, and what of them is shown.

Everything that changes it is an *entry*, written down before it is done (:mod:`.journal`); a
gallery that is opened again does all of them once more. So there is one way for a choice to come
about, and none to be lost.
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
from engine.values.entries import present, take, whole
from engine.values.level import Level, Table
from workbench.features.collection.journal import VERSION, Entry, Journal
from workbench.features.collection.journal_entries import (
    Decision,
    decision_table,
    exhibit_table,
    read_decision,
    read_exhibit,
    read_refusals,
    read_saved,
    read_wish,
)
from workbench.features.collection.showing import (
    Likeness,
    Showing,
    likenesses,
    read_view,
    stacked,
    view_table,
)
from workbench.text import verdict
from workbench.ui.wall.wall import Choice, Tile

_HELD: WeakValueDictionary[Path, Gallery] = WeakValueDictionary()
"""The galleries of this session, by their files: each is there once."""


class Gallery:
    """The levels of one game that are chosen among.

    Args:
        wish: a level by whose provenance others are made, see :mod:`.making`.
        journal: where everything is written down.
        seen: whether it is of what was seen while designing, rather than made to be chosen among.

    Attributes:
        wish: by which levels are made now.
        first_wish: by which they were at first.
        game: whose levels they are.
        exhibits: all levels, in the order in which they were found.
        alike: by likeness, what each level has in common with those that are alike in it.
        choices: what was decided, by number.
        saved: where kept levels were saved, by number.
        cursor: the number of the level under the cursor.
        tried: candidates that were tried for all levels.
        rejections: why candidates were refused, with how many for each reason.
        unkept: why the last entries are not written down yet; empty if all are.
        saving: whether kept levels are being saved.
        marked: the number of the level that waits to be compared; None for none.
    """

    def __init__(self, wish: Level, journal: Journal, *, seen: bool = False) -> None:
        self.wish = self.first_wish = wish
        self.journal, self.seen = journal, seen
        self.game: Game = registry.get(wish.game)
        self.exhibits: list[Variant] = []
        self.alike: list[Mapping[Likeness, str]] = []
        self.choices: dict[int, Choice] = {}
        self.saved: dict[int, str] = {}
        self.showing = Showing(stack="board")
        self.cursor = 0
        self.tried = 0
        self.rejections: Counter[str] = Counter()
        self.unkept = ""
        self.saving = False
        self.marked: int | None = None
        self._done: list[Decision] = []
        self._undone: list[Decision] = []
        self._shown: list[list[int]] | None = None
        self._tiles: dict[int, Tile] = {}

    @classmethod
    def begin(cls, wish: Level, journal: Journal, *, seen: bool = False) -> Gallery:
        """A new gallery, written down; ``seen`` if it is of what was seen while designing."""
        gallery = cls(wish, journal, seen=seen)
        gallery._keep({"gallery": VERSION, "wish": levelfile.dumps(wish), "seen": seen})
        _HELD[journal.path] = gallery
        return gallery

    @classmethod
    def at(cls, path: Path) -> Gallery:
        """The gallery of a file: as this session has it, else as it was left.

        Raises:
            EngineError: it cannot be read; names file and line.
        """
        return _HELD.get(path) or cls.reopened(Journal(path))

    @classmethod
    def reopened(cls, journal: Journal) -> Gallery:
        """A gallery as it was left.

        Raises:
            EngineError: its file cannot be read; names file and line.
        """
        gallery = cls._of(journal.read(), journal)
        _HELD[journal.path] = gallery
        return gallery

    @classmethod
    def looked_at(cls, path: Path) -> Gallery:
        """The gallery of a file as it is now, which nothing is to be done with.

        Raises:
            EngineError: it cannot be read; names file and line.
        """
        journal = Journal(path)
        return cls._of(journal.look(), journal)

    @classmethod
    def _of(cls, entries: Sequence[Entry], journal: Journal) -> Gallery:
        """The gallery that entries lead to.

        Raises:
            EngineError: they are no entries of a gallery; names file and line.
        """
        first, *rest = entries
        number = 1
        try:
            gallery = cls(read_wish(first), journal, seen=take(first, "seen", bool))
            for number, entry in enumerate(rest, 2):  # noqa: B007 - the errors name it
                gallery._do(entry)
        except LevelError as problem:
            raise journal.error(problem.message, number, problem.key) from problem
        except EngineError as problem:
            raise journal.error(str(problem), number) from problem
        return gallery

    def apply(self, entry: Entry) -> None:
        """Writes an entry down, and does it."""
        self._keep(entry)
        self._do(entry)

    def _keep(self, entry: Entry) -> None:
        try:
            self.journal.add(entry)
            self.unkept = ""
        except LevelError as problem:
            self.unkept = problem.message

    def _do(self, entry: Entry) -> None:
        table = present(entry)
        for key in table:
            if key in _DEEDS:
                _DEEDS[key](self, table)
        self._shown = None

    # What can be done.

    def add(self, exhibit: Variant) -> None:
        """Hangs a level."""
        self._keep({"level": exhibit_table(exhibit)})
        self._hang(exhibit)

    def choose(self, numbers: Iterable[int], choice: Choice, *, barred: int | None = None) -> None:
        """Decides about some levels: one step to undo.

        All that are like the level of the number ``barred``, and are still to come, are rejected.
        """
        before = {n: self.choices.get(n, "") for n in numbers}
        change = {n: (old, choice) for n, old in before.items() if old != choice}
        if change or barred is not None:
            self.apply({"choose": decision_table(Decision(change, barred))})

    def bar(self, number: int) -> int:
        """Rejects a level and all that are alike, and those to come; how many others there were."""
        alike = [
            n
            for n in range(len(self.exhibits))
            if n != number and self.choices.get(n) != "kept" and self._like(n, number)
        ]
        self.choose([number, *alike], "rejected", barred=number)
        return len(alike)

    def _like(self, number: int, other: int) -> bool:
        one, two = self.alike[number], self.alike[other]
        return any(one[kind] == two[kind] for kind in one)

    def undo(self) -> bool:
        """Takes the last choice back; False if there is none."""
        return self._turn_back("undo", self._done)

    def redo(self) -> bool:
        """Makes a choice again that was taken back; False if there is none."""
        return self._turn_back("redo", self._undone)

    def _turn_back(self, way: str, steps: Sequence[Decision]) -> bool:
        if not steps:
            return False
        self.cursor = next(iter(steps[-1].change), self.cursor)
        self.apply({way: True})
        return True

    def show(self, showing: Showing) -> None:
        """Shows other levels, or in another order.

        Raises:
            LevelError: what has to hold is no expression.
        """
        read_view(present(entry := view_table(showing)), self.game)
        self.apply(entry)

    def make_by(self, wish: Level, narrowed: str) -> None:
        """Makes levels by another wish from now on, and shows those that an expression holds for.

        Raises:
            LevelError: it is none.
        """
        self.show(replace(self.showing, narrowed=narrowed))
        self.apply({"wish": levelfile.dumps(wish)})

    def keep_place(self) -> None:
        """Writes the place of the cursor down."""
        self._keep({"at": self.cursor})

    # What is shown.

    @property
    def stacks(self) -> list[list[int]]:
        """What hangs on the wall: numbers of levels, those of a stack together."""
        if self._shown is None:
            self._shown = stacked(self.game, self.exhibits, self.alike, self.choices, self.showing)
        return self._shown

    def top_of(self, stack: Sequence[int]) -> int:
        """Return the level of a stack that is shown: the first one not rejected, else the first."""
        return next((n for n in stack if self.choices.get(n) != "rejected"), stack[0])

    @property
    def count(self) -> int:
        """The number of stacks on the wall."""
        return len(self.stacks)

    def tile(self, place: int) -> Tile:
        """Return the tile of the stack at a place."""
        number = self.top_of(stack := self.stacks[place])
        if number not in self._tiles:
            exhibit, game = self.exhibits[number], self.game
            picture = game.boards.picture(exhibit.level.board)
            caption = verdict.caption(game, exhibit.facts)
            self._tiles[number] = Tile(number, picture, caption, game=game.name)
        tile = self._tiles[number]
        choice, marked = self.choices.get(number, ""), self.marked in stack
        if (tile.choice, tile.alike, tile.marked) != (choice, len(stack), marked):
            tile = replace(tile, choice=choice, alike=len(stack), marked=marked)
            self._tiles[number] = tile
        return tile

    @property
    def kept(self) -> list[int]:
        """The numbers of the levels that are kept."""
        return [n for n in range(len(self.exhibits)) if self.choices.get(n) == "kept"]

    def place_of(self, number: int) -> int:
        """The place on the wall where a level hangs; 0 if it is not shown."""
        return next((at for at, stack in enumerate(self.stacks) if number in stack), 0)

    # What entries do.

    def _do_level(self, entry: Table) -> None:
        self._hang(read_exhibit(entry, self.game))

    def _hang(self, exhibit: Variant) -> None:
        number = len(self.exhibits)
        self.exhibits.append(exhibit)
        self.alike.append(likenesses(self.game, exhibit.level, exhibit.facts))
        self._shown = None
        barred = (step.barred for step in self._done if step.barred is not None)
        if any(self._like(number, other) for other in barred):
            self.choices[number] = "rejected"

    def _do_choose(self, entry: Table) -> None:
        self._done.append(step := read_decision(entry, len(self.exhibits)))
        self._undone.clear()
        self.choices |= {n: new for n, (_, new) in step.change.items()}

    def _do_undo(self, _: Table) -> None:
        if not self._done:
            raise LevelError("expected a choice to undo, found none", key="undo")
        self._undone.append(step := self._done.pop())
        self.choices |= {n: old for n, (old, _) in step.change.items()}

    def _do_redo(self, _: Table) -> None:
        if not self._undone:
            raise LevelError("expected a choice to redo, found none", key="redo")
        self._done.append(step := self._undone.pop())
        self.choices |= {n: new for n, (_, new) in step.change.items()}

    def _do_show(self, entry: Table) -> None:
        self.showing = read_view(entry, self.game)

    def _do_refused(self, entry: Table) -> None:
        tried, reasons = read_refusals(entry)
        self.tried += tried
        self.rejections.update(reasons)

    def _do_wish(self, entry: Table) -> None:
        self.wish = read_wish(entry, self.game)

    def _do_saved(self, entry: Table) -> None:
        self.saved |= read_saved(entry, len(self.exhibits))

    def _do_at(self, entry: Table) -> None:
        self.cursor = whole(entry, "at")


_DEEDS: Mapping[str, Callable[[Gallery, Table], None]] = {
    "level": Gallery._do_level,
    "choose": Gallery._do_choose,
    "undo": Gallery._do_undo,
    "redo": Gallery._do_redo,
    "show": Gallery._do_show,
    "refused": Gallery._do_refused,
    "wish": Gallery._do_wish,
    "saved": Gallery._do_saved,
    "at": Gallery._do_at,
}
"""What the entries of a gallery do, by their keys."""
