"""Where the themes and levels that come with the workbench are found, and paths for people."""

from __future__ import annotations

from workbench.paths import resources


def test_the_shipped_folder_has_the_promised_themes() -> None:
    promised = {
        "default", "light", "high-contrast", "colour-blind", "ansi", "mono", "ascii", "emoji",
    }  # fmt: skip
    assert promised <= {path.stem for path in resources.get_shipped_themes().glob("*.toml")}
