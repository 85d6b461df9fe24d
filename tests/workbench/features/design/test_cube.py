"""Designing a game of a fixed net, whose moves name places: A Mazing Monk."""

from __future__ import annotations

import re

import pytest
from plainly import caption, frame, press, said, settled, status, until

from engine import workshop
from engine.game import registry
from workbench.text import verdict_text
from workbench.ui.dialogs import ask_new_level

pytestmark = pytest.mark.usefixtures("app_world")

SIZE = (120, 40)


@pytest.fixture(scope="module")
def generated():
    game = registry.get_game("mazing-monk")
    settings = {"difficulty": 1, "karma": 8, "scramble_turns": 2}
    return workshop.generate(game, 3, settings)[0]


@pytest.fixture
async def pilot(make_app, generated):
    async with make_app(generated).run_test(size=SIZE) as pilot:
        session = await settled(pilot)
        await until(
            pilot,
            lambda: (
                session.history.generation is not None
                and session.playback.get_trace_player() is not None
            ),
        )
        yield pilot


@pytest.fixture
def session(pilot):
    return pilot.app.screen.session


async def choose(pilot, command):
    """Does what a command of the palette does."""
    await pilot.app.screen.action_command(command)
    await pilot.pause()


async def test_the_making_is_stepped_by_actions_and_by_events(pilot, session):
    app, player = pilot.app, session.playback.player
    assert not session.build_view().marks, "the level as it stands"
    await press(pilot, ",")
    timeline = player.candidate.timeline
    assert player.moment == timeline.step_actions(len(timeline), -1) < len(timeline) - 1
    action = timeline.find_action(player.moment)
    assert f"{action.number:,}/{action.total:,}: " in caption(app)
    assert "rejected so far: " in caption(app)
    assert len(session.build_view().marks) > 1, "all that the action changes"
    app.screen.panes.focus_pane("timeline")
    await press(pilot, "left")
    assert player.moment == action.end - 1
    await press(pilot, ".")
    assert player.moment == action.end
    await press(pilot, "v", "z")
    counts = timeline.count_refusals(action.end)
    assert all(f"{number:,} {check}" in caption(app) for check, number in counts.items())
    rarest = min(counts, key=lambda check: counts[check])
    await press(pilot, "v", "z")
    await until(pilot, lambda: "rejected so far: " in frame(app))
    assert rarest in frame(app) or " …" in frame(app), "what is left out leaves a sign"
    await press(pilot, "v", "z")
    await until(pilot, lambda: rarest in " ".join(frame(app).replace("│", " ").split()))


async def test_witness_and_solution_are_stepped_through(pilot, session):
    await choose(pilot, "design.witness")
    witness = session.history.generation.candidate.witness
    assert caption(pilot.app).startswith(f"witness 0/{len(witness)}")
    await press(pilot, "end")
    assert " · won · " in caption(pilot.app)
    await press(pilot, "t")
    assert caption(pilot.app).startswith("solution 0/")
    await choose(pilot, "design.witness")
    await choose(pilot, "design.witness")
    assert session.playback.view_kind == "timeline"
    # The figures of verdict, trace and solution agree.
    facts = session.verdicts.verdict.value.facts
    turns = verdict_text.format_length(session.game, facts)
    assert turns == f"{facts['turns']} turns and {facts['walks']} walks"
    assert status(pilot.app).startswith(f"{turns} · proven shortest")
    assert f" · {facts['traps']} trap" in status(pilot.app)
    assert f"A win is {turns}" in frame(pilot.app)
    assert re.search(r" at +state +by +result", frame(pilot.app))
    await press(pilot, "t", "end")
    assert f" · won · {turns}" in caption(pilot.app)


async def look_ahead(pilot, session):
    """What is known of a row aside from the solution is found out in the background."""
    app = pilot.app
    app.screen.panes.focus_pane("trace")
    trace = session.playback.get_trace_player().trace
    row = next(n for n in range(1, len(trace)) if not (trace[n].on_path or trace[n].lost))
    await press(pilot, *["down"] * row)
    await until(pilot, lambda: "A win is " in session.trace_navigator.get_details().outlook)
    guide = session.verdicts.verdict.value.guide
    words = trace.moves_to(row)
    while (ahead := guide.look_ahead(words)) and ahead.best:
        words = (*words, *ahead.best)
    turns = sum(word[0] in "rc" and len(word) == 2 for word in words) - trace[row].depth
    assert f"A win is {turns} turn" in session.trace_navigator.get_details().outlook


async def test_traces_and_what_lies_ahead_of_their_rows(pilot, session):
    app = pilot.app
    await look_ahead(pilot, session)
    for strategy in session.game.solver.strategies[1:]:
        await press(pilot, "s", "n")
        assert session.playback.strategy == strategy
        await until(pilot, lambda: session.playback.get_trace_player() is not None)
        app.screen.panes.focus_pane("trace")
        await press(pilot, "end", "h", "l")
        assert session.playback.view_kind == "trace"
        assert session.trace_navigator.get_details().siblings
        assert "lost lost" not in frame(app)


async def test_arrows_walk_and_turns_are_looked_at_before_they_are_made(pilot, session):
    app = pilot.app
    await press(pilot, "s", "p")
    assert session.previewer.previewed_move == "r0"
    caption_end = "turn row 0 to the right: the monk is on that row · s p shows the next"
    assert caption(app).endswith(caption_end)
    await press(pilot, "s", "p")
    assert "turn row 1 to the right: " in caption(app) and " · s m makes it · " in caption(app)
    assert session.build_view().arrows
    await press(pilot, "e", "e")
    assert not session.build_view().arrows and "turn row" not in caption(app)
    await press(pilot, "e", "e", "s", "m")
    assert session.playback.view_kind == "play"
    assert caption(app).startswith("play 1/1 move 1: turn row 1 to the right")
    await press(pilot, "up")
    assert said(app) == "the top face ends here"
    await press(pilot, "v", "r")
    assert set(session.build_view().marks.values()) <= {"reached", "threatened"}
    # Breakpoints stay visible, and are in the numbers that stand beside the board.
    session.breakpoint_runner.toggle_cell((11, 3))
    await pilot.pause()
    assert said(app) == "Breakpoint set: bottom 0,0 changes."
    assert session.build_view().marks[11, 3] == "breakpoint"
    await press(pilot, "s", "b")
    assert "bottom 0,0 changes" in frame(app)


async def test_what_cannot_be_done_says_why(pilot, session):
    app = pilot.app
    await press(pilot, "e", "t")
    assert said(app).startswith("boards of A Mazing Monk cannot be turned")
    await press(pilot, "e", "e")
    await choose(pilot, "design.witness")
    session.playback.show_view("edit")
    session.editor.place_cursor(session.board, 3, 3)
    session.painter.erase_cell()
    await pilot.pause()
    assert "draft: top, row 0, column 0: no monk" in status(app)
    assert "edited since it was generated" in session.playback.witness_refusal
    # Drawing passes over what is no cell.
    session.history.undo()
    session.editor.place_cursor(session.board, 9, 3)
    session.cell_locks.toggle_lock()
    assert session.document.undo_name == "lock bottom 2,0"
    session.history.undo()
    session.editor.select_tool(next(tool for tool in session.game.boards.tools if tool.key == "#"))
    session.editor.place_cursor(session.board, 4, 1)
    session.painter.draw_rectangle()
    session.painter.extend_drawing((7, 4))
    session.painter.paint_cell()
    cells = session.game.boards.draw_picture(session.board).tiles
    assert cells[7][4] == cells[4][2] == "obstacle"
    session.editor.place_cursor(session.board, 9, 3)
    session.painter.fill_region()
    assert session.level.board.rows == 12


async def test_a_new_level_has_the_one_size_there_is(pilot, session, monkeypatch):
    monkeypatch.setattr(registry, "list_games", lambda: (session.game,))
    found = []

    async def ask():
        found.append(await ask_new_level(pilot.app))

    pilot.app.run_worker(ask())
    await until(pilot, lambda: bool(found))
    assert (found[0].level.board.rows, found[0].level.board.cols) == (12, 9)
