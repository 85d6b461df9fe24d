"""Pages of levels whose facts have as many values as can be held at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

import pytest

from engine.catalogue.entry_reader import MAX_VALUES
from workbench.features.collection.level_pages import LevelPages

PAGE = 10


class HeavyShelf:
    """Reads levels of which a page is as heavy as it may be; counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def read_page(self, ids: list[int]) -> Mapping[int, Any]:
        return {number: SimpleNamespace(value_count=MAX_VALUES // PAGE) for number in ids}

    def submit(self, job: Callable[[], Any]) -> Future[Any]:
        self.asked += 1
        done: Future[Any] = Future()
        done.set_result(job())
        return done


@pytest.mark.parametrize("start", range(0, 60, PAGE))
def test_what_is_visible_is_read_and_stays(start: int) -> None:
    catalogue, arriving = HeavyShelf(), list[Callable[[], None]]()
    listing: Any = SimpleNamespace(ids=[*range(60)])
    pages = LevelPages(catalogue, listing, arriving.append, lambda _: None)  # type: ignore[arg-type]
    for first in range(0, start + PAGE, PAGE):  # the user moves down page by page
        visible = range(first, first + PAGE)
        for _ in range(20):  # every arrival is drawn
            pages.prepare_range(visible)
            while arriving:
                arriving.pop(0)()
        assert pages.prepare_range(visible) and not arriving
    assert catalogue.asked <= 2 + start // PAGE
