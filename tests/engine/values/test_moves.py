"""Alphabets of moves: their notation is read back, and they turn with a board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import MoveError
from engine.values.grid import SYMMETRIES
from engine.values.moves import (
    MoveAlphabet,
    format_moves,
    list_actor_moves,
    list_directions,
    list_words,
)

TILTS = list_directions("URDL")
ROBOTS = list_actor_moves({"b": "blue robot", "red": "red robot"})
WORDS = list_words({"mix": "mix the cards", "deal": "deal a card", "d": "draw"})
ALPHABETS = [TILTS, ROBOTS, WORDS]


@pytest.mark.parametrize("alphabet", ALPHABETS)
@given(data=st.data())
def test_what_is_written_is_read_back(alphabet: MoveAlphabet, data: st.DataObject) -> None:
    words = tuple(data.draw(st.lists(st.sampled_from(alphabet.words), max_size=6)))
    assert alphabet.parse(format_moves(words)) == words


def test_letters_need_no_blanks_and_words_do() -> None:
    assert TILTS.parse("UR D") == ("U", "R", "D")
    assert ROBOTS.parse("bR redU") == ("bR", "redU")
    assert format_moves(("U", "R")) == "UR" and format_moves(("bR", "redU")) == "bR redU"


def test_a_word_that_is_no_move_is_named_with_its_number() -> None:
    with pytest.raises(MoveError, match="move 2: expected one of U R D L, found 'X'"):
        TILTS.parse("UX")
    with pytest.raises(MoveError, match="move 1: expected one of bR"):
        ROBOTS.parse("bRredU")


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=lambda symmetry: symmetry.name)
def test_moves_turn_with_the_board_and_keep_their_actor(symmetry: object) -> None:
    for alphabet in (TILTS, ROBOTS):
        turned = [alphabet.transform(word, symmetry) for word in alphabet.words]  # type: ignore[arg-type]
        assert sorted(turned) == sorted(alphabet.words)
        actors = [alphabet.get_move(word).actor for word in turned]
        assert actors == [move.actor for move in alphabet]
    assert WORDS.transform("mix", symmetry) == "mix"  # type: ignore[arg-type]


def test_actors_and_directions_find_a_move() -> None:
    assert ROBOTS.list_actors() == ("b", "red") and TILTS.list_actors() == ()
    up = ROBOTS.find_toward(1, "red")
    assert up is not None and up.title == "red robot up"
    assert ROBOTS.find_toward(1) is None


def test_a_move_without_a_direction_has_its_own_key() -> None:
    listed = list_words({"flip": "flip", "fix": "fix", "red": "paint red", "b": "b", "z": "z"})
    # The letters of "red" mean other actions, so it gets a digit.
    assert listed.keys == {"flip": "f", "fix": "x", "red": "1", "b": "b", "z": "z"}
    declared = list_words({"fig": "fig", "f": "f", "go": "go"}, {"f": "f", "go": "!"})
    assert declared.keys == {"fig": "g", "f": "f", "go": "!"}
    assert TILTS.keys == {}


def test_digits_pick_pieces_where_moves_name_pieces() -> None:
    mixed = MoveAlphabet((*ROBOTS, *list_words({"red": "paint red", "flip": "flip"})))
    assert mixed.keys == {"flip": "f"} and mixed.undirected == mixed[-2:]


def test_keys_run_out() -> None:
    many = list_words({f"e{number}": "" for number in range(12)})
    assert [*many.keys.values()] == [*"1234567890"]
