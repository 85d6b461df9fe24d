"""Pages that play levels, in headless Chromium: rules, input, records, and what goes in and out."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import shipped
from browsing import Visitor, any_word, chromium, compare

from engine import workshop
from engine.files import levelfile, playtest_file
from engine.game import registry
from engine.game.playthrough import Playthrough
from engine.values.level import Level
from workbench.drawing.page.html_page import build_page

GAMES = ("fruit-dating", "skiddy", "linjat", "mazing-monk")
HOSTILE = "</script><img src=x onerror=alert(1)>'\"&\u202egnp\x00\x1b[31m\u2028@script@"


@pytest.fixture(scope="module")
def browser():
    """One browser for all tests of this file; no test with an event loop may run beside it."""
    with chromium() as found:
        yield found


def levels_of(game: str) -> list[Level]:
    return [shipped.level_in(file) for file in shipped.files_of(game)]


@pytest.fixture
def visit(browser, tmp_path):
    """Opens a page with levels."""
    opened: list[Visitor] = []

    def opener(levels: list[Level], **context: Any) -> Visitor:
        file = tmp_path / "page.html"
        file.write_text(build_page(levels, "A pack", hints=True), "utf-8")
        opened.append(Visitor(browser, file, **context))
        return opened[-1]

    yield opener
    for each in opened:
        assert each.errors == []
        assert [url for url in each.requests if not url.startswith(("file:", "blob:"))] == []
        each.context.close()


@pytest.mark.parametrize("game", GAMES)
def test_rules_agree_with_the_engine(visit, game):
    levels = levels_of(game)[:10]
    assert compare(visit(levels), levels, 200, seed=1) > 0


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_rules_agree_with_the_engine_in_ten_thousand_plays(visit, game):
    # Graphs of ten thousand states take seconds each, and show nothing that these do not.
    small = {"states": "..2000"} if game == "fruit-dating" else {}
    made = [
        workshop.generate(workshop.game(game), seed=seed, settings=small)[0] for seed in range(40)
    ]
    levels = [*levels_of(game), *made]
    assert compare(visit(levels), levels, 10_000, seed=2) > 100


@pytest.mark.parametrize("name", ["sokoban", "lunar-lockout"])
def test_plug_in_games_are_played_by_their_graph(visit, tmp_path, name):
    import plug_in_games

    with plug_in_games.installed(tmp_path / "installed"):
        game = registry.get_game(name)
        found = (
            [workshop.generate(game, seed=seed)[0] for seed in range(3)]
            if name == "lunar-lockout"
            else [Level("sokoban", plug_in_games.BOARD, "Boxes")]
        )
        compare(visit(found), found, 60, seed=3)


@pytest.mark.parametrize("game", ["linjat", "mazing-monk"])
def test_drags_make_the_moves_that_they_make_in_the_app(visit, game):
    levels, rng = levels_of(game)[3:8], random.Random(4)
    visitor, rules = visit(levels), workshop.game(game)
    for index, level in enumerate(levels):
        course, words = Playthrough(rules.play, level.board), []
        for _ in range(60):
            words.append(any_word(rules, level, rng))
            course.make_move(words[-1])
        picture = rules.play.draw_picture(course.position)
        cells = [
            (row, col)
            for row in range(picture.rows)
            for col in range(picture.cols)
            if picture.has_cell((row, col))
        ]
        # Drags along a row or column, which is what players do, and some others.
        pairs = [(begin, rng.choice(cells)) for begin in cells]
        pairs += [(a, b) for a in cells for b in cells if a[0] == b[0] or a[1] == b[1]]
        got = visitor.page.evaluate(
            """async ([index, words, pairs]) => {
              const level = pack.levels[index], rules = RULES[level.game];
              await rules.prepare(level);
              let position = rules.start(level);
              for (const word of words) position = rules.step(level, position, word).after;
              return pairs.map(([begin, end]) => rules.drag(level, position, begin, end));
            }""",
            [index, words, pairs],
        )
        steps = rules.play.step_input
        find = rules.play.drag_input.find_drag_move if steps is None else steps.interpret_drag
        assert got == [find(course.position, begin, end) for begin, end in pairs]


@pytest.mark.parametrize("game", GAMES)
def test_hints_lead_to_a_win(visit, game):
    levels = levels_of(game)[:3]
    visitor = visit(levels)
    for number in range(len(levels)):
        if number:
            visitor.press("n")
            visitor.wait(f"visit.level === pack.levels[{number}]")
        for _ in range(60):
            if visitor.page.evaluate("visit.finished"):
                break
            visitor.press("h", "h")
            # Follow the hint: every rule says the move in its own words, so ask for them all.
            visitor.page.evaluate("""() => {
              const said = document.getElementById("message").textContent;
              const title = (word) => `Next: ${rules.title(level, word)}.`;
              const names = ([row, col]) => said.includes(`at ${row},${col} runs`);
              const line = level.numbers?.findIndex(names);
              if (line >= 0) {
                const [row, col] = level.numbers[line], [r1, c1, r2, c2] = level.solution[line];
                return play(`${row},${col}:${r1},${c1}-${r2},${c2}`);
              }
              const walks = [0, 1, 2].flatMap((x) => [0, 1, 2].map((y) => `m${x}${y}`));
              const turns = rules.buttons(level).map(({ word }) => word);
              const words = level.words ?? [...turns, "u", "d", "l", "r", ...walks];
              play(words.find((word) => said.startsWith(title(word))));
            }""")
        assert visitor.said().startswith("Won in ")


def test_tilting_by_keys_buttons_and_swipes(visit):
    visitor = visit(levels_of("skiddy")[:3], has_touch=True)
    visitor.press("ArrowDown")
    assert visitor.words() == ["D"]
    assert "1 move" in visitor.said("status")
    assert visitor.said("announcer").startswith("Down.")
    visitor.press("z")
    assert visitor.words() == []
    visitor.press("y", "r")
    assert visitor.words() == [] and visitor.said() == "Back at the start."
    visitor.press("h")
    assert visitor.said() == "2 moves to the nearest win."
    visitor.page.click("[data-way=left]")
    box = visitor.page.locator("#board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    visitor.page.mouse.move(x, y)
    visitor.page.mouse.down()
    visitor.page.mouse.move(x + 3, y + 80)
    visitor.page.mouse.up()
    assert visitor.words() == ["L", "D"]
    assert visitor.said().startswith("Won in 2 moves.")
    # Nothing moves after a win, and the win is still there when the page is loaded again.
    visitor.press("ArrowUp")
    assert visitor.words() == ["L", "D"]
    visitor.load()
    assert visitor.said("level-title").startswith("2. ")
    visitor.press("l")
    assert "✓ 2 moves" in visitor.said("level-list")


def test_lines_are_drawn_by_mouse_and_by_keys(visit):
    level = levels_of("linjat")[4]
    visitor = visit([level])
    (row, col), (r1, c1, r2, c2) = visitor.page.evaluate(
        "[level.numbers[0].slice(0, 2), level.solution[0]]"
    )
    box = visitor.page.locator("#board").bounding_box()
    side = box["width"] / level.board.cols
    end = (r2, c2) if (r2, c2) != (row, col) else (r1, c1)
    visitor.page.mouse.move(box["x"] + (col + 0.5) * side, box["y"] + (row + 0.5) * side)
    visitor.page.mouse.down()
    visitor.page.mouse.move(box["x"] + (end[1] + 0.5) * side, box["y"] + (end[0] + 0.5) * side)
    visitor.page.mouse.up()
    assert len(visitor.words()) == 1
    visitor.press("Delete")
    assert len(visitor.words()) == 2
    visitor.press(*["ArrowUp"] * 9, *["ArrowLeft"] * 9, *["ArrowDown"] * row, *["ArrowRight"] * col)
    assert visitor.said("announcer").startswith(f"{row},{col}: number")
    ways = {(0, 1): "ArrowRight", (0, -1): "ArrowLeft", (1, 0): "ArrowDown", (-1, 0): "ArrowUp"}
    down, right = end[0] - row, end[1] - col
    step = ways[(down > 0) - (down < 0), (right > 0) - (right < 0)]
    visitor.press("Enter", *[step] * (abs(down) + abs(right)), "Enter")
    assert len(visitor.words()) == 3


def test_the_monk_walks_and_turns(visit):
    visitor = visit(levels_of("mazing-monk")[:1])
    visitor.press("ArrowRight", "4")
    assert visitor.words() == ["r", "c0"]
    box = visitor.page.locator("#board").bounding_box()
    side = box["width"] / 9

    def at(row: int, col: int) -> tuple[float, float]:
        return box["x"] + (col + 0.5) * side, box["y"] + (row + 0.5) * side

    visitor.page.mouse.move(*at(5, 1))
    visitor.page.mouse.down()
    visitor.page.mouse.move(*at(5, 4))
    visitor.page.mouse.up()
    assert visitor.words()[2:] == ["r2"]
    visitor.page.click("#pad button >> nth=1")
    assert visitor.words()[3:] == ["r1"]


def test_a_record_is_what_the_app_would_have_written(visit, tmp_path, run, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    level = levels_of("skiddy")[0]
    levelfile.write_level(level, tmp_path / "a.toml")
    visitor = visit([level])
    visitor.press("h", "ArrowRight", "z", "ArrowLeft", "ArrowDown")
    visitor.page.wait_for_selector("#records[open]")  # the pack is won
    text = visitor.page.input_value("#record-text")
    (record,), extra = playtest_file.loads(text)
    assert (record.result, record.moves, record.optimum, extra) == ("won", 2, 2, {})
    assert [event.kind for event in record.events] == ["hint", "move", "undo", "move", "move"]
    with visitor.page.expect_download() as download:
        visitor.page.click("#save-record")
    saved = tmp_path / "saved.plays.toml"
    download.value.save_as(saved)
    assert saved.read_text() == text
    into = ("--into", str(tmp_path / "a.toml"))
    status, _, messages = run("plays", "import", str(saved), *into)
    assert (status, messages) == (0, "")
    kept = playtest_file.read_records(tmp_path / "a.plays.toml")
    assert kept[0].events == record.events and kept[0].combo is True
    visitor.page.click("#forget")
    assert visitor.page.evaluate("formatRecords()") == ""


def test_lost_levels_and_visits_that_are_left_are_recorded(visit):
    levels = levels_of("fruit-dating")[8:10]
    visitor = visit(levels)
    losing = visitor.page.evaluate("""() => {
      const all = level.words;
      for (const words of all.flatMap((a) => all.flatMap((b) => all.map((c) => [a, b, c])))) {
        let position = rules.start(level);
        for (const word of words) position = rules.step(level, position, word).after;
        if (position.status === "lost") return words;
      }
    }""")
    visitor.page.evaluate("(words) => words.forEach((word) => play(word))", losing)
    assert visitor.said().startswith("Lost.")
    visitor.press("z", "n")
    visitor.wait("visit.level === pack.levels[1]")
    (record,), _ = playtest_file.loads(visitor.page.evaluate("formatRecords()"))
    assert (record.result, record.deaths) == ("left", 1)


def test_titles_and_notes_are_text(visit):
    level = replace(levels_of("skiddy")[0], title=HOSTILE, notes=f"{HOSTILE}\n<b>x", author=HOSTILE)
    visitor = visit([level])
    assert visitor.page.evaluate("document.querySelectorAll('img, b').length") == 0
    shown = visitor.said("level-title")
    assert "</script><img" in shown and "\\u202e" in shown and "@script@" in shown
    assert not {"\u202e", "\x00", "\x1b"} & set(shown)
    visitor.press("l")
    assert "<img" in visitor.said("level-list")


def test_the_policy_refuses_scripts_and_requests(visit):
    visitor = visit(levels_of("skiddy")[:1])
    done = visitor.page.evaluate("""async () => {
      const script = document.createElement("script");
      script.textContent = "window.bad = true";
      document.body.append(script);
      const failed = await fetch("https://example.invalid/").then(() => false, () => true);
      return [window.bad === undefined, failed];
    }""")
    assert done == [True, True]
    assert any("Content Security Policy" in error for error in visitor.errors)
    visitor.errors.clear()
    visitor.requests.clear()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_the_page_fits_a_phone_and_has_names(visit, game, scheme):
    visitor = visit(levels_of(game)[-1:], color_scheme=scheme)
    assert visitor.page.evaluate("document.documentElement.dataset.scheme") == scheme
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 390
    names = visitor.page.evaluate(
        "[...document.querySelectorAll('button')].map((b) => b.ariaLabel || b.textContent)"
    )
    assert all(name.strip() for name in names)
    assert visitor.page.inner_text("#board-text").strip()
    visitor.page.click("#scheme")
    visitor.press("g")
    assert visitor.page.inner_text("#rule-list").strip()
    drawn = visitor.page.evaluate(
        "[...document.querySelectorAll('#board use')]"
        ".every((use) => document.querySelector(use.getAttribute('href')))"
    )
    assert drawn


def test_a_page_without_storage_still_plays(visit):
    visitor = visit(levels_of("skiddy")[:1])
    visitor.page.evaluate(
        "() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }"
    )
    visitor.press("ArrowLeft", "ArrowDown")
    assert visitor.said().startswith("Won in")


def test_pack_data_is_json(tmp_path: Path):
    page = build_page(levels_of("skiddy")[:1], HOSTILE)
    data = page.split('id="pack">')[1].split("</script>")[0]
    assert "\\u202e" in json.loads(data)["title"]
