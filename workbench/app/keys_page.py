"""The generator of ``docs/keys.md``. Run ``python -m workbench.app.keys_page`` to print it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import workbench.features  # noqa: F401 - fills the registry
from workbench import commands
from workbench.commands import keymap
from workbench.commands.key_grammar import MEANINGS, MENUS

_DIRECTIONS = ("left", "right", "up", "down")
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


_PREFACE = """\
# Keys

Made by `python -m workbench.app.keys_page` from the grammar and the registry of commands.

A key means the same on every screen. Frequent commands have one key. All others have two: a key
that opens a menu, and a letter. After a moment the menu appears at the bottom and lists its
commands. You can also find any command by its name (`^p`), and the help (`?`) lists all keys of the
screen.
"""
_VALUES = """\
## Letters that mean values

The screen shows these letters where you can type them. Elsewhere they have no such meaning.

| where | letters | what they mean |
|---|---|---|
| playing by hand | `w` `a` `s` `d` | the moves up, left, down and right, as the arrows do |
| playing where moves are made at the board's edges | digits | these moves, numbered there |
| playing where moves have no direction | letters and digits | the moves of the game |
| playing where moves name a piece | digits | the pieces, in the order of the game |
| editing | letters, signs and digits of the palette | the tools |
| parameters | digits | the beginning of a value |
| questions | the letters next to the answers | the answers |
"""
_OTHER_KEYS = """\
## Other keys

Commands can have other keys: `keymap.toml` in the configuration folder (`workbench doctor` says
where that is) names a command and all its keys.

```toml
base = "classic"                      # one key for nearly everything, screen by screen
"design.new-seed" = ["g", "ctrl+g"]   # instead of the usual ones
"app.theme" = "T"                     # a key for what only the palette had
"design.heat" = "v w"                 # another letter of the menu that v opens
"design.reach" = []                   # none
```

`base = "classic"` restores the earlier keys of the workbench, except for the commands that the file
itself names.

If a key belonged to another command, that command loses it. Conflicts and unusable keys are
reported at the start, in the help (`?`) and by `workbench doctor`. Keys of the focused pane take
precedence over those of its screen. Keys that terminals, tmux or GNU Screen reserve are not used,
and a keymap cannot assign them. Save with `^s`, or from the palette (`^p`) if your terminal uses
`^s` for flow control.
"""


def format_page() -> str:
    """Return a Markdown page that lists the keys of all registered commands, screen by screen."""
    lines = [
        *_PREFACE.splitlines(),
        "",
        "## What a key means",
        "",
        "| keys | meaning |",
        "|---|---|",
    ]
    lines += [f"| {_format_keys(each.keys)} | {each.help} |" for each in MEANINGS.values()]
    lines += ["", "## Menus", "", "| key | menu | what it has |", "|---|---|---|"]
    lines += [f"| {_format_keys((menu.key,))} | {menu.name} | {menu.help} |" for menu in MENUS]
    lines += ["", *_VALUES.splitlines(), "", *_OTHER_KEYS.splitlines()]
    for where, contexts in _SECTIONS:
        lines += ["", f"## {where}", "", "| keys | what they do | command |", "|---|---|---|"]
        lines += [f"| {row}" for row in _format_rows(contexts)]
    return "\n".join(lines) + "\n"


def _format_rows(contexts: tuple[str, ...]) -> Iterator[str]:
    """Yield a row for each command in ``contexts``. The four direction commands share one row."""
    listed = commands.list_in_contexts(*contexts)
    # In a section with several sets of direction commands, each command gets a separate row.
    ways = [c for c in listed if c.action_name in _DIRECTIONS]
    shared = ways if len(ways) == len(_DIRECTIONS) else []
    for command in listed:
        words = command.help.rstrip(".") or command.title
        keys = command.keys
        if command in shared:
            if command is not shared[0]:
                continue
            words = words.removesuffix(" up").replace(" up,", ",")
            ids = ", ".join(f"`{way.id}`" for way in shared)
            wasd = ", `wasd`" if "w" in keys else ""
            yield f"arrows, `hjkl`{wasd} | {_lower_first(words)} | {ids} |"
        else:
            yield f"{_format_keys(keys) or 'palette'} | {_lower_first(words)} | `{command.id}` |"


def _format_keys(keys: Iterable[str]) -> str:
    """Format keys as Markdown, escaping ``|``, which would end the table cell."""
    return " ".join(f"`{keymap.format_key(key)}`" for key in keys).replace("|", "\\|")


def _lower_first(words: str) -> str:
    return words[0].lower() + words[1:]


if __name__ == "__main__":
    print(format_page(), end="")
