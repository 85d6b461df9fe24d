"""The text lines that show a batch's progress, state, settings, yield and charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from engine.game import registry
from engine.game.game import Game
from engine.values.parameter_schema import Value
from workbench.drawing import density_plot
from workbench.features.batch.batch_watch import BatchCharts, BatchSnapshot
from workbench.session.generation.generator_settings import GeneratorSettings
from workbench.text.batch_text import format_clock, format_rate, format_yield
from workbench.text.quantity_text import format_count, format_duration
from workbench.ui.styled_lines import Line, cut_line, wrap_paragraph
from workbench.ui.wall.histogram_bins import draw_bars

_FULL, _EMPTY = "▇", "·"
_FAILED_SUFFIX = " failed"
"""The ending of the rejection reason for a failed stage, after the stage's name or title."""


def format_title(catalogue: Path) -> str:
    """Return the title of the batch that writes to ``catalogue``."""
    return f"Batch {catalogue.name}"


def format_state(snapshot: BatchSnapshot) -> str:
    """Return a short description of the state of a batch."""
    if snapshot.is_filling:
        return f"filling cells (process {snapshot.record['busy']})"
    if snapshot.is_complete:
        return "complete"
    if snapshot.is_running:
        return "paused" if snapshot.is_paused else f"running (process {snapshot.record['process']})"
    return "interrupted" if snapshot.failure else "stopped"


def draw_batch(
    snapshot: BatchSnapshot, keys: Mapping[str, str], width: int, *, plain: bool
) -> Iterator[Line]:
    """Yield the lines that describe a batch; the values that change most often come first."""
    record = snapshot.record
    there, wanted = record["accepted"], record["count"]
    yield _draw_bar(there / max(wanted, 1), width, plain=plain)
    yield [(f"{there:,}", "key"), (f" of {format_count(wanted, 'level')}", "")]
    yield from _draw_state(snapshot, keys, width)
    yield [("", "")]
    yield from _draw_settings(snapshot, width)
    yield [("", "")]
    yield from _draw_yield(snapshot, width)
    yield [("", "")]
    yield [(f"seeds {snapshot.run.first_seed:,} to {record['seed'] - 1:,}", "muted")]
    yield [(f"{format_duration(record['seconds'])} so far", "muted")]


def _draw_bar(share: float, width: int, *, plain: bool) -> Line:
    room = max(width - len(" 100%"), 1)
    full = int(share * room)
    signs = ("#", ".") if plain else (_FULL, _EMPTY)
    done = f" {int(share * 100):>3}%"
    return [(signs[0] * full, "good"), (signs[1] * (room - full), "muted"), (done, "")]


def _draw_state(snapshot: BatchSnapshot, keys: Mapping[str, str], width: int) -> Iterator[Line]:
    record = snapshot.record
    if snapshot.is_complete:
        text = f"Complete in {format_duration(record['seconds'])}. {keys['more']} makes more."
        yield from wrap_paragraph(text, "good", width)
    elif snapshot.is_paused:
        yield from wrap_paragraph(f"Paused. {keys['play-pause']} resumes it.", "warning", width)
    elif snapshot.is_running:
        rate = record["rate"]
        left = f", {format_clock(record['left'])} left" if rate else ""
        yield [(f"{format_rate(rate)}{left}" if rate else "measuring the speed ...", "")]
    else:
        ended = f"Interrupted: {snapshot.failure}" if snapshot.failure else "Stopped"
        text = f"{ended}. {keys['play-pause']} resumes it."
        yield from wrap_paragraph(text, "bad" if snapshot.failure else "warning", width)


def _draw_yield(snapshot: BatchSnapshot, width: int) -> Iterator[Line]:
    """Yield rows that count the candidates rejected by stages, then by constraints."""
    record, game = snapshot.record, registry.get_game(snapshot.run.game)
    # Stage failures come first. All other reasons for rejection apply to complete boards.
    tried, there = record["candidates"], record["accepted"]
    reasons = record["rejections"]
    stages = {key: number for key, number in reasons.items() if _is_stage(game, key)}
    whole = tried - sum(stages.values())
    yield [("yield", "key"), (f" {format_yield(there, tried)}", "")]
    yield [(f"{tried:,}      candidates", "")]
    yield from _draw_rejections(stages, tried, width)
    if stages:
        yield _draw_row(whole, tried, "passed all stages", "", width)
    yield from _draw_rejections(
        {key: n for key, n in reasons.items() if key not in stages}, tried, width
    )
    if record["duplicates"]:
        yield _draw_row(record["duplicates"], tried, "duplicates", "muted", width)
    yield _draw_row(there, tried, "accepted", "good", width)


def _is_stage(game: Game, reason: str) -> bool:
    named = reason.removesuffix(_FAILED_SUFFIX)
    names = {word for stage in game.generator.stages for word in (stage.name, stage.title)}
    return reason.endswith(_FAILED_SUFFIX) and named.casefold() in map(str.casefold, names)


def _draw_rejections(reasons: Mapping[str, int], tried: int, width: int) -> Iterator[Line]:
    for reason, number in sorted(reasons.items(), key=lambda entry: (-entry[1], entry[0])):
        yield _draw_row(number, tried, reason, "muted", width)


def _draw_row(number: int, tried: int, label: str, role: str, width: int) -> Line:
    column = len(f"{tried:,}")
    return cut_line([(f"{number:>{column},} {number / max(tried, 1):>4.0%} {label}", role)], width)


def _draw_settings(snapshot: BatchSnapshot, width: int) -> Iterator[Line]:
    """Yield lines that name the batch's game and the settings that differ from the defaults."""
    run, game = snapshot.run, registry.get_game(snapshot.run.game)
    yield [("game", "key"), (f" {game.title}", "")]
    settings = GeneratorSettings.from_values(
        game, None, game.parameters.restore_settings(run.settings)
    ).overrides
    yield from wrap_paragraph(", ".join(list_settings(game, settings)), "", width)


def list_settings(game: Game, settings: Mapping[str, Value]) -> Iterator[str]:
    """Yield the title and value of each parameter in ``settings``, as text."""
    for parameter in game.parameters.parameters:
        if parameter.key in settings:
            yield f"{parameter.title} {parameter.format_typed(settings[parameter.key])}"


def draw_histogram(charts: BatchCharts | None, width: int, *, plain: bool) -> Iterator[Line]:
    """Yield the lines of the histogram, or one line that says there are no levels yet."""
    if charts is not None and charts.bars:
        yield from draw_bars(charts.bars, width, plain=plain)
    else:
        yield [("no levels yet", "muted")]


def draw_plot(charts: BatchCharts | None, room: tuple[int, int], *, plain: bool) -> Iterator[Line]:
    """Yield the lines of the plot of two facts, or one line that says there is none.

    ``room`` is the number of columns and lines available for the plot.
    """
    if charts is None or charts.density is None:
        yield [("The plot needs two numeric facts.", "muted")]
        return
    _, *rows = density_plot.draw_text(charts.density, ascii_only=plain, room=room)
    for row in rows:
        yield [(row, "")]


def format_fact_name(key: str) -> str:
    """Return the name of a fact as the user sees it."""
    return key.replace("_", " ")
