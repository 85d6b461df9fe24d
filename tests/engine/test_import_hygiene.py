"""What starting up may load: commands and games without Numba, the engine without a screen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROBE = """
import sys
{imports}
print(*sorted(name for name in {heavy!r} if name in sys.modules))
"""
HEAVY = ("numba", "llvmlite", "textual", "rich")
BULKY = (
    "dask",
    "distributed",
    "engine.archive",
    "engine.batch",
    "engine.catalogue.store",
    "sqlite3",
)
"""What makes, keeps and asks levels by the thousand."""
SEARCHES = (
    "engine.stages.lockstep_rounds",
    "engine.improvement.late_acceptance",
    "engine.improvement.level_improvement",
    "engine.evaluation.rating",
    "engine.improvement.reconstruction",
    "engine.improvement.suggestions",
    "engine.generation.variants",
    "engine.values.background_computation",
    "engine.improvement.change_assessment",
)
"""What is done with a level only when that is asked for."""

FIRST_FRAME = (
    "import workbench.cli.play, workbench.app.launcher, workbench.features.navigation\n"
    "import workbench.features.design.screen, workbench.features.levels.screen\n"
    "import workbench.service.solver_service\n"
    "workbench.features.navigation.create_design_screen(None)"
)
FIRST_LEVEL = Path(__file__).parents[2] / "levels/fruit-dating/01-first-date.toml"
VERBS = (
    ("solve", str(FIRST_LEVEL)),
    ("generate", "skiddy", "--seed", "7"),
)
GENERATING = (
    "engine.generation",
    "engine.playlists.pack",
    "engine.values.expression",
    "logging",
    "shutil",
)
"""What a command that only solves has no use for."""


def loaded(imports: str, *heavy: str, **environment: str) -> list[str]:
    """Which of some packages a fresh process has loaded after some imports."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE.format(imports=imports, heavy=heavy)],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


@pytest.mark.parametrize("disabled", ["0", "1"])
def test_games_and_commands_load_neither_numba_nor_a_screen(disabled: str) -> None:
    imports = "from engine.game import registry; assert registry.list_games(); import workbench.cli"
    assert loaded(imports, *HEAVY, NUMBA_DISABLE_JIT=disabled) == []


def test_the_whole_engine_knows_no_screen() -> None:
    imports = (
        "import engine, importlib, pkgutil\n"
        "for module in pkgutil.walk_packages(engine.__path__, 'engine.'):\n"
        "    if not module.name.startswith(('engine.jit.compiler', 'engine.jit.build_hook')):\n"
        "        importlib.import_module(module.name)"
    )
    assert loaded(imports, *HEAVY, "workbench") == []


def test_commands_load_no_app() -> None:
    verbs = ", ".join(f"workbench.cli.{verb}" for verb in ("generate", "render", "solve", "trace"))
    assert loaded(f"import {verbs}", "textual", "numba") == []


def test_the_first_frame_of_the_app_needs_no_compiler_no_png_and_nothing_asked_for_later() -> None:
    later = (
        "filelock",
        "llvmlite",
        "numba",
        "numpy",
        "resvg_py",
        "engine.playlists.packfile",
        "json",
        "workbench.document.trash",
        "workbench.features.batch.screen",
        "workbench.features.collection.catalogue_screen",
        "workbench.features.comparison.side_completion",
        "workbench.features.collection.gallery_screen",
        "workbench.features.graph.screen",
        "workbench.features.maps.part",
        "workbench.features.optimisation.screen",
        "workbench.features.playlists.screen",
        "workbench.features.collection.suggestions.part",
        "workbench.features.whatif.part",
        "workbench.ui.objective_prompt",
        "workbench.ui.dialogs",
        "workbench.ui.wall.wall",
    )
    assert loaded(FIRST_FRAME, *BULKY, *SEARCHES, *later, "textual") == ["textual"]


def test_the_first_frame_of_a_level_waits_for_nothing_that_is_asked_for_later() -> None:
    app = (
        "from pathlib import Path\n"
        "from workbench.app.app import WorkbenchApp\n"
        "from workbench.document.document import Document\n"
        "from workbench.features.design.screen import DesignScreen\n"
        "DesignScreen._handle_first_frame = lambda self: self.app.exit()\n"
        f"document = Document.open(Path({str(FIRST_LEVEL)!r}))\n"
        "WorkbenchApp(document, 'design').run(headless=True, size=(120, 40))\n"
    )
    later = (
        "engine.game.exploration",
        "engine.games.fruit_dating.generator",
        "engine.games.fruit_dating.solver",
        "numpy",
        "workbench.browser.level_browser",
        "workbench.drawing.net_plan",
    )
    shown = "workbench.features.design.screen"
    assert loaded(app, *BULKY, *SEARCHES, *later, shown) == [shown]


@pytest.mark.parametrize("arguments", VERBS, ids=lambda arguments: arguments[0])
def test_verbs_load_nothing_that_only_others_need(arguments: tuple[str, ...]) -> None:
    imports = (
        "import contextlib, io\n"
        "from workbench.cli import main\n"
        "with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())):\n"
        f"    assert main({[*arguments]!r}) == 0"
    )
    others = ("engine.playlists.packfile", "engine.playlists.seedfile", "textual")
    verb = f"workbench.cli.{arguments[0]}"
    others += GENERATING if arguments[0] == "solve" else ()
    assert loaded(imports, *BULKY, *SEARCHES, *others, verb) == [verb]


def test_playing_and_editing_need_no_numba() -> None:
    imports = (
        "from engine.game import registry; from engine.game.playthrough import replay_moves\n"
        "game = registry.get_game('fruit-dating')\n"
        "board = game.boards.create_blank(6, 6)\n"
        "for row, col in ((1, 1), (3, 4)):\n"
        "    tool = next(tool for tool in game.boards.tools if tool.name == 'fruit-a')\n"
        "    board = game.boards.paint_cell(board, tool, row, col)\n"
        "assert game.boards.find_problems(board) == ()\n"
        "replay_moves(game.play, board, 'RULD'); game.boards.draw_picture(board)"
    )
    assert loaded(imports, *HEAVY) == []


def test_machine_code_runs_without_numba() -> None:
    imports = (
        "from engine.game import registry; from engine import workshop\n"
        "game = registry.get_game('fruit-dating')\n"
        "level, _, _ = workshop.generate(game, 7); workshop.solve(level)"
    )
    assert loaded(imports, *HEAVY, NUMBA_DISABLE_JIT="0") == []


def test_the_compiler_brings_numba() -> None:
    assert loaded("import engine.jit.compiler.codegen", "numba") == ["numba"]
