"""The ``workbench`` command, also ``python -m workbench``.

Ctrl+C while the first modules are read would end in a traceback; until the command line takes
over, which knows what to clean up, it just ends the process.
"""

import gc
import os
import signal
import sys
from types import FrameType

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
