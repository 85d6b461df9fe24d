"""An optimisation on a screen of its own: its course, and the family of its best level."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.timer import Timer

from engine.generate.lineage import Relative
from engine.values.grid import Cell
from engine.values.picture import Picture, differences
from workbench.commands import Action, Command, keymap
from workbench.document.status import count
from workbench.features.optimize.panes import CurvePane, FamilyPane, FiguresPane, beside
from workbench.features.optimize.preparing import Relatives
from workbench.features.optimize.walking import MOVES, FamilyWalk
from workbench.session.making.runs import Optimisation, difference
from workbench.session.session import Session
from workbench.ui.board import BoardView
from workbench.ui.dialogs import Ask, number_between
from workbench.ui.keyline import KeyLine
from workbench.ui.lines import retitle
from workbench.ui.running import RunningScreen

SAMPLES = 2
"""Looks a second at a run that is under way."""
NARROW = 76
"""Columns from which there is room for both the curve and the family."""
STEPPING = (
    "back", "forward", "left", "right", "page_up", "page_down", "first", "last", "next_record",
    "previous_record", "play_pause", "faster", "slower", "take", "compare",
)  # fmt: skip
"""What is done in the family."""


class OptimizingScreen(RunningScreen):
    """Shows the run under way, else the one that the level at hand came from.

    Args:
        session: of the design screen below.
        compare: sets a level of the family beside the level at hand.

    Attributes:
        walk: the cursor in the family; None while there is none.
    """

    CONTEXTS = ("optimizing",)
    AUTO_FOCUS = "#family"
    DEFAULT_CSS = """
    OptimizingScreen #whole, OptimizingScreen #beside { height: 1fr; }
    OptimizingScreen #beside { width: 1fr; }
    OptimizingScreen #figures { width: 1fr; height: 1fr; }
    OptimizingScreen #curve { width: 1fr; height: 2fr; }
    OptimizingScreen #family { width: 1fr; height: 3fr; }
    """

    def __init__(self, session: Session, *, compare: Callable[[Relative], None]) -> None:
        super().__init__()
        self._session = session
        self._compare = compare
        self.walk: FamilyWalk | None = None
        self._other: Optimisation | None = None
        self._family_first = session.optimizer.snapshot is None
        self._relatives: Relatives | None = None
        self._drawn = session.game.boards.picture(session.board)
        self._sampling: Timer | None = None

    def compose(self) -> ComposeResult:
        """The board over the figures, the curve over the family, and the keys."""
        theme = self.workbench.theme_glyphs
        with Horizontal(id="whole"):
            with Vertical(id="board-and-figures"):
                with Container(id="frame", classes="pane"):
                    yield BoardView(id="level")
                yield FiguresPane(theme, id="figures")
            with Vertical(id="beside"):
                yield CurvePane(theme, id="curve", classes="pane")
                yield FamilyPane(theme, id="family", classes="pane")
        yield KeyLine(*self.CONTEXTS)

    def on_mount(self) -> None:
        """Shows what is known, and looks at what runs from then on."""
        self.query_one(BoardView).can_focus = False
        self._sampling = self.set_interval(1 / SAMPLES, self.renew, pause=True)
        self.on_resize()

    def on_resize(self) -> None:
        """Arranges for the new size."""
        self._arrange()
        self.call_after_refresh(self.renew)

    @property
    def _narrow(self) -> bool:
        return self.app.size.width < NARROW

    def _arrange(self) -> None:
        """The board as large as fits above the figures; the rest beside it."""
        width, height = self.app.size
        left, high = beside(self._drawn, width, height - 1)
        self.query_one("#board-and-figures").styles.width = left
        self.query_one("#frame").styles.height = high
        curve, family = self.query_one(CurvePane), self.query_one(FamilyPane)
        curve.display = not (self._narrow and self._family_first)
        family.display = not self._narrow or self._family_first
        flips = f"{keymap.key('optimizing.flip')} shows" if self._narrow else ""
        curve.hint, family.hint = flips and f"{flips} the family", flips and f"{flips} the curve"

    # Showing.

    def renew(self) -> None:
        """Shows what is known now."""
        session, sampling = self._session, self._sampling
        if sampling is not None:
            (sampling.resume if session.maker.making else sampling.pause)()
        run = session.optimizer.run or session.maker.runs.latest
        if self._other is not None and run is not None and self._other.number == run.number:
            self._other = None
        other = self._other
        otherwise = ""
        if run is not None and other is not None:
            otherwise = difference(session.game.generator.parameters, run, other)
        self.query_one(CurvePane).show(run, other, otherwise)
        self.query_one(FiguresPane).show(run, other)
        self._follow_family()
        self._show_family()
        self._show_board()
        self._show_keys()

    def _show_keys(self) -> None:
        making = self._session.maker.making
        line = self.query_one(KeyLine)
        line.show_contexts(
            *self.CONTEXTS,
            groups=("While it runs" if making else "Family", "Run"),
            labels={"optimizing.leave": "stop"} if making else {},
        )
        line.renew()

    def _follow_family(self) -> None:
        """The family of the level at hand, from its best level on."""
        made = self._session.history.made
        lineage = made.candidate.lineage if made is not None else None
        if lineage is None:
            self.walk = self._relatives = None
        elif self.walk is None or self.walk.lineage is not lineage:
            self.walk = FamilyWalk(lineage)
            self._relatives = Relatives(lineage, self._session.solver, self.hop, self.renew)

    def _show_family(self) -> None:
        pane, session = self.query_one(FamilyPane), self._session
        snapshot, walk, relatives = session.optimizer.snapshot, self.walk, self._relatives
        if snapshot is not None:
            pane.show_growth(snapshot.growth)
        elif session.maker.making:
            pane.show_nothing("a level to begin with is being looked for")
        elif walk is None or relatives is None:
            pane.show_nothing("the level at hand was not optimised")
        else:
            pane.show_family(walk, relatives.get)
            relatives.want([*walk.branch[max(walk.place - 1, 0) : walk.place + 1], *pane.in_view])

    def _show_board(self) -> None:
        session, walk, game = self._session, self.walk, self._session.game
        snapshot, here = session.optimizer.snapshot, self._at_cursor
        if snapshot is not None:
            title = f"Best so far · score {snapshot.best:,}"
            self._draw(game.boards.picture(snapshot.board), title, snapshot.fault or "")
        elif walk is None or session.maker.making:
            self._draw(game.boards.picture(session.board), "The level at hand")
        elif here is not None:
            picture, parent = game.boards.picture(here.board), self._known(here.parent)
            cells = (
                differences(game.boards.picture(parent.board), picture) if parent else frozenset()
            )
            title = "The best" if here.entry == walk.tree.best else f"Step {here.iteration:,}"
            caption = f"{count(len(cells), 'cell')} changed" if cells else ""
            self._draw(picture, f"{title} · score {here.score:,}", caption, cells)

    def _draw(
        self, picture: Picture, title: str, caption: str = "", cells: Iterable[Cell] = ()
    ) -> None:
        """Draws a board with the cells marked that have changed."""
        marks = dict.fromkeys(cells, "differs")
        self.query_one(BoardView).show(picture, self._session.game.name, marks=marks)
        retitle(self.query_one("#frame"), title, caption)
        if (picture.rows, picture.cols) != (self._drawn.rows, self._drawn.cols):
            self._drawn = picture
            self._arrange()

    def _known(self, entry: int | None) -> Relative | None:
        relatives = self._relatives
        return None if entry is None or relatives is None else relatives.get(entry)

    @property
    def _at_cursor(self) -> Relative | None:
        """The level of the cursor, None while it has not been made."""
        return self._known(self.walk.entry) if self.walk is not None else None

    # Commands.

    def rewind(self) -> bool:
        """Back to the first level if this is the last; False if there is no family."""
        walk = self.walk
        if walk is not None and walk.place == len(walk.branch) - 1:
            walk.seek(0)
        return walk is not None

    def advance(self) -> bool:
        """One level on; False at the last."""
        return self.walk is not None and self.walk.seek(self.walk.place + 1)

    def commands(self) -> Mapping[str, Action]:
        """Moves the cursor in the family, or says why it stays where it is."""
        return {
            **{f"optimizing.{name}": partial(self._go, *move) for name, move in MOVES.items()},
            "optimizing.page-up": partial(self._turn_page, -1),
            "optimizing.page-down": partial(self._turn_page, 1),
        }

    def _go(self, move: Callable[[FamilyWalk], bool], refusal: str = "") -> None:
        self.pause()
        if self.walk is not None and not move(self.walk):
            self.say(refusal)
        self.renew()

    def _turn_page(self, pages: int) -> None:
        rows = pages * self.query_one(FamilyPane).page
        self._go(lambda walk: walk.seek(walk.place + rows) or True)

    @on(FamilyPane.RelativePointed)
    def _pointed(self, message: FamilyPane.RelativePointed) -> None:
        self._go(lambda walk: walk.seek(message.place) or True)

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        session, action = self._session, command.action
        if action in STEPPING:
            return self._no_step(action)
        if action == "finish":
            return session.optimizer.no_finish
        if action == "more":
            return session.optimizer.no_more
        if action == "other_run" and self._other is None and self._earlier is None:
            return "no other run in this session"
        if action == "flip" and not self._narrow:
            return "both are in view"
        return None

    def _no_step(self, action: str) -> str | None:
        """Why nothing can be done in the family."""
        if self._session.maker.making:
            return "the family comes when the run ends"
        if self.walk is None:
            return "the level at hand was not optimised"
        if action in ("take", "compare") and self._at_cursor is None:
            return "the level is still being made once more"
        return None

    @property
    def _earlier(self) -> Optimisation | None:
        """The run to hold against the one shown next."""
        runs = self._session.maker.runs
        return runs.before(self._session.optimizer.run or runs.latest, self._other)

    def action_other_run(self) -> None:
        """Another earlier run beside this one, or none."""
        self._other = self._earlier
        self.renew()

    def action_more(self) -> None:
        """Ask for how many steps to go on."""
        run, most = self._session.optimizer.run, self._session.optimizer.most_more
        if run is None:
            return
        question = f"How many more {run.snapshot.unit}?"
        usual = str(min(max(run.snapshot.done, 1), most))

        async def more() -> None:
            """Goes on by as many iterations as are asked for."""
            asked = Ask(question, usual, number_between(1, most))
            text = await self.workbench.push_screen_wait(asked)
            if text is not None:
                self._session.optimizer.go_on(int(text))
                self.renew()

        self.pause()
        self.ask(more())

    def action_finish(self) -> None:
        """Take the best so far."""
        self._session.optimizer.finish()
        self.renew()

    def action_flip(self) -> None:
        """The family in place of the curve, or back."""
        self._family_first = not self._family_first
        self._arrange()
        self.call_after_refresh(self.renew)

    def action_leave(self) -> None:
        """Stop what runs, else go back."""
        if self.playing:
            self.pause()
        elif self._session.maker.making:
            self._session.cancel()
        else:
            self.dismiss()
            return
        self.renew()

    def action_close(self) -> None:
        """Go back; a run goes on."""
        self.dismiss()

    def action_take(self) -> None:
        """Make the level of the cursor the level at hand, and leave."""
        here = self._at_cursor
        self.dismiss()
        if here is not None:
            self._session.optimizer.take_relative(here)

    def action_compare(self) -> None:
        """Set the level of the cursor beside the level at hand."""
        here = self._at_cursor
        self.pause()
        if here is not None:
            self._compare(here)
