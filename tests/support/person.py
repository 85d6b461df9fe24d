"""Someone at the screen who has read nothing, and finds every key in the present frame."""

from __future__ import annotations

import re

from frames import frame
from plainly import press, until
from textual.pilot import Pilot

from workbench.terminal.key_queue import get_key_name

NAMED = {"esc": "escape", "^s": "ctrl+s"}
ARROWS = ("down", "right")
"""What a person takes the word "arrows" for, once the screen has it."""


class Person:
    """Someone who presses what the frame says, and all the keys that that took."""

    def __init__(self, pilot: Pilot[int]) -> None:
        self._pilot = pilot
        self.pressed: set[str] = set()

    async def press(self, *keys: str) -> None:
        """Presses keys."""
        self.pressed.update(keys)
        await press(self._pilot, *keys)

    def keys_of(self, label: str) -> list[str]:
        """The keys that the last line of the frame has before a label."""
        line = frame(self._pilot.app).splitlines()[-1]
        # In a narrow line the way back is only one blank behind the other keys.
        apart = r"(?:^|  | (?=esc ))"
        found = re.search(rf"{apart}\s*(\S+(?: \S+)?) {re.escape(label)}(?: |$)", line)
        assert found, f"{label!r} is not in {line!r}"
        return [
            NAMED.get(key) or (key if len(key) > 1 else get_key_name(key))
            for key in found[1].split()
        ]

    async def do(self, label: str) -> None:
        """Does what the key line has under a label; of two keys, the first."""
        await self.press(self.keys_of(label)[0])

    async def walk(self) -> None:
        """Uses the arrows, of which the frame says that they do something."""
        assert re.search(r"\barrows\b", frame(self._pilot.app))
        await self.press(*ARROWS)

    async def choose(self, menu: str, title: str) -> None:
        """Opens a menu by its first letter, waits until it shows itself, and takes a line of it."""
        pilot = self._pilot
        line = frame(pilot.app).splitlines()[-1]
        assert re.search(rf" {menu} ", line), f"no menu {menu!r} in {line!r}"
        await self.press(menu[0])
        pattern = re.compile(rf"(?:^|  ) ?{re.escape(title)}  +(\S)(?:  |\s*$)", re.MULTILINE)
        await until(pilot, lambda: pattern.search(frame(pilot.app)) is not None, 10)
        found = pattern.search(frame(pilot.app))
        assert found
        await self.press(get_key_name(found[1]))
