"""Pages to play in headless Chromium, driven by Playwright; skipped where there is none."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.game import registry
from engine.game.game import Game
from engine.game.playthrough import Playthrough
from engine.values.level import Level
from engine.values.picture import Picture

NAMES = ("chromium", "chromium-browser")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip

REPLAY = """async ([index, plays]) => {
  const level = pack.levels[index], rules = RULES[pack.games[level.game].rules];
  await rules.prepare(level);
  return plays.map((words) => {
    let position = rules.start(level);
    const steps = words.map((word) => {
      const step = rules.step(level, position, word);
      position = step.after;
      return [step.changed, step.note, position.status];
    });
    const picture = rules.picture(level, position);
    const pieces = picture.pieces.map(({ cell, name }) => [cell, name]);
    return { steps, tiles: picture.tiles, pieces };
  });
}"""
"""What the page's rules make of plays of one level."""


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser, for as long as the block runs."""
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium on the path, and no CHROMIUM names one")
    with api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class Visitor:
    """A page in a context of its own, and every error and request that it made."""

    def __init__(self, browser: Any, file: Path, **context: Any) -> None:
        self.context = browser.new_context(viewport={"width": 390, "height": 844}, **context)
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self.errors.append(message.text))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.file = file
        self.load()

    def load(self) -> None:
        self.page.goto(self.file.as_uri())
        self.page.evaluate("ready")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def wait(self, condition: str) -> None:
        """Wait until an expression is true; the page's policy keeps Playwright from doing so."""
        while not self.page.evaluate(condition):
            self.page.wait_for_timeout(10)

    def said(self, place: str = "message") -> str:
        return str(self.page.inner_text(f"#{place}"))

    def words(self) -> list[str]:
        return list(self.page.evaluate("visit.words"))


def random_plays(
    game: Game, level: Level, count: int, length: int, rng: random.Random
) -> list[list[str]]:
    """Plays of moves that are possible, and now and then of one that is refused."""
    plays = []
    # Nobody solves a Linjat puzzle by chance, so some of its plays begin with the solution.
    solution = list(game.solver.solve(level.board).moves or ()) if game.name == "linjat" else []
    for _ in range(count):
        known = rng.sample(solution, len(solution)) if rng.random() < 0.1 else []
        course, words = Playthrough(game.play, level.board), known
        for word in known:
            course.make_move(word)
        for _ in range(rng.randrange(1, length)):
            words.append(any_word(game, level, rng))
            if game.name == "mazing-monk" and rng.random() < 0.8:
                # Most words turn the monk's own line or walk nowhere, and many others kill him.
                choices = [move.word for move in game.play.list_choices(course.position)]
                words[-1] = rng.choice(choices or words[-1:])
            course.make_move(words[-1])
        plays.append(words)
    return plays


def any_word(game: Game, level: Level, rng: random.Random) -> str:
    """A word in the notation of the game, which need not be a possible move."""
    if game.name == "linjat":
        return any_line([*level.board.list_numbers()], rng)
    walks = [f"m{x}{y}" for x in range(3) for y in range(3)]
    known = [*walks, "u", "d", "l", "r", "r0", "r1", "r2", "c0", "c1", "c2"]
    return rng.choice(known if game.name == "mazing-monk" else list(game.play.moves.words))


def any_line(numbers: Sequence[tuple[int, int, int]], rng: random.Random) -> str:
    """A line over a number, mostly of its length; a few miss it, leave the board or are bent."""
    row, col, value = rng.choice(numbers)
    length = value if rng.random() < 0.7 else rng.randrange(1, value + 2)
    back, across = rng.randrange(length), rng.random() < 0.5
    first = [row, max(col - back, 0)] if across else [max(row - back, 0), col]
    last = [row, first[1] + length - 1] if across else [first[0] + length - 1, col]
    if rng.random() < 0.1:
        rng.choice((first, last))[rng.randrange(2)] = rng.randrange(10)
    if rng.random() < 0.1:
        first, last = last, first
    return f"{row},{col}:{first[0]},{first[1]}-{last[0]},{last[1]}"


def expected(game: Game, level: Level, words: Sequence[str]) -> dict[str, Any]:
    """What the engine makes of a play, in the form of ``REPLAY``."""
    course, steps = Playthrough(game.play, level.board), []
    for word in words:
        step = course.make_move(word)
        steps.append([step.changed, step.note, step.after.status])
    return {"steps": steps, **drawn(game.play.draw_picture(course.position))}


def drawn(picture: Picture) -> dict[str, Any]:
    tiles = [name for line in picture.tiles for name in line]
    pieces = [[row * picture.cols + col, each.name] for (row, col), each in picture.pieces.items()]
    return {
        "tiles": [None if name == "outside" else name for name in tiles],
        "pieces": sorted(pieces),
    }


def compare(visitor: Visitor, levels: Sequence[Level], plays: int, seed: int) -> int:
    """Hold the page's rules against the engine, and return how many plays ended the game."""
    rng, ended = random.Random(seed), 0
    for index, level in enumerate(levels):
        game = registry.get_game(level.game)
        tries = random_plays(game, level, -(-plays // len(levels)), 40, rng)
        found = visitor.page.evaluate(REPLAY, [index, tries])
        for words, got in zip(tries, found, strict=True):
            wanted = expected(game, level, words)
            if game.play.moves:
                # A graph says why the game ended; what its other moves do, the pieces show.
                for steps in (wanted["steps"], got["steps"]):
                    for step in steps:
                        step[1] = ""
            got["pieces"] = sorted(got["pieces"])
            assert got == wanted, (level.title, words)
            ended += wanted["steps"][-1][2] != "playing"
    return ended
