"""The curve of a pack, as text and as a picture."""

from __future__ import annotations

import math
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from workbench.drawing import difficulty_plot
from workbench.drawing.difficulty_plot import CurvePoint

values = st.none() | st.floats(0, 1e6)
points = st.lists(st.builds(CurvePoint, values, values, st.text(max_size=8)), max_size=40)


@given(points, st.integers(10, 100), st.integers(2, 15), st.data())
def test_a_curve_fits_and_has_a_mark_for_each_level(
    found: list[CurvePoint], width: int, height: int, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, max(len(found) - 1, 0)))
    lines = difficulty_plot.draw_text(found, width, height, current=at, ascii_only=True)
    known = [point for point in found if point.value is not None or point.wanted is not None]
    assert len(lines) == (height if known else 0)
    texts = ["".join(piece for piece, _ in line).partition("|")[2] for line in lines]
    room = max(map(len, texts), default=0)
    assert room <= width
    marks = sum(text.count("o") + text.count("@") for text in texts)
    valued = sum(point.value is not None for point in found)
    assert marks <= valued
    if known and found[at].value is not None:
        assert sum(text.count("@") for text in texts) == 1
    if known and len(found) <= room and 4 * len(found) < width - 20:
        assert marks == valued


def test_equal_levels_lie_on_the_line_of_the_ramp_that_is_computed_for_them() -> None:
    wanted = math.expm1(math.log1p(8.0))
    assert wanted != 8.0
    found = [CurvePoint(8.0, wanted), CurvePoint(8.0, wanted), CurvePoint(None, wanted)]
    lines = [
        "".join(piece for piece, _ in line) for line in difficulty_plot.draw_text(found, 40, 5)
    ]
    assert [line.strip() for line in lines[:-1]] == ["│"] * 4
    assert lines[-1].split() == ["8", "│●", "●", "·"]
    heights = {
        each.get("cy")
        for each in ElementTree.fromstring(difficulty_plot.draw_svg("", "", found)).iter()
    }
    assert len(heights - {None}) == 1 and difficulty_plot.draw_svg("", "", found).count(">8<") == 1


@given(points, st.text(max_size=20))
def test_a_picture_is_sound_whatever_titles_say(found: list[CurvePoint], title: str) -> None:
    root = ElementTree.fromstring(difficulty_plot.draw_svg(title, "moves", found))
    dots = [each for each in root.iter() if each.tag.endswith("circle")]
    assert len(dots) == sum(point.value is not None for point in found)
