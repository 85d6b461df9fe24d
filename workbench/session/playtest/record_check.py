"""A check of playtest records from elsewhere, which replays each one on its level."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import LevelError, quote_input
from engine.game.game import Game
from engine.game.playthrough import Playthrough
from engine.values.level import Level, compute_digest
from engine.values.playtest_record import PlayRecord
from workbench.session.playtest import win_kind_text

MAX_EVENTS = 10_000
"""The maximum number of events in a record from elsewhere."""


def check_record(game: Game, level: Level, record: PlayRecord) -> PlayRecord:
    """Replay a record, and return it with only those facts that follow from the level.

    The length of a shortest solution and the medals are claims of whoever wrote the record, so they
    are replaced by those that the level's own verdict knows.

    Args:
        game: The game that the level belongs to.
        level: The level, whose board must be valid.
        record: The record to check.

    Raises:
        LevelError: The record is not one of this board, or could not have been recorded on it.
    """
    if record.board != compute_digest(level.board):
        raise LevelError("the record is of another board")
    if record.rules != game.rules_version:
        raise LevelError(
            f"the record is of version {record.rules} of the rules, "
            f"this is version {game.rules_version}"
        )
    if len(record.events) + len(record.marks) > MAX_EVENTS:
        raise LevelError(f"the record has more than {MAX_EVENTS:,} events")
    _check_times(record)
    _check_sight(game, level, record)
    playthrough = _replay_events(game, level, record)
    fresh = level.verdict if level.has_fresh_verdict(game.rules_version) else None
    facts = {} if fresh is None else fresh.facts
    optimum = facts.get(game.measure.key)
    known = optimum if isinstance(optimum, int) and not isinstance(optimum, bool) else None
    checked = replace(record, optimum=known, combo=None, medals=None, extra={})
    return win_kind_text.add_earned(checked, playthrough, facts)


def _check_times(record: PlayRecord) -> None:
    """Raise an error if the times of the events or pencil marks run backwards."""
    last = 0.0
    for number, event in enumerate(record.events, start=1):
        # A pause is written down when it ends, with the time at which it began.
        if event.kind != "pause" and event.seconds < last:
            raise LevelError(f"event {number} ({event}) is earlier than the one before it")
        last = max(last, event.seconds)
    for times in ([mark.seconds for mark in record.marks], list(record.explored)):
        if times != sorted(times):
            raise LevelError("the times of the marks or views run backwards")
        last = max([last, *times])
    if record.seconds < last:
        raise LevelError(f"the record ends at {record.seconds:.1f} s, before its last event")


def _check_sight(game: Game, level: Level, record: PlayRecord) -> None:
    """Raise an error for pencil marks or a view that the game does not have."""
    pencil, steps, board = game.play.pencil, game.play.step_input, level.board
    for mark in record.marks:
        row, col = mark.cell
        is_known = pencil is not None and mark.kind in ("", *pencil.kinds)
        if not is_known or row >= board.rows or col >= board.cols:
            raise LevelError(f"the mark {quote_input(str(mark))} cannot be made on this board")
    views = [view.name for view in steps.views] if steps else []
    if record.view and record.view not in views:
        raise LevelError(f"{game.title} has no view {quote_input(record.view)}")


def _replay_events(game: Game, level: Level, record: PlayRecord) -> Playthrough:
    """Return the playthrough after all events of a record.

    Raises:
        LevelError: An event is not possible, or the record's result or deaths do not agree.
    """
    playthrough, deaths = Playthrough(game.play, level.board), 0
    for number, event in enumerate(record.events, start=1):
        # After a win only an undo is possible: a move changes nothing, and so is refused.
        if not playthrough.perform_event(event):
            raise LevelError(f"event {number} ({event}) cannot be made on this board")
        deaths += event.kind == "move" and playthrough.position.status == "lost"
    status = playthrough.position.status
    if (status == "won") != (record.result == "won") or (
        record.result == "lost" and status != "lost"
    ):
        found = {"won": "won", "lost": "lost"}.get(status, "not over")
        raise LevelError(f"the record says {record.result}, but its moves end {found}")
    if deaths != record.deaths:
        raise LevelError(f"the record says {record.deaths} deaths, but its moves make {deaths}")
    return playthrough
