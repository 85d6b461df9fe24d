"""Consistency checks for the facts in a stored verdict.

A level file may have been written by hand. A :class:`FactChecker` reads facts, checks their types,
and collects a problem for each fact that cannot be true. The solver of each game checks the facts
against one another and against the board (:meth:`engine.game.solver.Solver.check_facts`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import LevelError, quote_input
from engine.values.level import Problem, Table
from engine.values.toml_fields import find_type_error

FactType = type | Mapping[str, Any] | tuple[Any, ...]
"""The type of a fact.

It is a Python type, or a mapping from keys to types for a table, or a tuple for an array. The tuple
has one item, the type of the array's elements.
"""

COMMON_FACT_TYPES: Mapping[str, FactType] = {
    "solvable": bool,
    "complete": bool,
    "moves": int,
    "states_seen": int,
}
"""The types of the facts that every solver reports."""


def require_types(facts: Table, types: Mapping[str, FactType], key: str = "verdict") -> None:
    """Require that the facts named in ``types`` have the given types, ignoring all other facts.

    Raises:
        LevelError: A fact has a different type. The message names the fact.
    """
    for name, kind in types.items():
        if name in facts:
            _require_type(facts[name], kind, f"{key}.{name}")


def _require_type(value: Any, fact_type: FactType, key: str) -> None:
    if isinstance(fact_type, Mapping):
        _require_type(value, dict, key)
        require_types(value, fact_type, key)
    elif isinstance(fact_type, tuple):
        _require_type(value, list, key)
        for index, entry in enumerate(value):
            _require_type(entry, fact_type[0], f"{key}[{index}]")
    elif (wrong := find_type_error(value, fact_type)) is not None:
        raise LevelError(wrong, key=key)


class FactChecker:
    """A reader for one table of facts that collects a problem for each fact that cannot be true.

    Args:
        facts: The table of facts.
        key: The key of the table in the level file.
        problems: The list to which problems are added; a new list by default.
    """

    def __init__(
        self, facts: Table, key: str = "verdict", problems: list[Problem] | None = None
    ) -> None:
        self.facts = facts
        self._key = key
        self.problems: list[Problem] = [] if problems is None else problems

    def add_problem(self, key: str, message: str) -> None:
        """Report that a fact cannot be true. ``message`` gives the reason."""
        self.problems.append(Problem(message, key=f"{self._key}.{key}" if key else self._key))

    def require(self, condition: bool, key: str, message: str) -> None:
        """Report a problem with a fact unless ``condition`` is true."""
        if not condition:
            self.add_problem(key, message)

    def require_equal(self, key: str, expected: Any) -> None:
        """Report a fact unless it equals ``expected``. A fact that is not stored equals None."""
        found = self.facts.get(key)
        if not are_equal(found, expected):
            self.add_problem(
                key, f"expected {_format_value(expected)}, found {_format_value(found)}"
            )

    def require_absent(self, *keys: str) -> None:
        """Report each of the named facts that is stored, because none of them may exist."""
        for key in keys:
            self.require_equal(key, None)

    def read_integer(self, key: str, low: int = 0, high: int | None = None) -> int | None:
        """Return an integer fact, or None if it is absent or was reported as invalid."""
        value: int | None = self._read(key, int)
        if value is None or (value >= low and (high is None or value <= high)):
            return value
        bounds = f"{low} or more" if high is None else f"{low} to {high}"
        self.add_problem(key, f"expected {bounds}, found {value}")
        return None

    def read_number(self, key: str, low: float, high: float) -> float | None:
        """Return a numeric fact, or None if it is absent or was reported as invalid."""
        value: float | None = self._read(key, float)
        if value is None or low <= value <= high:
            return value
        self.add_problem(key, f"expected {low} to {high}, found {value}")
        return None

    def read_boolean(self, key: str) -> bool | None:
        """Return a boolean fact, or None if it is absent or was reported as invalid."""
        value: bool | None = self._read(key, bool)
        return value

    def read_text(self, key: str) -> str | None:
        """Return a string fact, or None if it is absent or was reported as invalid."""
        value: str | None = self._read(key, str)
        return value

    def read_table(self, key: str) -> FactChecker | None:
        """Return a checker for a nested table, or None if the table is absent or invalid."""
        value: Table | None = self._read(key, dict)
        return None if value is None else FactChecker(value, f"{self._key}.{key}", self.problems)

    def _read(self, key: str, fact_type: type) -> Any:
        """Return a fact of the given type, or None if it is absent or was reported as invalid."""
        value = self.facts.get(key)
        wrong = None if value is None else find_type_error(value, fact_type)
        if wrong is not None:
            self.add_problem(key, wrong)
        return value if wrong is None else None


def are_equal(one: Any, other: Any) -> bool:
    """Return whether two facts are equal and have the same type.

    Unlike in Python, True does not equal 1. A null entry of a table counts as absent.
    """
    # TOML has no null, so a null entry of a table is not written at all.
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        keys = one.keys() | other.keys()
        return all(are_equal(one.get(key), other.get(key)) for key in keys)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(are_equal, one, other))
    # Comparing types first distinguishes True from 1, and 1 from 1.0.
    return type(one) is type(other) and bool(one == other)


def compare_facts(stored: FactChecker, facts: Table) -> None:
    """Report every stored fact that differs from the fact of the same name in ``facts``.

    Stored facts whose names are not in ``facts`` are ignored.
    """
    for key, fact in facts.items():
        found = stored.facts.get(key)
        # Compare tables key by key, so that the report names the exact key that differs.
        if isinstance(fact, Mapping) and isinstance(found, Mapping):
            below = stored.read_table(key)
            assert below is not None
            compare_facts(below, fact)
        else:
            stored.require_equal(key, fact)


def _format_value(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return quote_input(value)
