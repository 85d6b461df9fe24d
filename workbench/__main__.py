"""The ``workbench`` command, also ``python -m workbench``.

Ctrl+C while the first modules are read would end in a traceback; until the command line takes
over, which knows what to clean up, it just ends the process.
"""

import os
import sys

# The working folder may have any module, so that the first look is for the standard library and the
# package beside this one alone. Python puts the working folder first for ``python -m workbench``.
_HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
_FOUND, sys.path[:] = sys.path[:], [os.path.dirname(os.__file__), _HOME]  # noqa: PTH120

from engine import installed  # noqa: E402

sys.path[:] = _FOUND
installed.forget_working_folder()

import gc  # noqa: E402
import signal  # noqa: E402
from types import FrameType  # noqa: E402

INTERRUPTED = 130


def _leave(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


# No linear algebra here, so the threads that NumPy would start for it only cost time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# The parent process may have it ignore the signal, which then stays so.
if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, _leave)

# What is read at the start stays, so looking through it for garbage is wasted; the command
# line and the app turn collection on once they have everything.
gc.disable()

from workbench.cli import main as _main  # noqa: E402


def main() -> int:
    """Runs the command line with the arguments of the process and gives its exit status."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return _main()


if __name__ == "__main__":
    sys.exit(main())
