"""The study of how well the fun rating separates, on fewer levels than the document has."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.games.skiddy.fun_rating import CRITERIA

ROOT = Path(__file__).parents[4]


@pytest.mark.slow
def test_the_rating_separates_designed_levels_from_random_ones() -> None:
    command = [sys.executable, "-m", "benchmarks.skiddy_fun", "--count", "10", "--seed", "500"]
    reported = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for criterion in CRITERIA:
        shares = re.search(rf"^  {criterion.name} +(\d+)%, (\d+)%, ", reported, re.MULTILINE)
        assert shares is not None
        designed, random = map(int, shares.groups())
        assert random < designed and random < 95
    areas = dict(re.findall(r"^  (.+): area, 95 % +([\d.]+), ", reported, re.MULTILINE))
    assert float(areas["rating"]) > 0.78 > float(areas["version 1"])
