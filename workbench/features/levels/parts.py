"""What the level browser is made of: parts with commands of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine import workshop
from engine.errors import EngineError
from engine.files import levelfile
from engine.game import registry
from engine.values.level import Level
from workbench.browser.browsing import BrowserRow
from workbench.commands import Action, Unless, each_unless, keymap, lacking
from workbench.document.document import Document
from workbench.features import navigation
from workbench.features.levels.levellist import LevelsPane
from workbench.folders.resources import brief
from workbench.text.status import count
from workbench.ui.screen import CommandScreen, finish_work

if TYPE_CHECKING:
    from workbench.session.sides import Side
    from workbench.ui.exchange.sharing import Subject
    from workbench.ui.host import Host


class FileWork:
    """Changes of files that a screen makes: each is done to its end, and never two at a time.

    A key that is held down asks for the next change before the first one is done. It is refused,
    since it is meant for what the first one leaves.

    Args:
        screen: says what goes wrong.
    """

    def __init__(self, screen: CommandScreen) -> None:
        self._screen = screen
        self.refusal: str | None = None
        """Why files cannot be changed now; None if they can."""

    async def finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Do work as :func:`finish_work` does; refuse it while other work goes on."""
        if self.refusal is not None:
            work.close()
            self._screen.say(self.refusal)
            return
        self.refusal = "files are still being changed"
        await finish_work(self._screen, self._do(work))

    async def _do(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        finally:
            self.refusal = None


class LevelsPart:
    """A part of the browser.

    Args:
        screen: the level browser.
        file_work: the changes of files that the browser makes.
    """

    def __init__(self, screen: CommandScreen, file_work: FileWork) -> None:
        self._screen = screen
        self._file_work = file_work

    @property
    def host(self) -> Host:
        """The app."""
        return self._screen.workbench

    @property
    def levels(self) -> LevelsPane:
        """The list."""
        return self._screen.query_one(LevelsPane)

    @property
    def row(self) -> BrowserRow | None:
        """The row under the cursor."""
        return self.levels.row

    @property
    def level(self) -> Level | None:
        """The level under the cursor, None for a folder and for what could not be read."""
        return self.levels.level

    def commands(self) -> Mapping[str, Action]:
        """Its commands by their ids, with what it does, and what may speak against that."""
        return {}

    def read_again(self, path: Path | None, message: str) -> None:
        """Puts the cursor on a path as soon as it has been read, and says what was done."""
        self.host.browser.selected = path
        self._screen.file_seen()
        self._screen.say(message, "good")


class LevelsMaking(LevelsPart):
    """Begins levels, batches, galleries and runs, of the game of the level under the cursor."""

    def commands(self) -> Mapping[str, Action]:
        """A new level, drawn or generated, and what is made of many."""
        ask, app = self._screen.ask, self.host
        return {
            "levels.new": lambda: ask(self._new()),
            "levels.generate": lambda: ask(self._new_generated()),
            "levels.modes": lambda: ask(navigation.open_runs(app, self._likely)),
            "levels.gallery-again": lambda: ask(navigation.open_galleries(app, self._likely)),
            "levels.batch": lambda: ask(self._batch()),
        }

    @property
    def _likely(self) -> str | None:
        """The game that is probably meant; a question proposes it."""
        return None if self.level is None else self.level.game

    async def _new(self) -> None:
        from workbench.ui.dialogs import new_level

        document = await new_level(self.host, self._likely)
        if document is not None:
            navigation.open_design(self.host, document)

    async def _new_generated(self) -> None:
        from workbench.ui.dialogs import which_game

        game = await which_game(self.host, "A new level", self._likely)
        if game is not None:
            board = game.boards.blank(*workshop.usual_size(game))
            navigation.open_design(self.host, Document(Level(game.name, board)), generate=True)

    async def _batch(self) -> None:
        """Begins a batch by the parameters of the level, else by the usual ones."""
        from workbench.session.making.sheet import Sheet
        from workbench.ui.dialogs import which_game

        level = self.level
        game = await which_game(self.host, "A batch", self._likely)
        if game is not None:
            same = level is not None and level.game == game.name
            settings = Sheet.of_level(game, level).settings if level is not None and same else {}
            await navigation.begin_batch(self.host, game, settings)


class LevelsSharing(LevelsPart):
    """Copies and exports the level under the cursor, and opens what was pasted."""

    @property
    def _subject(self) -> Subject | None:
        from workbench.ui.exchange.sharing import Subject

        row, level = self.row, self.level
        if row is None or level is None:
            return None
        picture = registry.get(level.game).boards.picture(level.board)
        return Subject(level, picture, None if row.folder.read_only else row.file)

    def commands(self) -> Mapping[str, Action]:
        """Copies, exports, and pastes."""
        shares: dict[str, Action] = {
            "levels.copy-share": self._copy_share,
            "levels.copy-level": self._copy_level,
            "levels.export": self._export,
        }
        return {
            **each_unless(lacking(lambda: self._subject, "no level is selected"), shares),
            "levels.paste": lambda: self._screen.ask(self._paste()),
        }

    def _copy_share(self) -> None:
        from workbench.ui.exchange import sharing

        self._share(sharing.copy_share)

    def _copy_level(self) -> None:
        from workbench.ui.exchange import sharing

        self._share(sharing.copy_level)

    def _export(self) -> None:
        from workbench.ui.exchange import sharing

        self._share(sharing.export)

    def _share(self, share: Callable[[CommandScreen, Subject], None]) -> None:
        if subject := self._subject:
            share(self._screen, subject)

    async def _paste(self) -> None:
        """Open a pasted level in the design screen, or save several as files.

        The level that is opened has no file yet.
        """
        from workbench.ui.exchange.pasting import PasteScreen

        levels = await self.host.push_screen_wait(PasteScreen())
        if levels is not None:
            await self._take(levels)

    async def take_incoming(self) -> None:
        """Save the levels of the file that was opened, or open the first."""
        levels, self.host.browser.incoming = self.host.browser.incoming, ()
        await self._take(levels)

    async def _take(self, levels: Sequence[Level]) -> None:
        """Open a level, or of several save all or open the first, as the user says."""
        from workbench.ui.dialogs import Choose

        folder = self.host.browser.target_folder
        ways = [("s", f"Save all in {brief(folder)}"), ("o", "Open the first, drop the others")]
        answer: str | None = "o"
        if len(levels) > 1:
            question = f"There are {len(levels)} levels, without files yet."
            answer = await self.host.push_screen_wait(Choose(question, ways))
        if answer == "o":
            navigation.open_design(self.host, Document.unsaved(levels[0], None, None, None))
        elif answer == "s":
            await self._file_work.finish(self._save(levels, folder))

    async def _save(self, levels: Sequence[Level], folder: Path) -> None:
        """Save levels as new files of a folder, and show the first."""
        try:
            paths = await asyncio.to_thread(_save_levels, levels, folder)
        except (EngineError, FileExistsError) as error:
            self._screen.say(f"not all are saved: {error}", "bad")
            self._screen.file_seen()
        else:
            self.read_again(paths[0], f"saved {count(len(paths), 'level')} in {brief(folder)}")


def _save_levels(levels: Sequence[Level], folder: Path) -> list[Path]:
    """Save levels as new files of a folder, and return their paths.

    Raises:
        LevelError: a file cannot be written.
    """
    from workbench.ui.exchange.saving import proposal

    paths = []
    for level in levels:
        path = proposal(Document.unsaved(level, None, None, None).entry, folder)
        levelfile.write(level, path, new=True)
        paths.append(path)
    return paths


class LevelsComparing(LevelsPart):
    """Marks the level under the cursor, then compares it with another."""

    def commands(self) -> Mapping[str, Action]:
        """Compares two levels."""
        return {"levels.compare": Unless(self._incomparable, self._compare)}

    def _incomparable(self) -> str | None:
        """Only levels of one game can be compared."""
        level, marked = self.level, self._marked()
        if level is None:
            return "no level is selected"
        if marked is not None and marked.game != level.game:
            back = keymap.key("levels.back")
            return f"the marked level is one of {marked.game}; {back} lets it go"
        return None

    def _compare(self) -> None:
        """Marks the level; again on another one, compares the two; again on the same, unmarks."""
        browser, row, level = self.host.browser, self.row, self.level
        if row is None or level is None:
            return
        marked, other = browser.marked, self._marked()
        if marked is not None and other is not None and marked != row.path:
            self.unmark()
            navigation.open_comparison(self.host, _side(other, marked), _side(level, row.path))
        elif marked == row.path:
            self.unmark()
        else:
            browser.marked = row.path
            self.levels.renew()
            again, lets_go = keymap.key("levels.compare"), keymap.key("levels.back")
            said = f"marked; {again} on another level compares the two, {lets_go} lets it go"
            self._screen.say(said)

    def unmark(self) -> None:
        """Lets the marked level go."""
        self.host.browser.marked = None
        self.levels.renew()

    def _marked(self) -> Level | None:
        browser = self.host.browser
        details = None if browser.marked is None else browser.details(browser.marked)
        return details.level if details is not None else None


def _side(level: Level, path: Path) -> Side:
    from workbench.session.sides import Side

    return Side(level.title or path.stem, level)
