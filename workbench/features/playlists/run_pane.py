"""The pane that shows a run's progress and results between two of its levels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.game.game import Campaign
from engine.game.win_record import LevelWin
from engine.playlists.playlist_run import PlaylistRun
from workbench.drawing import difficulty_plot
from workbench.features.playlists import run_text
from workbench.features.playlists.seed_list_run import RunSession
from workbench.session.playtest import hints
from workbench.ui.styled_lines import Line, wrap_text

_EMPTY: Line = []
_MAX_WIDTH = 72
"""The greatest width of text, in columns. Longer lines are hard to read."""
_BAR_WIDTH = 40
_MIN_CURVE_LINES = 6
"""The height, in lines, below which the curve and its heading are left out."""
_GAP = 2
"""The number of spaces between two columns of the table."""


def draw_run(
    session: RunSession, news: tuple[str, str], width: int, height: int, *, ascii_only: bool
) -> Sequence[Line]:
    """Return lines that describe a run, and the results of as many recent levels as fit.

    Args:
        session: The run to describe.
        news: A message about the current activity or problem, and the role to draw it in.
        width: The width of the pane in columns.
        height: The height of the pane in lines.
        ascii_only: True to draw with ASCII characters only.
    """
    wide, width = width, min(width, _MAX_WIDTH)
    title = run_text.format_title(session.run, session.game)
    progress = _draw_progress(session, width, ascii_only=ascii_only)
    head: list[Line] = [_EMPTY, [(title, "title")], _EMPTY, *progress]
    comes = _draw_ending(session.rules, width) if session.is_over else _draw_next(session.run)
    foot = [_EMPTY, *comes, *_wrap_lines(*news, width)]
    # The table takes the lines it needs. The curve gets the rest, up to half of the pane.
    room = height - len(head) - len(foot) - 1
    table = [*_draw_table(session, max(room, 0))]
    lines = min(room - len(table), height // 2)
    curve = [*_draw_curve(session, wide, lines, ascii_only=ascii_only)]
    return [*head, *curve, _EMPTY, *table, *foot][:height]


def _draw_curve(
    session: RunSession, width: int, height: int, *, ascii_only: bool
) -> Iterator[Line]:
    """Yield the lines of the difficulty curve, if there is room for it."""
    points = session.build_curve()
    if height < _MIN_CURVE_LINES or len(points) < 2:
        return
    current = -1 if session.is_over else len(session.run.played)
    drawn = difficulty_plot.draw_text(
        points, width, height - 2, current=current, ascii_only=ascii_only
    )
    if drawn:
        yield _EMPTY
        yield [(f"difficulty of the levels, {run_text.describe_scale(session.levels)}", "muted")]
    for line in drawn:
        yield [(piece, difficulty_plot.ROLES[role]) for piece, role in line]


def _draw_progress(session: RunSession, width: int, *, ascii_only: bool) -> Iterator[Line]:
    run, rules = session.run, session.rules
    if run.mode == "campaign":
        done, whole = len(run.played), rules.steps
    else:
        # Endless play has no fixed number of levels, so the bar shows the position in the list.
        whole = min(width - 2, _BAR_WIDTH)
        done = min(run.level_index * whole // len(session.levels), whole)
    full, empty = ("#", ".") if ascii_only else ("■", "·")
    gap = " " if run.mode == "campaign" else ""
    yield [
        (gap.join(full * done), "good"),
        (gap if done and gap else "", ""),
        (gap.join(empty * (whole - done)), "muted"),
    ]
    lapses = f", {run_text.format_totals(run, rules)}" if run.played else ""
    yield [(run_text.format_progress(run, rules, session.levels), ""), (lapses, "muted")]


def _draw_table(session: RunSession, room: int) -> Iterator[Line]:
    """Yield a heading and the results of the most recent levels, in at most ``room`` lines."""
    played = session.run.played
    if not played or room < 2:
        return
    rules = session.rules
    names = ["level", rules.parameter, rules.lapse.plural, session.game.measure.plural]
    names += ["least"] if session.game.compares_lengths else []
    names += ["time"]

    def format_row(figures: Iterable[object]) -> str:
        aligned = zip(map(str, figures), names, strict=True)
        return "".join(text.rjust(len(name) + _GAP) for text, name in aligned)

    def list_figures(number: int, level: LevelWin) -> Iterator[object]:
        yield from (number, level.grade, rules.count_lapses(level), level.count)
        if session.game.compares_lengths:
            yield "?" if level.optimum is None else level.optimum
        yield hints.format_duration(level.seconds)

    yield [(format_row(names), "muted")]
    shown = played[-(room - 1) :]
    for number, level in enumerate(shown, start=len(played) - len(shown) + 1):
        line = format_row(list_figures(number, level))
        text = f"{line} {hints.SOLUTION_SHOWN}" if level.solution_shown else line
        yield [(text, "" if number < len(played) else "selected")]


def _draw_next(run: PlaylistRun) -> Iterator[Line]:
    jump = run_text.describe_jump(run)
    if jump:
        yield [(jump, "")]
    known = ", ".join(run_text.list_lapses(run))
    if known:
        yield [(f"{known} in the current level so far", "muted")]


def _wrap_lines(text: str, role: str, width: int) -> Iterator[Line]:
    return ([(line, role)] for line in wrap_text(text, width))


def _draw_ending(rules: Campaign, width: int) -> Iterator[Line]:
    for paragraph in rules.ending_text:
        yield from _wrap_lines(
            paragraph, "title" if paragraph == rules.ending_text[-1] else "", width
        )
