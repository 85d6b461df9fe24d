"""Sessions that are killed at any moment have lost no choice that was seen."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from killing import lines_until_killed

from workbench.features.collection.gallery_model import Gallery
from workbench.features.collection.journal import Journal

PROGRAM = """
import itertools, sys
from pathlib import Path
from workbench.features.collection.gallery_model import Gallery
from workbench.features.collection.journal import Journal
gallery = Gallery.restore(Journal(Path(sys.argv[1])))
for number in itertools.count():
    choice = ("kept", "rejected", "")[number % 3]
    gallery.record_choice([number % 8], choice)
    print(number, flush=True)
"""


def choices_after(steps: int) -> dict[int, str]:
    """What is decided after so many choices of the program."""
    found: dict[int, str] = {}
    for number in range(steps):
        found[number % 8] = ("kept", "rejected", "")[number % 3]
    return found


def check_choices_after_a_kill(gallery: Gallery, seconds: float) -> None:
    path = gallery.journal.path
    gallery.journal.close()
    last = int(lines_until_killed(PROGRAM, path, seconds=seconds)[-1])
    # One more may have been written down, and not yet reported.
    again = Gallery.restore(Journal(path))
    assert again.choices in (choices_after(last + 1), choices_after(last + 2))


@pytest.mark.parametrize("moment", range(2))
def test_no_choice_is_lost(filled: Callable[[], Gallery], moment: int) -> None:
    check_choices_after_a_kill(filled(), random.uniform(0.0, 0.1))


@pytest.mark.slow
@pytest.mark.parametrize("moment", range(20))
def test_no_choice_is_lost_at_twenty_moments(filled: Callable[[], Gallery], moment: int) -> None:
    check_choices_after_a_kill(filled(), random.Random(moment).uniform(0.0, 0.4))
