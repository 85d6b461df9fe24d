"""Entries of a gallery's journal, as tables: written from values, and read by type.

Anybody may have written a journal. A value of another type than expected is refused here, with its
key, so that nothing that uses a gallery has to ask again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from engine.errors import LevelError, quoted
from engine.evaluation.boardfacts import kinds_of_boards
from engine.files import levelfile
from engine.files.tomltext import parse
from engine.game.claims import OF_EVERY_GAME, require_kinds
from engine.game.game import Game
from engine.generation.variants import Variant
from engine.values.entries import misfit, take, whole, word
from engine.values.expression import fact
from engine.values.grid import type_name
from engine.values.level import Level, Table
from workbench.ui.wall.wall import Choice

Change = Mapping[int, tuple[Choice, Choice]]
"""The choice before and since, by the number of the level."""
_CHOICES: tuple[Choice, ...] = get_args(Choice)


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision, to be undone as a whole.

    Attributes:
        change: what it changed.
        barred: the number of the level that no other is to be like; None for none.
    """

    change: Change
    barred: int | None = None


def exhibit_table(exhibit: Variant) -> dict[str, Any]:
    """Return the entry of a level that hangs in the gallery."""
    facts, origin = dict(exhibit.facts), exhibit.origin
    return {"text": levelfile.dumps(exhibit.level), "facts": facts, "origin": origin}


def decision_table(decision: Decision) -> dict[str, Any]:
    """Return the entry of a decision."""
    change = {str(number): [*choices] for number, choices in decision.change.items()}
    return {"change": change, "barred": decision.barred}


def read_exhibit(entry: Table, game: Game) -> Variant:
    """Read the entry of a level of a game.

    Raises:
        LevelError: an entry of another type, no level, or a level of another game.
    """
    table = take(entry, "level", dict)
    level = read_level(table, "text", game, "level.")
    facts: dict[str, Any] = take(table, "facts", dict, "level.")
    _require_facts(facts, game)
    return Variant(level, facts, origin=take(table, "origin", str, "level."))


def read_wish(entry: Table, game: Game | None = None) -> Level:
    """Read the level by whose provenance others are made; any game's where none is given.

    Raises:
        LevelError: an entry of another type, no generated level, or a level of another game.
    """
    level = read_level(entry, "wish", game)
    if level.provenance is None:
        raise LevelError("expected a level with a [provenance] table", key="wish")
    return level


def read_level(table: Table, key: str, game: Game | None, prefix: str = "") -> Level:
    """Read the text of a level file, of any game where none is given.

    Raises:
        LevelError: no text, no level, or a level of another game.
    """
    text = take(table, key, str, prefix)
    try:
        level = levelfile.from_document(parse(text))
    except LevelError as error:
        raise LevelError(f"expected a level: {error}", key=prefix + key) from error
    if game is not None and level.game != game.name:
        what = f"expected a level of {game.name}, found one of {level.game}"
        raise LevelError(what, key=prefix + key)
    return level


def _require_facts(facts: Table, game: Game) -> None:
    """Refuse facts that cannot be compared with those of other levels of the game.

    Raises:
        LevelError: a fact of another type than facts of its name have.
    """
    require_kinds(facts, {**OF_EVERY_GAME, **game.fact_kinds}, "level.facts")
    for key, kind in kinds_of_boards([game]).items():
        found = fact(facts, key)
        wrong = None if found is None else misfit(found, kind)
        if wrong is not None:
            raise LevelError(wrong, key=f"level.facts.{key}")


def read_decision(entry: Table, levels: int) -> Decision:
    """Read a decision about some of the levels that hang, whose number is given.

    Raises:
        LevelError: an entry of another type, or about a level that is not there.
    """
    table = take(entry, "choose", dict)
    change = {}
    for text, choices in take(table, "change", dict, "choose.").items():
        key = f"choose.change.{text}"
        if not isinstance(choices, list) or len(choices) != 2:
            raise LevelError(f"expected two choices, found {type_name(choices)}", key=key)
        old, new = (word({key: choice}, key, _CHOICES) for choice in choices)
        change[_number_of(text, levels, key)] = (old, new)
    barred = None
    if table.get("barred") is not None:
        barred = whole(table, "barred", "choose.")
        _require_level(barred, levels, "choose.barred")
    return Decision(change, barred)


def read_refusals(entry: Table) -> tuple[int, Mapping[str, int]]:
    """Read how many candidates were tried, and how many were refused for each reason.

    Raises:
        LevelError: an entry of another type.
    """
    table = take(entry, "refused", dict)
    reasons = take(table, "reasons", dict, "refused.")
    counted = {reason: whole(reasons, reason, "refused.reasons.") for reason in reasons}
    return whole(table, "tried", "refused."), counted


def read_saved(entry: Table, levels: int) -> Mapping[int, str]:
    """Read the files of levels that were saved, by the numbers of the levels.

    Raises:
        LevelError: an entry of another type, or about a level that is not there.
    """
    table = take(entry, "saved", dict)
    return {
        _number_of(text, levels, f"saved.{text}"): take(table, text, str, "saved.")
        for text in table
    }


def _number_of(text: str, levels: int, key: str) -> int:
    """The number of a level that a key of a table spells."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise LevelError(f"expected the number of a level, found {quoted(text)}", key=key)
    return _require_level(int(text), levels, key)


def _require_level(number: int, levels: int, key: str) -> int:
    if number >= levels:
        raise LevelError(f"expected a level from 0 to {levels - 1}, found {number}", key=key)
    return number
