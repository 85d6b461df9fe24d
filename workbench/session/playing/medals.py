"""What finished runs have earned, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.game.game import Game
from engine.game.playthrough import Playthrough
from engine.game.position import Position
from engine.values.judgement import Award, telling
from engine.values.level import Level, board_digest
from engine.values.records import PlayRecord


@dataclass(frozen=True, slots=True)
class Finish:
    """How a run was won.

    Attributes:
        position: the won position.
        moves: moves of the run.
    """

    position: Position
    moves: int


def finish(game: Game, level: Level, record: PlayRecord) -> Finish | None:
    """How a recorded run was won, found by playing it again; None if it earns nothing.

    That is so for what was not won, or on another board, and in games without medals.
    """
    if not game.play.medals or record.result != "won" or record.board != board_digest(level.board):
        return None
    run = Playthrough(game.play, level.board)
    if not all(run.perform(event) for event in record.events) or run.position.status != "won":
        return None
    return Finish(run.position, len(run.moves))


def earned(awards: Iterable[Award]) -> str:
    """The medals that were earned, such as ``Perfect``; empty for none."""
    return ", ".join(telling(awards))


def open_questions(awards: Iterable[Award]) -> str:
    """The medals of which it is not known whether they were earned; empty for none."""
    return " and ".join(award.title for award in awards if award.earned is None)


def summary(awards: Collection[Award], why: str) -> str:
    """What a run has earned, as a sentence; empty in a game without medals.

    Args:
        awards: of the run.
        why: what to say of those of which it is not known whether they were earned.
    """
    if not awards:
        return ""
    got, left = earned(awards), open_questions(awards)
    words = [f"medal: {got}" if got else f"no medal{' so far' if left else ''}"]
    return "; ".join([*words, f"{left}: {why}"] if left else words)


def finished(game: Game, finish: Finish | None, facts: Mapping[str, Any]) -> str:
    """What a run has earned, for a list: with a question mark where more may come of it."""
    awards = () if finish is None else game.play.awards(finish.position, finish.moves, facts)
    return earned(awards) + ("?" if open_questions(awards) else "")


def best_medal(game: Game, finishes: Iterable[Finish | None], facts: Mapping[str, Any]) -> str:
    """The medals earned in any of some runs, without those that go without saying."""
    found = {
        award.title: award
        for finish in finishes
        if finish is not None
        for award in game.play.awards(finish.position, finish.moves, facts)
        if award.earned
    }
    return earned(found[title] for title in game.play.medals if title in found)
