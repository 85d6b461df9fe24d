"""Playtest records from elsewhere, replayed before they are believed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
import shipped

from engine.errors import LevelError
from engine.game import registry
from engine.values.level import compute_digest
from engine.values.playtest_record import PencilEvent, PlayEvent, PlayRecord
from workbench.session.playtest.record_check import MAX_EVENTS, check_record

SKIDDY = registry.get_game("skiddy")
LEVEL = shipped.level_in(shipped.files_of("skiddy")[0])


def record_of(*moves: str, **changes: object) -> PlayRecord:
    """A record of moves, one a second, that won the level unless said otherwise."""
    kinds = ("undo", "redo", "restart")
    events = tuple(
        PlayEvent(float(at), word) if word in kinds else PlayEvent(float(at), "move", word)
        for at, word in enumerate(moves, start=1)
    )
    record = PlayRecord(
        datetime(2026, 11, 1, tzinfo=UTC),
        compute_digest(LEVEL.board),
        SKIDDY.rules_version,
        "won",
        float(len(moves)),
        events,
    )
    return replace(record, **changes)


def test_a_win_is_believed_and_its_claims_are_not():
    told = record_of("L", "D", optimum=1, medals=("Perfect", "King"), combo=False, extra={"a": 1})
    checked = check_record(SKIDDY, LEVEL, told)
    assert checked.combo is True and checked.optimum == 2 and checked.extra == {}
    assert checked.medals is None or "King" not in checked.medals
    assert checked.events == told.events


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (record_of("L", "D", board="sha256:0"), "the record is of another board"),
        (record_of("L", "D", rules=99), "version 99 of the rules"),
        (record_of("L", "R"), "the record says won, but its moves end not over"),
        (record_of("L", "D", result="left"), "the record says left, but its moves end won"),
        (record_of("L", result="lost"), "the record says lost, but its moves end not over"),
        (record_of("U", "L", "D"), r"event 1 \(1.0 move U\) cannot be made"),
        (record_of("L", "X"), r"event 2 \(2.0 move X\) cannot be made"),
        (record_of("L", "D", "U"), r"event 3 \(3.0 move U\) cannot be made"),
        (record_of("undo", "L", "D"), r"event 1 \(1.0 undo\) cannot be made"),
        (record_of("L", "D", deaths=2), "the record says 2 deaths, but its moves make 0"),
        (record_of("L", "D", seconds=1.0), "ends at 1.0 s, before its last event"),
        (record_of("L", "D", view="corner"), "Skiddy has no view 'corner'"),
        (record_of("L", "D", marks=(PencilEvent(1.0, (0, 0), "level"),)), "cannot be made"),
        (record_of(*["L", "undo"] * MAX_EVENTS), "more than 10,000 events"),
        (
            record_of(
                events=(PlayEvent(2.0, "move", "L"), PlayEvent(1.0, "move", "D")), seconds=2.0
            ),
            "earlier than the one before it",
        ),
    ],
)
def test_what_cannot_have_been_played_is_refused(record, reason):
    with pytest.raises(LevelError, match=reason):
        check_record(SKIDDY, LEVEL, record)


def test_undone_wins_and_pauses_are_possible():
    events = (
        PlayEvent(0.0, "move", "L"),
        PlayEvent(0.0, "move", "D"),
        PlayEvent(1.0, "undo"),
        PlayEvent(1.0, "pause", amount=40.0),
        PlayEvent(41.0, "move", "D"),
    )
    assert check_record(SKIDDY, LEVEL, record_of(events=events, seconds=41.0)).moves == 2
