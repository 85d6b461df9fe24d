"""Packs made of a source: the best set of so many levels, and others like one of them."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Mapping
from pathlib import Path

from engine.errors import EngineError
from engine.game import registry
from engine.generation.generating import generate, sized_like
from engine.generation.recipes import recipe_of
from engine.playlists.choosing import choose
from engine.playlists.contents import placed
from engine.playlists.facts import Learned, LevelFacts, Traits, figure, place_of
from engine.playlists.folders import source_of
from engine.playlists.pack import MOST, Origin, Pack, PlaylistEntry, doubled
from engine.playlists.ramp import ALIKE, MECHANIC, RampLevel, RampStep, judged
from engine.playlists.sources import PackChoice, Source, one_game
from engine.values.budget import Control
from engine.values.level import Level
from engine.values.parameters import WHERE

NEAREST = 24
"""Levels that are looked at for one that is like another."""
STEEP = 20.0
"""Cost of a level that is e times as hard as the one whose place it would get."""
NEAR = 0.02
"""How much harder or easier a level may be that is as hard as another."""
_DECIMALS = 6
"""Of a difficulty that is asked for."""


Standing = Mapping[int, RampStep]
"""How the levels of a pack stand in their order, by their places, as far as they can be played."""


def standing(
    pack: Pack, control: Control | None = None, learned: Learned | None = None
) -> Standing:
    """How the levels of a pack stand; those that cannot be played are passed over.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    traits = Traits(pack.levels, None, control, learned)
    levels = traits.own_levels(pack.by)
    steps = judged([*levels.values()], traits.mechanics, traits.alike)
    return dict(zip(levels, steps, strict=True))


def chosen(
    source: Source, choice: PackChoice, count: int, pack: Pack, control: Control | None = None
) -> list[RampStep]:
    """The best set of so many levels: pinned ones of a pack at their places, locked ones in it.

    Raises:
        EngineError: there are too few levels, or a pinned or locked one cannot be in the set.
        Cancelled: ``control`` was cancelled.
    """
    control, by = control or Control(), pack.by
    if not 1 <= count <= MOST:
        raise EngineError(f"expected 1 to {MOST:,} levels, found {count:,}")
    held = {place for place, entry in enumerate(pack.levels) if entry.pinned or entry.locked}
    only = [e if place in held else PlaylistEntry() for place, e in enumerate(pack.levels)]
    levels = Traits(only, None, control).own_levels(by)
    one_game({choice.game, *_games(only)} - {""})
    if lost := held - levels.keys():
        said = pack.levels[min(lost)].trouble or f"its {by.replace('_', ' ')} is not known"
        raise EngineError(f"level {min(lost) + 1}, which is to stay: {said}")
    if len(held) > count:
        raise EngineError(f"expected {len(held)} levels at least, as many are pinned or locked")
    fixed = {place: levels[place] for place in held if pack.levels[place].pinned}
    if fixed and max(fixed) >= count:
        place = max(fixed) + 1
        raise EngineError(f"expected {place} levels at least, as level {place} is pinned")
    kept = [levels[place] for place in sorted(held) if place not in fixed]
    traits = Traits(pack.levels, source, control)
    return choose(choice.candidates, count, traits.mechanics, traits.alike, fixed, kept, control)


def in_order(
    pack: Pack, control: Control | None = None, learned: Learned | None = None
) -> list[int]:
    """The places of a pack in the order that suits its levels best; pinned ones stay.

    What cannot be played, and what stands in the pack already, goes last.

    Raises:
        EngineError: they are levels of several games.
        Cancelled: ``control`` was cancelled.
    """
    one_game(_games(pack.levels))
    twice = doubled(pack.levels)
    traits = Traits(pack.levels, None, control, learned)
    own_levels = traits.own_levels(pack.by)
    levels = {place: level for place, level in own_levels.items() if place not in twice}
    loose = [place for place, entry in enumerate(pack.levels) if not entry.pinned]
    last = [place for place in loose if place not in levels]
    filled = loose[: len(loose) - len(last)]
    spots = sorted([*filled, *(place for place in levels if pack.levels[place].pinned)])
    fixed = {at: levels[place] for at, place in enumerate(spots) if pack.levels[place].pinned}
    rest = [level for place, level in levels.items() if not pack.levels[place].pinned]
    steps = choose(rest, len(spots), traits.mechanics, traits.alike, fixed, (), control)
    order = [*range(len(pack))]
    for place, step in zip(spots, steps, strict=True):
        order[place] = place_of(step.level.key)
    for place, other in zip(loose[len(filled) :], last, strict=True):
        order[place] = other
    return order


def _games(entries: Iterable[PlaylistEntry]) -> set[str]:
    """The games of the levels of a pack that can be played."""
    return {each.level.game for each in entries if each.level is not None and each.is_playable}


def another(
    source: Source,
    choice: PackChoice,
    pack: Pack,
    at: int,
    control: Control | None = None,
    learned: Learned | None = None,
) -> RampLevel | None:
    """The level of a source that suits the place of one of a pack best: one that is as hard.

    Best has the same mechanics and is like neither neighbour. It is not in the pack, and has not
    been as far as that was learned; None if there is none.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    learned = learned or Learned()
    traits = Traits(pack.levels, source, control, learned)
    levels = traits.own_levels(pack.by)
    if at not in levels:
        return None
    old = levels[at]
    there = {each.digest for each in pack.levels} | learned.passed
    low, high = as_hard_as(old.difficulty)
    near = heapq.nsmallest(
        NEAREST,
        (e for e in choice.candidates if low <= e.difficulty <= high and e.board not in there),
        key=lambda each: (abs(each.height - old.height), -each.worth, each.key),
    )
    beside = [levels[place] for place in (at - 1, at + 1) if place in levels]

    def unlike(each: RampLevel) -> float:
        """What a level falls short by in the place of the old one."""
        other = traits.mechanics(each) ^ traits.mechanics(old)
        close = sum(traits.alike(each, neighbour) ** 2 for neighbour in beside)
        return abs(each.height - old.height) * STEEP + MECHANIC * len(other) + ALIKE * close

    return min(near, key=unlike, default=None)


def as_hard_as(difficulty: float) -> tuple[float, float]:
    """Return the least and the greatest difficulty of levels that are as hard as one.

    Moves and other whole numbers are the same below 50.
    """
    low, high = difficulty * (1 - NEAR), difficulty * (1 + NEAR)
    return (math.ceil(low), math.floor(high)) if difficulty == int(difficulty) else (low, high)


def _written(number: float) -> str:
    """A number as expressions have it."""
    return f"{number:.0f}" if number == int(number) else f"{number:.{_DECIMALS}f}"


def made_like(level: Level, by: str, seed: int, control: Control) -> Level:
    """A new level of the same kind: by the recipe of a level, and as hard.

    A level without a recipe gives its size alone.

    Raises:
        GenerationFailed: none was found.
        EngineError: no level can be so.
        Cancelled: ``control`` was cancelled.
    """
    game = registry.get(level.game)
    try:
        settings = dict(recipe_of(level).parameters.table())
    except EngineError:
        settings = sized_like(game, {}, level.board, {})
    difficulty = figure(LevelFacts(level, control), by)
    if difficulty is not None:
        low, high = as_hard_as(difficulty)
        about = f"{by} {_written(low)}..{_written(high)}"
        where = settings.get(WHERE.key)
        settings[WHERE.key] = f"({where}) and {about}" if where else about
    return generate(game, seed, settings, control=control)[0]


def find_like(
    pack: Pack, folder: Path, at: int, seed: int, control: Control, learned: Learned
) -> tuple[Level, Path | None]:
    """Return a level like one of a pack in a folder, with its file if it has one. Slow.

    It comes from where the pack was chosen from, while there is one that has not been in the pack;
    else it is newly made, from ``seed``.

    Raises:
        EngineError: there is none to be had.
        Cancelled: ``control`` was cancelled.
    """
    level = pack.levels[at].level
    if level is None:
        raise EngineError("there is no level to be like")
    found = None if pack.origin is None else _source_of(pack.origin, folder, control, learned)
    if found is not None and found[1].game == level.game:
        other = another(*found, pack, at, control, learned)
        if other is not None:
            return found[0].level(other.key), found[0].file(other.key)
    return made_like(level, pack.by, seed, control), None


def _source_of(
    origin: Origin, folder: Path, control: Control, learned: Learned
) -> tuple[Source, PackChoice] | None:
    """Where a pack was chosen from, with what may be chosen; None if it is not there."""
    if learned.source is None:
        try:
            source = source_of(placed(origin.path, folder))
        except EngineError:
            return None
        learned.source = source, source.choice(origin, control, lambda done, whole: None)
    return learned.source
