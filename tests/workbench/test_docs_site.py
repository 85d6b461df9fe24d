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
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", ["keys", "command-line", "parameters", "api"])
def test_generated_pages_are_up_to_date(page: str) -> None:
    """Renew them with ``python docs/generated.py``."""
    path = ROOT / "docs" / "reference" / f"{page}.md"
    assert path.read_text("utf-8") == load_program("generated").format_page(page)


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
