"""The documentation as a site, and the pages that a program makes."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
NETWORK = re.compile(
    r'<(?:script|img|iframe)[^>]* src="(?:https?:)?//|<link[^>]* href="(?:https?:)?//'
)
"""What would be fetched from elsewhere by a reader of a page."""


def load_program(name: str) -> ModuleType:
    """Return a program of the documentation as a module."""
    spec = importlib.util.spec_from_file_location(f"docs_{name}", ROOT / "docs" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses look it up
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", ["keys", "command-line", "parameters", "api"])
def test_generated_pages_are_up_to_date(page: str) -> None:
    """Renew them with ``python docs/generated.py``."""
    path = ROOT / "docs" / "reference" / f"{page}.md"
    assert path.read_text("utf-8") == load_program("generated").format_page(page)


def test_every_screen_is_pictured_in_few_bytes() -> None:
    pictures = load_program("pictures")
    page = (ROOT / "docs/reference/screens.md").read_text("utf-8")
    assert all(f"pictures/{name}.svg" in page for name in pictures.SCENES)
    files = [*(ROOT / "docs/pictures").iterdir()]
    assert {path.stem for path in files} >= {*pictures.SCENES, *pictures.BOARDS}
    assert sum(path.stat().st_size for path in files) <= 1_500_000


@pytest.mark.slow
def test_pictures_of_screens_are_made(tmp_path: Path) -> None:
    make = "import pictures, sys; from pathlib import Path; pictures.make([], Path(sys.argv[1]))"
    command = [sys.executable, "-c", make, str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT / "docs")
    assert {path.name for path in tmp_path.iterdir()} <= {
        path.name for path in (ROOT / "docs/pictures").iterdir()
    }
    assert all(path.read_text("utf-8").count("<text") > 5 for path in tmp_path.glob("*s.svg"))


def test_the_site_is_built_without_a_warning_and_needs_no_network(tmp_path: Path) -> None:
    for package in ("mkdocs", "material"):
        pytest.importorskip(package, reason="the extra docs is not installed")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", tmp_path / "site"]
    done = subprocess.run(
        [*map(str, command)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    pages = [*(tmp_path / "site").rglob("*.html")]
    assert len(pages) > 40
    assert [page.name for page in pages if NETWORK.search(page.read_text("utf-8"))] == []
