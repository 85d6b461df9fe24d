"""The model for playing a run, in the app and in plain mode.

A run plays levels from a list of seeds, which is sorted by difficulty. A campaign of ``steps``
levels divides the list into ``steps`` groups of consecutive levels and draws one level from each.
Endless play starts at the easiest level. After every win, it moves ahead or back depending on the
player's lapses, such as hints. The next level is generated in the background while the screen shows
the progress::

    session = start_run(game, "campaign", state)
    session.attach_services(solver, hop, redraw)
    session.prepare_next()          # session.next_level follows
    session.record_win(entry, moves, record)
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from engine.errors import EngineError, LevelError
from engine.files.storage import decode_path, encode_path
from engine.game import registry
from engine.game.game import Campaign, Game
from engine.game.win_record import LevelWin
from engine.playlists import playlist_run, runfile, seed_list
from engine.playlists.pack import PlaylistEntry
from engine.playlists.playlist_run import ListOrder, PlaylistRun, RunMode
from engine.playlists.seed_list import ProgressCallback, SeedList
from engine.values.budget import Control
from engine.values.level import Level
from engine.values.playtest_record import PlayRecord
from workbench.drawing.difficulty_plot import CurvePoint
from workbench.features.playlists import run_text
from workbench.paths import resources
from workbench.paths.state_folder import StateFolder
from workbench.service.job_slots import Outcome
from workbench.service.solver_service import GenerationResult, SolverService
from workbench.session.board_verdicts import CallInUi, deliver_in_ui
from workbench.session.generation.generator_settings import RANDOM_SEEDS
from workbench.session.playtest.playtest import ReportedEvent
from workbench.text.quantity_text import capitalize_first

JOB_NAME = "modes"
"""The name for background jobs that find and generate levels."""


class RunSession:
    """A run that generates its levels from a list, and is saved after every event.

    All methods that save raise LevelError if the run cannot be written.

    Attributes:
        run: The run as it was last saved.
        rules: The game's rules for runs.
        next_level: The entry for the next level, or None until it has been generated.
        problem: The reason why there is no level or the run was not saved, or "" if all is well.
        sort_progress: The number of levels in the list that have been sorted, and the total number
            of levels.
        is_generating: True while a level is being found or generated.
        hop: A function, callable from any thread, that runs another function in the UI thread.

    Raises:
        LevelError: The list cannot be read. The message names the file and the line.
    """

    def __init__(self, run: PlaylistRun, state: StateFolder) -> None:
        self.run = run
        self._order_folder = state.lists
        self.game: Game = registry.get_game(run.game)
        self.rules: Campaign = get_rules(run)
        try:
            self.levels: SeedList = seed_list.read_seed_list(
                get_list_path(run), self.game, run.order
            )
        except LevelError as error:
            raise LevelError(f"the list of this run cannot be read: {error}") from error
        self._heights = self.levels.difficulties
        self.next_level: PlaylistEntry | None = None
        self.problem = ""
        self.sort_progress = (0, 0)
        self.is_generating = False
        self._request = Control()

    def attach_services(
        self, solver: SolverService, hop: CallInUi, changed: Callable[[], None]
    ) -> None:
        """Connect the run to the app; ``changed`` is called in the UI thread after it changes."""
        self._solver, self.hop, self._changed = solver, hop, changed

    @property
    def is_over(self) -> bool:
        """True if all of the run's levels are won, so that there is no next level."""
        return self.run.is_over(self.rules)

    @property
    def has_list_changed(self) -> bool:
        """True if the list of levels has changed since the run was last saved."""
        return self.run.digest != self.levels.digest

    def build_curve(self) -> list[CurvePoint]:
        """Build a curve from the difficulties of the won levels, the next level, and later groups.

        If the list has become too short for the campaign, the curve contains only the won levels.
        """
        run, rules, length = self.run, self.rules, len(self._heights)
        points = [self._get_point(level.index) for level in run.played]
        if self.is_over or (run.mode == "campaign" and length < rules.steps):
            return points
        points.append(self._get_point(playlist_run.find_next_index(run, rules, length)))
        if run.mode == "campaign":
            # No level has been drawn from the later groups, so use the middle one of each group.
            groups = (
                playlist_run.get_group(at, rules.steps, length)
                for at in range(run.number, rules.steps)
            )
            middle = (self._heights[each[len(each) // 2]] for each in groups)
            points += map(CurvePoint, middle)
        return points

    def _get_point(self, index: int | None) -> CurvePoint:
        # A run can go past the end of its list, and the list may have become shorter.
        if index is None or index >= len(self._heights):
            return CurvePoint(None)
        return CurvePoint(self._heights[index])

    def find_next(self, control: Control, progress: ProgressCallback) -> PlaylistEntry:
        """Return the entry for the next level. This is slow if the list must be sorted first.

        Raises:
            EngineError: The list is too short, or a seed yields no level.
            Cancelled: ``control`` was cancelled.
        """
        found = playlist_run.find_next_index(self.run, self.rules, len(self.levels))
        if found is None:
            return self.levels.make_entry(*playlist_run.draw_beyond(self.run, self.rules), None)
        return self.levels.find_entry(found, self._order_folder, control, progress)

    def find_last(self) -> PlaylistEntry | None:
        """Return the entry for the level that was won last, or None if none has been won."""
        if not self.run.played:
            return None
        level = self.run.played[-1]
        return self.levels.make_entry(level.grade, level.seed, level.index)

    def find_optimum(self, level: Level) -> int | None:
        """Return the length of the level's shortest solution, or None if it is not proven."""
        if level.verdict is None or not self.game.compares_lengths:
            return None
        facts = level.verdict.facts
        found = facts.get(self.game.measure.key)
        proven = facts.get("complete") and facts.get("optimal", True)
        return found if proven and isinstance(found, int) else None

    def prepare_next(self) -> None:
        """Start to find and generate the next level, unless the run is over."""
        self.next_level, self.problem, self.sort_progress = None, "", (0, 0)
        self.is_generating = not self.is_over
        if self.is_generating:
            found = deliver_in_ui(self.hop, self._handle_entry)
            self._request = self._solver.run_in_background(self._find_next, found, JOB_NAME)
        self._changed()

    def cancel_request(self) -> None:
        """Cancel this session's own request, but no other job with the same name."""
        self._request.cancel()

    def _find_next(self, control: Control) -> PlaylistEntry:

        def report_progress(done: int, total: int) -> None:
            self.sort_progress = done, total

        return self.find_next(control, report_progress)

    def _handle_entry(self, answer: Outcome[PlaylistEntry]) -> None:
        self.sort_progress = (0, 0)
        if answer.value is None:
            self._report_failure(answer.error)
        else:
            self.generate_level(answer.value)

    def generate_level(
        self, entry: PlaylistEntry, callback: Callable[[PlaylistEntry], None] | None = None
    ) -> None:
        """Generate the level for ``entry``, and pass it to ``callback``.

        If ``callback`` is None, the level becomes the next one.
        """
        self.is_generating = True

        def handle_level(answer: Outcome[GenerationResult]) -> None:
            if answer.value is None:
                self._report_failure(answer.error)
                return
            words = run_text.describe_level(
                self.run, self.levels, entry, again=callback is not None
            )
            level = replace(answer.value.level, title=capitalize_first(words))
            ready = replace(entry, level=level)
            self.is_generating = False
            if callback is None:
                self.next_level = ready
            else:
                callback(ready)
            self._changed()

        done = deliver_in_ui(self.hop, handle_level)
        self._request = self._solver.generate_level(
            self.game, entry.seed, entry.settings, done, slot=JOB_NAME
        )

    def _report_failure(self, error: str | None) -> None:
        self.is_generating, self.problem = False, error or "stopped"
        self._changed()

    def record_win(self, entry: PlaylistEntry, moves: Sequence[str], record: PlayRecord) -> None:
        """Save a win on the next level, including its number of moves and other results."""
        run, level = self.run, entry.level
        assert level is not None
        played = LevelWin(
            entry.grade, entry.seed, entry.index, run.deaths,
            playlist_run.count_moves(level, moves), self.find_optimum(level), run.solution_shown,
            run.hints, record.medals or (), round(record.active_seconds),
            record.view,
        )  # fmt: skip
        self._save_run(playlist_run.add_win(run, played, self.rules, len(self.levels)))

    def record_lapse(self, lapse: ReportedEvent) -> None:
        """Save that the player died, took a hint, or looked at the solution in the next level."""
        run = self.run
        if lapse == "death":
            run = replace(run, deaths=run.deaths + 1)
        elif lapse == "hint":
            run = replace(run, hints=run.hints + 1)
        else:
            run = replace(run, solution_shown=True)
        self._save_run(run)

    def record_repeat(self, level: Level, moves: Sequence[str], view: str) -> None:
        """Save a repeated win on the last level, during which the solution was not shown."""
        self._save_run(
            playlist_run.update_last_win(self.run, playlist_run.count_moves(level, moves), view)
        )

    def _save_run(self, run: PlaylistRun) -> None:
        self.run = runfile.save_run(replace(run, digest=self.levels.digest))

    def delete_run(self) -> None:
        """Delete the run's file."""
        runfile.remove_run(self.run)


def get_list_path(run: PlaylistRun) -> Path:
    """Return the path of the list that the run uses."""
    return decode_path(run.source) if run.source else get_shipped_list_path(run.game)


def get_shipped_list_path(game: str) -> Path:
    """Return the path of the folder for the game's shipped list, which need not exist."""
    return resources.get_shipped_levels() / game / "lists"


def read_list_if_valid(run: PlaylistRun) -> SeedList | None:
    """Return the list that the run uses, or None if it cannot be read."""
    try:
        return seed_list.read_seed_list(get_list_path(run), registry.get_game(run.game), run.order)
    except EngineError:
        return None


def start_run(
    game: Game,
    mode: RunMode,
    state: StateFolder,
    source: Path | None = None,
    seed: int | None = None,
    order: ListOrder = "rising",
) -> RunSession:
    """Start a new run and save it.

    Args:
        game: The game to play.
        mode: The kind of run: a campaign or endless play.
        state: The state folder, in which runs are saved.
        source: The folder or file that contains the list, or None for the shipped list.
        seed: The seed for the run's random choices, or None to draw one.
        order: The order of the levels. A list with unproven levels is always played by grade.

    Raises:
        EngineError: The list cannot be read or is too short, or the run cannot be saved.
    """
    path = get_shipped_list_path(game.name) if source is None else source
    if source is None and not path.is_dir():
        raise EngineError(f"the workbench ships no list of levels of {game.title}")
    levels = seed_list.read_seed_list(path, game, order)
    # Before saving anything, raise an error if the list is too short for a campaign.
    if mode == "campaign":
        playlist_run.get_group(0, registry.get_campaign(game).steps, len(levels))
    run = PlaylistRun(
        game.name,
        game.generator_name,
        mode,
        secrets.randbelow(RANDOM_SEEDS) if seed is None else seed,
        datetime.now().astimezone().replace(microsecond=0),
        "" if source is None else encode_path(source.absolute()),
        levels.digest,
        levels.order,
    )
    return RunSession(runfile.save_run(runfile.assign_file(run, state.runs)), state)


def repeat_run(session: RunSession, state: StateFolder) -> RunSession:
    """Start a new run with the mode, list and seed of another run; see :func:`start_run`."""
    run = session.run
    source = get_list_path(run) if run.source else None
    return start_run(session.game, run.mode, state, source, run.seed, run.order)


def get_rules(run: PlaylistRun) -> Campaign:
    """Return the rules that the run's game defines for runs.

    Raises:
        EngineError: The game is not installed, or does not support runs.
    """
    return registry.get_campaign(registry.get_game(run.game))


def find_unfinished(
    runs: Iterable[PlaylistRun], mode: RunMode, source: Path | None, game: Game | None = None
) -> PlaylistRun | None:
    """Return the first unfinished run that matches ``mode``, ``source`` and ``game``, or None.

    If ``source`` is None, the run must use the shipped list. If ``game`` is None, the run may be
    for any game.
    """
    path = None if source is None else source.absolute()
    for run in runs:
        if game is not None and run.game != game.name:
            continue
        if run.mode != mode or (get_list_path(run) if run.source else None) != path:
            continue
        with contextlib.suppress(EngineError):
            if not run.is_over(get_rules(run)):
                return run
    return None
