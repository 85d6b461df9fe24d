"""What there is to say of kinds of winning and of medals, in the games that have them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.game.game import Game
from engine.game.play import Play
from engine.game.playthrough import Playthrough
from engine.game.position import Position
from engine.values.judgement import Aim, Award, earned_titles
from engine.values.level import Level, board_digest
from engine.values.records import PlayRecord
from workbench.session.playing.advice import Advice
from workbench.session.playing.course import ANY, can_be_had
from workbench.text.measures import Moves


def standings(advice: Advice, position: Position, moves: Moves) -> Iterator[tuple[str, str]]:
    """Whether each better kind of win can still be had from a position, by its short name."""
    for aim in advice.game.play.aims:
        yield aim.short, _standing(advice, position, moves, aim)


def _standing(advice: Advice, position: Position, moves: Moves, aim: Aim) -> str:
    if advice.toward(aim).closed:
        return "not in this level"
    if advice.game.play.missed(position, aim):
        return aim.missed
    if position.status == "won":
        return "achieved"
    possible = can_be_had(advice, position, moves, aim)
    if possible is None:
        return f"not {aim.missed}"
    return "still possible" if possible else "out of reach"


def lengths(advice: Advice) -> str:
    """How long the shortest wins of better kinds are, where that is not the least of all."""
    parts = [""]
    for aim in advice.game.play.aims:
        best = advice.toward(aim).best
        if best not in (None, advice.best):
            parts.append(f"{aim.short} {best}")
    return ", ".join(parts)


def solutions(advice: Advice, name: str = "solution") -> Iterator[tuple[str, Moves | None]]:
    """A shortest solution of every kind as far as they are known, by name.

    ``name`` is that of the solution in a game whose wins are all alike.

    Yields:
        The name of the kind and the moves; None for moves that were yielded before.
    """
    shown: list[Moves] = []
    for aim in advice.game.play.aims:
        solution = advice.toward(aim).solution
        if solution is not None:
            shown.append(solution)
            yield aim.short, solution
    if advice.solution is not None:
        title = ANY if advice.game.play.aims else name
        yield title, None if advice.solution in shown else advice.solution


def medal(advice: Advice, position: Position, moves: int, why: str = "still searching") -> str:
    """The kind of a win and what it has earned, as a sentence; empty if not won, or without both.

    ``why`` says why something is not known although it could be.
    """
    if position.status != "won":
        return ""
    reason = f"not known, {advice.trouble}" if advice.trouble else why
    earned = summary(advice.game.play.awards(position, moves, advice.facts), reason)
    return "; ".join(filter(None, (", ".join(won_as(advice.game.play, position)), earned)))


def won_as(play: Play, position: Position) -> list[str]:
    """For each better kind of win, in words, whether a won position was won so."""
    return [f"{'no ' if play.missed(position, aim) else ''}{aim.title}" for aim in play.aims]


def with_earned(
    record: PlayRecord, playthrough: Playthrough, facts: Mapping[str, Any]
) -> PlayRecord:
    """A record with the kind of its win and what that has earned, as far as it is known."""
    play, position = playthrough.play, playthrough.position
    if record.result != "won":
        return record
    awards = play.awards(position, len(playthrough.moves), facts)
    known = play.medals and not open_questions(awards)
    medals = tuple(award.title for award in awards if award.earned) if known else None
    return replace(record, combo=_is_best(play, position), medals=medals)


def finish(game: Game, level: Level, record: PlayRecord) -> Playthrough | None:
    """A recorded playthrough that was won, played again; None if it earns nothing.

    That is so for what was not won, or on another board, and in games without medals.
    """
    if not game.play.medals or record.result != "won" or record.board != board_digest(level.board):
        return None
    playthrough = Playthrough(game.play, level.board)
    played = all(playthrough.perform(event) for event in record.events)
    return playthrough if played and playthrough.position.status == "won" else None


def open_questions(awards: Iterable[Award]) -> str:
    """The medals of which it is not known whether they were earned; empty for none."""
    return " and ".join(award.title for award in awards if award.earned is None)


def summary(awards: Collection[Award], why: str) -> str:
    """What a playthrough has earned, as a sentence; empty in a game without medals.

    ``why`` is said of those of which it is not known whether they were earned.
    """
    if not awards:
        return ""
    got, left = ", ".join(earned_titles(awards)), open_questions(awards)
    words = [f"medal: {got}" if got else f"no medal{' so far' if left else ''}"]
    return "; ".join([*words, f"{left}: {why}"] if left else words)


def _awards(game: Game, playthrough: Playthrough, facts: Mapping[str, Any]) -> Collection[Award]:
    return game.play.awards(playthrough.position, len(playthrough.moves), facts)


def finished(
    game: Game, record: PlayRecord, playthrough: Playthrough | None, facts: Mapping[str, Any]
) -> list[str]:
    """The kind of a win and its medals, for a list: the last with a question mark if more may come.

    The playthrough is the record played again, None if that cannot be or earns nothing. What the
    record itself says counts where that is silent: the board is another, or not solved.
    """
    play = game.play
    awards = () if playthrough is None else _awards(game, playthrough, facts)
    combo = record.combo if playthrough is None else _is_best(play, playthrough.position)
    words = []
    if combo is not None and play.aims:
        words.append(play.aims[0].asked if combo else f"{play.aims[0].asked} {play.aims[0].missed}")
    if record.medals is not None and (playthrough is None or open_questions(awards)):
        return [*words, *[title for title in play.medals if title in record.medals][-1:]]
    medal = ", ".join(earned_titles(awards)) + ("?" if open_questions(awards) else "")
    return [*words, medal] if medal else words


def _is_best(play: Play, position: Position) -> bool | None:
    """Whether a won position was won in the best way; None if all ways are alike."""
    return not play.missed(position, play.aims[0]) if play.aims else None


def best_medal(
    game: Game, playthroughs: Iterable[Playthrough | None], facts: Mapping[str, Any]
) -> str:
    """The medals earned in any of some playthroughs, without those that go without saying."""
    won = filter(None, playthroughs)
    awards = [_awards(game, playthrough, facts) for playthrough in won]
    found = {award.title: award for earned in awards for award in earned if award.earned}
    return ", ".join(earned_titles(found[title] for title in game.play.medals if title in found))
