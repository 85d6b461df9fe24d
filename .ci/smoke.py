"""Try an installed workbench as its users do: every game, every way to make levels, the app.

    ENVIRONMENT/bin/python -P .ci/smoke.py

Runs the commands of the environment whose Python runs this file, in an empty folder, with caches
and settings of its own. Needs nothing but the standard library. Prints a line a step; the first
command that fails ends it with exit status 1.
"""

import fcntl
import importlib.util
import json
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

WORKBENCH = str(Path(sys.executable).with_name("workbench"))
GAMES = {
    "fruit-dating": ("--set", "moves=4.."),
    "skiddy": ("--set", "stars=1"),
    "linjat": ("--set", "iterations=2000"),
    "mazing-monk": ("--set", "difficulty=2"),
}
FRAME_SECONDS = 60


def run(*arguments: str) -> str:
    """Return the output of a command; end this program if it fails or warns."""
    started = time.monotonic()
    done = subprocess.run(
        [WORKBENCH, *arguments],
        check=False,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    print(f"  {time.monotonic() - started:5.1f} s  workbench {' '.join(arguments)}", flush=True)
    if done.returncode != 0 or "warning:" in done.stderr:
        sys.exit(f"exit status {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done.stdout


def check_kernels() -> None:
    """End this program unless doctor says that every kernel is compiled."""
    report = json.loads(run("doctor", "--json"))
    faults = {title: facts["fault"] for title, facts in report.items() if "fault" in facts}
    kernels = report["kernels"]
    incomplete = {
        game: text
        for game, text in kernels["compiled"].items()
        if len(set(text.split(" of "))) != 1
    }
    if faults or incomplete or kernels["state"] != "compiled":
        sys.exit(f"expected every kernel compiled, found {faults or kernels}")


def check_game(game: str, settings: tuple[str, ...]) -> None:
    """Generate, solve, rebuild and draw a level of a game, and a small batch of them."""
    level = f"{game}.toml"
    run("generate", game, "--seed", "7", *settings, "--out", level)
    verdict = json.loads(run("solve", level, "--json"))
    if not verdict["solvable"]:
        sys.exit(f"{game}: expected a solvable level, found {verdict}")
    run("rebuild", level)
    run("render", level, "--format", "svg", "--out", f"{game}.svg")
    backends = ["local"]
    if game == "fruit-dating" and importlib.util.find_spec("distributed"):
        backends.append("dask")
    for backend in backends:
        out = f"{game}-{backend}.catalogue"
        batch = ("batch", game, "--count", "3", "--seed", "1", *settings, "--out", out)
        if json.loads(run(*batch, "--backend", backend, "--json"))["accepted"] != 3:
            sys.exit(f"{game}: expected a batch of 3 levels")


def check_first_frame(*arguments: str, wanted: str) -> None:
    """Start the app in a terminal until a text is on screen, and leave it by its key."""
    started = time.monotonic()
    child, terminal = pty.fork()
    if child == 0:
        os.execv(WORKBENCH, [WORKBENCH, *arguments])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    written = b""
    while wanted.encode() not in written:
        found = read_output(terminal, started + FRAME_SECONDS)
        if not found:
            sys.exit(f"expected {wanted!r} on the first frame, found {written[-2000:]!r}")
        written += found
    print(f"  {time.monotonic() - started:5.1f} s  first frame of workbench {' '.join(arguments)}")
    os.write(terminal, b"q")
    while read_output(terminal, started + FRAME_SECONDS):
        pass
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status != 0:
        sys.exit(f"expected exit status 0 after q, found {status}")


def read_output(terminal: int, deadline: float) -> bytes:
    """Return the next output of a terminal, or nothing once its program has ended.

    Ends this program at the deadline, on the monotonic clock.
    """
    if not select.select([terminal], [], [], max(0.0, deadline - time.monotonic()))[0]:
        sys.exit(f"expected the app to answer within {FRAME_SECONDS} s")
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # Linux says so when no program holds the terminal any more
        return b""


def main() -> None:
    """Run every step."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ |= {
            "HOME": folder,
            "TERM": "xterm-256color",
        }
        for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "PYTHONPATH"):
            os.environ.pop(name, None)
        check_kernels()
        for game, settings in GAMES.items():
            check_game(game, settings)
        check_first_frame(wanted="Levels")
        check_first_frame("skiddy.toml", wanted="Skiddy")


if __name__ == "__main__":
    main()
