"""The screen of a gallery: a wall of levels, to keep some, to reject others, to make more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from engine.errors import EngineError
from engine.values.level import Level
from workbench.commands import Action, each_unless, keymap, lacking
from workbench.features import navigation
from workbench.features.collection import words
from workbench.features.collection.cataloguing import stop_adding
from workbench.features.collection.gallery import Gallery
from workbench.features.collection.gallery_questions import GalleryQuestions
from workbench.features.collection.making import NUMBER, WAYS, GalleryFilling
from workbench.features.collection.showing import STACKS, Showing
from workbench.session.sides import Side
from workbench.text.status import count
from workbench.ui.dialogs import Choose
from workbench.ui.linepane import retitle
from workbench.ui.lines import Line
from workbench.ui.screen import CommandScreen
from workbench.ui.wall.beside import BesidePane
from workbench.ui.wall.wall import Choice, WallPane

SAMPLES = 2
"""Looks a second at what is being tried."""
TOGETHER = 0.15
"""Seconds that a level waits to be drawn with those that come after it."""
WIDE = 100
"""Columns of a screen from which on there is room beside the wall."""
_NAMED = ("filter", "narrow", "generate", "back")
"""The commands that an empty wall names."""
_STACKS = {
    "board": "stacked: the same up to symmetry",
    "solution": "stacked: the same solution",
    "walls": "stacked: the same walls",
    None: "not stacked",
}


class GalleryScreen(CommandScreen):
    """Shows a gallery, and fills it.

    Args:
        gallery: what is chosen among.
        fill: whether levels are to be made at once.
    """

    CONTEXTS = ("gallery",)
    DEFAULT_CSS = """
    GalleryScreen #wall-frame { width: 1fr; }
    GalleryScreen WallPane { height: 1fr; padding: 0; }
    GalleryScreen #beside { width: 32; display: none; }
    GalleryScreen.-beside #beside { display: block; }
    """

    def __init__(self, gallery: Gallery, *, fill: bool = False) -> None:
        super().__init__()
        self._gallery = gallery
        self._questions = GalleryQuestions(self, gallery, self.show)
        self._fill = fill
        self._together = False
        """Whether levels that have come wait to be drawn."""

    def contents(self) -> ComposeResult:
        """The wall, and what stands beside it."""
        with Horizontal():
            with Vertical(id="wall-frame", classes="pane"):
                yield WallPane(self._gallery)
            yield BesidePane(id="beside", classes="pane")

    def on_mount(self) -> None:
        """Shows the wall as it was left; makes levels if that was asked for."""
        self.filling = GalleryFilling(self.workbench.solver, self._gallery, self.hop, self._hung)
        self._sampling = self.set_interval(1 / SAMPLES, self.renew, pause=True)
        self.set_class(self.app.size.width >= WIDE, "-beside")
        self.wall.cursor = self._gallery.place_of(self._gallery.cursor)
        self.wall.focus()
        self.query_one(BesidePane).show(self._beside)
        self.renew()
        if self._fill:
            self._make()

    def on_resize(self, event: events.Resize) -> None:
        """There may be room beside the wall, or no longer."""
        self.set_class(event.size.width >= WIDE, "-beside")

    def on_unmount(self) -> None:
        """Makes no more; the place is kept."""
        self.filling.stop()
        self._gallery.keep_place()

    # Showing.

    @property
    def wall(self) -> WallPane:
        """The wall."""
        return self.query_one(WallPane)

    @property
    def number(self) -> int | None:
        """The number of the level under the cursor; None where nothing hangs."""
        stacks = self._gallery.stacks
        return self._gallery.top_of(stacks[self.wall.cursor]) if stacks else None

    @property
    def level(self) -> Level | None:
        """The level under the cursor; None where nothing hangs."""
        return None if self.number is None else self._gallery.exhibits[self.number].level

    def renew(self) -> None:
        """Shows what is known now."""
        gallery, frame = self._gallery, self.query_one("#wall-frame")
        self.wall.show()
        state = words.gallery_state(gallery, self.filling.run)
        retitle(frame, " · ".join(words.gallery_title(gallery)), " · ".join(state))
        self.key_line.show_standing(self._level_line())
        self.query_one(BesidePane).renew()
        self.key_line.renew()

    def _level_line(self) -> Line:
        """The level under the cursor, or what to do where nothing hangs."""
        if self.number is not None:
            return words.gallery_line(self._gallery, self.number)
        keys = {name: keymap.key(f"gallery.{name}") for name in _NAMED}
        return words.gallery_nothing(self._gallery, busy=self.filling.busy, keys=keys)

    def _beside(self, width: int, height: int) -> Iterable[Line]:
        plain = self.workbench.theme_glyphs.ascii
        return words.gallery_lines(self._gallery, self.filling.run, plain=plain, width=width)

    @on(WallPane.Moved)
    def _moved(self) -> None:
        if self.number is not None:
            self._gallery.cursor = self.number
        self.key_line.show_standing(self._level_line())

    @on(WallPane.Opened)
    def _opened(self) -> None:
        self.call_later(self.action_command, "gallery.open")

    @on(BesidePane.Picked)
    def _picked(self, message: BesidePane.Picked) -> None:
        key, found = words.gallery_bars(self._gallery)
        if message.bar < len(found):
            self._questions.narrow_to(key, found[message.bar])

    # Commands.

    def commands(self) -> Mapping[str, Action]:
        """What moves, chooses, makes and shows."""
        some = lacking(lambda: self._gallery.stacks, "no level hangs here")
        of_one: dict[str, Action] = {
            "gallery.open": self._open,
            "gallery.keep": partial(self._choose, "kept"),
            "gallery.reject": partial(self._choose, "rejected"),
            "gallery.drop-alike": self._bar,
            "gallery.compare": self._compare,
            "gallery.more": lambda: self.ask(self._more()),
        }
        return {
            **self.wall.motions("gallery"),
            **each_unless(some, of_one),
            "gallery.generate": self._make,
            "gallery.gallery-again": lambda: self.ask(
                navigation.open_galleries(self.workbench, self._gallery.game.name)
            ),
            "gallery.undo": partial(self._turn_back, self._gallery.undo, "nothing to undo"),
            "gallery.redo": partial(self._turn_back, self._gallery.redo, "nothing to redo"),
            "gallery.stack": self._stack,
            "gallery.back": self._back,
            **self._questions.commands(),
        }

    def _choose(self, choice: Choice) -> None:
        """Keeps or rejects, or takes that back; the cursor goes on."""
        gallery, number = self._gallery, self.number
        assert number is not None
        stack, numbers = gallery.stacks[self.wall.cursor], [number]
        if choice == "rejected":
            numbers = [n for n in stack if n == number or gallery.choices.get(n) != "kept"]
        gallery.choose(numbers, "" if gallery.choices.get(number) == choice else choice)
        self.wall.cursor += 1
        self.renew()
        self.wall.go(self.wall.cursor)

    def _bar(self) -> None:
        number = self.number
        assert number is not None
        others = self._gallery.bar(number)
        self.renew()
        alike = f" with {count(others, 'other')} that {'is' if others == 1 else 'are'} alike"
        self.say(f"rejected{alike if others else ''}, and so are those to come that are alike")

    def _turn_back(self, turn: Action, nothing: str) -> None:
        if not turn():
            self.say(nothing)
            return
        self.wall.cursor = self._gallery.place_of(self._gallery.cursor)
        self.renew()

    def _open(self) -> None:
        """Opens the level in the design screen, from where esc leads back here."""
        number, level, workbench = self.number, self.level, self.workbench
        assert number is not None and level is not None
        self._gallery.cursor = number
        gallery = self._gallery

        def back() -> None:
            """Shows the wall again, at the same place."""
            workbench.push_screen(GalleryScreen(gallery))

        self.dismiss(None)
        workbench.call_later(
            navigation.show_level, workbench, level, f"gallery level {number + 1}", back
        )

    def _back(self) -> None:
        if self.filling.busy:
            self.filling.stop()
            self.say("stopped")
        elif stop_adding(self.workbench):
            self.say("stopping")
        elif self._gallery.marked is not None:
            self._gallery.marked = None
            self.renew()
        else:
            self.ask(self._leave())

    async def _leave(self) -> None:
        if await self.may_leave():
            self.dismiss(None)

    async def may_leave(self) -> bool:
        """Asks if what was decided would be lost."""
        if self._gallery.unkept:
            self._gallery.keep_place()
        if not (unkept := self._gallery.unkept):
            return True
        question = f"The last levels and choices are not on disk: {unkept}."
        asked = Choose(question, [("l", "Leave them")], stay="Stay here")
        answer = await self.app.push_screen_wait(asked)
        return answer is not None

    # Making.

    def _make(self) -> None:
        self._begin(partial(self.filling.fill, NUMBER))

    async def _more(self) -> None:
        """Asks in which way levels are to be like this one, and makes some."""
        number = self.number
        answers = [(key, meant) for key, (_, meant) in WAYS.items()]
        answer = await self.workbench.push_screen_wait(Choose("More like this one:", answers))
        if answer is not None and number is not None:
            self._begin(partial(self.filling.vary, number, WAYS[answer][0]))

    def _begin(self, begin: Action) -> None:
        """Begins to make levels, or says why none can be made."""
        try:
            begin()
        except EngineError as problem:
            self.say(str(problem), "bad")
            return
        self._sampling.resume()
        self.renew()

    def _hung(self, problem: str) -> None:
        """A level hangs, or nothing more is coming."""
        if not self.stands:
            return
        if problem:
            self.say(problem, "bad")
        if not self.filling.busy:
            self._sampling.pause()
            self.renew()
        elif len(self._gallery.exhibits) == 1:
            self.renew()
        elif not self._together:  # those that come at nearly the same time are sent together
            self._together = True
            self.set_timer(TOGETHER, self._draw_new)

    def _draw_new(self) -> None:
        """Draws the levels that have come; what else there is to show waits."""
        self._together = False
        self.wall.show()

    # What is shown.

    def show(self, showing: Showing) -> None:
        """Shows other levels: in another order from the top, else at the same level."""
        gallery, before = self._gallery, self._gallery.showing
        gallery.show(showing)
        if (showing.sort, showing.falling) == (before.sort, before.falling):
            self.wall.cursor = gallery.place_of(gallery.cursor)
        else:
            self.wall.cursor = 0
            gallery.cursor = gallery.cursor if self.number is None else self.number
        self.renew()

    def _stack(self) -> None:
        showing = self._gallery.showing
        stack = STACKS[(STACKS.index(showing.stack) + 1) % len(STACKS)]
        self.show(replace(showing, stack=stack))
        self.say(_STACKS[stack])

    def _compare(self) -> None:
        """Marks the level; again on another one, compares the two; again on the same, unmarks."""
        number, marked = self.number, self._gallery.marked
        assert number is not None
        if marked is None or marked == number:
            self._gallery.marked = number if marked is None else None
            if marked is None:
                again, lets_go = keymap.key("gallery.compare"), keymap.key("gallery.back")
                self.say(f"marked; {again} on another level compares the two, {lets_go} lets it go")
        else:
            self._gallery.marked = None
            navigation.open_comparison(self.workbench, self._side(marked), self._side(number))
        self.renew()

    def _side(self, number: int) -> Side:
        return Side(f"level {number + 1}", self._gallery.exhibits[number].level)
