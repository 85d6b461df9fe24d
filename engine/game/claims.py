"""What a stored verdict claims of its board, held against itself.

A level file is written by hand as well as by the workbench. :class:`Claims` reads facts of the
type that they must have and collects whatever cannot be true; what facts of one game have to do
with each other, and with the board, the game says (:meth:`engine.game.solver.Solver.dispute`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import LevelError, quoted
from engine.values.entries import misfit
from engine.values.level import Problem, Table

Kind = type | Mapping[str, Any] | tuple[Any, ...]
"""What a fact is: a type, the kinds of a table's entries by key, or a tuple that holds the kind of
an array's entries."""

OF_EVERY_GAME: Mapping[str, Kind] = {
    "solvable": bool,
    "complete": bool,
    "moves": int,
    "states_seen": int,
}
"""The kinds of the facts that every solver gives."""


def require_kinds(facts: Table, kinds: Mapping[str, Kind], key: str = "verdict") -> None:
    """Refuses facts of other kinds than they must have; of others nothing is known.

    Raises:
        LevelError: such a fact; names it.
    """
    for name, kind in kinds.items():
        if name in facts:
            _require(facts[name], kind, f"{key}.{name}")


def _require(value: Any, kind: Kind, key: str) -> None:
    if isinstance(kind, Mapping):
        _require(value, dict, key)
        require_kinds(value, kind, key)
    elif isinstance(kind, tuple):
        _require(value, list, key)
        for index, entry in enumerate(value):
            _require(entry, kind[0], f"{key}[{index}]")
    elif (wrong := misfit(value, kind)) is not None:
        raise LevelError(wrong, key=key)


class Claims:
    """The facts of one table of a verdict.

    ``key`` is what it is called in the file; what cannot be true is collected in ``problems``.
    """

    def __init__(
        self, facts: Table, key: str = "verdict", problems: list[Problem] | None = None
    ) -> None:
        self.facts = facts
        self._key = key
        self.problems: list[Problem] = [] if problems is None else problems

    def dispute(self, key: str, message: str) -> None:
        """Says that a fact cannot be true, and why."""
        self.problems.append(Problem(message, key=f"{self._key}.{key}" if key else self._key))

    def must(self, good: bool, key: str, message: str) -> None:
        """Disputes a fact unless something holds."""
        if not good:
            self.dispute(key, message)

    def must_be(self, key: str, expected: Any) -> None:
        """Disputes a fact that is anything but this; None stands for one that is not stored."""
        found = self.facts.get(key)
        if not same(found, expected):
            self.dispute(key, f"expected {_spelled(expected)}, found {_spelled(found)}")

    def must_be_absent(self, *keys: str) -> None:
        """Disputes facts that are stored though there can be none of the kind."""
        for key in keys:
            self.must_be(key, None)

    def whole(self, key: str, low: int = 0, high: int | None = None) -> int | None:
        """A whole number between bounds; None if it is not stored, or no such number."""
        value: int | None = self._of_kind(key, int)
        if value is None or (value >= low and (high is None or value <= high)):
            return value
        bounds = f"{low} or more" if high is None else f"{low} to {high}"
        self.dispute(key, f"expected {bounds}, found {value}")
        return None

    def number(self, key: str, low: float, high: float) -> float | None:
        """A number between bounds, whole or not; None if it is not stored, or no such number."""
        value: float | None = self._of_kind(key, float)
        if value is None or low <= value <= high:
            return value
        self.dispute(key, f"expected {low} to {high}, found {value}")
        return None

    def truth(self, key: str) -> bool | None:
        """True or false; None if it is not stored, or neither."""
        value: bool | None = self._of_kind(key, bool)
        return value

    def text(self, key: str) -> str | None:
        """A string; None if it is not stored, or none."""
        value: str | None = self._of_kind(key, str)
        return value

    def table(self, key: str) -> Claims | None:
        """The facts of a table in this one; None if it is not stored, or none."""
        value: Table | None = self._of_kind(key, dict)
        return None if value is None else Claims(value, f"{self._key}.{key}", self.problems)

    def _of_kind(self, key: str, kind: type) -> Any:
        """A fact that is of some kind; None if it is not stored, or disputed as none."""
        value = self.facts.get(key)
        wrong = None if value is None else misfit(value, kind)
        if wrong is not None:
            self.dispute(key, wrong)
        return value if wrong is None else None


def same(one: Any, other: Any) -> bool:
    """Whether two facts are equal, of one type; True is no 1, and null entries are absent."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        keys = one.keys() | other.keys()
        return all(same(one.get(key), other.get(key)) for key in keys)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)


def differences(stored: Claims, facts: Table) -> None:
    """Disputes every stored fact that is other than the true one.

    What is called otherwise in the file than any true fact is passed over.
    """
    for key, fact in facts.items():
        found = stored.facts.get(key)
        if isinstance(fact, Mapping) and isinstance(found, Mapping):
            below = stored.table(key)
            assert below is not None
            differences(below, fact)
        else:
            stored.must_be(key, fact)


def _spelled(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return quoted(value)
