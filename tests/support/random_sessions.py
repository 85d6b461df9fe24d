"""Sessions of random keys, mouse and resizes in a real terminal, over all screens.

Run as a program it plays many, prints the seed of each, and writes a folder of evidence for each
that failed::

    python tests/support/random_sessions.py --first 1 --count 200 --out /tmp/sessions

A session fails if the app does not answer for :data:`PATIENCE` seconds, if it ends by itself
other than by a key to leave, if it reports a fault, or if it does not obey the signal to end.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pyte
from random_events import SIZES, some_event
from terminal import Size, Terminal

from engine.catalogue.store import Catalogue
from engine.files import levelfile
from engine.playlists import packfile
from engine.playlists.pack import Pack, PlaylistEntry
from workbench.cli import main as run_verb
from workbench.paths.resources import get_shipped_levels

PATIENCE = 10.0
"""Seconds within which the app has to send something after the window has changed its size."""
LAST = 60.0
"""Seconds that a silent app is given to recover, for the report to say "slow" or "frozen"."""
STARTED = 200
"""Bytes that the app has sent once its first screen is there, in whatever window."""
SIGNS = ("Gallery", "Catalogue", "Batch", "Experiments", "Timeline", "Recordings", "Curve", "won")
"""Words that are on certain screens, for a glance at how much was reached."""
BURSTS = 60
"""Bursts of events of one session."""
LAUNCHER = """
import asyncio, faulthandler, os, signal, sys
evidence = open(sys.argv.pop(1), "a")
os.chdir(sys.argv.pop(1))
faulthandler.register(signal.SIGUSR1, file=evidence, all_threads=True)

def steps(coroutine):
    while coroutine is not None:
        frame = getattr(coroutine, "cr_frame", None)
        if frame is not None:
            yield f"{frame.f_code.co_qualname}:{frame.f_lineno}"
        coroutine = getattr(coroutine, "cr_await", None)

def write_tasks(number, frame):
    try:
        tasks = asyncio.all_tasks(asyncio.get_running_loop())
    except RuntimeError:
        tasks = ()
    for task in tasks:
        print(task.get_name(), *steps(task.get_coro()), sep="  ", file=evidence)
    evidence.flush()

signal.signal(signal.SIGUSR2, write_tasks)
from workbench.__main__ import main
sys.exit(main())
"""
"""Starts the app so that two signals have it write down the stacks of its threads and tasks."""


@dataclass
class Session:
    """What became of one session.

    Attributes:
        seed: of all its events.
        problems: what went wrong, a line each; none if all was well.
        events: everything that was done, in order.
        screen: what the terminal showed at the last problem.
        stacks: of threads and tasks, where the app did not answer.
        seen: those of :data:`SIGNS` that were on the screen.
    """

    seed: int
    problems: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    screen: str = ""
    stacks: str = ""
    seen: set[str] = field(default_factory=set)

    @property
    def report(self) -> str:
        """All of it as text."""
        parts = [f"seed {self.seed}", *self.problems, "", self.screen, "", self.stacks, ""]
        return "\n".join([*parts, *self.events, ""])


def make_template(folder: Path) -> None:
    """Make a folder with levels of all games, a pack, a catalogue and a broken file."""
    for game in sorted(path for path in get_shipped_levels().iterdir() if path.is_dir()):
        (folder / game.name).mkdir(parents=True)
        for file in sorted(game.glob("*.toml"))[:4]:
            shutil.copy(file, folder / game.name / f"own-{file.name}")
    levels = [
        levelfile.read_level(file)
        for file in sorted((get_shipped_levels() / "skiddy").glob("*.toml"))
    ]
    packfile.write_pack(
        Pack(tuple(map(PlaylistEntry.from_level, levels[:6]))), folder / "six.pack.toml"
    )
    (folder / "broken.toml").write_text("format = 1\nboard = 3\n")
    words = ["skiddy", "--count", "30", "--seed", "1", "--out", str(folder / "thirty.db")]
    assert run_verb(["batch", *words]) == 0
    with Catalogue.open(folder / "thirty.db"):
        pass  # it can be read


class Player:
    """Plays one session.

    Args:
        session: where to note what happens.
        home: the folder of the session, with the folder ``work`` that is browsed.
    """

    def __init__(self, session: Session, home: Path) -> None:
        self.session, self.home = session, home
        self.rng = random.Random(session.seed)
        self.size: Size = self.rng.choice(SIZES[:3])
        self._drawn_from = 0
        self._evidence = home / "stacks.txt"

    @property
    def environ(self) -> dict[str, str | None]:
        """The user's folders of the session, and no others."""
        folders = {"HOME": self.home, "XDG_STATE_HOME": self.home / "state"}
        own = {**folders, "PUZZLE_WORKBENCH_CONFIG": self.home / "config"}
        return {key: str(path) for key, path in own.items()}

    def play(self, bursts: int) -> None:
        """Play so many bursts, starting the app again when it was left."""
        while bursts > 0 and not self.session.problems:
            bursts = self._play_life(bursts)

    def _play_life(self, bursts: int) -> int:
        """Start the app and play until it ends; return how many bursts are left."""
        files = sorted((self.home / "work").rglob("*"))
        works = [f for f in files if f.suffix in (".toml", ".db") and ".plays." not in f.name]
        opened = [str(self.rng.choice([self.home / "work", *works]))]
        if opened[0].endswith(".toml") and self.rng.random() < 0.2:
            opened = ["play", *opened]
        self._note(f"start {opened} {self.size}")
        program = [sys.executable, "-P", "-c", LAUNCHER, str(self._evidence)]
        arguments = [*program, str(self.home / "work"), *opened]
        with Terminal(arguments, self.size, self.environ) as terminal:
            terminal.screened = False
            self._drawn_from = 0
            self._await_start(terminal)
            while bursts > 0 and terminal.process.poll() is None and not self.session.problems:
                bursts -= 1
                self._burst(terminal)
                if terminal.process.poll() is None:
                    self._ask_for_answer(terminal)
            self.session.seen |= {sign for sign in SIGNS if sign.encode() in terminal.output}
            self._end(terminal, "broken.toml" in opened[-1])
        return bursts

    def _await_start(self, terminal: Terminal) -> None:
        end = time.monotonic() + LAST
        while terminal.received < STARTED and terminal.process.poll() is None:
            terminal.receive(0.1)
            if time.monotonic() > end:
                self._stuck(terminal, "it does not start")
                return
        terminal.until_quiet(self.rng.choice((0.0, 0.2, 1.0)), 3.0)

    def _burst(self, terminal: Terminal) -> None:
        """Do some events at once, and wait a moment."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.06:
            size = rng.choice(SIZES)
            self._resize(terminal, size)
        elif kind < 0.08:
            self._note("stop and continue")
            os.kill(terminal.process.pid, signal.SIGSTOP)
            time.sleep(rng.random())
            os.kill(terminal.process.pid, signal.SIGCONT)
        else:
            events = [some_event(rng, self.size) for _ in range(rng.choice((1, 1, 2, 3, 6)))]
            self._note(f"send {events}")
            with contextlib.suppress(OSError):
                terminal.send("".join(events))
        for _ in range(50):
            if not terminal.receive(rng.choice((0.0, 0.02, 0.05, 0.3))):
                break

    def _resize(self, terminal: Terminal, size: Size) -> None:
        self._note(f"resize {size}")
        self.size = size
        self._drawn_from = len(terminal.output)
        with contextlib.suppress(OSError):
            terminal.resize(size)

    def _ask_for_answer(self, terminal: Terminal) -> None:
        """Change the size by some columns, upon which the app has to draw itself again.

        It may not hear of one of several changes, and is right not to draw if the last one leads
        back to the size that it knows. Then another one tells.
        """
        while terminal.receive(0.0):
            pass
        columns, lines = self.size
        for by in (self.rng.choice((-1, 1)), 7):
            self._resize(terminal, (columns + by, lines))
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end:
                if terminal.receive(0.2) or terminal.process.poll() is not None:
                    return
        self._stuck(terminal, "it does not answer")

    def _stuck(self, terminal: Terminal, problem: str) -> None:
        """Note where the app stands, and whether it answers in the end."""
        for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGUSR1):
            with contextlib.suppress(ProcessLookupError):
                os.kill(terminal.process.pid, number)
            time.sleep(0.5)
        answered = terminal.receive(LAST)
        self._fail(terminal, f"{problem}: {'slow' if answered else 'frozen'}")

    def _end(self, terminal: Terminal, may_refuse: bool) -> None:
        """End the app by a signal unless it has ended, and look at how it did."""
        asked = terminal.process.poll() is None
        if asked:
            self._note("SIGTERM")
            terminal.process.terminate()
        end = time.monotonic() + PATIENCE
        while terminal.process.poll() is None and time.monotonic() < end:
            terminal.receive(0.05)
        if terminal.process.poll() is None:
            self._stuck(terminal, "it does not obey SIGTERM")
        else:
            terminal.until_quiet(0.05)
            good = {128 + signal.SIGTERM, 0} if asked else {0, *((2,) if may_refuse else ())}
            if terminal.process.returncode not in good:
                self._fail(terminal, f"exit status {terminal.process.returncode}")
        fault = self.home / "state" / "puzzle-workbench" / "fault.txt"
        if fault.exists():
            self.session.stacks += fault.read_text()
            self._fail(terminal, "it reported a fault")

    def _note(self, event: str) -> None:
        self.session.events.append(event)

    def _fail(self, terminal: Terminal, problem: str) -> None:
        columns, lines = self.size
        screen = pyte.Screen(columns, lines)
        pyte.ByteStream(screen).feed(terminal.output[self._drawn_from :])
        self.session.problems.append(problem)
        self.session.screen = "\n".join(line.rstrip() for line in screen.display)
        self.session.screen += "\n" + terminal.output[-600:].decode(errors="replace")
        if self._evidence.exists():
            self.session.stacks += self._evidence.read_text()


def end_detached(home: Path) -> None:
    """End the batches that a session has started, which outlive the app."""
    sign = f"HOME={home}\0".encode()
    for process in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if process.name.isdigit() and sign in (process / "environ").read_bytes():
                os.kill(int(process.name), signal.SIGKILL)


def play(seed: int, template: Path, bursts: int = BURSTS) -> Session:
    """Play the session of a seed in a copy of a template folder."""
    session = Session(seed)
    home = Path(tempfile.mkdtemp(prefix="session-"))
    try:
        shutil.copytree(template, home / "work")
        Player(session, home).play(bursts)
    finally:
        end_detached(home)
        shutil.rmtree(home, ignore_errors=True)
    return session


@contextlib.contextmanager
def template_folder() -> Iterator[Path]:
    """A template for sessions, as long as the block runs."""
    with tempfile.TemporaryDirectory(prefix="template-") as name:
        make_template(Path(name) / "work")
        yield Path(name) / "work"


def main() -> int:
    """Play the sessions that the arguments ask for; return 1 if one of them failed."""
    parser = argparse.ArgumentParser(description="random sessions of the app")
    parser.add_argument("--first", type=int, default=1, help="seed of the first session")
    parser.add_argument("--count", type=int, default=200, help="number of sessions")
    parser.add_argument("--bursts", type=int, default=BURSTS, help="bursts of events in each")
    parser.add_argument("--out", type=Path, default=Path("random-sessions"), help="for evidence")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    failed = 0
    with template_folder() as template:
        for seed in range(args.first, args.first + args.count):
            begun = time.monotonic()
            session = play(seed, template, args.bursts)
            seconds = round(time.monotonic() - begun, 1)
            print(json.dumps([seed, seconds, session.problems, sorted(session.seen)]), flush=True)
            if session.problems:
                failed += 1
                (args.out / f"{seed}.txt").write_text(session.report)
    print(f"{args.count} sessions, {failed} failed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
