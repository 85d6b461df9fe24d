"""A gallery: levels like one, what was decided about each, and what of them is shown.

Everything that changes it is an *entry*, written down before it is done (:mod:`.journal`); a
gallery that is opened again does all of them once more. So there is one way for a choice to come
about, and none to be lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from engine.errors import EngineError, LevelError
from engine.files import levelfile
from engine.game import registry
from engine.game.claims import OF_EVERY_GAME, require_kinds
from engine.game.game import Game
from engine.values.expression import ExpressionError
from engine.values.level import Level
from workbench.features.gallery.exhibits import Exhibit, text_of
from workbench.features.gallery.journal import VERSION, Entry, Journal
from workbench.features.gallery.showing import GalleryView, condition, showing_of, stacked
from workbench.ui.wall.wall import Choice

Change = Mapping[int, tuple[Choice, Choice]]
"""What was decided about some levels before and since, by their numbers."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision, to be undone as a whole.

    Attributes:
        change: what it changed.
        barred: the number of the level that no other is to be like; None for none.
    """

    change: Change
    barred: int | None = None


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
        choices: what was decided, by number.
        saved: where kept levels were saved, by number.
        cursor: the number of the level under the cursor.
        tried: candidates that were tried for all levels.
        rejections: why candidates were refused, with how many for each reason.
        unkept: why the last entries are not written down yet; empty if all are.
        saving: whether kept levels are being saved.
    """

    def __init__(self, wish: Level, journal: Journal, *, seen: bool = False) -> None:
        self.wish = self.first_wish = wish
        self.journal, self.seen = journal, seen
        self.game: Game = registry.get(wish.game)
        self.exhibits: list[Exhibit] = []
        self.choices: dict[int, Choice] = {}
        self.saved: dict[int, str] = {}
        self.showing = GalleryView()
        self.cursor = 0
        self.tried = 0
        self.rejections: Counter[str] = Counter()
        self.unkept = ""
        self.saving = False
        self._done: list[Decision] = []
        self._undone: list[Decision] = []
        self._shown: list[list[int]] | None = None

    @classmethod
    def begin(cls, wish: Level, journal: Journal, *, seen: bool = False) -> Gallery:
        """A new gallery, written down; ``seen`` if it is of what was seen while designing."""
        gallery = cls(wish, journal, seen=seen)
        gallery._keep({"gallery": VERSION, "wish": text_of(wish), "seen": seen})
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
            gallery = cls(levelfile.loads(first["wish"]), journal, seen=bool(first["seen"]))
            for entry in rest:
                number += 1
                gallery._do(entry)
        except (LookupError, TypeError, ValueError, AttributeError, EngineError) as problem:
            said = f"expected an entry of a gallery ({problem})"
            raise journal.error(said, number) from problem
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
        for key, value in entry.items():
            if key in _DEEDS:
                _DEEDS[key](self, value)
        self._shown = None

    # What can be done.

    def add(self, exhibit: Exhibit) -> None:
        """Hangs a level."""
        self._keep({"level": entry_of(exhibit)})
        self._hang(exhibit)

    def choose(self, numbers: Iterable[int], choice: Choice, *, barred: int | None = None) -> None:
        """Decides about some levels: one step to undo.

        All that are like the level of the number ``barred``, and are still to come, are rejected.
        """
        before = {n: self.choices.get(n, "") for n in numbers}
        change = {str(n): [old, choice] for n, old in before.items() if old != choice}
        if change or barred is not None:
            self.apply({"choose": {"change": change, "barred": barred}})

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
        one, two = self.exhibits[number].alike, self.exhibits[other].alike
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

    def show(self, showing: GalleryView) -> None:
        """Shows other levels, or in another order.

        Raises:
            ExpressionError: what has to hold is no expression.
        """
        fields = {name: getattr(showing, name) for name in GalleryView.__slots__}
        showing_of(self.game, fields)
        self.apply({"show": fields})

    def fault(self, text: str) -> str | None:
        """What is wrong with an expression; None if nothing is, and for an empty text."""
        try:
            _ = text.strip() and condition(self.game, text)
        except ExpressionError as problem:
            return str(problem)
        return None

    def make_by(self, wish: Level, narrowed: str) -> None:
        """Makes levels by another wish from now on, and shows those that an expression holds for.

        Raises:
            ExpressionError: it is none.
        """
        self.show(replace(self.showing, narrowed=narrowed))
        self.apply({"wish": text_of(wish)})

    def keep_place(self) -> None:
        """Writes the place of the cursor down."""
        self._keep({"at": self.cursor})

    # What is shown.

    @property
    def stacks(self) -> list[list[int]]:
        """What hangs on the wall: numbers of levels, those of a stack together."""
        if self._shown is None:
            self._shown = stacked(self.game, self.exhibits, self.choices, self.showing)
        return self._shown

    @property
    def kept(self) -> list[int]:
        """The numbers of the levels that are kept."""
        return [n for n in range(len(self.exhibits)) if self.choices.get(n) == "kept"]

    def place_of(self, number: int) -> int:
        """The place on the wall where a level hangs; 0 if it is not shown."""
        return next((at for at, stack in enumerate(self.stacks) if number in stack), 0)

    # What entries do.

    def _do_level(self, table: Mapping[str, Any]) -> None:
        exhibit = exhibit_of(table)
        if exhibit.level.game != self.game.name:
            raise ValueError(f"a level of {exhibit.level.game}")
        self._hang(exhibit)

    def _hang(self, exhibit: Exhibit) -> None:
        number = len(self.exhibits)
        self.exhibits.append(exhibit)
        self._shown = None
        barred = (step.barred for step in self._done if step.barred is not None)
        if any(self._like(number, other) for other in barred):
            self.choices[number] = "rejected"

    def _do_choose(self, table: Mapping[str, Any]) -> None:
        change = {int(n): (old, new) for n, (old, new) in table["change"].items()}
        self._done.append(Decision(change, table["barred"]))
        self._undone.clear()
        self._set({n: new for n, (_, new) in change.items()})

    def _do_undo(self, _: object) -> None:
        self._undone.append(step := self._done.pop())
        self._set({n: old for n, (old, _) in step.change.items()})

    def _do_redo(self, _: object) -> None:
        self._done.append(step := self._undone.pop())
        self._set({n: new for n, (_, new) in step.change.items()})

    def _set(self, choices: Mapping[int, Choice]) -> None:
        if not all(0 <= n < len(self.exhibits) for n in choices):
            raise IndexError("no such level")
        self.choices |= choices

    def _do_show(self, table: Mapping[str, Any]) -> None:
        self.showing = showing_of(self.game, table)

    def _do_refused(self, table: Mapping[str, Any]) -> None:
        self.tried += table["tried"]
        self.rejections.update(table["reasons"])

    def _do_wish(self, text: str) -> None:
        self.wish = levelfile.loads(text)

    def _do_saved(self, table: Mapping[str, str]) -> None:
        self.saved |= {int(n): str(path) for n, path in table.items()}

    def _do_at(self, number: int) -> None:
        self.cursor = int(number)


_DEEDS: Mapping[str, Callable[[Gallery, Any], None]] = {
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


def entry_of(exhibit: Exhibit) -> Entry:
    """What is written down of a level."""
    facts, origin = dict(exhibit.facts), exhibit.origin
    return {"text": text_of(exhibit.level), "facts": facts, "origin": origin}


def exhibit_of(table: Mapping[str, Any]) -> Exhibit:
    """The level that was written down."""
    level, facts = levelfile.loads(table["text"]), table["facts"]
    require_kinds(facts, {**OF_EVERY_GAME, **registry.get(level.game).fact_kinds})
    return Exhibit.of(level, facts, str(table["origin"]))
