"""A run on its way, for the app and for plain mode: its list, its next level, what is kept."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from engine.errors import EngineError, LevelError
from engine.files.storage import spelled, unspelled
from engine.game import registry
from engine.game.campaign import Played
from engine.game.game import Campaign, Game
from engine.playlists import levellist, runfile
from engine.playlists import run as runs
from engine.playlists.levellist import Progress, SeedList
from engine.playlists.pack import PlaylistEntry
from engine.playlists.run import Mode, Order, PlaylistRun
from engine.values.budget import Control
from engine.values.level import Level
from engine.values.records import PlayRecord
from workbench.drawing.curves import Point
from workbench.features.playlists import run_words
from workbench.folders import resources
from workbench.folders.state import State
from workbench.service.lanes import Outcome
from workbench.service.solving import Made, SolverService
from workbench.session.making.sheet import RANDOM_SEEDS
from workbench.session.playing.playtest import Lapse
from workbench.session.verdicts import Hop, through
from workbench.text.status import capitalized

LANE = "modes"
"""The lane in which levels are found and made."""


class Journey:
    """A run with its list, whose levels it makes; what cannot be kept raises a LevelError.

    Attributes:
        run: how far it has come, as it was kept last.
        rules: its formulas.
        ready: the next level, made; None while it is not there.
        trouble: why there is none, or why what was played is not kept; empty if all is well.
        rated: how many levels of the list have been put in order, and of how many.
        making: whether a level is being made.
        hop: runs a function in the thread of the user, from any thread.

    Raises:
        LevelError: its list cannot be read; names file and line.
        EngineError: its game is not there.
    """

    def __init__(self, run: PlaylistRun, state: State) -> None:
        self.run = run
        self._orders = state.lists
        self.game: Game = registry.get(run.game)
        self.rules: Campaign = rules_of(run)
        try:
            self.levels: SeedList = levellist.read(list_path(run), self.game, run.order)
        except LevelError as error:
            raise LevelError(f"the list of this run cannot be read: {error}") from error
        self._heights = self.levels.heights
        self.ready: PlaylistEntry | None = None
        self.trouble = ""
        self.rated = (0, 0)
        self.making = False
        self._request = Control()

    def attend(self, solver: SolverService, hop: Hop, changed: Callable[[], None]) -> None:
        """Takes what makes its levels in the background, before one is asked for.

        Args:
            solver: makes the levels.
            hop: see :attr:`hop`.
            changed: called in the thread of the user when there is something to show.
        """
        self._solver, self.hop, self._changed = solver, hop, changed

    @property
    def over(self) -> bool:
        """Whether there is no next level."""
        return self.run.is_over(self.rules)

    @property
    def list_changed(self) -> bool:
        """Whether the list is no longer what it was at the last level."""
        return self.run.digest != self.levels.digest

    def curve(self) -> list[Point]:
        """How hard the levels that were won are, the next one, and about those of a campaign then.

        None of the last two where the list has become too short for a campaign.
        """
        run, rules, length = self.run, self.rules, len(self._heights)
        points = [self._point(level.index) for level in run.played]
        if self.over or (run.mode == "campaign" and length < rules.steps):
            return points
        points.append(self._point(runs.upcoming(run, rules, length)))
        if run.mode == "campaign":
            groups = (runs.group(at, rules.steps, length) for at in range(run.number, rules.steps))
            middle = (self._heights[each[len(each) // 2]] for each in groups)
            points += map(Point, middle)
        return points

    def _point(self, index: int | None) -> Point:
        if index is None or index >= len(self._heights):  # past the end, or it was longer
            return Point(None)
        return Point(self._heights[index])

    def upcoming(self, control: Control, progress: Progress) -> PlaylistEntry:
        """The next level; belongs into a thread if the list is not in order yet.

        Raises:
            EngineError: the list is too short, or a seed leads to no level.
            Cancelled: ``control`` was cancelled.
        """
        found = runs.upcoming(self.run, self.rules, len(self.levels))
        if found is None:
            return self.levels.make_entry(*runs.draw_beyond(self.run, self.rules), None)
        return self.levels.find_entry(found, self._orders, control, progress)

    def last(self) -> PlaylistEntry | None:
        """The level that was won last."""
        if not self.run.played:
            return None
        level = self.run.played[-1]
        return self.levels.make_entry(level.grade, level.seed, level.index)

    def optimum(self, level: Level) -> int | None:
        """The least measure of a level that is solved; None where that is not proven."""
        if level.verdict is None or not self.game.counts:
            return None
        facts = level.verdict.facts
        found = facts.get(self.game.measure.key)
        proven = facts.get("complete") and facts.get("optimal", True)
        return found if proven and isinstance(found, int) else None

    # Its levels, made in the background.

    def prepare(self) -> None:
        """Finds out the next level, and makes it; of a run that is over there is none."""
        self.ready, self.trouble, self.rated = None, "", (0, 0)
        self.making = not self.over
        if self.making:
            found = through(self.hop, self._found)
            self._request = self._solver.background(self._upcoming, found, LANE)
        self._changed()

    def cancel(self) -> None:
        """Gives up what was asked for here, whatever else runs in the lane by then."""
        self._request.cancel()

    def _upcoming(self, control: Control) -> PlaylistEntry:
        """Finds out the next level, in a lane's thread."""

        def progress(done: int, total: int) -> None:
            """Notes how many levels were rated."""
            self.rated = done, total

        return self.upcoming(control, progress)

    def _found(self, answer: Outcome[PlaylistEntry]) -> None:
        self.rated = (0, 0)
        if answer.value is None:
            self._failed(answer.error)
        else:
            self.make(answer.value)

    def make(
        self, entry: PlaylistEntry, again: Callable[[PlaylistEntry], None] | None = None
    ) -> None:
        """Makes the next level, or the one won last: then ``again`` is called with it."""
        self.making = True

        def arrived(answer: Outcome[Made]) -> None:
            """Hands over the level that was made, or says why there is none."""
            if answer.value is None:
                self._failed(answer.error)
                return
            words = run_words.challenge(self.run, self.levels, entry, again=again is not None)
            level = replace(answer.value.level, title=capitalized(words))
            ready = replace(entry, level=level)
            self.making = False
            if again is None:
                self.ready = ready
            else:
                again(ready)
            self._changed()

        done = through(self.hop, arrived)
        self._request = self._solver.generate(
            self.game, entry.seed, entry.settings, done, lane=LANE
        )

    def _failed(self, error: str | None) -> None:
        self.making, self.trouble = False, error or "stopped"
        self._changed()

    # What was played; a LevelError says why it cannot be kept.

    def won(self, entry: PlaylistEntry, moves: Sequence[str], record: PlayRecord) -> None:
        """Keeps that the next level was won by some moves, after what was kept of it before."""
        run, level = self.run, entry.level
        assert level is not None
        played = Played(
            entry.grade, entry.seed, entry.index, run.deaths,
            runs.count_moves(level, moves), self.optimum(level), run.solution_shown,
            run.hints, record.medals or (), round(record.active_seconds),
            record.view,
        )  # fmt: skip
        self._keep(runs.won(run, played, self.rules, len(self.levels)))

    def noted(self, lapse: Lapse) -> None:
        """Keeps what happened in the next level."""
        run = self.run
        if lapse == "death":
            run = replace(run, deaths=run.deaths + 1)
        elif lapse == "hint":
            run = replace(run, hints=run.hints + 1)
        else:
            run = replace(run, solution_shown=True)
        self._keep(run)

    def won_again(self, level: Level, moves: Sequence[str], view: str) -> None:
        """Keeps that the level won last was won once more, without a look at the solution."""
        self._keep(runs.played_again(self.run, runs.count_moves(level, moves), view))

    def _keep(self, run: PlaylistRun) -> None:
        self.run = runfile.keep(replace(run, digest=self.levels.digest))

    def remove(self) -> None:
        """Forgets the run."""
        runfile.remove(self.run)


def list_path(run: PlaylistRun) -> Path:
    """Where the list of a run is."""
    return unspelled(run.source) if run.source else shipped_list(run.game)


def shipped_list(game: str) -> Path:
    """The list that comes with the workbench; a folder that need not be there."""
    return resources.levels_folder() / game / "lists"


def list_if_there(run: PlaylistRun) -> SeedList | None:
    """The list of a run; None if it cannot be read."""
    try:
        return levellist.read(list_path(run), registry.get(run.game), run.order)
    except EngineError:
        return None


def begin(
    game: Game,
    mode: Mode,
    state: State,
    source: Path | None = None,
    seed: int | None = None,
    order: Order = "rising",
) -> Journey:
    """Begins a run, which is kept from the start.

    ``source`` is the folder or file of the list, None for the shipped one; ``seed``, of the run's
    random choices, is drawn if None. A list of which not all is proven is played by grade, whatever
    the ``order``.

    Raises:
        EngineError: the list cannot be read or is too short, or the run cannot be kept.
    """
    path = shipped_list(game.name) if source is None else source
    if source is None and not path.is_dir():
        raise EngineError(f"no list of levels of {game.title} came with the workbench")
    levels = levellist.read(path, game, order)
    if mode == "campaign":
        runs.group(0, registry.campaign_of(game).steps, len(levels))
    run = PlaylistRun(
        game.name,
        game.generator_name,
        mode,
        secrets.randbelow(RANDOM_SEEDS) if seed is None else seed,
        datetime.now().astimezone().replace(microsecond=0),
        "" if source is None else spelled(source.absolute()),
        levels.digest,
        levels.order,
    )
    return Journey(runfile.keep(runfile.name_file(run, state.runs)), state)


def repeated(journey: Journey, state: State) -> Journey:
    """A new run of the same kind, list and seed; see :func:`begin`."""
    run = journey.run
    source = list_path(run) if run.source else None
    return begin(journey.game, run.mode, state, source, run.seed, run.order)


def rules_of(run: PlaylistRun) -> Campaign:
    """The formulas of a run's game.

    Raises:
        EngineError: it is not there, or not to be played through a list.
    """
    return registry.campaign_of(registry.get(run.game))


def unfinished(
    found: Iterable[PlaylistRun], mode: Mode, source: Path | None, game: Game | None = None
) -> PlaylistRun | None:
    """The first of some runs over a list, None for the shipped one, that can be gone on with.

    Where a game is named, it is one of that.
    """
    path = None if source is None else source.absolute()
    for run in found:
        if game is not None and run.game != game.name:
            continue
        if run.mode != mode or (list_path(run) if run.source else None) != path:
            continue
        with contextlib.suppress(EngineError):
            if not run.is_over(rules_of(run)):
                return run
    return None
