"""The random streams: the published generator, and our naming of streams."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.values import rng

pytestmark = pytest.mark.jitless

MASK = 2**64 - 1


def stream_at(word: int) -> np.ndarray:
    return np.array([word], np.uint64)


def named(*names: int) -> np.ndarray:
    stream = np.zeros(1, np.uint64)
    rng.open_stream(stream, *names)
    return stream


def words(stream: np.ndarray, count: int) -> list[int]:
    return [int(rng.draw_word(stream)) for _ in range(count)]


def plain_mix(word: int) -> int:
    """SplitMix64's output function in whole numbers, as the paper's Java code has it."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & MASK
    word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK
    return word ^ word >> 31


def plain_below(state: int, bound: int) -> tuple[int, int]:
    """Lemire's bounded number from the upper halves of words, and the state after it."""
    while True:
        state = state + 0x9E3779B97F4A7C15 & MASK
        product = (plain_mix(state) >> 32) * bound
        if product % 2**32 >= 2**32 % bound:
            return product >> 32, state


def test_splitmix64_gives_its_reference_vectors() -> None:
    assert words(stream_at(1234567), 5) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(st.integers(0, MASK))
def test_words_are_those_of_the_plain_reading(seed: int) -> None:
    state = seed + 0x9E3779B97F4A7C15 & MASK
    assert words(stream_at(seed), 1) == [plain_mix(state)]


@given(st.integers(0, MASK), st.integers(2, 2**32 - 1))
def test_bounded_numbers_are_those_of_the_plain_reading(seed: int, bound: int) -> None:
    stream = stream_at(seed)
    value, state = plain_below(seed, bound)
    assert (rng.draw_below(stream, bound), int(stream[0])) == (value, state)
    assert 0 <= value < bound


def test_rejected_words_are_drawn_again() -> None:
    # With a bound just over half of 2**32 almost every second word must be thrown away.
    bound = 2**31 + 1
    stream, state = stream_at(9), 9
    for _ in range(40):
        value, state = plain_below(state, bound)
        assert rng.draw_below(stream, bound) == value
    assert (state - 9) * pow(0x9E3779B97F4A7C15, -1, 2**64) % 2**64 > 60


@pytest.mark.parametrize("bound", [-1, 0, 1])
def test_no_choice_costs_no_word(bound: int) -> None:
    stream = stream_at(5)
    assert rng.draw_below(stream, bound) == 0
    assert int(stream[0]) == 5


@pytest.mark.parametrize("bound", [2, 3, 7, 10, 100])
def test_bounded_numbers_are_uniform(bound: int) -> None:
    stream, draws = named(7, 0, 0, 0), 200 * bound
    counts = np.bincount([rng.draw_below(stream, bound) for _ in range(draws)], minlength=bound)
    chi_square = float(((counts - 200) ** 2 / 200).sum())
    # Mean bound - 1, variance 2 (bound - 1); five deviations off would be a broken generator.
    assert abs(chi_square - (bound - 1)) < 5 * (2 * (bound - 1)) ** 0.5


def test_both_ends_of_a_range_are_drawn() -> None:
    stream = stream_at(1)
    with np.errstate(over="ignore"):  # a kernel called by itself, perhaps as plain Python
        drawn = {int(rng.draw_between(stream, -2, 3)) for _ in range(200)}
        assert rng.draw_between(stream, 4, 4) == 4
    assert drawn == set(range(-2, 4))


@given(st.tuples(*[st.integers(0, 2**63 - 1)] * 4), st.integers(0, 3), st.integers(1, 1000))
def test_every_one_of_the_four_names_makes_another_stream(
    names: tuple[int, ...], place: int, more: int
) -> None:
    other = list(names)
    other[place] = (other[place] + more) % 2**63
    assert words(named(*names), 3) != words(named(*other), 3)
    assert words(named(*names), 3) == words(named(*names), 3)


def test_names_are_not_interchangeable() -> None:
    streams = [named(*names) for names in ((1, 2, 3, 4), (2, 1, 3, 4), (1, 3, 2, 4), (1, 2, 4, 3))]
    assert len({int(stream[0]) for stream in streams}) == 4


def test_neighbouring_streams_do_not_overlap() -> None:
    # Streams walk one circle of 2**64 states; these begin far apart on it.
    starts = [int(named(seed, attempt, stage, 0)[0]) for seed in range(4)
              for attempt in range(8) for stage in range(11)]  # fmt: skip
    step = pow(0x9E3779B97F4A7C15, -1, 2**64)
    places = sorted(start * step % 2**64 for start in starts)
    gaps = [after - before for before, after in pairwise(places)]
    assert min(gaps) > 10**9


@pytest.mark.parametrize(
    ("names", "first"),
    [
        # Level files are rebuilt from these streams: a change here breaks every file there is.
        ((0, 0, 0, 0), [8695987549771912286, 13369316111306796529, 5589933395720163174]),
        ((7, 0, 1, 0), [6760254522600172867, 10994308870082714229, 1315446286081782026]),
        ((7, 12, 5, 2), [13183746261993969917, 7069296695095723322, 18172333478659932133]),
        (
            (2**63 - 1, 99_999, 10, 31),
            [10810581072912104727, 14929394400999218864, 2678040764312851738],
        ),
    ],
)
def test_named_streams_never_change(names: tuple[int, ...], first: list[int]) -> None:
    assert words(named(*names), 3) == first


def test_numbers_below_ten_never_change() -> None:
    stream = named(7, 0, 1, 0)
    assert [rng.draw_below(stream, 10) for _ in range(12)] == [3, 5, 0, 3, 8, 8, 4, 6, 7, 4, 4, 6]
