"""Figures of a thousand levels of each preset, for ``docs/reference/presets.md``."""

from __future__ import annotations

import os
from collections.abc import Mapping

from presets import Sample, sample

from benchmarks.common import require_kernels, row
from engine.game import registry
from engine.values.difficulty_presets import PRESETS, USUAL_PRESET

LEVELS = int(os.environ.get("PRESET_LEVELS", "1000"))
FIGURES: Mapping[str, tuple[str, ...]] = {
    "fruit-dating": ("moves", "states", "dead_states", "shortest_solutions", "open_share"),
    "skiddy": ("max_combo.moves", "states", "fun.detours", "fun.decisions", "fun.ideas"),
    "linjat": ("layers", "width", "score", "human_time"),
    "mazing-monk": ("turns", "walks", "optimal_solutions", "traps", "rating"),
}
RATED = ("fruit-dating", "skiddy")


def run() -> None:
    """Prints for each preset the yield and the tenth, middle and ninetieth part of each figure."""
    print(f"Presets, {LEVELS} levels each of seeds from 1 on, processor time of one core")
    require_kernels()
    for name, keys in FIGURES.items():
        for preset in (USUAL_PRESET, *PRESETS):
            found = sample(registry.get_game(name), preset, LEVELS, rated=name in RATED)
            _show(f"{name}, {preset}", found, keys)


def _show(title: str, found: Sample, keys: tuple[str, ...]) -> None:
    count = len(found.facts)
    row(title, f"{count / found.seconds:,.1f}", f"a second, {found.tried / count:,.0f} candidates")
    for key in keys:
        values = found.values(key)
        low, high = values[len(values) // 10], values[len(values) * 9 // 10]
        row(f"  {key}", f"{found.median(key):,.4g}", f"{low:,.4g} to {high:,.4g}")
    if found.things["all"]:
        inert = found.things["inert"]
        row("  things needed", f"{found.needed:.0%}", f"of {found.things['all']:,}; inert {inert}")
        shares = (f"{kind} {number / count:.0%}" for kind, number in sorted(found.kinds.items()))
        row("  levels with", "", ", ".join(shares))
