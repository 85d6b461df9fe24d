"""Attempts: one candidate after the other by the stages of its mode, until one is a level."""

from __future__ import annotations

from engine.games.mazing_monk.generate import making
from engine.games.mazing_monk.generate.making import MakingBench
from engine.games.mazing_monk.generate.parameters import BY_RANDOM, setting_index
from engine.games.mazing_monk.generate.scattering import scatter
from engine.games.mazing_monk.generate.stages import carve, place_soldiers, scramble, seek
from engine.jit.marks import Longs, entry, kernel
from engine.staging.site import Site, clear_site

_MODE = setting_index("mode")

_NONE_ACCEPTED, _STOPPED = -1, -2


@kernel
def make_candidate(site: Site, bench: MakingBench, seed: int, attempt: int) -> int:
    """Makes the candidate of an attempt; the check that gave it up, or PASSED."""
    clear_site(site)
    if site.settings[_MODE] >= BY_RANDOM:
        return scatter(site, bench, seed, attempt)
    check = place_soldiers(site, bench, seed, attempt)
    if check == making.PASSED:
        check = carve(site, bench, seed, attempt)
    if check == making.PASSED:
        check = seek(site, bench, seed, attempt)
    if check == making.PASSED:
        check = scramble(site, bench, seed, attempt)
    return check


@entry
def first_candidate(
    site: Site, seed: int, first: int, number: int, control: Longs, bench: MakingBench
) -> int:
    """Tries attempts ``first`` to ``first + number - 1`` until one is a level.

    Returns:
        The attempt, or a negative number if there is none or it was stopped.
        ``bench.rejected`` counts the others by check.
    """
    for attempt in range(first, first + number):
        if control[0] != 0:
            return _STOPPED
        check = make_candidate(site, bench, seed, attempt)
        if check == making.PASSED:
            return attempt
        bench.rejected[check] += 1
        control[2] += 1
    return _NONE_ACCEPTED
