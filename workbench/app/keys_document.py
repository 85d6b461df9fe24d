"""The tables of ``docs/reference/keys.md``, which ``python docs/generated.py`` writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import workbench.features  # noqa: F401 - fills the registry
from workbench import commands
from workbench.commands import keymap
from workbench.commands.key_meanings import MEANINGS, MENUS

_SECTIONS = (
    ("Everywhere", ("app",)),
    ("Level browser", ("levels",)),
    ("Campaign and infinite play", ("run",)),
    ("Packs", ("pack",)),
    ("Unsaved work", ("recovery",)),
    ("Design screen", ("design",)),
    ("Design screen, editing", ("board", "edit")),
    ("Playing by hand", ("play",)),
    ("Playing by hand, games with places", ("placing",)),
    ("Playing by hand, games with numbered pieces", ("actors",)),
    ("Playing by hand, games with moves at the board's edges", ("steering",)),
    ("Playing by hand, games without directions", ("words",)),
    ("Parameters pane", ("parameters",)),
    ("Trace pane", ("trace",)),
    ("Palette of tools", ("tools",)),
    ("What-if pane", ("whatif",)),
    ("Dead ends pane", ("traps",)),
    ("Leaks pane", ("leaks",)),
    ("What matters pane", ("relevance",)),
    ("Suggestions pane", ("suggestions",)),
    ("Conclusions pane", ("conclusions",)),
    ("Comparing", ("compare",)),
    ("State graph", ("states",)),
    ("Optimisation", ("optimizing",)),
    ("Gallery", ("gallery",)),
    ("Batch", ("batch",)),
    ("Catalogue", ("catalogue",)),
    ("Experiments", ("experiments",)),
    ("Lists to choose from", ("list",)),
    ("Questions", ("dialog", "describe")),
    ("Help", ("help",)),
    ("Recordings of play", ("recordings",)),
    ("Replay of a recording", ("replay",)),
)


def list_sections() -> Iterator[str]:
    """Yield the Markdown lines of the meanings, the menus and the commands of each screen."""
    yield from ("## Meanings of keys", "", "|keys|meaning|", "|---|---|")
    for meaning in MEANINGS.values():
        yield f"|{_format_keys(meaning.keys)}|{meaning.help}|"
    yield from ("", "## Menus", "", "|key|menu|has commands to|", "|---|---|---|")
    for menu in MENUS:
        yield f"|{_format_keys((menu.key,))}|{menu.name}|{menu.help}|"
    for where, contexts in _SECTIONS:
        listed = commands.list_in_contexts(*contexts)
        # The meanings of keys explain commands without a help text, such as cursor movement.
        plain = [each for each in listed if not each.help]
        yield from ("", f"## {where}", "", "|keys|command|id|", "|---|---|---|")
        for each in listed:
            if each.help:
                yield f"|{_format_keys(each.keys) or 'palette'}|{each.title}|`{each.id}`|"
        if plain:
            yield from ("", "Movement: " + " ".join(f"`{each.id}`" for each in plain))


def _format_keys(keys: Iterable[str]) -> str:
    """Format keys as Markdown, escaping ``|``, which would end the table cell."""
    return " ".join(f"`{keymap.format_key(key)}`" for key in keys).replace("|", "\\|")
