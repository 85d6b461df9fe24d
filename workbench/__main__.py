"""The ``workbench`` command, also run as ``python -m workbench``.

This module prepares the process before it imports anything else. It keeps modules in the working
folder from being imported, makes an early Ctrl+C end the process quietly, keeps NumPy from starting
threads, and switches garbage collection off until the app or the command line is ready.
"""

import os
import sys

# For ``python -m workbench``, Python puts the working folder first on the import path, and that
# folder may contain a module of any name, such as `signal.py`. The first imports therefore use only
# the standard library and the folder that contains this package.
_HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
_SYSTEM_PATH, sys.path[:] = sys.path[:], [os.path.dirname(os.__file__), _HOME]  # noqa: PTH120

from engine import safe_import_folders  # noqa: E402

sys.path[:] = _SYSTEM_PATH
safe_import_folders.forget_working_folder()

import gc  # noqa: E402
import signal  # noqa: E402
from types import FrameType  # noqa: E402

INTERRUPTED = 130


def _exit_interrupted(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


# Importing NumPy would start threads for linear algebra, which the workbench does not use.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# An interrupt during the imports would print a traceback, so exit immediately until `main` takes
# over. If a parent process such as `nohup` has set the signal to be ignored, keep it ignored.
if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, _exit_interrupted)

# Objects loaded at the start live until the process ends, so collecting garbage would waste time.
# The command line and the app switch collection on again.
gc.disable()

from workbench.cli import main as _main  # noqa: E402


def main() -> int:
    """Run the command line with the arguments of this process, and return the exit status."""
    # From here on, the command line handles KeyboardInterrupt and cleans up.
    if signal.getsignal(signal.SIGINT) is _exit_interrupted:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return _main()


if __name__ == "__main__":
    sys.exit(main())
