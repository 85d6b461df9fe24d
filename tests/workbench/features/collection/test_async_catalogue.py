"""What was said of levels is not lost when the session is killed at any moment."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from catalogues import entries, fill
from killing import lines_until_killed

PROGRAM = """
import itertools, sys
from pathlib import Path
from dataclasses import replace
from workbench.features.collection.async_catalogue import AsyncCatalogue, build_annotations
shelf = AsyncCatalogue(Path(sys.argv[1]))
for number in itertools.count():
    level = number % 5 + 1
    tags = (("kept", "rejected")[number // 5 % 2],)
    before = shelf.read_page([level])[level].entry
    said = replace(before, tags=tags, stars=number % 6, note=f"note {number}")
    shelf.annotate(level, build_annotations(before, said))
    print(number, flush=True)
"""


def said_after(steps: int) -> list[tuple[tuple[str, ...], int | None, str | None]]:
    """What is said of five levels after so many steps of the program."""
    found: dict[int, tuple[tuple[str, ...], int | None, str | None]] = {}
    for number in range(steps):
        tag = ("kept", "rejected")[number // 5 % 2]
        found[number % 5 + 1] = (tag,), number % 6 or None, f"note {number}"
    return [found.get(level, ((), None, None)) for level in range(1, 6)]


def check_words_after_a_kill(path: Path, seconds: float) -> None:
    fill(path, [{}] * 5)
    last = int(lines_until_killed(PROGRAM, path, seconds=seconds)[-1])
    found = [(each.tags, each.stars, each.note) for each in entries(path)]
    # One more may have been written down, and not yet reported.
    assert found in (said_after(last + 1), said_after(last + 2))


def test_no_word_is_lost(tmp_path: Path) -> None:
    check_words_after_a_kill(tmp_path / "a.db", random.uniform(0.0, 0.1))


@pytest.mark.slow
@pytest.mark.parametrize("moment", range(20))
def test_no_word_is_lost_at_many_moments(tmp_path: Path, moment: int) -> None:
    check_words_after_a_kill(tmp_path / "a.db", random.uniform(0.0, 0.5))
