"""The type-checked conversion between values and the entries in a gallery's journal.

A journal may come from an untrusted source. Values of unexpected types are therefore refused here,
with an error that names the key, so the gallery does not have to check types.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from engine.errors import LevelError, quote_input
from engine.evaluation.board_facts import list_fact_types
from engine.files import levelfile
from engine.files.untrusted_toml import parse_toml
from engine.game.game import Game
from engine.game.stored_fact_checks import COMMON_FACT_TYPES, require_types
from engine.generation.variants import Variant
from engine.values.expression import get_fact
from engine.values.grid import get_type_name
from engine.values.level import Level, Table
from engine.values.toml_fields import find_type_error, read_integer, read_value, read_word
from workbench.ui.wall.wall import Choice

Change = Mapping[int, tuple[Choice, Choice]]
"""The old and the new decision for each level, keyed by level number."""
_CHOICES: tuple[Choice, ...] = get_args(Choice)


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision about one or more levels, which is a single undo step.

    Attributes:
        change: The old and the new decision for each level, keyed by level number.
        barred: The number of a level that causes later levels similar to it to be rejected; None
            if there is no such level.
    """

    change: Change
    barred: int | None = None


def build_level_table(variant: Variant) -> dict[str, Any]:
    """Build the journal table for a level."""
    facts, origin = dict(variant.facts), variant.origin
    return {"text": levelfile.dumps(variant.level), "facts": facts, "origin": origin}


def build_decision_table(decision: Decision) -> dict[str, Any]:
    """Build the journal table for a decision."""
    change = {str(number): [*choices] for number, choices in decision.change.items()}
    return {"change": change, "barred": decision.barred}


def read_variant(entry: Table, game: Game) -> Variant:
    """Read a level, its facts and its origin from an entry.

    Raises:
        LevelError: The entry is malformed, or does not contain a level of the game.
    """
    table = read_value(entry, "level", dict)
    level = read_level(table, "text", game, "level.")
    facts: dict[str, Any] = read_value(table, "facts", dict, "level.")
    _require_facts(facts, game)
    return Variant(level, facts, origin=read_value(table, "origin", str, "level."))


def read_template(entry: Table, game: Game | None = None) -> Level:
    """Read a gallery's template: a level that has the parameters for generating others.

    Args:
        entry: The journal entry that contains the template.
        game: The game that the level must belong to; None for any game.

    Raises:
        LevelError: The entry is malformed, or its level is for another game or was not generated.
    """
    level = read_level(entry, "wish", game)
    if level.provenance is None:
        raise LevelError("expected a level with a [provenance] table", key="wish")
    return level


def read_level(table: Table, key: str, game: Game | None, prefix: str = "") -> Level:
    """Read a level from text in the format of a level file.

    Args:
        table: The table that contains the text.
        key: The key of the text in the table.
        game: The game that the level must belong to; None for any game.
        prefix: The path of ``table``, which error messages put in front of the key.

    Raises:
        LevelError: The text is missing, or is not a level of the game.
    """
    text = read_value(table, key, str, prefix)
    try:
        level = levelfile.parse_document(parse_toml(text))
    except LevelError as error:
        raise LevelError(f"expected a level: {error}", key=prefix + key) from error
    if game is not None and level.game != game.name:
        what = f"expected a level of {game.name}, found one of {level.game}"
        raise LevelError(what, key=prefix + key)
    return level


def _require_facts(facts: Table, game: Game) -> None:
    """Check that the facts have the types declared by the game, so that levels can be compared.

    Raises:
        LevelError: A fact has the wrong type.
    """
    require_types(facts, {**COMMON_FACT_TYPES, **game.fact_types}, "level.facts")
    for key, kind in list_fact_types([game]).items():
        found = get_fact(facts, key)
        wrong = None if found is None else find_type_error(found, kind)
        if wrong is not None:
            raise LevelError(wrong, key=f"level.facts.{key}")


def read_decision(entry: Table, levels: int) -> Decision:
    """Read a decision from an entry.

    Args:
        entry: The journal entry that records the decision.
        levels: The number of levels in the gallery.

    Raises:
        LevelError: The entry is malformed, or refers to a level that does not exist.
    """
    table = read_value(entry, "choose", dict)
    change = {}
    for text, choices in read_value(table, "change", dict, "choose.").items():
        key = f"choose.change.{text}"
        if not isinstance(choices, list) or len(choices) != 2:
            raise LevelError(f"expected two choices, found {get_type_name(choices)}", key=key)
        old, new = (read_word({key: choice}, key, _CHOICES) for choice in choices)
        change[_parse_number(text, levels, key)] = (old, new)
    barred = None
    if table.get("barred") is not None:
        barred = read_integer(table, "barred", "choose.")
        _require_level(barred, levels, "choose.barred")
    return Decision(change, barred)


def read_rejections(entry: Table) -> tuple[int, Mapping[str, int]]:
    """Read the number of candidates tried, and the number refused for each reason.

    Raises:
        LevelError: The entry is malformed.
    """
    table = read_value(entry, "refused", dict)
    reasons = read_value(table, "reasons", dict, "refused.")
    counted = {reason: read_integer(reasons, reason, "refused.reasons.") for reason in reasons}
    return read_integer(table, "tried", "refused."), counted


def read_saved_paths(entry: Table, levels: int) -> Mapping[int, str]:
    """Read the paths of saved levels, keyed by level number.

    Args:
        entry: The journal entry that records the paths.
        levels: The number of levels in the gallery.

    Raises:
        LevelError: The entry is malformed, or refers to a level that does not exist.
    """
    table = read_value(entry, "saved", dict)
    return {
        _parse_number(text, levels, f"saved.{text}"): read_value(table, text, str, "saved.")
        for text in table
    }


def _parse_number(text: str, levels: int, key: str) -> int:
    """Parse a level number that is used as a key in a table."""
    # `int` would also accept signs, blanks and non-ASCII digits, and is slow for huge numbers.
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise LevelError(f"expected the number of a level, found {quote_input(text)}", key=key)
    return _require_level(int(text), levels, key)


def _require_level(number: int, levels: int, key: str) -> int:
    if number >= levels:
        raise LevelError(f"expected a level from 0 to {levels - 1}, found {number}", key=key)
    return number
