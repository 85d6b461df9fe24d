"""Curves in text: what is drawn where, and that little changes when a curve goes on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.features.optimisation.score_chart import DOTTED, SOLID, Axes, ScoreCurve, draw_curves

pytestmark = pytest.mark.usefixtures("app_world")


def text(cells) -> list[str]:
    return ["".join(glyph for glyph, _ in line) for line in cells]


RISING = ScoreCurve(((0, 0), (50, 5), (80, 10)), 100)


def test_plain_characters_draw_steps():
    assert text(draw_curves([RISING], Axes(100, 0, 10), 11, 3, ascii_only=True)) == [
        "        ###",
        "     ###   ",
        "#####      ",
    ]


def test_braille_draws_four_dots_a_line():
    lines = text(draw_curves([RISING], Axes(100, 0, 10), 10, 2))
    assert all(glyph == " " or 0x2800 < ord(glyph) < 0x2900 for line in lines for glyph in line)
    assert lines[1].startswith("⣀⣀⣀⣀")


def test_a_curve_ends_where_its_run_does():
    lines = text(draw_curves([ScoreCurve(((0, 0),), 50)], Axes(100, 0, 10), 11, 2, ascii_only=True))
    assert lines == [" " * 11, "######     "]


def test_two_curves_are_distinguished_without_colour():
    flat = ScoreCurve(((0, 10),), 100)
    cells = draw_curves([RISING, flat], Axes(100, 0, 10), 11, 3, ascii_only=True)
    assert text(cells)[0] == ". . . . ###"
    assert {kind for line in cells for _, kind in line} == {0, SOLID, DOTTED, SOLID | DOTTED}


def test_axes_are_round_and_stay_while_a_curve_grows():
    assert Axes.from_curves([RISING], 100) == Axes(100, 0, 10)
    curve = ScoreCurve(((0, -13), (40, 321)), 50)
    assert Axes.from_curves([curve], 100) == Axes(100, -100, 400)
    grown = ScoreCurve((*curve.growth, (45, 380)), 50)
    assert Axes.from_curves([grown], 100) == Axes.from_curves([curve], 100)


scores = st.integers(-2_000, 2_000)
growths = st.lists(st.tuples(st.integers(1, 10_000), scores), max_size=20).map(
    lambda points: tuple(sorted({0: 0, **dict(points)}.items()))
)


@given(growths, st.integers(0, 10_000), st.integers(1, 60), st.integers(1, 12), st.booleans())
def test_any_curve_fits_into_its_chart(growth, end, width, height, plain):
    curve = ScoreCurve(growth, end)
    axes = Axes.from_curves([curve], 10_000)
    assert all(axes.low <= score <= axes.high for _, score in growth)
    cells = draw_curves([curve], axes, width, height, ascii_only=plain)
    assert [len(line) for line in cells] == [width] * height
    assert any(kind == SOLID for line in cells for _, kind in line)


@pytest.mark.parametrize("plain", [True, False])
def test_going_on_repaints_only_new_columns(plain):
    axes = Axes(100, 0, 10)
    before = text(draw_curves([ScoreCurve(RISING.growth, 60)], axes, 40, 6, ascii_only=plain))
    after = text(draw_curves([ScoreCurve(RISING.growth, 64)], axes, 40, 6, ascii_only=plain))
    changed = {x for a, b in zip(before, after, strict=True) for x in range(40) if a[x] != b[x]}
    assert changed and min(changed) >= 22 and max(changed) <= 26
