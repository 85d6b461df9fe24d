"""An optimisation on a screen of its own: its course, and the family of its best level."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.timer import Timer

from engine.staging.lineage import Relative
from engine.values.grid import Cell
from engine.values.picture import Picture, differences
from workbench.commands import Action, Unless, each_unless, keymap, lacking
from workbench.features.optimize import figures, words
from workbench.features.optimize.panes import FamilyPane, beside, curve
from workbench.features.optimize.preparing import Relatives
from workbench.features.optimize.walking import MOVES, FamilyWalk
from workbench.session.making.optimisations import Optimisation, difference
from workbench.session.session import Session
from workbench.text.status import count
from workbench.ui.boards.board import BoardView
from workbench.ui.dialogs import Ask, number_between, number_of
from workbench.ui.linepane import WordsPane, retitle
from workbench.ui.running import RunningScreen

SAMPLES = 2
"""Looks a second at an optimisation that is under way."""
NARROW = 76
"""Columns from which there is room for both the curve and the family."""


class OptimizingScreen(RunningScreen):
    """Shows the optimisation under way, else the one that the level at hand came from.

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

    def contents(self) -> ComposeResult:
        """The board over the figures, the curve over the family."""
        with Horizontal(id="whole"):
            with Vertical(id="board-and-figures"):
                with Container(id="frame", classes="pane"):
                    yield BoardView(id="level")
                yield WordsPane(id="figures")
            with Vertical(id="beside"):
                yield WordsPane(id="curve", classes="pane")
                yield FamilyPane(id="family", classes="pane")

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
        family = self.query_one(FamilyPane)
        self._curve.display = not (self._narrow and self._family_first)
        family.display = not self._narrow or self._family_first
        family.hint = self._flips_to("curve")

    @property
    def _curve(self) -> WordsPane:
        return self.query_one("#curve", WordsPane)

    def _flips_to(self, pane: str) -> str:
        """What the edge of a pane says where there is room for only one of the two."""
        return f"{keymap.key('optimizing.flip')} shows the {pane}" if self._narrow else ""

    # Showing.

    def renew(self) -> None:
        """Shows what is known now."""
        session, sampling = self._session, self._sampling
        if sampling is not None:
            (sampling.resume if session.maker.making else sampling.pause)()
        shown = session.optimizer.optimisation or session.maker.optimisations.latest
        if self._other is not None and shown is not None and self._other.number == shown.number:
            self._other = None
        other, against = self._other, None
        if shown is not None and other is not None:
            against = other, difference(session.game.parameters, shown, other)
        self._curve.show(partial(curve, shown, against, self.workbench.theme_glyphs))
        title = "Run" if shown is None else words.title(shown)
        self._curve.retitle(title, self._flips_to("family"))
        self.query_one("#figures", WordsPane).show(partial(figures.lines, shown, other))
        self._follow_family()
        self._show_family()
        self._show_board()
        self._show_keys()

    def _show_keys(self) -> None:
        making = self._session.maker.making
        line = self.key_line
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
            pane.show_growth("no level to improve yet", "Improvements so far", snapshot.growth)
        elif session.maker.making:
            pane.show_growth("a level to begin with is being looked for")
        elif walk is None or relatives is None:
            pane.show_growth("the level at hand was not optimised")
        else:
            pane.show_family(walk, relatives.get)
            relatives.want([*walk.branch[max(walk.depth - 1, 0) : walk.depth + 1], *pane.in_view])

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
        if walk is not None and walk.depth == len(walk.branch) - 1:
            walk.seek(0)
        return walk is not None

    def advance(self) -> bool:
        """One level on; False at the last."""
        return self.walk is not None and self.walk.seek(self.walk.depth + 1)

    def commands(self) -> Mapping[str, Action]:
        """Moves the cursor in the family, or says why it stays where it is."""
        optimizer, others = self._session.optimizer, lambda: self._other or self._earlier
        stepping: dict[str, Action] = {
            **{f"optimizing.{name}": partial(self._go, *move) for name, move in MOVES.items()},
            "optimizing.page-up": partial(self._turn_page, -1),
            "optimizing.page-down": partial(self._turn_page, 1),
            **self.timer.commands("optimizing"),
        }
        acts: dict[str, Action] = {
            "take": Unless(self._no_relative, self._take),
            "compare": Unless(self._no_relative, self._compare_relative),
            "finish": Unless(lambda: optimizer.no_finish, self._finish),
            "more": Unless(lambda: optimizer.no_more, self._ask_for_more),
            "other-run": Unless(lacking(others, "no other run in this session"), self._turn_other),
            "optimisation": self.dismiss,
            "flip": Unless(lacking(lambda: self._narrow, "both are in view"), self._flip),
        }
        own = {f"optimizing.{name}": act for name, act in acts.items()}
        return {**each_unless(self._no_step, stepping), **own}

    def _go(self, move: Callable[[FamilyWalk], bool], refusal: str = "") -> None:
        self.timer.pause()
        if self.walk is not None and not move(self.walk):
            self.say(refusal)
        self.renew()

    def _turn_page(self, pages: int) -> None:
        rows = pages * self.query_one(FamilyPane).page
        self._go(lambda walk: walk.seek(walk.depth + rows) or True)

    @on(FamilyPane.RelativePointed)
    def _pointed(self, message: FamilyPane.RelativePointed) -> None:
        self._go(lambda walk: walk.seek(message.depth) or True)

    def _no_step(self) -> str | None:
        """Why nothing can be done in the family."""
        if self._session.maker.making:
            return "the family comes when the run ends"
        return "the level at hand was not optimised" if self.walk is None else None

    def _no_relative(self) -> str | None:
        """Why nothing can be done with the level of the cursor."""
        unmade = None if self._at_cursor else "the level is still being made once more"
        return self._no_step() or unmade

    @property
    def _earlier(self) -> Optimisation | None:
        """The optimisation to hold against the one shown next."""
        past = self._session.maker.optimisations
        return past.before(self._session.optimizer.optimisation or past.latest, self._other)

    def _turn_other(self) -> None:
        """Another earlier optimisation beside this one, or none."""
        self._other = self._earlier
        self.renew()

    def _ask_for_more(self) -> None:
        """Ask for how many steps to go on."""
        shown, most = self._session.optimizer.optimisation, self._session.optimizer.most_more
        if shown is None:
            return
        question = f"How many more {shown.snapshot.unit}?"
        usual = str(min(max(shown.snapshot.done, 1), most))

        async def more() -> None:
            """Goes on by as many iterations as are asked for."""
            asked = Ask(question, usual, number_between(1, most))
            text = await self.workbench.push_screen_wait(asked)
            if text is not None:
                self._session.optimizer.go_on(number_of(text))
                self.renew()

        self.timer.pause()
        self.ask(more())

    def _finish(self) -> None:
        """Take the best so far."""
        self._session.optimizer.finish()
        self.renew()

    def _flip(self) -> None:
        """The family in place of the curve, or back."""
        self._family_first = not self._family_first
        self._arrange()
        self.call_after_refresh(self.renew)

    def action_leave(self) -> None:
        """Stop what runs, else go back."""
        if self.timer.playing:
            self.timer.pause()
        elif self._session.maker.making:
            self._session.cancel()
        else:
            self.dismiss()
            return
        self.renew()

    def _take(self) -> None:
        """Make the level of the cursor the level at hand, and leave."""
        here = self._at_cursor
        self.dismiss()
        if here is not None:
            self._session.optimizer.take_relative(here)

    def _compare_relative(self) -> None:
        """Set the level of the cursor beside the level at hand."""
        here = self._at_cursor
        self.timer.pause()
        if here is not None:
            self._compare(here)
