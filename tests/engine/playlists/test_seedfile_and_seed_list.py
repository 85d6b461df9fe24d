"""Lists of seeds to play through: their files, and the order of what is in them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from listed_toy import PARAMETERS, install

from engine.errors import EngineError, LevelError
from engine.game import registry
from engine.game.game import Game
from engine.playlists import seed_list, seedfile
from engine.playlists.seed_list import SeedList
from engine.playlists.seedfile import SeedFile
from engine.values.budget import Control
from engine.values.parameter_schema import Parameter, Schema
from workbench.features.playlists import seed_list_run

# Files of seeds.


def loaded(text: str) -> SeedFile:
    return seedfile.loads(text.encode(), 3, "toy/1")


def test_seeds_stand_one_a_line_with_comments_and_blanks() -> None:
    assert loaded("# mine\n\n 12 \n7 # the best\r\n0\n").seeds == (12, 7, 0)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("1\ntwo\n", "line 2: expected a seed from 0 to 9223372036854775807, found 'two'"),
        ("1 2\n", "line 1: expected a seed"),
        ("-1\n", "line 1: expected a seed"),
        ("9223372036854775808\n", "line 1: expected a seed"),
        (f"{'9' * 5000}\n", "line 1: expected a seed"),
        ("٣\n", "line 1: expected a seed"),
        ("4\n5\n4\n", "line 3: seed 4 is in line 1 already"),
        ("# generator: toy/2\n1\n", "line 1: expected seeds for toy/1, found those for 'toy/2'"),
    ],
)
def test_bad_lines_are_reported_with_their_number(text: str, wrong: str) -> None:
    with pytest.raises(LevelError, match=wrong):
        loaded(text)


def test_files_come_back_as_they_were_written(tmp_path: Path) -> None:
    for is_sorted in (False, True):
        file = SeedFile(3, (9, 4, 6), "toy/1", is_sorted)
        seedfile.write_seed_file(tmp_path / "3.seeds", file, "Three levels")
        assert seedfile.read_seed_file(tmp_path / "3.seeds", range(1, 10), "toy/1") == file


def test_settings_come_back_and_are_sealed() -> None:
    plain = SeedFile(3, (9, 4), "toy/1", is_sorted=True)
    file = SeedFile(3, (9, 4), "toy/1", True, {"mode": "b", "karma": "7..9"})
    text = seedfile.dumps(file, "Two levels")
    assert "# settings: karma=7..9 mode=b\n" in text
    assert loaded(text) == file
    assert not loaded(text.replace("7..9", "7..8")).is_sorted
    assert "settings" not in seedfile.dumps(plain, "Two levels")
    assert plain.digest != file.digest
    with pytest.raises(LevelError, match="line 1: expected settings KEY=VALUE, found 'mode'"):
        loaded("# settings: mode\n1\n")


def test_proven_figures_come_back_and_are_sealed() -> None:
    file = SeedFile(3, (9, 4, 6), "toy/1", is_sorted=True, figures=(2, 0, 5))
    text = seedfile.dumps(file, "Three levels")
    assert text.endswith("\n9 # 2\n4 # 0\n6 # 5\n")
    assert loaded(text) == file
    for old, new in (("9 # 2", "9 # 3"), ("9 # 2", "9"), ("9 # 2", "8 # 2"), ("4 # 0\n", "")):
        changed = loaded(text.replace(old, new))
        assert changed.figures == ()
        assert changed.is_sorted is (changed.seeds == file.seeds)
    assert file.digest == replace(file, figures=()).digest


def test_a_change_breaks_the_seal_of_the_order() -> None:
    text = seedfile.dumps(SeedFile(3, (9, 4, 6), "toy/1", is_sorted=True), "Three levels")
    assert loaded(text).is_sorted
    for old, new in (("4\n6\n", "6\n4\n"), ("6\n", "6\n8\n"), ("6\n", "")):
        changed = loaded("".join(text.rsplit(old, 1)[:1]) + new)
        assert not changed.is_sorted


def test_a_file_has_the_name_of_its_grade(tmp_path: Path) -> None:
    for name in ("hard.seeds", "11.seeds", "3.txt", "03.seeds"):
        (tmp_path / name).write_text("1\n")
        with pytest.raises(LevelError, match=rf"{name}: expected a name from 1.seeds to 10.seeds"):
            seedfile.read_seed_file(tmp_path / name, range(1, 11), "toy/1")
    with pytest.raises(LevelError, match=r"expected the name 3.seeds"):
        seedfile.write_seed_file(tmp_path / "4.seeds", SeedFile(3, (1,), "toy/1"), "One level")


# Lists.


def seed_at(levels: SeedList, index: int, folder: Path) -> tuple[int, int]:
    """The grade and the seed of a level of a list; orders are kept below the folder."""
    entry = levels.find_entry(index, folder / "kept")
    return entry.grade, entry.seed


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Game:
    return install(monkeypatch)


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    """Two files of grades that are easy to distinguish; larger seeds are easier."""
    folder = tmp_path / "lists"
    folder.mkdir()
    (folder / "2.seeds").write_text("201\n203\n202\n")
    (folder / "9.seeds").write_text("901\n")
    (folder / "1.seeds").write_text("101\n102\n")
    return folder


def test_a_list_is_sorted_by_grade_then_rating(toy: Game, lists: Path, tmp_path: Path) -> None:
    found = seed_list.read_seed_list(lists, toy)
    assert len(found) == 6
    levels = [seed_at(found, index, tmp_path) for index in range(6)]
    assert levels == [(1, 102), (1, 101), (2, 203), (2, 202), (2, 201), (9, 901)]


def figured(folder: Path, grade: int, figures: dict[int, int]) -> None:
    """Writes a file of seeds with what is proven of their levels."""
    file = SeedFile(grade, tuple(figures), "toy/1", figures=tuple(figures.values()))
    seedfile.write_seed_file(folder / f"{grade}.seeds", file, "A few levels")


def test_a_list_rises_by_what_is_proven_if_that_is_known_of_all(toy: Game, tmp_path: Path) -> None:
    figured(tmp_path, 2, {201: 7, 202: 3, 203: 5})
    figured(tmp_path, 1, {101: 5, 102: 4})
    rising = seed_list.read_seed_list(tmp_path, toy, "rising")
    levels = [seed_at(rising, index, tmp_path) for index in range(5)]
    assert levels == [(2, 202), (1, 102), (1, 101), (2, 203), (2, 201)]
    assert toy.campaign.rated == []
    assert seed_list.read_seed_list(tmp_path, toy).order == "graded"
    assert seed_list.read_seed_list(tmp_path, toy).digest == rising.digest
    (tmp_path / "3.seeds").write_text("301\n")
    assert seed_list.read_seed_list(tmp_path, toy, "rising").order == "graded"


def test_a_list_that_does_not_say_means_what_did_before_it_could(
    toy: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    generator = toy.generator
    later = Parameter("snow", "integer", 5, 0, 9, "border", "snow", "How deep it is.", before=1)
    monkeypatch.setattr(generator, "parameters", Schema((*PARAMETERS.parameters[:-1], later)))
    assert seed_list.get_default_settings(toy) == {"snow": 1}
    linjat = registry.get_game("linjat")
    assert (
        seed_list.get_default_settings(linjat)["method"]
        == linjat.generator.parameters["method"].default
    )


def test_only_the_grade_asked_for_is_rated_and_only_once(
    toy: Game, lists: Path, tmp_path: Path
) -> None:
    reported: list[tuple[int, int]] = []
    for _ in range(2):
        found = seed_list.read_seed_list(lists, toy)
        entry = found.find_entry(
            3, tmp_path / "kept", progress=lambda done, of: reported.append((done, of))
        )
        assert (entry.grade, entry.seed, entry.index) == (2, 202, 3)
    assert toy.campaign.rated == [201, 203, 202]
    assert reported == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_a_damaged_order_is_found_out_again(toy: Game, lists: Path, tmp_path: Path) -> None:
    found = seed_list.read_seed_list(lists, toy)
    seed_at(found, 0, tmp_path)
    (kept,) = (tmp_path / "kept").rglob("*.seeds")
    for text in ("not a seed\n", kept.read_text().replace("102\n", "")):
        kept.write_text(text)
        assert seed_at(found, 0, tmp_path) == (1, 102)
        assert "102\n101\n" in kept.read_text()


def test_the_order_is_found_out_where_it_cannot_be_kept(
    toy: Game, lists: Path, tmp_path: Path
) -> None:
    (tmp_path / "kept").write_text("a file in the way")
    assert seed_at(seed_list.read_seed_list(lists, toy), 0, tmp_path) == (1, 102)


def test_a_single_file_is_a_list(toy: Game, lists: Path) -> None:
    assert len(seed_list.read_seed_list(lists / "2.seeds", toy)) == 3


def test_lists_that_hold_nothing_are_refused(toy: Game, tmp_path: Path) -> None:
    with pytest.raises(LevelError, match=r"no file \*.seeds in it"):
        seed_list.read_seed_list(tmp_path, toy)
    (tmp_path / "1.seeds").write_text("# none yet\n")
    with pytest.raises(LevelError, match="it holds no level"):
        seed_list.read_seed_list(tmp_path, toy)
    with pytest.raises(LevelError, match="no such file"):
        seed_list.read_seed_list(tmp_path / "none", toy)


def test_games_without_lists_say_so(toy: Game) -> None:
    with pytest.raises(EngineError, match="has no campaign"):
        seed_list.read_seed_list(Path(), replace(toy, campaign=None))


@pytest.mark.parametrize("name", ["fruit-dating", "skiddy", "linjat", "mazing-monk"])
def test_the_shipped_lists_are_in_order_and_serve_a_campaign(name: str) -> None:
    game = registry.get_game(name)
    assert game.campaign is not None
    found = seed_list.read_seed_list(seed_list_run.get_shipped_list_path(game.name), game)
    assert [file.grade for file in found.files] == [*game.campaign.grades]
    assert all(file.is_sorted for file in found.files)
    assert len({len(file.seeds) for file in found.files}) == 1
    assert seed_list.read_seed_list(found.path, game, "rising").order == "rising"
    easiest, hardest = found.files[0].seeds[0], found.files[0].seeds[-1]
    first, last = game.campaign.rate_seeds(
        game, 1, (easiest, hardest), Control(), seed_list.get_default_settings(game)
    )
    assert first < last
