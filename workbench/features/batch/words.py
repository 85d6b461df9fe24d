"""A batch in words: its wish, how far it is, its yield by stage and by reason, its charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from engine.game import registry
from engine.game.game import Game
from engine.values.parameters import Value
from workbench.drawing import density
from workbench.features.batch.watch import Charts, Observed
from workbench.session.making.sheet import Sheet
from workbench.text.batched import clock, rate_words, yield_words
from workbench.text.status import count, duration
from workbench.ui.lines import Line, cut, paragraph
from workbench.ui.wall.bars import bar_lines

_FULL, _EMPTY = "▇", "·"
_FAILED = " failed"
"""Ends the reason of a candidate that a stage could not finish, behind the stage's title."""


def title(catalogue: Path) -> str:
    """What is looked at."""
    return f"Batch {catalogue.name}"


def standing(look: Observed) -> str:
    """What becomes of it now, in a few words."""
    if look.busy:
        return f"process {look.record['busy']} fills cells"
    if look.complete:
        return "complete"
    if look.going_on:
        return "paused" if look.paused else f"process {look.record['process']} works"
    return "cut short" if look.failed else "stopped"


def lines(look: Observed, keys: Mapping[str, str], width: int, *, plain: bool) -> Iterator[Line]:
    """All that is known of a batch, what changes most first."""
    record = look.record
    there, wanted = record["accepted"], record["count"]
    yield _bar(there / max(wanted, 1), width, plain=plain)
    yield [(f"{there:,}", "key"), (f" of {count(wanted, 'level')}", "")]
    yield from _state(look, keys, width)
    yield [("", "")]
    yield from _wish(look, width)
    yield [("", "")]
    yield from _yield(look, width)
    yield [("", "")]
    yield [(f"seeds {look.run.first_seed:,} to {record['seed'] - 1:,}", "muted")]
    yield [(f"{duration(record['seconds'])} so far", "muted")]


def _bar(share: float, width: int, *, plain: bool) -> Line:
    room = max(width - len(" 100%"), 1)
    full = int(share * room)
    signs = ("#", ".") if plain else (_FULL, _EMPTY)
    done = f" {int(share * 100):>3}%"
    return [(signs[0] * full, "good"), (signs[1] * (room - full), "muted"), (done, "")]


def _state(look: Observed, keys: Mapping[str, str], width: int) -> Iterator[Line]:
    record = look.record
    if look.complete:
        text = f"complete, in {duration(record['seconds'])}; {keys['more']} makes more"
        yield from paragraph(text, "good", width)
    elif look.paused:
        yield from paragraph(f"paused; {keys['play-pause']} goes on", "warning", width)
    elif look.going_on:
        rate = record["rate"]
        left = f", {clock(record['left'])} left" if rate else ""
        yield [(f"{rate_words(rate)}{left}" if rate else "the rate is not known yet", "")]
    else:
        ended = f"cut short: {look.failed}" if look.failed else "stopped"
        text = f"{ended}; {keys['play-pause']} goes on"
        yield from paragraph(text, "bad" if look.failed else "warning", width)


def _yield(look: Observed, width: int) -> Iterator[Line]:
    """How many candidates come through the stages, and through what is demanded."""
    record, game = look.record, registry.get(look.run.game)
    tried, there = record["candidates"], record["accepted"]
    reasons = record["rejections"]
    stages = {key: number for key, number in reasons.items() if _is_stage(game, key)}
    whole = tried - sum(stages.values())
    yield [("yield", "key"), (f" {yield_words(there, tried)}", "")]
    yield [(f"{tried:,}      candidates", "")]
    yield from _table(stages, tried, width)
    if stages:
        yield _row(whole, tried, "came through all stages", "", width)
    yield from _table({key: n for key, n in reasons.items() if key not in stages}, tried, width)
    if record["duplicates"]:
        yield _row(record["duplicates"], tried, "like another", "muted", width)
    yield _row(there, tried, "accepted", "good", width)


def _is_stage(game: Game, reason: str) -> bool:
    named = reason.removesuffix(_FAILED)
    names = {word for stage in game.generator.stages for word in (stage.name, stage.title)}
    return reason.endswith(_FAILED) and named.casefold() in map(str.casefold, names)


def _table(reasons: Mapping[str, int], tried: int, width: int) -> Iterator[Line]:
    for reason, number in sorted(reasons.items(), key=lambda entry: (-entry[1], entry[0])):
        yield _row(number, tried, reason, "muted", width)


def _row(number: int, tried: int, words: str, role: str, width: int) -> Line:
    column = len(f"{tried:,}")
    return cut([(f"{number:>{column},} {number / max(tried, 1):>4.0%} {words}", role)], width)


def _wish(look: Observed, width: int) -> Iterator[Line]:
    """What the levels are made by, as far as it is not what goes without saying."""
    run, game = look.run, registry.get(look.run.game)
    yield [("wish", "key"), (f" {game.title}", "")]
    settings = Sheet.of(game, None, game.parameters.recorded(run.settings)).settings
    yield from paragraph(", ".join(wishes(game, settings)), "", width)


def wishes(game: Game, settings: Mapping[str, Value]) -> Iterator[str]:
    """What is set of a game's parameters, each in a few words."""
    for parameter in game.parameters.parameters:
        if parameter.key in settings:
            yield f"{parameter.title} {parameter.typed(settings[parameter.key])}"


def histogram(charts: Charts | None, width: int, *, plain: bool) -> Iterator[Line]:
    """The histogram."""
    if charts is not None and charts.bars:
        yield from bar_lines(charts.bars, width, plain=plain)
    else:
        yield [("no level yet", "muted")]


def plot(charts: Charts | None, room: tuple[int, int], *, plain: bool) -> Iterator[Line]:
    """The plot of two facts, in so many columns and lines."""
    if charts is None or charts.density is None:
        yield [("no two facts that are numbers yet", "muted")]
        return
    _, *rows = density.as_text(charts.density, ascii_only=plain, room=room)
    for row in rows:
        yield [(row, "")]


def named(key: str) -> str:
    """A fact as it is named."""
    return key.replace("_", " ")
