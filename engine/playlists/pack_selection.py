"""The choice of levels for packs: whole sets, the best order, and replacements."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Mapping
from pathlib import Path

from engine.errors import EngineError
from engine.game import registry
from engine.generation.level_generation import add_size, generate_level
from engine.generation.recorded_recipe import read_recipe
from engine.playlists.candidate_source import PackCandidates, PackSource, require_one_game
from engine.playlists.difficulty_curve import (
    MECHANIC_COST,
    SIMILARITY_COST,
    RampLevel,
    RampStep,
    evaluate_set,
)
from engine.playlists.folder_source import open_source
from engine.playlists.level_facts import (
    FactCache,
    LevelFacts,
    LevelTraits,
    get_number,
    parse_own_key,
)
from engine.playlists.pack import MAX_LEVELS, Pack, PackOrigin, PlaylistEntry, find_duplicates
from engine.playlists.pack_level_files import resolve_path
from engine.playlists.set_search import choose_levels
from engine.values.budget import Control
from engine.values.level import Level
from engine.values.parameter_schema import WHERE

MAX_REPLACEMENTS = 24
"""The maximum number of candidates that are compared in detail to find a replacement."""
DIFFICULTY_COST = 20.0
"""The cost of a replacement whose difficulty differs from the old level's by the factor e."""
DIFFICULTY_TOLERANCE = 0.02
"""The largest relative difference between two difficulties that count as equal."""
_DECIMALS = 6
"""The number of decimals for a difficulty in a condition."""


PackSteps = Mapping[int, RampStep]
"""A mapping from the place of each playable level in a pack to the level's step."""


def evaluate_pack(
    pack: Pack, control: Control | None = None, cache: FactCache | None = None
) -> PackSteps:
    """Return the steps for the playable levels in a pack, in their current order.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    traits = LevelTraits(pack.levels, None, control, cache)
    levels = traits.list_own_levels(pack.rising_fact)
    steps = evaluate_set([*levels.values()], traits.find_mechanics, traits.measure_similarity)
    return dict(zip(levels, steps, strict=True))


def choose_pack(
    source: PackSource,
    choice: PackCandidates,
    count: int,
    pack: Pack,
    control: Control | None = None,
) -> list[RampStep]:
    """Choose the best set of ``count`` levels that contains a pack's pinned and locked levels.

    Args:
        source: The source of the candidates.
        choice: The candidates that were collected from the source.
        count: The number of levels to choose.
        pack: The pack whose pinned and locked levels are kept.
        control: The control that can cancel the search.

    Returns:
        The chosen levels in order, as steps.

    Raises:
        EngineError: There are too few levels, or a pinned or locked level does not fit in the set.
        Cancelled: ``control`` was cancelled.
    """
    control, by = control or Control(), pack.rising_fact
    if not 1 <= count <= MAX_LEVELS:
        raise EngineError(f"expected 1 to {MAX_LEVELS:,} levels, found {count:,}")
    held = {place for place, entry in enumerate(pack.levels) if entry.pinned or entry.locked}
    # Replace all other entries with empty ones, so that their facts are not computed.
    only = [e if place in held else PlaylistEntry() for place, e in enumerate(pack.levels)]
    levels = LevelTraits(only, None, control).list_own_levels(by)
    require_one_game({choice.game, *_list_games(only)} - {""})
    if lost := held - levels.keys():
        said = pack.levels[min(lost)].trouble or f"its {by.replace('_', ' ')} is not known"
        raise EngineError(f"level {min(lost) + 1}, which is pinned or locked: {said}")
    if len(held) > count:
        raise EngineError(
            f"expected {len(held)} levels or more, because that many are pinned or locked"
        )
    fixed = {place: levels[place] for place in held if pack.levels[place].pinned}
    if fixed and max(fixed) >= count:
        place = max(fixed) + 1
        raise EngineError(f"expected {place} levels or more, because level {place} is pinned")
    kept = [levels[place] for place in sorted(held) if place not in fixed]
    traits = LevelTraits(pack.levels, source, control)
    return choose_levels(
        choice.candidates,
        count,
        traits.find_mechanics,
        traits.measure_similarity,
        fixed,
        kept,
        control,
    )


def sort_pack(
    pack: Pack, control: Control | None = None, cache: FactCache | None = None
) -> list[int]:
    """Find the best order for a pack's levels, and return their current places in that order.

    Pinned levels keep their places. Duplicate levels, and levels that cannot be played or have no
    known difficulty, come last.

    Raises:
        EngineError: The levels belong to several games.
        Cancelled: ``control`` was cancelled.
    """
    require_one_game(_list_games(pack.levels))
    twice = find_duplicates(pack.levels)
    traits = LevelTraits(pack.levels, None, control, cache)
    own_levels = traits.list_own_levels(pack.rising_fact)
    levels = {place: level for place, level in own_levels.items() if place not in twice}
    loose = [place for place, entry in enumerate(pack.levels) if not entry.pinned]
    last = [place for place in loose if place not in levels]
    filled = loose[: len(loose) - len(last)]
    # The levels with a known difficulty are sorted among the places in ``spots``. The others fill
    # the last places that are not pinned.
    spots = sorted([*filled, *(place for place in levels if pack.levels[place].pinned)])
    fixed = {at: levels[place] for at, place in enumerate(spots) if pack.levels[place].pinned}
    rest = [level for place, level in levels.items() if not pack.levels[place].pinned]
    steps = choose_levels(
        rest, len(spots), traits.find_mechanics, traits.measure_similarity, fixed, (), control
    )
    order = [*range(len(pack))]
    for place, step in zip(spots, steps, strict=True):
        order[place] = parse_own_key(step.level.key)
    for place, other in zip(loose[len(filled) :], last, strict=True):
        order[place] = other
    return order


def _list_games(entries: Iterable[PlaylistEntry]) -> set[str]:
    """Return the names of the games that the playable levels belong to."""
    return {each.level.game for each in entries if each.level is not None and each.is_playable}


def find_replacement(
    source: PackSource,
    candidates: PackCandidates,
    pack: Pack,
    index: int,
    control: Control | None = None,
    cache: FactCache | None = None,
) -> RampLevel | None:
    """Return the best candidate to replace the level at place ``index``, or None if there is none.

    Only candidates with about the same difficulty as the old level are considered. The best one has
    similar mechanics to the old level and does not resemble its new neighbours. Levels that are in
    the pack, or were in it according to ``cache``, are not considered.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    cache = cache or FactCache()
    traits = LevelTraits(pack.levels, source, control, cache)
    levels = traits.list_own_levels(pack.rising_fact)
    if index not in levels:
        return None
    old = levels[index]
    there = {each.digest for each in pack.levels} | cache.used_boards
    low, high = get_difficulty_range(old.difficulty)
    # Comparing mechanics and similarity is slow, so compare only the candidates that are nearest in
    # difficulty.
    near = heapq.nsmallest(
        MAX_REPLACEMENTS,
        (e for e in candidates.candidates if low <= e.difficulty <= high and e.board not in there),
        key=lambda each: (abs(each.log_difficulty - old.log_difficulty), -each.worth, each.key),
    )
    beside = [levels[place] for place in (index - 1, index + 1) if place in levels]

    def compute_cost(each: RampLevel) -> float:
        other = traits.find_mechanics(each) ^ traits.find_mechanics(old)
        close = sum(traits.measure_similarity(each, neighbour) ** 2 for neighbour in beside)
        return (
            abs(each.log_difficulty - old.log_difficulty) * DIFFICULTY_COST
            + MECHANIC_COST * len(other)
            + SIMILARITY_COST * close
        )

    return min(near, key=compute_cost, default=None)


def get_difficulty_range(difficulty: float) -> tuple[float, float]:
    """Return the lowest and highest difficulties that count as equal to ``difficulty``.

    For a whole number below 50, such as a number of moves, only the same number counts as equal.
    """
    low, high = difficulty * (1 - DIFFICULTY_TOLERANCE), difficulty * (1 + DIFFICULTY_TOLERANCE)
    return (math.ceil(low), math.floor(high)) if difficulty == int(difficulty) else (low, high)


def _format_number(number: float) -> str:
    """Format a number for use in a condition."""
    return f"{number:.0f}" if number == int(number) else f"{number:.{_DECIMALS}f}"


def generate_similar(level: Level, by: str, seed: int, control: Control) -> Level:
    """Generate a new level with the parameters of ``level`` and about the same difficulty.

    If ``level`` has no usable recipe, only its size is used.

    Args:
        level: The level to resemble.
        by: The key of the fact to use as the difficulty.
        seed: The seed for the new level.
        control: The control that can cancel the search.

    Raises:
        GenerationFailed: No such level was found within the allowed number of attempts.
        EngineError: No level can meet all constraints.
        Cancelled: ``control`` was cancelled.
    """
    game = registry.get_game(level.game)
    try:
        settings = dict(read_recipe(level).parameters.to_table())
    except EngineError:
        settings = add_size(game, {}, level.board, {})
    difficulty = get_number(LevelFacts(level, control), by)
    if difficulty is not None:
        low, high = get_difficulty_range(difficulty)
        about = f"{by} {_format_number(low)}..{_format_number(high)}"
        # The new level must also meet the condition in the recipe.
        where = settings.get(WHERE.key)
        settings[WHERE.key] = f"({where}) and {about}" if where else about
    return generate_level(game, seed, settings, control=control).level


def find_similar(
    pack: Pack, folder: Path, index: int, seed: int, control: Control, cache: FactCache
) -> tuple[Level, Path | None]:
    """Find or generate a level similar to the one at place ``index``.

    The level comes from the pack's source, if that has a suitable level that was never in the pack.
    Otherwise it is generated from ``seed``. Either may take several seconds.

    Returns:
        The level, and the path of its file or None if it has no file.

    Raises:
        EngineError: The place has no level, or no similar level can be found or generated.
        Cancelled: ``control`` was cancelled.
    """
    level = pack.levels[index].level
    if level is None:
        raise EngineError("there is no level to compare with")
    found = None if pack.origin is None else _open_origin(pack.origin, folder, control, cache)
    if found is not None and found[1].game == level.game:
        other = find_replacement(*found, pack, index, control, cache)
        if other is not None:
            return found[0].load_level(other.key), found[0].find_file(other.key)
    return generate_similar(level, pack.rising_fact, seed, control), None


def _open_origin(
    origin: PackOrigin, folder: Path, control: Control, cache: FactCache
) -> tuple[PackSource, PackCandidates] | None:
    """Return a pack's source and its candidates, or None if the source cannot be opened."""
    if cache.source is None:
        try:
            source = open_source(resolve_path(origin.path, folder))
        except EngineError:
            return None
        cache.source = source, source.collect_candidates(origin, control, lambda done, whole: None)
    return cache.source
