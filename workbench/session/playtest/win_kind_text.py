"""Text about kinds of wins and about medals, for the games that have them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.game.game import Game
from engine.game.play import Play
from engine.game.play_position import Position
from engine.game.playthrough import Playthrough
from engine.values.level import Level, compute_digest
from engine.values.playtest_record import PlayRecord
from engine.values.ratings_and_awards import Aim, Award, list_earned_titles
from workbench.session.playtest.hint_goal import ANY, is_reachable
from workbench.session.playtest.level_analysis import LevelAnalysis
from workbench.text.solution_length import MoveTuple


def list_kind_states(
    analysis: LevelAnalysis, position: Position, moves: MoveTuple
) -> Iterator[tuple[str, str]]:
    """Yield the short title of each better kind of win, and whether it is still possible."""
    for aim in analysis.game.play.aims:
        yield aim.short_title, _get_kind_state(analysis, position, moves, aim)


def _get_kind_state(analysis: LevelAnalysis, position: Position, moves: MoveTuple, aim: Aim) -> str:
    if analysis.get_route(aim).is_impossible:
        return "not in this level"
    if analysis.game.play.is_aim_missed(position, aim):
        return aim.missed_title
    if position.status == "won":
        return "achieved"
    possible = is_reachable(analysis, position, moves, aim)
    if possible is None:
        return f"not {aim.missed_title}"
    return "still possible" if possible else "out of reach"


def format_lengths(analysis: LevelAnalysis) -> str:
    """Format the length of a shortest win of each better kind, preceded by a comma.

    Lengths equal to the optimum for any win are left out.
    """
    parts = [""]
    for aim in analysis.game.play.aims:
        best = analysis.get_route(aim).optimum
        if best not in (None, analysis.optimum):
            parts.append(f"{aim.short_title} {best}")
    return ", ".join(parts)


def list_solutions(
    analysis: LevelAnalysis, name: str = "solution"
) -> Iterator[tuple[str, MoveTuple | None]]:
    """Yield the title of each kind of win, with a shortest known solution.

    ``name`` is the title in a game that has only one kind of win.

    Yields:
        The title and the moves. The moves are None if they were yielded already.
    """
    shown: list[MoveTuple] = []
    for aim in analysis.game.play.aims:
        solution = analysis.get_route(aim).solution
        if solution is not None:
            shown.append(solution)
            yield aim.short_title, solution
    if analysis.solution is not None:
        title = ANY if analysis.game.play.aims else name
        yield title, None if analysis.solution in shown else analysis.solution


def format_win(
    analysis: LevelAnalysis, position: Position, moves: int, reason_unknown: str = "still searching"
) -> str:
    """Format the kinds of win achieved in a position, and the medals earned.

    The text is empty if the position is not won, or if the game has one kind of win and no medals.
    ``reason_unknown`` explains why a medal is not decided yet.
    """
    if position.status != "won":
        return ""
    reason = f"not known, {analysis.incompleteness}" if analysis.incompleteness else reason_unknown
    earned = format_medals(analysis.game.play.list_awards(position, moves, analysis.facts), reason)
    return "; ".join(filter(None, (", ".join(list_kinds(analysis.game.play, position)), earned)))


def list_kinds(play: Play, position: Position) -> list[str]:
    """Name the better kinds of wins, with "no" before those that were missed."""
    return [f"{'no ' if play.is_aim_missed(position, aim) else ''}{aim.title}" for aim in play.aims]


def add_earned(
    record: PlayRecord, playthrough: Playthrough, facts: Mapping[str, Any]
) -> PlayRecord:
    """Return ``record`` with the kind of win and the medals added if they are known."""
    play, position = playthrough.play, playthrough.position
    if record.result != "won":
        return record
    awards = play.list_awards(position, len(playthrough.moves), facts)
    # A record must never store an incomplete list of medals.
    known = play.medals and not format_unknown(awards)
    medals = tuple(award.title for award in awards if award.earned) if known else None
    return replace(record, combo=_is_best_win(play, position), medals=medals)


def replay_win(game: Game, level: Level, record: PlayRecord) -> Playthrough | None:
    """Replay a recorded win, or return None if the record cannot earn medals.

    It cannot if it is not a win on this board, or if the game has no medals.
    """
    if (
        not game.play.medals
        or record.result != "won"
        or record.board != compute_digest(level.board)
    ):
        return None
    playthrough = Playthrough(game.play, level.board)
    played = all(playthrough.perform_event(event) for event in record.events)
    return playthrough if played and playthrough.position.status == "won" else None


def format_unknown(awards: Iterable[Award]) -> str:
    """Name the medals that are not decided yet, or return "" if all are decided."""
    return " and ".join(award.title for award in awards if award.earned is None)


def format_medals(awards: Collection[Award], reason_unknown: str) -> str:
    """Format the medals earned in a playthrough, or return "" if the game has none.

    ``reason_unknown`` explains why some medals are not decided yet.
    """
    if not awards:
        return ""
    got, left = ", ".join(list_earned_titles(awards)), format_unknown(awards)
    words = [f"medal: {got}" if got else f"no medal{' so far' if left else ''}"]
    return "; ".join([*words, f"{left}: {reason_unknown}"] if left else words)


def _compute_awards(
    game: Game, playthrough: Playthrough, facts: Mapping[str, Any]
) -> Collection[Award]:
    return game.play.list_awards(playthrough.position, len(playthrough.moves), facts)


def list_results(
    game: Game, record: PlayRecord, playthrough: Playthrough | None, facts: Mapping[str, Any]
) -> list[str]:
    """Format the kind of a recorded win and its medals, with "?" if a medal is not decided.

    Args:
        game: The game that the level belongs to.
        record: The record of the win.
        playthrough: The replay of the record, or None if :func:`replay_win` returned None.
        facts: The facts about the level. If they do not decide the medals, the medals stored in the
            record are used instead.
    """
    play = game.play
    awards = () if playthrough is None else _compute_awards(game, playthrough, facts)
    combo = record.combo if playthrough is None else _is_best_win(play, playthrough.position)
    words = []
    if combo is not None and play.aims:
        words.append(
            play.aims[0].verify_key
            if combo
            else f"{play.aims[0].verify_key} {play.aims[0].missed_title}"
        )
    if record.medals is not None and (playthrough is None or format_unknown(awards)):
        return [*words, *[title for title in play.medals if title in record.medals][-1:]]
    medal = ", ".join(list_earned_titles(awards)) + ("?" if format_unknown(awards) else "")
    return [*words, medal] if medal else words


def _is_best_win(play: Play, position: Position) -> bool | None:
    """Return whether the best kind of win was achieved, or None if the game has only one kind."""
    return not play.is_aim_missed(position, play.aims[0]) if play.aims else None


def format_best_medals(
    game: Game, playthroughs: Iterable[Playthrough | None], facts: Mapping[str, Any]
) -> str:
    """Format the best medals that any of the playthroughs earned.

    Medals that are implied by another medal are left out.
    """
    won = filter(None, playthroughs)
    awards = [_compute_awards(game, playthrough, facts) for playthrough in won]
    found = {award.title: award for earned in awards for award in earned if award.earned}
    return ", ".join(
        list_earned_titles(found[title] for title in game.play.medals if title in found)
    )
